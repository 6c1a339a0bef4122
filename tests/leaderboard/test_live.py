"""The live channel through the real consumer and real servers."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from game.engine.codes import DealCode
from game.models import Player
from game.services.players import become_account, delete_player, rename_player
from harp_server.asgi import application
from leaderboard import consumers, hub
from leaderboard.services import delete_lines
from tests.leaderboard.follower import Follower
from tests.leaderboard.played import PlayedDeal

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[2]
ORIGIN = (b"origin", b"http://testserver")
HOST = (b"host", b"testserver")


class Channel:
    """A browser's end of a WebSocket; that of channels.testing would need Daphne."""

    def __init__(self, path: str, headers: list[tuple[bytes, bytes]]) -> None:
        scope = {"type": "websocket", "path": path, "query_string": b"", "subprotocols": []}
        communicator: Any = ApplicationCommunicator
        self._end = communicator(
            application, {**scope, "headers": headers, "client": ["127.0.0.1", 1]}
        )

    async def connect(self) -> bool:
        """Whether it was accepted."""
        await self._end.send_input({"type": "websocket.connect"})
        return bool((await self.output())["type"] == "websocket.accept")

    async def output(self, timeout: float = 5) -> dict[str, Any]:
        """What the application does next."""
        return dict(await self._end.receive_output(timeout=timeout))

    async def text(self, timeout: float = 5) -> str:
        """The next message."""
        message = await self.output(timeout)
        assert message["type"] == "websocket.send", message
        return str(message["text"])

    async def say(self, text: str) -> None:
        """Send a message."""
        await self._end.send_input({"type": "websocket.receive", "text": text})

    async def leave(self) -> None:
        """Go, as a closed tab does."""
        await self._end.send_input({"type": "websocket.disconnect", "code": 1000})
        await self._end.wait(timeout=5)


def watch(code: str, *headers: tuple[bytes, bytes]) -> Channel:
    return Channel(f"/ws/boards/{code}/", list(headers or (ORIGIN, HOST)))


async def refusal(code: str) -> int:
    """The code by which a socket is closed at once."""
    channel = watch(code)
    connected = await channel.connect()
    assert connected
    message = await channel.output()
    assert message["type"] == "websocket.close"
    await channel.leave()
    return int(message["code"])


def fresh(code: str) -> dict[str, Any]:
    """What a fetch says now."""
    board: dict[str, Any] = APIClient().get(f"/api/v1/boards/{code}/").json()
    return board


def test_a_stored_result_is_told_within_two_seconds_and_equals_a_fresh_fetch() -> None:
    played = PlayedDeal(players=5)
    played.finish(played.players[0], score=3, time_ms=None)

    def history() -> Iterator[None]:
        yield None
        for number, player in enumerate(played.players):
            played.finish(player, score=number, won=number == 3)
            yield None
        played.finish(played.players[1], score=9)  # better than before
        yield None
        delete_lines(player_id=played.players[3].pk)  # disqualified, say
        yield None
        delete_lines(player_id=played.players[1].pk)
        yield None

    async def main() -> None:
        channel = watch(played.code)
        connected = await channel.connect()
        assert connected
        follower = Follower()
        steps = history()
        while await sync_to_async(lambda: next(steps, "over"))() != "over":
            board = await sync_to_async(fresh)(played.code)
            began = time.monotonic()
            while (follower.total, follower.lines) != (board["total"], board["lines"]):
                follower.take(await channel.text(timeout=2))
                assert time.monotonic() - began < 2
        assert follower.code == played.code
        assert follower.snapshots == 1
        assert follower.seq is not None
        assert follower.seq >= 6
        await channel.leave()

    asyncio.run(main())


def rename(player: Player) -> None:
    rename_player(player=player, name="Quixote")


def rename_in_office(player: Player) -> None:
    player.name = "Quixote"
    player.save()


def sign_up(player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(is_guest=True)
    become_account(guest=player, name="Quixote", email="q@example.org", password_hash="!")


def delete(player: Player) -> None:
    delete_player(player=player, now=timezone.now())


@pytest.mark.parametrize("change", [rename, rename_in_office, sign_up, delete])
def test_another_name_is_told_at_once(
    change: Callable[[Player], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "POLL", 60.0)
    played = PlayedDeal(players=3)
    for number, player in enumerate(played.players):
        played.finish(player, score=number)

    async def main() -> None:
        channel = watch(played.code)
        assert await channel.connect()
        follower = Follower()
        follower.take(await channel.text())
        await asyncio.sleep(0.5)  # until it listens, and has looked again
        await sync_to_async(change)(played.players[1])
        board = await sync_to_async(fresh)(played.code)
        while follower.lines != board["lines"]:
            follower.take(await channel.text())
        shown = follower.lines[1]["player"]
        assert shown.get("deleted") or shown["name"] == "Quixote"
        await channel.leave()

    asyncio.run(main())


def test_a_deal_that_nobody_has_played_has_an_empty_board() -> None:
    async def main() -> None:
        channel = watch(str(DealCode.numbered("EH", 7)))
        await channel.connect()
        message = json.loads(await channel.text(timeout=5))
        assert (message["type"], message["total"], message["lines"]) == ("snapshot", 0, [])
        await channel.leave()

    asyncio.run(main())


@pytest.mark.parametrize("code", ["nonsense", "EH1-D-20990101", "EH1-D-20200101", "%00"])
def test_what_is_no_deal_or_not_yet_one_is_refused(code: str) -> None:
    assert asyncio.run(refusal(code)) == consumers.NO_SUCH_BOARD


@pytest.mark.parametrize(
    "headers",
    [
        [(b"origin", b"http://elsewhere.example"), HOST],
        [(b"origin", b"http://localhost"), HOST],  # ours too, but another one
        [(b"origin", b"http://testserver:8001"), HOST],
        [(b"origin", b"null"), HOST],
        [HOST],
    ],
)
def test_other_origins_are_refused(headers: list[tuple[bytes, bytes]]) -> None:
    async def main() -> None:
        channel = watch(str(DealCode.numbered("EH", 7)), *headers)
        connected = await channel.connect()
        assert not connected
        await channel.leave()

    asyncio.run(main())


def test_other_addresses_are_refused() -> None:
    async def main() -> None:
        channel = Channel("/ws/else/", [ORIGIN, HOST])
        connected = await channel.connect()
        assert not connected
        await channel.leave()

    asyncio.run(main())


def test_sockets_of_one_address_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers.BoardConsumer, "most_an_address", 2)
    code = str(DealCode.numbered("EH", 7))

    async def main() -> None:
        held = [watch(code) for _ in range(2)]
        for channel in held:
            await channel.connect()
            await channel.text(timeout=5)
        assert await refusal(code) == consumers.TOO_MANY
        await held[0].leave()
        again = watch(code)
        await again.connect()
        await again.text()
        for channel in (held[1], again):
            await channel.leave()
        assert consumers.BoardConsumer.sockets == {}

    asyncio.run(main())


def test_behind_a_proxy_it_is_the_address_that_the_proxy_saw(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rest_framework.settings.api_settings.NUM_PROXIES", 1)
    seen = (b"x-forwarded-for", b"203.0.113.9, 2001:db8::7")

    async def main() -> None:
        channel = watch(str(DealCode.numbered("EH", 7)), ORIGIN, HOST, seen)
        assert await channel.connect()
        await channel.text()
        assert list(consumers.BoardConsumer.sockets) == ["2001:db8::/64"]
        await channel.leave()

    asyncio.run(main())


def test_a_client_has_nothing_to_say() -> None:
    async def main() -> None:
        channel = watch(str(DealCode.numbered("EH", 7)))
        await channel.connect()
        await channel.text(timeout=5)
        for _ in range(consumers.MOST_WORDS):
            await channel.say("hello")
        message = await channel.output()
        assert message == {"type": "websocket.close", "code": consumers.NOT_ASKED}
        await channel.leave()

    asyncio.run(main())


def test_a_publisher_that_says_nothing_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "POLL", 0.3)
    played = PlayedDeal(players=1)

    class Silent:
        def board_changed(self, code: str) -> None:
            pass

    monkeypatch.setattr("leaderboard.services.publisher", Silent)

    async def main() -> None:
        channel = watch(played.code)
        await channel.connect()
        follower = Follower()
        follower.take(await channel.text(timeout=5))
        assert follower.total == 0
        await sync_to_async(lambda: played.finish(played.players[0]))()
        follower.take(await channel.text(timeout=5))
        assert follower.total == 1
        await channel.leave()

    asyncio.run(main())


@contextmanager
def server() -> Iterator[str]:
    """A process that serves on the tests' own database: where it listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    database = connection.settings_dict
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "harp_server.settings.test"}
    if connection.vendor == "sqlite":
        environment["DATABASE_URL"] = f"sqlite:///{database['NAME']}"
    else:
        environment["DATABASE_URL"] = (
            os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{database['NAME']}"
        )
    options = ["--port", str(port), "--lifespan", "off", "--no-access-log", "--log-level", "error"]
    process = subprocess.Popen(
        [sys.executable, "-m", "uvicorn", "harp_server.asgi:application", *options],
        cwd=ROOT,
        env=environment,
    )
    try:
        deadline = time.monotonic() + 30
        while not _listens(port):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield f"localhost:{port}"
    finally:
        process.terminate()
        process.wait(timeout=20)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def post(url: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
    request = urllib.request.Request(  # noqa: S310
        url,
        json.dumps(body).encode(),
        {
            "Content-Type": "application/json",
            **({"Authorization": f"Token {token}"} if token else {}),
        },
    )
    with urllib.request.urlopen(request, timeout=10) as reply:  # noqa: S310
        answer: dict[str, Any] = json.load(reply)
    return answer


def follow(channel: ClientConnection, follower: Follower, *, total: int) -> None:
    """Take messages until there are so many lines, for two seconds at the most."""
    deadline = time.monotonic() + 2
    while follower.total < total:
        text = channel.recv(timeout=max(0.0, deadline - time.monotonic()))
        assert isinstance(text, str)
        follower.take(text)


def test_every_server_process_tells_what_was_stored_in_one() -> None:
    """Two processes on Redis; without Redis there is one."""
    code = "HO1-N-AAAAAEG"
    log = json.loads((ROOT / "tests/data/wins.json").read_text())["games"][code]["actions"]
    with ExitStack() as stack:
        hosts = [stack.enter_context(server()) for _ in range(2 if settings.REDIS_URL else 1)]
        watching = []
        for host in hosts:
            channel = stack.enter_context(
                connect(f"ws://{host}/ws/boards/{code}/", origin=Origin(f"http://{host}"))
            )
            follower = Follower()
            text = channel.recv(timeout=10)
            assert isinstance(text, str)
            follower.take(text)
            watching.append((channel, follower))
        time.sleep(0.5)  # a subscription, and the read after it
        token = post(f"http://{hosts[0]}/api/v1/tokens/", {})["token"]
        for number, cut in enumerate((log[:20], log), start=1):
            if number == 2:
                token = post(f"http://{hosts[-1]}/api/v1/tokens/", {})["token"]
            post(f"http://{hosts[-1]}/api/v1/deals/{code}/logs/", {"actions": cut}, token)
            for channel, follower in watching:
                follow(channel, follower, total=number)
        for host, (_, follower) in zip(hosts, watching, strict=True):
            with urllib.request.urlopen(
                f"http://{host}/api/v1/boards/{code}/", timeout=10
            ) as reply:
                board = json.load(reply)
            assert (follower.total, follower.lines) == (board["total"], board["lines"])
            assert follower.lines[0]["won"] is True
        with pytest.raises(InvalidStatus):
            connect(f"ws://{hosts[0]}/ws/boards/{code}/", origin=Origin("http://elsewhere.example"))
