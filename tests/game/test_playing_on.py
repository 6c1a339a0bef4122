"""Playing on from where somebody's game was: the server plays it again, and it has no line."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from game.models import Attempt
from tests.seat import CODE, WIN, Seat, error_of, stored

pytestmark = pytest.mark.django_db


def play_on(seat: Seat, attempt: int, ply: Any, **more: Any) -> Any:
    """The reply to the wish to play on."""
    url = f"/api/v1/attempts/{attempt}/play-on/"
    return seat.client.post(url, {"ply": ply, **more}, format="json")


@pytest.fixture
def anns(ann: Seat) -> int:
    """A won game of Ann's."""
    return int(ann.send_log(WIN).json()["attempt"])


def test_the_first_actions_become_those_of_ones_own_practice(
    bob: Seat, anns: int, ann: Seat
) -> None:
    reply = play_on(bob, anns, 30)
    assert reply.status_code == 201
    attempt = reply.json()
    assert (attempt["practice"], attempt["ranked"], attempt["over"]) == (True, False, False)
    assert (attempt["log"], attempt["player"]["name"]) == (WIN[:30], "Bob")
    row, batches = stored(attempt["id"])
    assert (row["ply"], row["score"]) == (30, attempt["score"])
    assert " ".join(batch["actions"] for batch in batches).split(" ") == WIN[:30]
    assert len(ann.attempt(anns)["log"]) == len(WIN)


def test_it_goes_on_like_any_attempt_and_has_no_line_when_it_is_won(bob: Seat, anns: int) -> None:
    practice = play_on(bob, anns, 30).json()["id"]
    reply = bob.append(practice, 30, WIN[30:])
    assert reply.json()["won"] is True
    assert [line["player"]["name"] for line in bob.board()["lines"]] == ["Ann"]


def test_an_attempt_that_counts_stays_beside_it(bob: Seat, anns: int) -> None:
    counting = bob.start()["id"]
    bob.append(counting, 0, WIN[:3])
    practice = play_on(bob, anns, 30).json()["id"]
    assert bob.attempt(counting)["log"] == WIN[:3]
    assert bob.start()["id"] == counting
    assert practice != counting


def test_asking_again_gives_the_same_practice(bob: Seat, anns: int) -> None:
    first = play_on(bob, anns, 30)
    again = play_on(bob, anns, 30)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["id"] == again.json()["id"]
    assert Attempt.objects.filter(player=bob.player).count() == 1


def test_another_practice_ends_only_if_that_is_said(bob: Seat, anns: int) -> None:
    first = play_on(bob, anns, 30).json()["id"]
    error = error_of(play_on(bob, anns, 20), 409, "practice-open")
    assert (error["attempt"], error["ply"]) == (first, 30)
    assert bob.attempt(first)["over"] is False
    second = play_on(bob, anns, 20, replace=True)
    assert second.status_code == 201
    assert second.json()["log"] == WIN[:20]
    assert bob.attempt(first)["over"] is True
    assert [line["player"]["name"] for line in bob.board()["lines"]] == ["Ann"]


def test_from_the_opening_it_is_an_empty_practice(bob: Seat, anns: int) -> None:
    assert play_on(bob, anns, 0).json()["log"] == []


def test_from_the_end_of_a_won_game_nothing_is_left(ann: Seat, bob: Seat, anns: int) -> None:
    for ply in (len(WIN), len(WIN) + 1, 2**31 - 1):
        error_of(play_on(bob, anns, ply), 400, "malformed")
    given_up = ann.start()["id"]
    ann.append(given_up, 0, WIN[:9])
    ann.finish(given_up)
    assert play_on(bob, given_up, 9).json()["log"] == WIN[:9]
    error_of(play_on(bob, given_up, 10), 400, "malformed")


@pytest.mark.parametrize("ply", [None, "3", -1, 1.5, True])
def test_a_ply_is_a_whole_number(bob: Seat, anns: int, ply: Any) -> None:
    error_of(play_on(bob, anns, ply), 400, "malformed")


def test_one_plays_on_from_what_one_may_watch(
    ann: Seat, bob: Seat, anybody: APIClient, anns: int
) -> None:
    under_way = ann.start()["id"]
    ann.append(under_way, 0, WIN[:9])
    error_of(play_on(bob, under_way, 5), 404, "not-found")
    error_of(play_on(bob, 999_999, 5), 404, "not-found")
    url = f"/api/v1/attempts/{anns}/play-on/"
    error_of(anybody.post(url, {"ply": 5}, format="json"), 401, "not-signed-in")
    assert play_on(ann, under_way, 5).json()["log"] == WIN[:5]
    assert ann.attempt(under_way)["over"] is False
    assert ann.attempt(under_way)["code"] == CODE
