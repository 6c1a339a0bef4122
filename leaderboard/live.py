"""Telling that a board has changed: within this process, or through Redis to all of them.

A message says which board and nothing else, so one that is lost, late or doubled can do no harm:
who watches a board reads it anew, and does so now and then in any case.
"""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any, Final, Protocol

from django.conf import settings
from redis import asyncio as redis_asyncio
from redis.exceptions import RedisError
from structlog import get_logger

from leaderboard.wire import Wire, WireDown, wire

CHANNEL: Final = "harp:boards"
_LONGEST_BACKOFF: Final = 5.0

Changed = Callable[[str | None], None]
"""Called in the listener's event loop with a board's code; with None when any may have changed."""

_log = get_logger(__name__)


class Publisher(Protocol):
    """Tells all who listen that a board has changed; never raises, never waits long."""

    def board_changed(self, code: str) -> None:
        """To be called after the commit, from any thread."""


class InProcess:
    """Calls the event loops of this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: list[tuple[asyncio.AbstractEventLoop, Changed]] = []

    def board_changed(self, code: str) -> None:
        """Wake each loop: a call from another thread alone would wait until it wakes by itself."""
        with self._lock:
            listeners = list(self._listeners)
        for loop, changed in listeners:
            with suppress(RuntimeError):  # the loop was closed under its listener
                loop.call_soon_threadsafe(changed, code)

    async def listen(self, changed: Changed) -> None:
        """Pass messages on until cancelled."""
        listener = (asyncio.get_running_loop(), changed)
        with self._lock:
            self._listeners.append(listener)
        try:
            changed(None)
            await asyncio.Event().wait()
        finally:
            with self._lock:
                self._listeners.remove(listener)


class OnRedis:
    """Publishes on one channel of Redis."""

    def __init__(self, to: Wire) -> None:
        self._wire = to

    def board_changed(self, code: str) -> None:
        """A PUBLISH; where Redis is down the watchers' own polling makes up for it."""
        with suppress(WireDown):
            self._wire.call(lambda client: client.publish(CHANNEL, code))


def publisher() -> Publisher:
    """The publisher of this process."""
    to = wire()
    return OnRedis(to) if to else _in_process


async def listen(changed: Changed) -> None:
    """Call `changed` for every message, until cancelled.

    After every (re)connection it is called with None, since messages may have been missed.
    """
    if settings.REDIS_URL:
        await _listen_on_redis(settings.REDIS_URL, changed)
    else:
        await _in_process.listen(changed)


async def _listen_on_redis(url: str, changed: Changed) -> None:
    backoff = 0.1
    while True:
        try:
            async with (
                redis_asyncio.Redis.from_url(
                    url, decode_responses=True, socket_connect_timeout=5, health_check_interval=10
                ) as client,
                client.pubsub() as subscription,
            ):
                await subscription.subscribe(CHANNEL)
                while not _is_cancelled():
                    message: dict[str, Any] | None = await subscription.get_message(timeout=5)
                    if message is None:
                        continue  # a chance for the health check
                    if message["type"] == "subscribe":
                        backoff = 0.1
                        changed(None)
                    elif message["type"] == "message":
                        changed(message["data"])
        except (RedisError, OSError) as error:
            _log.warning("redis_subscription_lost", error=str(error))
        if _is_cancelled():
            raise asyncio.CancelledError
        # Not all processes at once, when a Redis comes back.
        await asyncio.sleep(backoff * random.uniform(0.5, 1))  # noqa: S311
        backoff = min(2 * backoff, _LONGEST_BACKOFF)


def _is_cancelled() -> bool:
    """Whether this task has been, for redis-py may swallow that while it connects (wait_for does,
    before Python 3.12)."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


_in_process: Final = InProcess()
