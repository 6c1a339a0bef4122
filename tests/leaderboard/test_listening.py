"""Listening for changed boards on Redis: it ends when it is told to."""

import asyncio
from typing import Any, Self

import pytest
from redis.asyncio import Redis

from leaderboard import live


class LosesCancellation:
    """A Redis client and its subscription, under which a cancellation is lost: Python 3.11's
    `wait_for` gives its result instead when that comes in the same turn of the loop."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    def pubsub(self) -> Self:
        return self

    async def subscribe(self, _channel: str) -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return

    async def get_message(self, **_: Any) -> None:
        await asyncio.sleep(30)


def test_a_cancellation_that_was_lost_while_subscribing_is_heeded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Redis, "from_url", lambda *_, **__: LosesCancellation())

    async def main() -> bool:
        task = asyncio.create_task(live._listen_on_redis("redis://nowhere", lambda _code: None))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task}, timeout=2)
        return task.cancelled()

    assert asyncio.run(main()) is True
