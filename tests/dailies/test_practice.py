"""The first try counts; what comes after it is practice, and practice has no line."""

from datetime import timedelta
from typing import Any

import pytest

from game.engine.cards import face_text
from game.engine.replay import fold
from game.models import Attempt, Deal, Player
from game.services.dailies import finalize_due_days
from game.services.moderation import void_daily
from leaderboard.models import Standing
from tests.conftest import AtOnce, Clock
from tests.dailies.deals import CLOSING, FINAL, FINISHED, MS, NOON, WIN
from tests.dailies.seat import Seat, board_of, body_of, refusal_of

pytestmark = pytest.mark.django_db


# Ranked


def test_the_first_start_is_the_ranked_attempt(ann: Seat, deal: Deal) -> None:
    begun = body_of(ann.start(), 201)
    assert (begun["ranked"], begun["practice"], begun["over"]) == (True, False, False)


def test_starting_again_gets_the_ranked_attempt_back(ann: Seat, deal: Deal) -> None:
    attempt = ann.begin(WIN[:5])
    again = body_of(ann.start(), 200)
    assert (again["id"], again["ranked"], again["log"]) == (attempt, True, WIN[:5])


@pytest.mark.parametrize("how", ["won", "given up", "given up at once", "past its end", "final"])
def test_starting_again_gets_the_ranked_attempt_back_when_it_is_over(
    ann: Seat, clock: Clock, deal: Deal, how: str
) -> None:
    played = {"won": WIN, "given up at once": []}.get(how, WIN[:5])
    attempt = ann.begin(played)
    if how.startswith("given up"):
        ann.give_up(attempt)
    if how in ("past its end", "final"):
        clock.now = FINAL
    if how == "final":
        finalize_due_days(now=FINAL)
    again = body_of(ann.start(), 200)
    assert (again["id"], again["ranked"], again["over"]) == (attempt, True, True)
    assert Attempt.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_starting_twice_at_once_gives_one_attempt(ann: Seat, deal: Deal, at_once: AtOnce) -> None:
    replies = at_once([ann.start] * 4)
    assert sorted(reply.status_code for reply in replies) == [200, 200, 200, 201]
    assert len({reply.json()["id"] for reply in replies}) == 1
    assert Attempt.objects.count() == 1


def test_each_player_has_a_ranked_attempt_of_their_own(ann: Seat, bob: Seat, deal: Deal) -> None:
    assert ann.begin() != bob.begin()
    assert Attempt.objects.filter(ranked=True).count() == 2


def test_a_second_ranked_try_never_replaces_the_first(ann: Seat, deal: Deal) -> None:
    attempt = ann.begin(WIN[:5])
    ann.give_up(attempt)
    error = refusal_of(ann.append(attempt, 5, WIN[5:]), 409, "attempt-over")
    assert error["won"] is False
    assert Standing.objects.get().won is False


# Practice, when


def test_practice_is_refused_before_the_ranked_attempt(ann: Seat, deal: Deal) -> None:
    refusal_of(ann.practise(), 409, "ranked-first")
    assert not Attempt.objects.exists()


def test_practice_is_refused_during_the_ranked_attempt(ann: Seat, deal: Deal) -> None:
    ann.begin(WIN[:5])
    refusal_of(ann.practise(), 409, "ranked-first")
    assert Attempt.objects.count() == 1


@pytest.mark.parametrize("actions", [WIN, WIN[:5], []], ids=["won", "lost", "not played"])
def test_practice_begins_once_the_ranked_attempt_is_over(
    ann: Seat, deal: Deal, actions: list[str]
) -> None:
    ann.give_up(ann.begin(actions))
    begun = body_of(ann.practise(), 201)
    assert (begun["ranked"], begun["practice"], begun["ply"]) == (False, True, 0)


def test_practice_of_others_opens_nothing(ann: Seat, bob: Seat, deal: Deal) -> None:
    ann.give_up(ann.begin())
    body_of(ann.practise(), 201)
    refusal_of(bob.practise(), 409, "ranked-first")


def test_practice_begins_for_all_at_closing(ann: Seat, clock: Clock, deal: Deal) -> None:
    clock.now = CLOSING - MS
    refusal_of(ann.practise(), 409, "ranked-first")
    clock.now = CLOSING
    assert body_of(ann.practise(), 201)["practice"] is True


def test_practice_after_closing_leaves_the_ranked_attempt_open(
    ann: Seat, clock: Clock, deal: Deal
) -> None:
    attempt = ann.begin(WIN[:5])
    clock.now = CLOSING
    body_of(ann.practise(), 201)
    body_of(ann.append(attempt, 5, WIN[5:]))
    assert board_of(ann) == [(1, "Ann", FINISHED["HT"].score)]


def test_open_practice_is_got_back_and_finished_practice_is_not(ann: Seat, deal: Deal) -> None:
    ann.give_up(ann.begin())
    first = body_of(ann.practise(), 201)["id"]
    body_of(ann.append(first, 0, WIN[:3]))
    assert body_of(ann.practise(), 200)["id"] == first
    ann.give_up(first)
    assert body_of(ann.practise(), 201)["id"] != first


@pytest.mark.django_db(transaction=True)
def test_practising_twice_at_once_gives_one_attempt(ann: Seat, deal: Deal, at_once: AtOnce) -> None:
    ann.give_up(ann.begin())
    replies = at_once([ann.practise] * 3)
    assert sorted(reply.status_code for reply in replies) == [200, 200, 201]
    assert Attempt.objects.filter(practice=True).count() == 1


def test_a_start_never_gets_practice_back(ann: Seat, deal: Deal) -> None:
    ranked = ann.begin()
    ann.give_up(ranked)
    body_of(ann.practise(), 201)
    assert body_of(ann.start(), 200)["id"] == ranked


# Practice, what it is


def practice_of(seat: Seat) -> int:
    """A practice attempt of a player whose ranked one is over, without a line."""
    seat.give_up(seat.begin())
    return int(body_of(seat.practise(), 201)["id"])


def test_practice_has_no_line_though_it_is_won(ann: Seat, deal: Deal) -> None:
    outcome = body_of(ann.append(practice_of(ann), 0, WIN))["outcome"]
    assert outcome["won"] is True
    assert board_of(ann) == []
    assert body_of(ann.get("players/Ann/"))["results"] == []
    assert body_of(ann.get("daily/"))["deals"][0]["winners"] == 0


def test_practice_does_not_touch_the_line_of_the_ranked_attempt(ann: Seat, deal: Deal) -> None:
    ann.give_up(ann.begin(WIN[:5]))
    before = ann.board()
    practice = body_of(ann.practise(), 201)["id"]
    body_of(ann.append(practice, 0, WIN))
    assert ann.board() == before


def test_practice_on_an_open_day_reveals_only_what_turned_up(ann: Seat, deal: Deal) -> None:
    attempt = practice_of(ann)
    for ply in (0, 20, 40):
        body_of(ann.append(attempt, ply, WIN[ply : ply + 20]))
        shown = ann.attempt(attempt)
        turned = fold(deal.rules, deal.faces, WIN[: ply + 20]).reveals
        assert shown["deck"] is None
        assert shown["reveals"] == [
            {"ply": reveal.ply, "at": reveal.at, "card": face_text(reveal.face)}
            for reveal in turned
        ]


def test_what_practice_turns_up_stays_with_it(ann: Seat, deal: Deal) -> None:
    ranked = ann.begin(WIN[:2])
    ann.give_up(ranked)
    before = ann.attempt(ranked)["reveals"]
    body_of(ann.append(body_of(ann.practise(), 201)["id"], 0, WIN))
    assert ann.attempt(ranked)["reveals"] == before


# Voided


@pytest.fixture
def voided(deal: Deal, judge: Player) -> Deal:
    """The deal, declared void while its day is open."""
    void_daily(deal=deal, by=judge, reason="It shows the deck.", now=NOON)
    return deal


def test_no_ranked_attempt_begins_on_a_voided_deal(ann: Seat, voided: Deal) -> None:
    refusal_of(ann.start(), 409, "day-closed")
    assert not Attempt.objects.exists()


def test_a_ranked_attempt_is_got_back_on_a_voided_deal(
    ann: Seat, deal: Deal, judge: Player
) -> None:
    attempt = ann.begin(WIN[:5])
    void_daily(deal=deal, by=judge, reason="It shows the deck.", now=NOON)
    assert body_of(ann.start(), 200)["id"] == attempt


def test_anybody_may_practise_on_a_voided_deal(ann: Seat, voided: Deal) -> None:
    begun = body_of(ann.practise(), 201)
    assert (begun["practice"], begun["deck"]) == (True, None)


def test_a_voided_deal_says_so_and_keeps_its_secrets(anybody: Seat, voided: Deal) -> None:
    shown = anybody.deal()
    assert shown["daily"]["voided"] is True
    assert (shown["deck"], shown["daily"]["seed"], shown["daily"]["draw"]) == (None, None, None)


def test_a_voided_deal_becomes_final_like_any(anybody: Seat, voided: Deal, clock: Clock) -> None:
    clock.now = FINAL
    assert finalize_due_days(now=FINAL) == [voided]
    assert anybody.deal()["deck"] == voided.deck


# Whole logs


def test_a_whole_log_is_refused_on_an_open_day_whatever_was_won(
    ann: Seat, bob: Seat, deal: Deal
) -> None:
    ann.begin(WIN)
    refusal_of(ann.send_log(WIN), 404, "not-found")
    refusal_of(bob.send_log(WIN), 404, "not-found")
    assert Attempt.objects.count() == 1


def test_a_whole_log_waits_for_the_mark(ann: Seat, clock: Clock, deal: Deal) -> None:
    for moment in (CLOSING, FINAL, FINAL + timedelta(days=2)):
        clock.now = moment
        refusal_of(ann.send_log(WIN), 404, "not-found")


def test_a_whole_log_on_a_final_daily_is_practice(ann: Seat, clock: Clock, deal: Deal) -> None:
    clock.now = FINAL
    finalize_due_days(now=FINAL)
    kept: Any = body_of(ann.send_log(WIN), 201)
    assert kept["outcome"]["won"] is True
    shown = ann.attempt(kept["attempt"])
    assert (shown["practice"], shown["ranked"]) == (True, False)
    assert board_of(ann) == []
    assert not Standing.objects.exists()
