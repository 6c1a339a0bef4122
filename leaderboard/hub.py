"""The live boards of one process: a few reads, one encoding, many sockets.

There is one hub an event loop. It learns that boards have changed (live.py), reads the changed ones
that somebody watches, four times a second at the most, and hands one message to all sockets of a
board. Every watched board is read now and then in any case, for messages that were lost.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final
from weakref import WeakKeyDictionary

from django.db import connections
from django.utils import timezone
from structlog import get_logger

from game import selectors as game_selectors
from leaderboard import deltas, live
from leaderboard.api.serializers import LineSerializer
from leaderboard.deltas import Top
from leaderboard.selectors import board_top

LINES: Final = 50
"""Lines of a board that its sockets see."""

INTERVAL: Final = 0.25
"""Seconds between two reads of a board, at the least."""

POLL: Final = 15.0
"""Seconds between two reads of a board of which no message came."""

RETRY: Final = 2.0
"""Seconds after a read that failed."""

STUCK: Final = 30.0
"""Seconds after which a socket that has not taken its message is given up."""

READERS: Final = 2
"""Threads that read boards, each with a connection to the database."""

_ROUND: Final = 200
"""Sends after which the loop has its turn."""


Message = Mapping[str, str]
"""A text message as ASGI sends it; one object for all its receivers."""

_log = get_logger(__name__)


def read_top(code: str) -> Top:
    """The first lines of a board and the number of all, as the API gives them.

    `code` is the code of a deal that there is.
    """
    deal = game_selectors.stored_deal(game_selectors.read_code(code, now=timezone.now()))
    total, lines = board_top(deal_id=deal.pk if deal else None, limit=LINES)
    return Top(total=total, lines=[dict(line) for line in LineSerializer(lines, many=True).data])


class Watcher:
    """A socket that watches a board.

    It has no queue: while a message is on its way, others are not kept, and a fresh snapshot
    follows instead. So however slow it is, it holds one message.
    """

    def __init__(
        self, *, send: Callable[[Message], Awaitable[None]], give_up: Callable[[], object]
    ) -> None:
        """`send` sends, and returns when the socket takes more; `give_up` is called when it
        doesn't."""
        self._send = send
        self._give_up = give_up
        self._since: float | None = None
        self._behind = False
        self.board: WatchedBoard | None = None

    def take(self) -> bool:
        """Whether a message may be on its way to it now; if not, a snapshot will be, later."""
        if self._since is not None:
            self._behind = True
            return False
        self._since = asyncio.get_running_loop().time()
        return True

    async def deliver(self, message: Message) -> None:
        """Send what it took, and what it missed meanwhile."""
        try:
            if self.board is not None:
                await self._send(message)
            while self._behind and self.board is not None:
                self._behind = False
                self._since = asyncio.get_running_loop().time()
                await self._send(self.board.snapshot())
        except OSError:
            pass  # the socket is gone, which its consumer is told too
        finally:
            self._behind = False
            self._since = None

    def is_stuck(self) -> bool:
        """Whether it has not taken a message for too long."""
        now = asyncio.get_running_loop().time()
        return self._since is not None and now - self._since > STUCK

    def stop(self, *, given_up: bool = False) -> None:
        """Send nothing more."""
        self.board = None
        if given_up:
            self._give_up()


class Couriers:
    """Carry messages to sockets one after the other, as a bare loop would, but past slow ones.

    A task a socket and message would cost more than the sends. Here one task sends to all, as long
    as nothing holds it up; when something does, the next takes over.
    """

    def __init__(self) -> None:
        self._outgoing: deque[tuple[Watcher, Message]] = deque()
        self._couriers: set[asyncio.Task[None]] = set()

    def send(self, message: Message, watchers: Iterable[Watcher]) -> None:
        """Send a message to all that are ready for one."""
        self._outgoing.extend((watcher, message) for watcher in watchers if watcher.take())
        self._next()

    def _next(self) -> None:
        if not self._outgoing:
            return
        courier = asyncio.create_task(self._carry())
        self._couriers.add(courier)
        courier.add_done_callback(self._couriers.discard)
        # Called when the new task waits for the first time, or is done.
        asyncio.get_running_loop().call_soon(self._next)

    async def _carry(self) -> None:
        for _ in range(_ROUND):
            if not self._outgoing:
                break
            watcher, message = self._outgoing.popleft()
            await watcher.deliver(message)


class WatchedBoard:
    """A board as its sockets know it, and the task that keeps it so."""

    def __init__(self, code: str, read: Callable[[str], Awaitable[Top]]) -> None:
        self.code = code
        self.watchers: set[Watcher] = set()
        self._read = read
        self._top: Top | None = None
        self._seq = 0
        self._snapshot: Message | None = None
        self._read_at = 0.0
        self._changed = asyncio.Event()
        self._couriers = Couriers()
        self._task = asyncio.create_task(self._keep())

    def changed(self) -> None:
        """Read it anew, as soon as that may be."""
        self._changed.set()

    def join(self, watcher: Watcher) -> None:
        """Send a socket everything, and from then on what changes."""
        watcher.board = self
        self.watchers.add(watcher)
        if self._top is not None:
            self._couriers.send(self.snapshot(), [watcher])
            if asyncio.get_running_loop().time() - self._read_at > INTERVAL:
                self.changed()  # a message may have been lost since

    def leave(self, watcher: Watcher) -> None:
        """Send a socket nothing more."""
        self.watchers.discard(watcher)
        watcher.stop()

    def stop(self) -> None:
        """End the task."""
        self._task.cancel()

    def snapshot(self) -> Message:
        """The message that tells all, encoded once a state."""
        assert self._top is not None
        if self._snapshot is None:
            text = deltas.snapshot(self._top, code=self.code, seq=self._seq)
            self._snapshot = {"type": "websocket.send", "text": text}
        return self._snapshot

    async def _keep(self) -> None:
        while True:
            self._changed.clear()
            self._read_at = asyncio.get_running_loop().time()
            try:
                self._show(await self._read(self.code))
                await asyncio.sleep(INTERVAL)
            except Exception:
                _log.exception("board_not_read", code=self.code)
                await asyncio.sleep(RETRY)
                self.changed()
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL):
                    await self._changed.wait()
            for watcher in [watcher for watcher in self.watchers if watcher.is_stuck()]:
                self.watchers.discard(watcher)
                watcher.stop(given_up=True)

    def _show(self, top: Top) -> None:
        if self._top is None:
            self._top = top
            message = self.snapshot()
        else:
            text = deltas.delta(self._top, top, seq=self._seq + 1)
            if text is None:
                return
            self._seq += 1
            self._top = top
            self._snapshot = None
            message = {"type": "websocket.send", "text": text}
        self._couriers.send(message, self.watchers)


class Hub:
    """The boards that are watched in one event loop."""

    def __init__(self, read: Callable[[str], Top] = read_top) -> None:
        self._read_board = read
        self._boards: dict[str, WatchedBoard] = {}
        self._listening: asyncio.Task[None] | None = None
        self._readers: list[ThreadPoolExecutor] = []

    def watch(self, code: str, watcher: Watcher) -> None:
        """Send the watcher the board of a deal that there is, until it leaves."""
        if self._listening is None:
            self._listening = asyncio.create_task(live.listen(self._changed))
        board = self._boards.get(code)
        if board is None:
            board = self._boards[code] = WatchedBoard(code, self._read)
        board.join(watcher)

    def leave(self, code: str, watcher: Watcher) -> None:
        """Send the watcher nothing more; who watches no board any longer costs nothing."""
        board = self._boards.get(code)
        if board is None:
            return
        board.leave(watcher)
        if not board.watchers:
            board.stop()
            del self._boards[code]
        if not self._boards and self._listening is not None:
            self._listening.cancel()
            self._listening = None
            for reader in self._readers:
                reader.submit(connections.close_all)
                reader.shutdown(wait=False)
            self._readers = []

    def _changed(self, code: str | None) -> None:
        """Of one board, or perhaps of any."""
        if code is None:
            for board in self._boards.values():
                board.changed()
        elif code in self._boards:
            self._boards[code].changed()

    async def _read(self, code: str) -> Top:
        # Threads of its own: neither the loop nor the requests of this process wait for a board.
        # They keep their connections as long as a board is watched.
        if not self._readers:
            self._readers = [ThreadPoolExecutor(1, f"boards-{number}") for number in range(READERS)]
        reader = self._readers[hash(code) % READERS]
        return await asyncio.get_running_loop().run_in_executor(reader, self._read_there, code)

    def _read_there(self, code: str) -> Top:
        try:
            return self._read_board(code)
        except Exception:
            connections.close_all()  # it may be broken; the next read gets another
            raise


def hub() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    found = _hubs.get(loop)
    if found is None:
        found = _hubs[loop] = Hub()
    return found


_hubs: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, Hub]] = WeakKeyDictionary()
