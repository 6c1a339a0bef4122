"""The hub: few reads, one message for all, no queues, and nothing lost for good."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from leaderboard import hub as hub_module
from leaderboard import live
from leaderboard.deltas import Top
from leaderboard.hub import Hub, Message, Watcher
from tests.leaderboard.follower import Follower


class Board:
    """A board whose lines a test writes, and that counts its reads."""

    def __init__(self) -> None:
        self.scores: list[int] = []
        self.reads = 0
        self.fails = False

    def read(self, _code: str) -> Top:
        self.reads += 1
        if self.fails:
            raise RuntimeError("no database")
        lines = [
            {
                "rank": at,
                "position": at,
                "attempt": score,
                "won": False,
                "score": score,
                "moves": 1,
                "time_ms": None,
            }
            for at, score in enumerate(sorted(self.scores, reverse=True), start=1)
        ]
        return Top(total=len(lines), lines=lines)


class Socket:
    """A socket that takes messages, or holds them up."""

    def __init__(self) -> None:
        self.follower = Follower()
        self.messages: list[Message] = []
        self.free = asyncio.Event()
        self.free.set()
        self.given_up = False
        self.watcher = Watcher(send=self.send, give_up=self.give_up)

    async def send(self, message: Message) -> None:
        await self.free.wait()
        self.messages.append(message)
        self.follower.take(message["text"])

    def give_up(self) -> None:
        self.given_up = True

    @property
    def scores(self) -> list[int]:
        return [line["score"] for line in self.follower.lines]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "INTERVAL", 0.05)


def run(work: Callable[[Hub, Board], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        board = Board()
        hub = Hub(board.read)
        try:
            async with asyncio.timeout(20):
                await work(hub, board)
        finally:
            for watched in list(hub._boards.values()):
                for watcher in list(watched.watchers):
                    hub.leave(watched.code, watcher)
        await asyncio.sleep(0)

    asyncio.run(main())


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():
            await asyncio.sleep(0.005)


def test_all_sockets_get_one_and_the_same_message() -> None:
    async def work(hub: Hub, board: Board) -> None:
        sockets = [Socket() for _ in range(500)]
        for socket in sockets:
            hub.watch("C", socket.watcher)
        await until(lambda: all(socket.messages for socket in sockets))
        board.scores = [3]
        hub._changed("C")
        await until(lambda: all(socket.scores == [3] for socket in sockets))
        assert len({id(socket.messages[-1]) for socket in sockets}) == 1
        assert all(len(socket.messages) == 2 for socket in sockets)

    run(work)


def test_a_burst_of_changes_is_few_reads() -> None:
    async def work(hub: Hub, board: Board) -> None:
        socket = Socket()
        hub.watch("C", socket.watcher)
        await until(lambda: socket.follower.snapshots == 1)
        before = board.reads
        for score in range(100):
            board.scores.append(score)
            hub._changed("C")
            await asyncio.sleep(0.002)
        await until(lambda: len(socket.scores) == 100)
        assert board.reads - before <= 12  # 0.2 s and a little, at 20 a second

    run(work)


def test_a_change_that_is_no_change_is_not_told() -> None:
    async def work(hub: Hub, board: Board) -> None:
        socket = Socket()
        hub.watch("C", socket.watcher)
        await until(lambda: socket.follower.snapshots == 1)
        before = board.reads
        hub._changed("C")
        await until(lambda: board.reads > before)
        await asyncio.sleep(0.1)
        assert len(socket.messages) == 1

    run(work)


def test_a_slow_socket_holds_one_message_and_then_gets_everything_at_once() -> None:
    async def work(hub: Hub, board: Board) -> None:
        slow, quick = Socket(), Socket()
        for socket in (slow, quick):
            hub.watch("C", socket.watcher)
        await until(lambda: bool(slow.messages and quick.messages))
        slow.free.clear()
        for score in range(6):
            board.scores.append(score)
            hub._changed("C")
            await until(lambda score=score: len(quick.scores) == score + 1)  # type: ignore[misc]
        watched = hub._boards["C"]
        assert len(watched._couriers._outgoing) == 0
        assert len(watched._couriers._couriers) == 1
        slow.free.set()
        await until(lambda: slow.scores == quick.scores)
        # The one that was on its way, and a snapshot in place of the five others.
        assert len(slow.messages) == 3
        assert json.loads(slow.messages[-1]["text"])["type"] == "snapshot"
        board.scores.append(99)
        hub._changed("C")
        await until(lambda: slow.scores == quick.scores and 99 in slow.scores)
        assert len(slow.messages) == 4

    run(work)


def test_many_slow_sockets_hold_up_nobody() -> None:
    async def work(hub: Hub, board: Board) -> None:
        sockets = [Socket() for _ in range(300)]
        for socket in sockets:
            hub.watch("C", socket.watcher)
        await until(lambda: all(socket.messages for socket in sockets))
        for socket in sockets[::2]:
            socket.free.clear()
        board.scores = [1]
        hub._changed("C")
        await until(lambda: all(socket.scores == [1] for socket in sockets[1::2]))
        for socket in sockets[::2]:
            socket.free.set()
        await until(lambda: all(socket.scores == [1] for socket in sockets))

    run(work)


def test_a_socket_that_takes_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "STUCK", 0.2)
    monkeypatch.setattr(hub_module, "POLL", 0.05)

    async def work(hub: Hub, board: Board) -> None:
        stuck, well = Socket(), Socket()
        for socket in (stuck, well):
            hub.watch("C", socket.watcher)
        await until(lambda: bool(stuck.messages))
        stuck.free.clear()
        board.scores = [1]
        hub._changed("C")
        await until(lambda: stuck.given_up)
        assert not well.given_up
        assert hub._boards["C"].watchers == {well.watcher}
        stuck.free.set()

    run(work)


def test_a_lost_message_is_repaired_by_the_slow_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "POLL", 0.2)

    async def work(hub: Hub, board: Board) -> None:
        socket = Socket()
        hub.watch("C", socket.watcher)
        await until(lambda: socket.follower.snapshots == 1)
        board.scores = [7]  # and nobody says so
        await until(lambda: socket.scores == [7])

    run(work)


def test_a_database_that_fails_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "RETRY", 0.1)

    async def work(hub: Hub, board: Board) -> None:
        board.fails = True
        socket = Socket()
        hub.watch("C", socket.watcher)
        await until(lambda: board.reads >= 2)
        board.fails = False
        await until(lambda: socket.follower.snapshots == 1)

    run(work)


def test_a_board_that_nobody_watches_costs_nothing() -> None:
    async def work(hub: Hub, board: Board) -> None:
        socket = Socket()
        hub.watch("C", socket.watcher)
        await until(lambda: bool(socket.messages))
        hub.leave("C", socket.watcher)
        before = board.reads
        hub._changed("C")
        await asyncio.sleep(0.15)
        assert board.reads == before
        assert hub._boards == {}
        assert hub._listening is None
        assert hub._readers == []

    run(work)


def test_who_comes_later_begins_with_the_board_as_it_is() -> None:
    async def work(hub: Hub, board: Board) -> None:
        first = Socket()
        hub.watch("C", first.watcher)
        await until(lambda: bool(first.messages))
        board.scores = [2]
        hub._changed("C")
        await until(lambda: first.scores == [2])
        second = Socket()
        hub.watch("C", second.watcher)
        await until(lambda: second.scores == [2])
        board.scores = [2, 5]
        hub._changed("C")
        await until(lambda: first.scores == second.scores == [5, 2])
        assert first.follower.seq == second.follower.seq

    run(work)


def kill_subscribers(client: Any) -> None:
    """End the subscriptions of this database's clients; others may share the server."""
    database = str(client.connection_pool.connection_kwargs.get("db", 0))
    for subscriber in client.client_list(_type="pubsub"):
        if subscriber["db"] == database:
            client.client_kill_filter(_id=subscriber["id"])


@pytest.mark.redis
def test_a_subscription_that_breaks_comes_back_and_asks_for_everything() -> None:
    from leaderboard.wire import wire

    told: list[str | None] = []

    async def main() -> None:
        listening = asyncio.create_task(live.listen(told.append))
        try:
            await until(lambda: told == [None])
            live.publisher().board_changed("A")
            await until(lambda: told == [None, "A"])
            to = wire()
            assert to is not None
            to.call(kill_subscribers)
            await until(lambda: told == [None, "A", None])
            live.publisher().board_changed("B")
            await until(lambda: told[-1] == "B")
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)

    asyncio.run(main())


@pytest.mark.redis
def test_a_subscription_ends_whenever_it_is_cancelled() -> None:
    async def main() -> None:
        for number in range(40):
            listening = asyncio.create_task(live.listen(lambda _: None))
            await asyncio.sleep(number * 0.0005)
            listening.cancel()
            done, _ = await asyncio.wait([listening], timeout=2)
            assert done, f"still there when cancelled after {number / 2} ms"

    asyncio.run(main())


def test_in_one_process_a_message_wakes_a_sleeping_loop(settings: Any) -> None:
    settings.REDIS_URL = None
    told: list[str | None] = []

    async def main() -> None:
        listening = asyncio.create_task(live.listen(told.append))
        await until(lambda: told == [None])
        publish: Callable[[str], None] = live.publisher().board_changed
        await asyncio.to_thread(publish, "A")
        await until(lambda: told == [None, "A"])
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        live.publisher().board_changed("B")  # nobody listens any more
        assert told == [None, "A"]

    asyncio.run(main())
