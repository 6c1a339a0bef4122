"""Too fast: 429 with Retry-After, counted by player, and by address where nobody is signed in."""

from itertools import count
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client
from rest_framework.test import APIClient
from rest_framework.throttling import ScopedRateThrottle

from game import limits
from game.models import Attempt, Player
from tests.conftest import Clock
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


def test_guests_are_counted_by_the_day_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = {**ScopedRateThrottle.THROTTLE_RATES, "guests": "2/min", "guests_day": "3/day"}
    monkeypatch.setattr(ScopedRateThrottle, "THROTTLE_RATES", rates)
    minutes = count(step=60.0)
    made = []
    for _ in range(5):
        now = next(minutes)
        monkeypatch.setattr(ScopedRateThrottle, "timer", lambda _, now=now: now)
        made.append(APIClient(REMOTE_ADDR="203.0.113.7").post("/api/v1/guests/"))
    assert [reply.status_code for reply in made] == [201, 201, 201, 429, 429]
    assert int(made[-1]["Retry-After"]) == 24 * 3600 - 4 * 60
    assert APIClient(REMOTE_ADDR="203.0.113.8").post("/api/v1/guests/").status_code == 201


def test_replays_are_counted_by_network_for_who_is_not_signed_in(ann: Seat, slow: None) -> None:
    attempt = ann.send_log(["S"]).json()["attempt"]
    path = f"/api/v1/attempts/{attempt}/replay/"
    for host in range(3):
        assert APIClient(REMOTE_ADDR=f"2001:db8::{host}").get(path).status_code == 200
    assert_too_fast(APIClient(REMOTE_ADDR="2001:db8::ffff").get(path))
    assert APIClient(REMOTE_ADDR="2001:db8:0:1::").get(path).status_code == 200
    assert ann.client.get(path).status_code == 200


@pytest.mark.parametrize(
    ("action", "path"), [("replay", "/replays/{attempt}/"), ("export", "/account/export/")]
)
def test_pages_that_cost_much_are_limited_and_say_when_to_come_again(
    ann: Seat, settings: Any, action: str, path: str
) -> None:
    path = path.format(attempt=ann.send_log(["S"]).json()["attempt"])
    per = settings.ACCOUNT_RATE_LIMITS[action].rpartition("/")[2]
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, action: f"2/m/{per}"}
    browser = Client()
    browser.force_login(ann.player, backend="django.contrib.auth.backends.ModelBackend")
    replies = [browser.get(path), browser.head(path), browser.get(path)]
    assert [reply.status_code for reply in replies] == [200, 200, 429]
    assert replies[-1]["Retry-After"] == "60"
    assert b"That was too often." in replies[-1].content


# What a player may have stored in a day


@pytest.fixture
def small_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """A day holds one start and two batches of three actions."""
    monkeypatch.setattr("game.throttles.ACTIONS_A_ROW", 10)
    monkeypatch.setattr("game.throttles.STORED_A_DAY", 36)


def test_who_stores_too_much_in_a_day_is_told_when_the_next_begins(
    ann: Seat, bob: Seat, clock: Clock, small_day: None
) -> None:
    attempt = ann.start()["id"]
    assert ann.append(attempt, 0, ["S"] * 3).status_code == 200
    assert ann.append(attempt, 3, ["S"] * 3).status_code == 200
    before = stored(attempt)
    for refused in (
        ann.append(attempt, 6, ["S"]),
        ann.send_log(["S"]),
        ann.client.post(f"/api/v1/deals/{CODE}/attempts/"),
    ):
        error_of(refused, 429, "day-full")
        assert refused["Retry-After"] == str(12 * 3600)
    assert stored(attempt) == before
    assert ann.attempt(attempt)["ply"] == 6  # it can be read, and given up
    assert bob.send_log(["S"]).status_code == 201
    clock.ahead(hours=12)
    assert ann.append(attempt, 6, ["S"]).status_code == 200


def test_a_batch_that_would_go_over_the_day_is_refused_whole(
    ann: Seat, clock: Clock, small_day: None
) -> None:
    attempt = ann.start()["id"]
    error_of(ann.append(attempt, 0, ["S"] * 17), 429, "day-full")
    assert ann.attempt(attempt)["ply"] == 0


def test_twelve_hours_of_play_without_a_rest_fit_in_a_day() -> None:
    assert 12 * 3600 * (1 + limits.ACTIONS_A_ROW) < limits.STORED_A_DAY


def test_the_rates_let_a_player_send_a_batch_a_second_from_several_devices() -> None:
    rates = ScopedRateThrottle.THROTTLE_RATES
    assert rates == django_settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    number, seconds = ScopedRateThrottle().parse_rate(rates["actions"])
    assert number is not None
    assert seconds is not None
    assert number / seconds >= 3
    assert None not in rates.values()
