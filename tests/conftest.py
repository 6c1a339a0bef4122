"""What the tests of the server share: a clean start, players at the API, threads that meet."""

import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import translation
from knox.models import AuthToken
from rest_framework.test import APIClient
from rest_framework.throttling import ScopedRateThrottle

from game.models import Player
from game.progress import recent
from tests.seat import Seat

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """Nothing of one test reaches the next: cached tables, counted requests, a language."""
    recent.clear()
    cache.clear()
    translation.deactivate()
    yield
    recent.clear()


@pytest.fixture
def no_throttle(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many requests as a test likes."""
    rates = dict.fromkeys(ScopedRateThrottle.THROTTLE_RATES)
    monkeypatch.setattr(ScopedRateThrottle, "THROTTLE_RATES", rates)


@pytest.fixture
def seat_of() -> Callable[[str], Seat]:
    """Seats a player of this name, made if there is none, at the API by a token."""

    def sit(name: str) -> Seat:
        player = Player.objects.filter(name=name).first() or Player.objects.create_user(name)
        client = APIClient()
        _, token = AuthToken.objects.create(player)
        client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
        return Seat(player=player, client=client)

    return sit


@pytest.fixture
def ann(db: None, seat_of: Callable[[str], Seat]) -> Seat:
    """A player."""
    return seat_of("Ann")


@pytest.fixture
def bob(db: None, seat_of: Callable[[str], Seat]) -> Seat:
    """Another player."""
    return seat_of("Bob")


@pytest.fixture
def anybody(db: None) -> APIClient:
    """A client that nobody is signed in at."""
    return APIClient()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> "Clock":
    """The server's clock, in the test's hands."""
    clock = Clock()
    monkeypatch.setattr("django.utils.timezone.now", clock)
    return clock


class Clock:
    """A clock that stands until it is set."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def ahead(self, **step: float) -> None:
        """Move by a timedelta, back too."""
        self.now += timedelta(**step)


AtOnce = Callable[[Sequence[Callable[[], Any]]], list[Any]]


@pytest.fixture
def at_once() -> AtOnce:
    """Runs calls in as many threads, which begin together, and gives what they return, in order.

    For tests with django_db(transaction=True): each thread has its own connection.
    """

    def run(calls: Sequence[Callable[[], Any]]) -> list[Any]:
        results: list[Any] = [None] * len(calls)
        failures: list[BaseException] = []
        barrier = threading.Barrier(len(calls))

        def work(at: int, call: Callable[[], Any]) -> None:
            try:
                connection.ensure_connection()
                barrier.wait(timeout=20)
                results[at] = call()
            except BaseException as failure:
                failures.append(failure)
            finally:
                connection.close()

        threads = [
            threading.Thread(target=work, args=(at, call), name=f"writer-{at}")
            for at, call in zip(count(), calls, strict=False)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
            assert not thread.is_alive()
        if failures:
            raise failures[0]
        return results

    return run
