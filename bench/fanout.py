"""How fast a new line reaches everybody who watches its board, beside a bare Starlette loop.

Two servers on loopback, each one uvicorn process with the same settings and the same number of
sockets. Harp: a whole game is verified and stored; the clock runs from its commit until the last
socket has the message: publishing, reading the board, the difference, the encoding and the sends
are in it. Starlette: a loop that sends the very same text to each socket; the clock runs from the
beginning of the loop. Both are asked in turn, and the medians compared.

By default Harp runs in embedded mode on a database of its own; with REDIS_URL set it publishes
through Redis.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import select
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
TARGET = 1.5
CODE = "HO1-N-AAAAAEG"
LINES_BEFORE = 10
DEADLINE = 20.0


def actions_of_the_win() -> list[str]:
    """The log that results are cut from."""
    games = json.loads((ROOT / "tests" / "data" / "wins.json").read_text())["games"]
    return list(games[CODE]["actions"])


class Sockets:
    """Many WebSockets to one server, read as cheaply as Python can."""

    def __init__(self, port: int, path: str, number: int) -> None:
        self.poll = select.epoll()
        self.sockets: dict[int, socket.socket] = {}
        self.buffers: dict[int, bytes] = {}
        request = (
            f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()
        for _ in range(number):
            connection = socket.create_connection(("127.0.0.1", port), timeout=DEADLINE)
            connection.sendall(request)
            reply = b""
            while b"\r\n\r\n" not in reply:
                reply += connection.recv(65536)
            head, _, rest = reply.partition(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 101"):
                raise SystemExit(f"no WebSocket: {head.decode(errors='replace')}")
            connection.setblocking(False)
            self.sockets[connection.fileno()] = connection
            self.buffers[connection.fileno()] = rest
            self.poll.register(connection.fileno(), select.EPOLLIN)

    def receive(self, *, start: Callable[[], object] = lambda: None) -> tuple[int, set[str]]:
        """One message on each socket: when the last was there (ns), and which there were."""
        waiting = set(self.sockets)
        texts = set()
        last = 0
        for at in list(waiting):
            if (text := self._text(at)) is not None:
                waiting.discard(at)
                texts.add(text)
                last = time.monotonic_ns()
        start()
        deadline = time.monotonic() + DEADLINE
        while waiting:
            if time.monotonic() > deadline:
                raise SystemExit(f"{len(waiting)} sockets got nothing")
            for at, _ in self.poll.poll(1):
                self.buffers[at] += self.sockets[at].recv(65536)
                if (text := self._text(at)) is not None:
                    waiting.discard(at)
                    texts.add(text)
                    last = time.monotonic_ns()
        return last, {text.decode() for text in texts}

    def _text(self, at: int) -> bytes | None:
        """The first whole message of a socket, taken out of its buffer."""
        buffer = self.buffers[at]
        if len(buffer) < 2:
            return None
        length, start = buffer[1], 2
        if length == 126:
            length, start = int.from_bytes(buffer[2:4]), 4
        elif length == 127:
            length, start = int.from_bytes(buffer[2:10]), 10
        if len(buffer) < start + length:
            return None
        self.buffers[at] = buffer[start + length :]
        return buffer[start : start + length]

    def close(self) -> None:
        """Close all."""
        for connection in self.sockets.values():
            connection.close()
        self.poll.close()


def serve(application: Any, port: int) -> None:
    """Serve in this process as the product does."""
    import uvicorn

    uvicorn.run(
        application,
        host="127.0.0.1",
        port=port,
        log_config=None,
        access_log=False,
        lifespan="off",
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # the sockets of the bench read, and never answer
    )


def obey(work: Callable[[str], int]) -> None:
    """In a thread: for each line of the input do the work, and print when its clock began (ns)."""

    def run() -> None:
        for line in sys.stdin:
            print(work(line.rstrip("\n")), flush=True)

    threading.Thread(target=run, daemon=True).start()


def serve_harp(port: int) -> None:
    """Harp; each line of the input has a whole game stored."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection, transaction
    from django.utils import timezone

    from game.engine.codes import parse_code
    from game.models import Player
    from game.services.attempts import play_whole_log
    from harp_server.asgi import application
    from leaderboard.consumers import BoardConsumer

    BoardConsumer.most_an_address = 100_000
    call_command("migrate", interactive=False, verbosity=0)
    log = actions_of_the_win()
    code = parse_code(CODE)
    stored = 0

    def store(_: str) -> int:
        nonlocal stored
        stored += 1
        player = Player.objects.create(name=f"Player {stored}", password="!")  # noqa: S106
        committed = 0

        def commit() -> None:
            nonlocal committed
            committed = time.monotonic_ns()

        with transaction.atomic():
            transaction.on_commit(commit)  # runs before the board's own
            cut = log[: len(log) - 1 - stored]
            play_whole_log(code=code, player=player, actions=cut, now=timezone.now())
        return committed

    for _ in range(LINES_BEFORE):
        store("")
    connection.close()
    obey(store)
    serve(application, port)


def serve_starlette(port: int) -> None:
    """A bare loop; each line of the input is sent to all sockets."""
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket

    sockets: set[WebSocket] = set()
    loop: asyncio.AbstractEventLoop | None = None

    async def watch(connection: WebSocket) -> None:
        nonlocal loop
        loop = asyncio.get_running_loop()
        await connection.accept()
        sockets.add(connection)
        await connection.receive()
        sockets.discard(connection)

    async def broadcast(text: str) -> int:
        began = time.monotonic_ns()
        for connection in sockets:
            await connection.send_text(text)
        return began

    def send(text: str) -> int:
        assert loop is not None
        return asyncio.run_coroutine_threadsafe(broadcast(text), loop).result()

    obey(send)
    serve(Starlette(routes=[WebSocketRoute("/ws", watch)]), port)


class Server:
    """A process that serves one of the two."""

    def __init__(self, kind: str, environment: dict[str, str]) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.fanout", "--serve", kind, "--port", str(self.port)],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        deadline = time.monotonic() + 60
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.process.kill()
                raise SystemExit(f"{kind} did not start")
            time.sleep(0.1)

    def ask(self, line: str) -> None:
        """Have it do its work once."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def began(self) -> int:
        """When the clock of that work began (ns)."""
        assert self.process.stdout is not None
        return int(self.process.stdout.readline())

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()


def main() -> int:
    """Print both times and their ratio; 1 where it misses the target."""
    parser = argparse.ArgumentParser(prog="script/bench fanout", description=__doc__)
    parser.add_argument("--sockets", type=int, default=2_000)
    parser.add_argument("--repetitions", type=int, default=21)
    parser.add_argument("--serve", choices=["harp", "starlette"], help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    files = 3 * options.sockets + 200
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < files:
        raise SystemExit(f"needs {files} open files, and may have {hard}: ulimit -n")
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    if options.serve:
        (serve_harp if options.serve == "harp" else serve_starlette)(options.port)
        return 0
    with tempfile.TemporaryDirectory(prefix="harp-fanout-") as var:
        environment = {
            **{name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
            "HARP_VAR": var,
            "DJANGO_SETTINGS_MODULE": "harp_server.settings.local",
        }
        with Server("harp", environment) as harp, Server("starlette", environment) as starlette:
            return measure(harp, starlette, options.sockets, options.repetitions)


def measure(harp: Server, starlette: Server, number: int, repetitions: int) -> int:
    """Ask both in turn."""
    watching = Sockets(harp.port, f"/ws/boards/{CODE}/", number)
    bare = Sockets(starlette.port, "/ws", number)
    watching.receive()  # the snapshots
    ours, theirs, size = [], [], 0
    for _ in range(repetitions):
        time.sleep(0.4)  # at its fastest a board changes four times a second
        last, texts = watching.receive(start=lambda: harp.ask(""))
        ours.append((last - harp.began()) / 1e6)
        (text,) = texts
        assert json.loads(text)["type"] == "delta"
        size = max(size, len(text.encode()))
        time.sleep(0.1)
        last, same = bare.receive(start=lambda text=text: starlette.ask(text))  # type: ignore[misc]
        theirs.append((last - starlette.began()) / 1e6)
        assert same == {text}
    watching.close()
    bare.close()
    ratio = statistics.median(ours) / statistics.median(theirs)
    wire = "Redis" if os.environ.get("REDIS_URL") else "one process"
    print(f"{number} sockets, {size} bytes, {repetitions} times, {wire}; ms (median, range)")
    for what, times in (("Harp, from the commit", ours), ("Starlette, the bare loop", theirs)):
        middle = statistics.median(times)
        print(f"  {what:25} {middle:7.1f}  {min(times):.1f}-{max(times):.1f}")
    print(f"  ratio {ratio:.2f} (at most {TARGET})")
    return int(ratio > TARGET)


if __name__ == "__main__":
    sys.exit(main())
