"""Watching games of an open day: what would spoil it is refused, and nothing is shown early."""

from datetime import timedelta
from typing import Any

import pytest

from game.engine.cards import face_text
from game.engine.replay import fold
from game.models import Deal
from game.services.dailies import finalize_due_days
from tests.conftest import Clock
from tests.dailies.deals import CLOSING, FINAL, FINISHED, WIN, put
from tests.dailies.seat import Seat, body_of, refusal_of

pytestmark = pytest.mark.django_db

PLAYED = WIN[:40]


def turned(deal: Deal, actions: list[str]) -> list[dict[str, Any]]:
    """What the replay of these actions may show."""
    return [
        {"ply": reveal.ply, "at": reveal.at, "card": face_text(reveal.face)}
        for reveal in fold(deal.rules, deal.faces, actions).reveals
    ]


@pytest.fixture
def anns(ann: Seat, deal: Deal) -> int:
    """Ann's ranked attempt, given up after some actions."""
    attempt = ann.begin(PLAYED)
    ann.give_up(attempt)
    return attempt


# One's own


def test_ones_own_open_attempt_can_be_watched_as_far_as_it_went(ann: Seat, deal: Deal) -> None:
    shown = body_of(ann.replay(ann.begin(PLAYED)))
    assert (shown["deck"], shown["outcome"]) == (None, None)
    assert (shown["actions"], shown["reveals"]) == (PLAYED, turned(deal, PLAYED))


def test_ones_own_finished_attempt_can_be_watched_without_its_deck(
    ann: Seat, deal: Deal, anns: int
) -> None:
    shown = body_of(ann.replay(anns))
    assert (shown["deck"], shown["actions"]) == (None, PLAYED)
    assert shown["reveals"] == turned(deal, PLAYED)


def test_ones_own_practice_can_be_watched(ann: Seat, deal: Deal, anns: int) -> None:
    practice = body_of(ann.practise(), 201)["id"]
    body_of(ann.append(practice, 0, WIN[:3]))
    assert body_of(ann.replay(practice))["actions"] == WIN[:3]


# Others'


def test_who_has_not_begun_may_not_watch_others(bob: Seat, anns: int) -> None:
    refusal_of(bob.replay(anns), 403, "spoiler")


def test_who_is_still_playing_may_not_watch_others(bob: Seat, anns: int) -> None:
    bob.begin(WIN[:-1])
    refusal_of(bob.replay(anns), 403, "spoiler")


def test_who_gave_up_may_not_watch_others(bob: Seat, anns: int) -> None:
    bob.give_up(bob.begin(WIN[:-1]))
    refusal_of(bob.replay(anns), 403, "spoiler")


def test_who_won_in_practice_alone_may_not_watch_others(bob: Seat, anns: int) -> None:
    bob.give_up(bob.begin(WIN[:3]))
    body_of(bob.append(body_of(bob.practise(), 201)["id"], 0, WIN))
    refusal_of(bob.replay(anns), 403, "spoiler")


def test_who_won_another_deal_of_the_day_may_not_watch_others(bob: Seat, anns: int) -> None:
    bob.begin(FINISHED["SO"].win, put("SO").code)
    refusal_of(bob.replay(anns), 403, "spoiler")


def test_who_is_not_signed_in_may_not_watch(anybody: Seat, anns: int) -> None:
    refusal_of(anybody.replay(anns), 403, "spoiler")


def test_a_refusal_says_nothing_of_the_game(bob: Seat, anns: int) -> None:
    error = refusal_of(bob.replay(anns), 403, "spoiler")
    assert set(error) == {"code", "message"}


def test_who_won_watches_others_and_sees_what_turned_up_there(
    bob: Seat, deal: Deal, anns: int
) -> None:
    bob.begin(WIN)
    shown = body_of(bob.replay(anns))
    assert (shown["deck"], shown["actions"]) == (None, PLAYED)
    assert shown["reveals"] == turned(deal, PLAYED)
    assert shown["player"]["name"] == "Ann"


def test_who_won_watches_others_practice(ann: Seat, bob: Seat, deal: Deal, anns: int) -> None:
    practice = body_of(ann.practise(), 201)["id"]
    body_of(ann.append(practice, 0, WIN[:3]))
    ann.give_up(practice)
    bob.begin(WIN)
    assert body_of(bob.replay(practice))["deck"] is None


def test_nobody_watches_others_games_that_still_go_on(
    ann: Seat, bob: Seat, anybody: Seat, deal: Deal
) -> None:
    attempt = ann.begin(PLAYED)
    bob.begin(WIN)
    refusal_of(bob.replay(attempt), 404, "not-found")
    refusal_of(anybody.replay(attempt), 404, "not-found")


def test_an_attempt_without_actions_is_nothing_to_watch(ann: Seat, bob: Seat, deal: Deal) -> None:
    attempt = ann.begin()
    ann.give_up(attempt)
    bob.begin(WIN)
    refusal_of(bob.replay(attempt), 404, "not-found")


def test_another_players_attempt_can_not_be_resumed_or_played_on(
    ann: Seat, bob: Seat, deal: Deal
) -> None:
    attempt = ann.begin(PLAYED)
    bob.begin(WIN)
    refusal_of(bob.get(f"attempts/{attempt}/"), 404, "not-found")
    refusal_of(bob.append(attempt, len(PLAYED), ["S"]), 404, "not-found")
    refusal_of(bob.give_up(attempt), 404, "not-found")
    assert ann.attempt(attempt)["over"] is False


# Until the mark


@pytest.mark.parametrize("moment", [CLOSING, FINAL, FINAL + timedelta(days=3)], ids=str)
def test_closing_and_the_clock_open_no_replays(
    bob: Seat, clock: Clock, anns: int, moment: Any
) -> None:
    clock.now = moment
    refusal_of(bob.replay(anns), 403, "spoiler")


def test_all_may_watch_with_the_deck_once_the_day_is_final(
    bob: Seat, anybody: Seat, clock: Clock, deal: Deal, anns: int
) -> None:
    clock.now = FINAL
    finalize_due_days(now=FINAL)
    for seat in (bob, anybody):
        shown = body_of(seat.replay(anns))
        assert (shown["deck"], shown["actions"]) == (deal.deck, PLAYED)
        assert shown["reveals"] == turned(deal, PLAYED)


def test_what_the_finalizer_ended_can_be_watched(
    ann: Seat, bob: Seat, clock: Clock, deal: Deal
) -> None:
    attempt = ann.begin(PLAYED)
    clock.now = FINAL
    finalize_due_days(now=FINAL)
    assert body_of(bob.replay(attempt))["outcome"]["won"] is False
