"""Django's cache on Redis, which may go away at any time: then nothing is remembered, and no more.

What is kept there are counted requests (the limits) and the like. Without Redis a limit lets
everybody through for that while; a player in the middle of a game sees nothing of it.
"""

import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError
from structlog import get_logger

REST: Final = 5.0
"""Seconds after a failure in which this thread does not ask Redis again."""

Key = str | bytes | memoryview
Result = TypeVar("Result")
_log = get_logger(__name__)


class _Client(RedisCacheClient):
    """Each operation as if the cache were empty, where Redis does not answer."""

    _rests_until = 0.0

    def _ask(self, otherwise: Result, ask: Callable[..., Result], *args: Any) -> Result:
        if time.monotonic() < self._rests_until:
            return otherwise
        try:
            return ask(*args)
        except RedisError as error:
            self._rests_until = time.monotonic() + REST
            _log.warning("cache_down", error=str(error))
            return otherwise

    def add(self, key: Key, value: Any, timeout: Any) -> bool:
        """As if nobody had added it before: whoever waits to add a lock goes on."""
        return self._ask(True, super().add, key, value, timeout)

    def get(self, key: Key, default: Any) -> Any:
        """As if it had never been set."""
        return self._ask(default, super().get, key, default)

    def set(self, key: Key, value: Any, timeout: Any) -> None:
        """Forgotten at once."""
        self._ask(None, super().set, key, value, timeout)

    def touch(self, key: Key, timeout: Any) -> bool:
        """As if it were gone."""
        return self._ask(False, super().touch, key, timeout)

    def delete(self, key: Key) -> bool:
        """As if it were gone already."""
        return self._ask(False, super().delete, key)

    def get_many(self, keys: Any) -> Any:
        """As if none had been set."""
        nothing: dict[Any, Any] = {}
        return self._ask(nothing, super().get_many, keys)

    def has_key(self, key: Key) -> bool:
        """As if it had never been set."""
        return self._ask(False, super().has_key, key)

    def incr(self, key: Key, delta: int) -> Any:
        """As if it had never been set. Raises ValueError, as then."""
        counted = self._ask(None, super().incr, key, delta)
        if counted is None:
            raise ValueError(f"Key {key!r} not found.")
        return counted

    def set_many(self, data: Any, timeout: Any) -> None:
        """Forgotten at once."""
        self._ask(None, super().set_many, data, timeout)

    def delete_many(self, keys: Any) -> None:
        """As if they were gone already."""
        self._ask(None, super().delete_many, keys)


class CacheThatMayBeAway(RedisCache):
    """The cache of production; options as of Django's RedisCache."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client
