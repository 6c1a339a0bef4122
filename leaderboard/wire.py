"""Redis as boards use it: a cache and a wire, whose failures never hold anybody up."""

import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeVar

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from structlog import get_logger

PATIENCE: Final = 0.25
"""Seconds that a request waits for Redis at the most."""

REST: Final = 5.0
"""Seconds after a failure in which Redis is not asked again: one request waits, not all."""

Result = TypeVar("Result")
_log = get_logger(__name__)


class WireDown(Exception):
    """Redis did not answer, or did not a moment ago."""


class Wire:
    """Connections to one Redis, with short waits."""

    def __init__(self, url: str) -> None:
        # One try more at once, for a kept connection that Redis has closed in the meantime.
        self._client: Any = Redis.from_url(
            url,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 1),
            decode_responses=True,
        )
        self._rests_until = 0.0

    def call(self, work: Callable[[Any], Result]) -> Result:
        """What `work` gives, called with the client. Raises WireDown."""
        if time.monotonic() < self._rests_until:
            raise WireDown
        try:
            return work(self._client)
        except RedisError as error:
            self._rests_until = time.monotonic() + REST
            _log.warning("redis_down", error=str(error))
            raise WireDown from error


def wire() -> Wire | None:
    """The wire of this process; none in embedded mode."""
    return _wire(settings.REDIS_URL) if settings.REDIS_URL else None


@lru_cache(maxsize=4)
def _wire(url: str) -> Wire:
    return Wire(url)
