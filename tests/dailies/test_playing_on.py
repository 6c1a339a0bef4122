"""Playing on from where a game was, on the deal of a day: where the player may, and as practice."""

import pytest

from game.models import Attempt, Deal
from game.services.dailies import finalize_due_days
from tests.conftest import Clock
from tests.dailies.deals import CLOSING, FINAL, WIN
from tests.dailies.seat import Seat, board_of, body_of, refusal_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def anns(ann: Seat, deal: Deal) -> int:
    """Ann's ranked attempt, won."""
    return ann.begin(WIN)


def play_on(seat: Seat, attempt: int, ply: int, **more: bool) -> object:
    """The reply to the wish to play on."""
    return seat.post(f"attempts/{attempt}/play-on/", {"ply": ply, **more})


def test_who_may_not_watch_may_not_play_on(bob: Seat, anybody: Seat, anns: int) -> None:
    refusal_of(play_on(bob, anns, 5), 403, "spoiler")
    refusal_of(play_on(anybody, anns, 5), 401, "not-signed-in")
    bob.begin(WIN[:9])
    refusal_of(play_on(bob, anns, 5), 403, "spoiler")
    assert Attempt.objects.filter(practice=True).count() == 0


def test_ones_own_ranked_attempt_comes_first(bob: Seat, deal: Deal) -> None:
    attempt = bob.begin(WIN[:9])
    refusal_of(play_on(bob, attempt, 5), 409, "ranked-first")
    bob.give_up(attempt)
    shown = body_of(play_on(bob, attempt, 5), 201)
    assert (shown["practice"], shown["ranked"], shown["log"]) == (True, False, WIN[:5])


def test_who_won_plays_on_from_others_games_and_sees_what_turned_up_there_alone(
    ann: Seat, bob: Seat, anns: int
) -> None:
    bobs = bob.begin(WIN[:9])
    bob.give_up(bobs)
    shown = body_of(play_on(ann, bobs, 9), 201)
    assert shown["deck"] is None
    assert {reveal["ply"] for reveal in shown["reveals"]} <= set(range(10))
    assert shown["player"]["name"] == "Ann"


def test_what_was_played_on_never_has_a_line(bob: Seat, anns: int, ann: Seat) -> None:
    bob.give_up(bob.begin(WIN[:9]))
    before = board_of(bob)
    practice = body_of(play_on(ann, anns, len(WIN) - 1), 201)["id"]
    assert body_of(ann.append(practice, len(WIN) - 1, WIN[-1:]))["won"]
    assert board_of(bob) == before


def test_after_closing_all_may_play_on_from_what_they_may_watch(
    bob: Seat, clock: Clock, deal: Deal, anns: int
) -> None:
    clock.now = CLOSING
    refusal_of(play_on(bob, anns, 5), 403, "spoiler")
    clock.now = FINAL
    finalize_due_days(now=FINAL)
    shown = body_of(play_on(bob, anns, 5), 201)
    assert (shown["practice"], shown["deck"]) == (True, deal.deck)
