"""Too fast: 429 with Retry-After, counted by player, and by address where nobody is signed in."""

from typing import Any

import pytest
from django.conf import settings
from rest_framework.test import APIClient
from rest_framework.throttling import ScopedRateThrottle

from game.models import Attempt, Player
from tests.seat import CODE, Seat, error_of, stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three requests a minute in each scope."""
    rates = dict.fromkeys(ScopedRateThrottle.THROTTLE_RATES, "3/min")
    monkeypatch.setattr(ScopedRateThrottle, "THROTTLE_RATES", rates)


def assert_too_fast(reply: Any) -> None:
    error_of(reply, 429, "too-fast")
    assert 1 <= int(reply["Retry-After"]) <= 60


def test_actions_too_fast_are_429_and_change_nothing(ann: Seat, slow: None) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, ["S"])
    ann.append(attempt, 1, ["S"])
    before = stored(attempt)
    assert_too_fast(ann.append(attempt, 2, ["S"]))
    assert_too_fast(ann.finish(attempt))
    assert_too_fast(ann.client.post(f"/api/v1/deals/{CODE}/attempts/"))
    assert stored(attempt) == before
    assert ann.attempt(attempt)["ply"] == 2  # reading is not counted


def test_one_player_does_not_slow_another(ann: Seat, bob: Seat, slow: None) -> None:
    for _ in range(4):
        reply = ann.client.post(f"/api/v1/deals/{CODE}/attempts/")
    assert_too_fast(reply)
    assert bob.client.post(f"/api/v1/deals/{CODE}/attempts/").status_code == 201


def test_two_devices_of_a_player_are_counted_together(ann: Seat, slow: None) -> None:
    other = APIClient()
    other.force_authenticate(ann.player)
    for client in (ann.client, other, ann.client):
        assert client.post(f"/api/v1/deals/{CODE}/attempts/").status_code in (200, 201)
    assert_too_fast(other.post(f"/api/v1/deals/{CODE}/attempts/"))


def test_whole_logs_are_counted_apart(ann: Seat, slow: None) -> None:
    for _ in range(3):
        assert ann.send_log(["S"]).status_code == 201
    assert_too_fast(ann.send_log(["S"]))
    assert Attempt.objects.count() == 3
    assert ann.client.post(f"/api/v1/deals/{CODE}/attempts/").status_code == 201


def test_guests_are_counted_by_address_whatever_the_client_says_of_it(slow: None) -> None:
    for number in range(3):
        client = APIClient(REMOTE_ADDR="203.0.113.7")
        path = "/api/v1/guests/" if number % 2 else "/api/v1/tokens/"
        assert client.post(path).status_code == 201
    for header in ("", "198.51.100.1", "198.51.100.2, 203.0.113.9"):
        client = APIClient(REMOTE_ADDR="203.0.113.7", HTTP_X_FORWARDED_FOR=header)
        assert_too_fast(client.post("/api/v1/guests/"))
        assert_too_fast(client.post("/api/v1/tokens/"))
    assert APIClient(REMOTE_ADDR="203.0.113.8").post("/api/v1/guests/").status_code == 201
    assert Player.objects.count() == 4


def test_the_rates_let_a_player_send_a_batch_a_second_from_several_devices() -> None:
    rates = ScopedRateThrottle.THROTTLE_RATES
    assert rates == settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    number, seconds = ScopedRateThrottle().parse_rate(rates["actions"])
    assert number is not None
    assert seconds is not None
    assert number / seconds >= 3
    assert None not in rates.values()
