"""Watching games."""

import pytest
from rest_framework.test import APIClient

from game.engine.codes import parse_code
from game.engine.replay import fold
from game.engine.shuffle import numbered_deck
from game.engine.variants import VARIANTS
from game.models import Player
from tests.conftest import Clock
from tests.seat import CODE, WIN, Seat, error_of

pytestmark = pytest.mark.django_db


def url(attempt: int) -> str:
    return f"/api/v1/attempts/{attempt}/replay/"


def test_a_finished_game_is_watched_by_anybody(
    ann: Seat, bob: Seat, anybody: APIClient, clock: Clock
) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, WIN[:9])
    clock.ahead(hours=1)
    outcome = ann.append(attempt, 9, WIN[9:]).json()["outcome"]
    replay = anybody.get(url(attempt)).json()
    assert replay == bob.client.get(url(attempt)).json() == ann.client.get(url(attempt)).json()
    deck = numbered_deck(parse_code(CODE))
    assert {name: replay[name] for name in replay if name not in ("deck", "reveals")} == {
        "attempt": attempt,
        "code": CODE,
        "variant": "HO",
        "actions": WIN,
        "times": [0] * 9 + [3_600_000] * len(WIN[9:]),
        "player": {"name": "Ann", "guest": False},
        "outcome": outcome,
    }
    replayed = fold(VARIANTS["HO"], deck, replay["actions"])
    assert replayed.table.won
    assert [(each["ply"], each["at"]) for each in replay["reveals"]] == [
        (reveal.ply, reveal.at) for reveal in replayed.reveals
    ]
    assert replay["deck"].split() == ann.attempt(attempt)["deck"].split()


def test_times_are_milliseconds_since_the_first_action_for_each_action(
    ann: Seat, clock: Clock
) -> None:
    attempt = ann.start()["id"]
    clock.ahead(seconds=20)
    ann.append(attempt, 0, WIN[:3])
    clock.ahead(milliseconds=1_500.6)
    ann.append(attempt, 3, WIN[3:5])
    clock.ahead(hours=2)
    ann.append(attempt, 5, WIN[5:6])
    outcome = ann.finish(attempt).json()["outcome"]
    replay = ann.client.get(url(attempt)).json()
    last = 2 * 3_600_000 + 1_500
    assert replay["times"] == [0, 0, 0, 1_500, 1_500, last]
    assert outcome["time_ms"] == last


def test_a_whole_log_has_no_times(ann: Seat, anybody: APIClient) -> None:
    attempt = ann.send_log(WIN).json()["attempt"]
    replay = anybody.get(url(attempt)).json()
    assert replay["times"] is None
    assert replay["actions"] == WIN
    assert replay["outcome"]["time_ms"] is None


def test_an_open_game_is_watched_by_its_player_alone(
    ann: Seat, bob: Seat, anybody: APIClient
) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, WIN[:30])
    replay = ann.client.get(url(attempt)).json()
    assert replay["actions"] == WIN[:30]
    assert replay["outcome"] is None
    error_of(bob.client.get(url(attempt)), 404, "not-found")
    error_of(anybody.get(url(attempt)), 404, "not-found")
    ann.finish(attempt)
    assert anybody.get(url(attempt)).json()["outcome"]["won"] is False


def test_an_attempt_without_actions_has_nothing_to_watch(ann: Seat) -> None:
    attempt = ann.start()["id"]
    error_of(ann.client.get(url(attempt)), 404, "not-found")
    ann.finish(attempt)
    error_of(ann.client.get(url(attempt)), 404, "not-found")


def test_a_replay_has_what_was_undone_too(ann: Seat, anybody: APIClient) -> None:
    attempt = ann.send_log(["S", "U", "S", "S", "U", "U"]).json()["attempt"]
    assert anybody.get(url(attempt)).json()["actions"] == ["S", "U", "S", "S", "U", "U"]


def test_a_renamed_player_is_shown_under_the_new_name(ann: Seat, anybody: APIClient) -> None:
    attempt = ann.send_log(WIN).json()["attempt"]
    player = Player.objects.get()
    player.name = "Anna"
    player.save()
    assert anybody.get(url(attempt)).json()["player"]["name"] == "Anna"
    assert anybody.get(f"/api/v1/boards/{CODE}/").json()["lines"][0]["player"]["name"] == "Anna"
