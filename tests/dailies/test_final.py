"""The end of a day: the grace hour, the last actions, the finalizer, the mark that opens all."""

import hashlib
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from game import tasks
from game.engine.codes import DealCode
from game.engine.shuffle import draw_key, shuffle
from game.errors import AttemptOver
from game.events import attempt_finished
from game.models import Attempt, Batch, Deal
from game.progress import advance
from game.services import dailies
from game.services.attempts import append_actions
from game.services.dailies import finalize_deal, finalize_due_days
from leaderboard.models import Standing
from tests.conftest import AtOnce, Clock
from tests.dailies.deals import CLOSING, CODE, DAY, FINAL, FINISHED, MS, WIN, put
from tests.dailies.seat import Seat, board_of, body_of, refusal_of

pytestmark = pytest.mark.django_db

SCORE = FINISHED["HT"].score


def of_day(now: datetime) -> list[str]:
    """The codes of what becomes final now."""
    return [deal.code for deal in finalize_due_days(now=now)]


# The grace hour


def test_an_action_is_taken_a_millisecond_before_the_end(
    ann: Seat, clock: Clock, deal: Deal
) -> None:
    attempt = ann.begin(WIN[:-1])
    clock.now = FINAL - MS
    won = body_of(ann.append(attempt, len(WIN) - 1, WIN[-1:]))
    assert won["won"] is True
    assert won["outcome"]["finished_at"] == "2026-01-02T00:59:59.999000Z"


@pytest.mark.parametrize("late", [timedelta(0), MS, timedelta(hours=5)], ids=str)
def test_no_action_is_taken_from_the_end_on(
    ann: Seat, clock: Clock, deal: Deal, late: timedelta
) -> None:
    attempt = ann.begin(WIN[:-1])
    clock.now = FINAL + late
    ply = len(WIN) - 1
    error = refusal_of(ann.append(attempt, ply, WIN[-1:]), 409, "attempt-over")
    assert (error["ply"], error["log"], error["over"], error["won"]) == (ply, [], True, False)
    assert Batch.objects.count() == 1
    assert ann.attempt(attempt)["over"] is True


def test_what_is_stored_can_be_sent_again_after_the_end(
    ann: Seat, clock: Clock, deal: Deal
) -> None:
    attempt = ann.begin(WIN[:7])
    clock.now = FINAL + MS
    again = body_of(ann.append(attempt, 0, WIN[:7]))
    assert (again["ply"], again["over"]) == (7, True)


def test_a_log_that_contradicts_is_told_that_the_attempt_is_over_after_the_end(
    ann: Seat, clock: Clock, deal: Deal
) -> None:
    attempt = ann.begin(WIN[:7])
    clock.now = FINAL
    error = refusal_of(ann.append(attempt, 5, ["1F"]), 409, "attempt-over")
    assert error["log"] == WIN[5:7]


def test_giving_up_after_the_end_ends_the_attempt_at_that_end(
    ann: Seat, clock: Clock, deal: Deal
) -> None:
    attempt = ann.begin(WIN[:7])
    clock.now = FINAL + timedelta(minutes=3)
    outcome = body_of(ann.give_up(attempt))["outcome"]
    assert (outcome["won"], outcome["finished_at"]) == (False, "2026-01-02T01:00:00Z")
    assert len(board_of(ann)) == 1


def test_giving_up_before_the_end_ends_it_then(ann: Seat, clock: Clock, deal: Deal) -> None:
    attempt = ann.begin(WIN[:7])
    clock.now = FINAL - MS
    outcome = body_of(ann.give_up(attempt))["outcome"]
    assert outcome["finished_at"] == "2026-01-02T00:59:59.999000Z"


# The finalizer


def test_a_day_does_not_become_final_before_its_end(ann: Seat, clock: Clock, deal: Deal) -> None:
    attempt = ann.begin(WIN[:7])
    before = FINAL - timedelta(microseconds=1)
    assert of_day(before) == []
    assert finalize_deal(deal_id=deal.pk, now=before) is False
    deal.refresh_from_db()
    assert deal.finalized_at is None
    assert ann.attempt(attempt)["finished_at"] is None


def test_a_day_becomes_final_at_its_end(clock: Clock, deal: Deal) -> None:
    assert of_day(FINAL) == [CODE]
    deal.refresh_from_db()
    assert deal.finalized_at == FINAL


def test_what_is_open_is_finished_as_it_stands(ann: Seat, clock: Clock, deal: Deal) -> None:
    attempt = ann.begin(WIN[:7])
    stands = ann.attempt(attempt)
    of_day(FINAL + timedelta(seconds=20))
    ended = ann.attempt(attempt)
    for number in ("ply", "score", "moves", "won", "log", "last_action_at"):
        assert ended[number] == stands[number]
    # Not when the finalizer came: all attempts of a day end together.
    assert ended["outcome"]["finished_at"] == "2026-01-02T01:00:00Z"
    assert board_of(ann) == [(1, "Ann", stands["score"])]


def test_an_attempt_without_actions_is_ended_and_gets_no_line(
    ann: Seat, clock: Clock, deal: Deal
) -> None:
    attempt = ann.begin()
    of_day(FINAL)
    ended = ann.attempt(attempt)
    assert (ended["over"], ended["outcome"]) == (True, None)
    assert ended["finished_at"] is not None
    assert board_of(ann) == []


def test_what_was_finished_before_stays_as_it_is(
    ann: Seat, bob: Seat, clock: Clock, deal: Deal
) -> None:
    ann.begin(WIN)
    bob.give_up(bob.begin(WIN[:7]))
    before = list(Attempt.objects.order_by("pk").values())
    board = ann.board()
    of_day(FINAL)
    assert list(Attempt.objects.order_by("pk").values()) == before
    assert ann.board() == board


def test_the_finalizer_run_twice_changes_nothing(ann: Seat, clock: Clock, deal: Deal) -> None:
    ann.begin(WIN[:7])
    clock.now = FINAL
    tasks.finalize_due_days()
    before = [*Deal.objects.values(), *Attempt.objects.values(), *Standing.objects.values()]
    clock.ahead(hours=1)
    tasks.finalize_due_days()
    assert of_day(clock.now) == []
    after = [*Deal.objects.values(), *Attempt.objects.values(), *Standing.objects.values()]
    assert after == before


def test_a_day_is_final_with_all_its_lines_or_not_at_all(
    ann: Seat, bob: Seat, clock: Clock, deal: Deal
) -> None:
    ann.begin(WIN[:7])
    second = bob.begin(WIN[:9])

    def fail(event: Any, **_: Any) -> None:
        if event.attempt_id == second:
            raise RuntimeError("the second line can not be written")

    attempt_finished.connect(fail)
    try:
        with pytest.raises(RuntimeError):
            finalize_deal(deal_id=deal.pk, now=FINAL)
    finally:
        attempt_finished.disconnect(fail)
    deal.refresh_from_db()
    assert deal.finalized_at is None
    assert not Attempt.objects.exclude(finished_at=None).exists()
    assert of_day(FINAL) == [CODE]
    assert Standing.objects.count() == 2


# Step by step


@pytest.fixture
def crowd(
    clock: Clock, deal: Deal, seat_of: Callable[[str], Seat], monkeypatch: pytest.MonkeyPatch
) -> list[int]:
    """Attempts of five players, all open; a step finishes two."""
    monkeypatch.setattr(dailies, "ATTEMPTS_A_STEP", 2)
    monkeypatch.setattr(dailies, "REST", 0)
    return [seat_of(name).begin(WIN[:7]) for name in ("Ann", "Bob", "Cid", "Dan", "Eve")]


def test_attempts_are_finished_in_steps_and_the_mark_comes_with_the_last(
    crowd: list[int], anybody: Seat, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.now = FINAL
    left = []

    def look() -> None:
        left.append(Attempt.objects.filter(finished_at=None).count())
        shown = anybody.deal()
        assert (shown["deck"], shown["daily"]["seed"]) == (None, None)
        for attempt in Attempt.objects.all():
            refused = (403, "spoiler") if attempt.is_over else (404, "not-found")
            refusal_of(anybody.replay(attempt.pk), *refused)

    monkeypatch.setattr(dailies, "_let_others_write", look)
    assert of_day(FINAL) == [CODE]
    assert left == [3, 1]
    assert anybody.deal()["deck"] is not None
    assert {attempt.finished_at for attempt in Attempt.objects.all()} == {FINAL}


@pytest.mark.django_db(transaction=True)
def test_no_step_holds_a_lock_into_the_next(
    crowd: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    rests = []
    monkeypatch.setattr(
        dailies, "_let_others_write", lambda: rests.append(connection.in_atomic_block)
    )
    of_day(FINAL)
    assert rests == [False, False]


@pytest.mark.django_db(transaction=True)
def test_a_finalizer_that_breaks_off_is_gone_on_with(
    crowd: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []

    def tell(event: Any, **_: Any) -> None:
        if event.attempt_id == crowd[3] and told.count(crowd[3]) == 0:
            told.append(crowd[3])
            raise RuntimeError("the database is gone")
        told.append(event.attempt_id)

    attempt_finished.connect(tell)
    try:
        assert of_day(FINAL) == []
        finished = Attempt.objects.exclude(finished_at=None)
        assert sorted(finished.values_list("pk", flat=True)) == crowd[:2]
        assert Deal.objects.get().finalized_at is None
        assert of_day(FINAL) == [CODE]
    finally:
        attempt_finished.disconnect(tell)
    # The third was finished twice, since its step was undone with the fourth.
    assert told == [*crowd[:4], *crowd[2:]]
    assert Standing.objects.count() == 5


@pytest.mark.django_db(transaction=True)
def test_two_finalizers_at_once_share_the_steps(crowd: list[int], at_once: AtOnce) -> None:
    told: list[int] = []

    def tell(event: Any, **_: Any) -> None:
        told.append(event.attempt_id)

    attempt_finished.connect(tell)
    try:
        results = at_once([lambda: of_day(FINAL), lambda: of_day(FINAL)])
    finally:
        attempt_finished.disconnect(tell)
    assert sorted(map(len, results)) == [0, 1]
    assert sorted(told) == crowd
    assert Standing.objects.count() == 5


@pytest.mark.django_db(transaction=True)
def test_players_write_while_a_day_with_many_attempts_ends(
    ann: Seat, crowd: list[int], at_once: AtOnce, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbered = ann.begin(["S"], str(DealCode.numbered("HT", 1)))
    written, rested = threading.Event(), threading.Event()

    def rest() -> None:
        rested.set()
        assert written.wait(20), "nobody could write between two steps"

    def write() -> Any:
        assert rested.wait(20)
        reply = ann.append(numbered, 1, ["S"])
        written.set()
        return reply.status_code

    monkeypatch.setattr(dailies, "_let_others_write", rest)
    final, status = at_once([lambda: of_day(FINAL), write])
    assert (final, status) == ([CODE], 200)


def test_a_numbered_deal_never_becomes_final(ann: Seat, clock: Clock) -> None:
    attempt = ann.begin(["S"], str(DealCode.numbered("HT", 1)))
    of_day(FINAL + timedelta(days=400))
    assert Deal.objects.get(kind="N").finalized_at is None
    assert ann.attempt(attempt)["over"] is False


def test_practice_goes_on_when_the_day_is_final(ann: Seat, clock: Clock, deal: Deal) -> None:
    ann.give_up(ann.begin(WIN[:7]))
    practice = body_of(ann.practise(), 201)["id"]
    body_of(ann.append(practice, 0, WIN[:-1]))
    clock.now = FINAL
    of_day(clock.now)
    won = body_of(ann.append(practice, len(WIN) - 1, WIN[-1:]))
    assert (won["won"], won["over"]) == (True, True)


def test_after_three_days_of_rest_attempts_of_each_day_end_at_their_own_days_end(
    ann: Seat, clock: Clock
) -> None:
    attempts = {}
    for ahead in range(3):
        day = DAY + timedelta(days=ahead)
        attempts[day] = ann.begin(["S"], put("HT", day).code)
        clock.ahead(days=1)
    finalize_due_days(now=clock.now)
    for day, attempt in attempts.items():
        end = day + timedelta(days=1)
        assert ann.attempt(attempt)["finished_at"] == f"{end.isoformat()}T01:00:00Z"
        assert len(board_of(ann, str(DealCode.daily("HT", day)))) == 1


# By the mark, not by the clock


@pytest.fixture
def late(ann: Seat, bob: Seat, clock: Clock, deal: Deal) -> int:
    """Ann has won, Bob has not; the day is long over, and nobody marked it. Ann's attempt."""
    attempt = ann.begin(WIN)
    bob.begin(WIN[:5])
    clock.now = FINAL + timedelta(hours=5)
    return attempt


def test_a_late_finalizer_keeps_the_secrets(ann: Seat, bob: Seat, late: int) -> None:
    for seat in (ann, bob):
        shown = seat.deal()
        assert shown["deck"] is None
        daily = shown["daily"]
        assert (daily["final"], daily["seed"], daily["draw"]) == (False, None, None)
        of_that_day = body_of(seat.get("daily/", date=DAY))["deals"][0]["daily"]
        assert of_that_day == daily
        refusal_of(seat.send_log(WIN), 404, "not-found")
    assert ann.attempt(late)["deck"] is None
    assert body_of(ann.replay(late))["deck"] is None
    refusal_of(bob.replay(late), 403, "spoiler")


def test_the_mark_opens_deck_seed_and_draw(ann: Seat, anybody: Seat, late: int) -> None:
    finalize_due_days(now=FINAL + timedelta(hours=5))
    deal = Deal.objects.get()
    shown = anybody.deal()
    daily = shown["daily"]
    assert shown["deck"] == deal.deck
    assert (daily["final"], daily["seed"], daily["draw"]) == (
        True,
        deal.daily.seed,
        deal.daily.draw,
    )
    assert ann.attempt(late)["deck"] == deal.deck
    assert body_of(anybody.replay(late))["deck"] == deal.deck


def test_with_what_is_open_anybody_can_check_the_commitment(
    anybody: Seat, clock: Clock, deal: Deal
) -> None:
    before = anybody.deal()["daily"]["commitment"]
    clock.now = FINAL
    of_day(FINAL)
    shown = anybody.deal()
    seed, draw = shown["daily"]["seed"], shown["daily"]["draw"]
    assert hashlib.sha256(f"{CODE}:{seed}".encode()).hexdigest() == before
    key = draw_key(bytes.fromhex(seed), CODE, draw)
    deal.refresh_from_db()
    assert shuffle(deal.rules, key, CODE) == deal.faces
    assert shown["deck"] == deal.deck


# The finalizer meets those who play


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Makes the next append stop with the attempt locked, until the event is set; it says when it
    has stopped by the attribute `reached`, an event too."""
    proceed = threading.Event()
    proceed.reached = threading.Event()  # type: ignore[attr-defined]

    def wait(*args: Any) -> Any:
        proceed.reached.set()  # type: ignore[attr-defined]
        assert proceed.wait(20)
        return advance(*args)

    monkeypatch.setattr("game.services.attempts.advance", wait)
    return proceed


def append_at(seat: Seat, attempt: int, ply: int, now: datetime) -> Callable[[], Any]:
    return lambda: append_actions(
        attempt_id=attempt, player=seat.player, ply=ply, actions=WIN[ply:], clock=lambda: now
    )


@pytest.mark.django_db(transaction=True)
def test_an_action_taken_in_time_counts_though_the_finalizer_already_waits(
    ann: Seat, deal: Deal, at_once: AtOnce, slowly: Any
) -> None:
    attempt = ann.begin()

    def finalize() -> Any:
        assert slowly.reached.wait(20)
        # Long enough for the finalizer to have come to the attempt's lock.
        threading.Timer(0.4, slowly.set).start()
        return of_day(FINAL)

    appended, final = at_once([append_at(ann, attempt, 0, FINAL - MS), finalize])
    assert appended[1].won is True
    assert final == [CODE]
    assert board_of(ann) == [(1, "Ann", SCORE)]
    assert Attempt.objects.get().finished_at == FINAL - MS


@pytest.mark.django_db(transaction=True)
def test_an_action_that_waited_for_the_finalizer_comes_too_late(
    ann: Seat, deal: Deal, at_once: AtOnce
) -> None:
    attempt = ann.begin(WIN[:7])
    holds = threading.Event()

    def tell(event: Any, **_: Any) -> None:
        holds.set()
        connection.ensure_connection()
        threading.Event().wait(0.3)

    def append() -> Any:
        assert holds.wait(20)
        with pytest.raises(AttemptOver) as caught:
            append_at(ann, attempt, 7, FINAL)()
        return caught.value

    attempt_finished.connect(tell)
    try:
        final, error = at_once([lambda: of_day(FINAL), append])
    finally:
        attempt_finished.disconnect(tell)
    assert final == [CODE]
    assert (error.state.ply, error.state.won) == (7, False)
    assert len(board_of(ann)) == 1
    assert Attempt.objects.get().won is False


@pytest.mark.django_db(transaction=True)
def test_whoever_comes_first_the_board_shows_what_the_log_holds(
    ann: Seat, clock: Clock, at_once: AtOnce
) -> None:
    for ahead in range(6):
        day = DAY + timedelta(days=ahead)
        clock.now = CLOSING + timedelta(days=ahead) - MS
        deal = put("HT", day)
        attempt = ann.begin(WIN[:-1], deal.code)
        end = FINAL + timedelta(days=ahead)

        def append(now: datetime = end - MS, attempt: int = attempt) -> Any:
            try:
                return append_at(ann, attempt, len(WIN) - 1, now)()
            except AttemptOver as error:
                return error

        at_once([append, lambda now=end: of_day(now)])  # type: ignore[misc]
        row = Attempt.objects.get(pk=attempt)
        line = Standing.objects.get(attempt=attempt)
        assert Deal.objects.get(pk=deal.pk).finalized_at == end
        assert row.won is (row.ply == len(WIN))
        assert (line.won, line.score, line.moves) == (row.won, row.score, row.moves)
        assert row.finished_at == (end - MS if row.won else end)
        assert sum(batch.length for batch in row.batches.all()) == row.ply


@pytest.mark.django_db(transaction=True)
def test_two_finalizers_at_once_make_a_day_final_once(
    ann: Seat, deal: Deal, at_once: AtOnce
) -> None:
    ann.begin(WIN[:7])
    results = at_once([lambda: of_day(FINAL), lambda: of_day(FINAL)])
    assert sorted(map(len, results)) == [0, 1]
    assert Standing.objects.count() == 1
