"""What the tests of daily deals share: the server's clock, players at the API, a day's deal."""

from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from knox.models import AuthToken
from rest_framework.test import APIClient
from rest_framework.throttling import ScopedRateThrottle

from game.models import Deal, Player
from game.progress import recent
from tests.conftest import Clock
from tests.dailies.deals import NOON, put
from tests.dailies.seat import Seat


@pytest.fixture(autouse=True)
def _afresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As many requests as a test likes, and nothing that another one has cached."""
    rates = dict.fromkeys(ScopedRateThrottle.THROTTLE_RATES)
    monkeypatch.setattr(ScopedRateThrottle, "THROTTLE_RATES", rates)
    recent.clear()
    cache.clear()
    yield
    recent.clear()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The server's clock, in the test's hands; at noon of DAY."""
    clock = Clock(NOON)
    monkeypatch.setattr("django.utils.timezone.now", clock)
    return clock


@pytest.fixture
def seat_of(clock: Clock) -> Callable[[str], Seat]:
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
def cat(db: None, seat_of: Callable[[str], Seat]) -> Seat:
    """A third one."""
    return seat_of("Cat")


@pytest.fixture
def anybody(db: None, clock: Clock) -> Seat:
    """Whoever is not signed in."""
    return Seat(player=Player(name="nobody"), client=APIClient())


@pytest.fixture
def judge(db: None) -> Player:
    """An administrator."""
    return Player.objects.create_superuser("Judge", "a long way to go")


@pytest.fixture
def deal(db: None, clock: Clock) -> Deal:
    """The Harpan of DAY, which WIN wins."""
    return put("HT")
