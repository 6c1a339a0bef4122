"""Giving up, and whole logs: what becomes of a game that is over."""

from typing import Any

import pytest

from game.events import AttemptFinished, attempt_finished
from game.limits import MAX_LOG_ACTIONS
from game.models import Attempt, Batch, Deal
from leaderboard.models import Standing
from tests.conftest import Clock
from tests.seat import CODE, WIN, Seat, error_of, stored, stored_log

# Giving up


def test_giving_up_gives_the_outcome_of_what_was_played(ann: Seat, clock: Clock) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, [*WIN[:10], "U"])
    clock.ahead(seconds=30)
    ann.append(attempt, 11, WIN[9:20])
    clock.ahead(seconds=30)
    reply = ann.finish(attempt)
    assert reply.status_code == 200
    state = ann.attempt(attempt)
    assert reply.json() == {
        "outcome": {
            "won": False,
            "score": state["score"],
            "moves": 21,
            "undos": 1,
            "time_ms": 30_000,  # to the last action, not to the giving up
            "finished_at": "2026-03-01T12:01:00Z",
        }
    }
    assert state["over"] is True
    assert state["outcome"] == reply.json()["outcome"]
    assert Standing.objects.get().attempt_id == attempt


def test_giving_up_again_changes_nothing_and_gets_the_same_reply(ann: Seat, clock: Clock) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, WIN[:10])
    first = ann.finish(attempt)
    before = stored(attempt)
    clock.ahead(hours=1)
    again = ann.finish(attempt)
    assert again.status_code == 200
    assert again.json() == first.json()
    assert stored(attempt) == before


def test_giving_up_after_the_win_gives_the_win(ann: Seat) -> None:
    attempt = ann.start()["id"]
    outcome = ann.append(attempt, 0, WIN).json()["outcome"]
    assert ann.finish(attempt).json() == {"outcome": outcome}
    assert outcome["won"] is True


def test_an_attempt_without_actions_ends_without_outcome_and_gets_no_line(ann: Seat) -> None:
    attempt = ann.start()["id"]
    assert ann.finish(attempt).json() == {"outcome": None}
    assert ann.attempt(attempt)["over"] is True
    assert ann.attempt(attempt)["outcome"] is None
    assert ann.board()["lines"] == []
    assert ann.finish(attempt).json() == {"outcome": None}
    error_of(ann.append(attempt, 0, ["S"]), 409, "attempt-over")


# "An exception in the leaderboard receiver undoes the finish": both are stored, or neither


class Broken(Exception):
    """A receiver that fails."""


@pytest.fixture
def broken_receiver() -> Any:
    """A receiver after the leaderboard's own that raises."""

    def fail(event: AttemptFinished, **_: Any) -> None:
        assert Standing.objects.filter(attempt_id=event.attempt_id).exists()
        raise Broken

    attempt_finished.connect(fail)
    yield
    attempt_finished.disconnect(fail)


def test_giving_up_is_undone_when_its_line_cannot_be_written(
    ann: Seat, broken_receiver: None
) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, WIN[:5])
    before = stored(attempt)
    with pytest.raises(Broken):
        ann.finish(attempt)
    assert stored(attempt) == before
    assert not Standing.objects.exists()


def test_the_winning_batch_is_undone_when_its_line_cannot_be_written(
    ann: Seat, broken_receiver: None
) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, WIN[:-3])
    before = stored(attempt)
    with pytest.raises(Broken):
        ann.append(attempt, len(WIN) - 3, WIN[-3:])
    assert stored(attempt) == before
    assert not Standing.objects.exists()
    # What the process remembers of the game is not ahead of what is stored.
    assert ann.append(attempt, len(WIN) - 3, WIN[-3:-1]).json()["ply"] == len(WIN) - 1


def test_a_whole_log_is_undone_when_its_line_cannot_be_written(
    ann: Seat, broken_receiver: None
) -> None:
    with pytest.raises(Broken):
        ann.send_log(WIN)
    assert not Attempt.objects.exists()
    assert not Batch.objects.exists()
    assert not Standing.objects.exists()


def test_one_event_is_raised_for_a_result_and_none_for_an_empty_attempt(ann: Seat) -> None:
    heard: list[AttemptFinished] = []

    def listen(event: AttemptFinished, **_: Any) -> None:
        heard.append(event)

    attempt_finished.connect(listen)
    try:
        ann.finish(ann.start()["id"])
        assert heard == []
        attempt = ann.start()["id"]
        ann.append(attempt, 0, WIN)
        ann.append(attempt, 0, WIN)
        ann.finish(attempt)
        assert [(event.attempt_id, event.won) for event in heard] == [(attempt, True)]
    finally:
        attempt_finished.disconnect(listen)


# Whole logs


def test_a_whole_log_is_kept_as_a_finished_attempt_without_time(ann: Seat, clock: Clock) -> None:
    reply = ann.send_log(WIN)
    assert reply.status_code == 201
    attempt = Attempt.objects.get()
    assert reply.json() == {
        "attempt": attempt.pk,
        "outcome": {
            "won": True,
            "score": 650,
            "moves": len(WIN),
            "undos": 0,
            "time_ms": None,
            "finished_at": "2026-03-01T12:00:00Z",
        },
    }
    assert stored_log(attempt.pk) == WIN
    assert attempt.whole_log is True
    assert ann.board()["own"]["attempt"] == attempt.pk


def test_a_whole_log_need_not_be_a_win(ann: Seat) -> None:
    outcome = ann.send_log(WIN[:30]).json()["outcome"]
    assert (outcome["won"], outcome["moves"]) == (False, 30)


def test_a_whole_log_leaves_the_open_attempt_alone(ann: Seat) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, WIN[:5])
    before = stored(attempt)
    assert ann.send_log(WIN).status_code == 201
    assert stored(attempt) == before
    assert ann.start()["id"] == attempt


@pytest.mark.parametrize("at", [0, 1, 60, len(WIN) - 1])
def test_a_whole_log_with_an_illegal_action_is_422_and_nothing_of_it_is_kept(
    ann: Seat, at: int
) -> None:
    reply = ann.send_log([*WIN[:at], "11", *WIN[at:]])
    error = error_of(reply, 422, "illegal-action")
    assert (error["index"], error["token"], error["reason"]) == (at, "11", "same-pile")
    assert not Attempt.objects.exists()
    assert not Deal.objects.exists()


def test_a_whole_log_that_goes_on_after_the_win_is_409_and_nothing_of_it_is_kept(
    ann: Seat,
) -> None:
    error = error_of(ann.send_log([*WIN, "U"]), 409, "attempt-over")
    assert (error["ply"], error["won"], error["over"]) == (len(WIN), True, True)
    assert not Attempt.objects.exists()


def test_an_empty_whole_log_is_malformed(ann: Seat) -> None:
    error_of(ann.send_log([]), 400, "malformed")
    assert not Attempt.objects.exists()


@pytest.mark.parametrize("actions", [None, "S", ["S", "53x1"], ["S", 1], [["S"]], {}])
def test_a_malformed_whole_log_is_400_and_nothing_of_it_is_kept(ann: Seat, actions: Any) -> None:
    error_of(ann.send_log(actions), 400, "malformed")
    assert not Attempt.objects.exists()


def test_a_whole_log_has_20000_actions_at_most(ann: Seat) -> None:
    log = ["S"] * MAX_LOG_ACTIONS
    assert ann.send_log(log).json()["outcome"]["moves"] == MAX_LOG_ACTIONS
    error_of(ann.send_log([*log, "S"]), 400, "malformed")
    assert Attempt.objects.count() == 1


@pytest.mark.parametrize("padding", [0, 1])
def test_the_body_of_a_whole_log_has_256_kib_at_most(ann: Seat, padding: int) -> None:
    body = b'{"actions": ["S"]}'
    body += b" " * (256 * 1024 - len(body) + padding)
    url = f"/api/v1/deals/{CODE}/logs/"
    reply = ann.client.post(url, body, content_type="application/json")
    if padding:
        assert error_of(reply, 413, "too-large")["limit"] == 256 * 1024
        assert not Attempt.objects.exists()
    else:
        assert reply.status_code == 201


def test_the_same_whole_log_again_is_another_attempt_and_the_earlier_keeps_the_line(
    ann: Seat, clock: Clock
) -> None:
    first = ann.send_log(WIN).json()["attempt"]
    clock.ahead(seconds=1)
    second = ann.send_log(WIN).json()["attempt"]
    assert first != second
    assert ann.board()["own"]["attempt"] == first


def test_a_whole_log_sorts_after_an_equal_game_that_has_a_time(
    ann: Seat, bob: Seat, clock: Clock
) -> None:
    whole = ann.send_log(WIN).json()["attempt"]
    attempt = bob.start()["id"]
    for first in range(0, len(WIN), 20):
        clock.ahead(hours=10)
        bob.append(attempt, first, WIN[first : first + 20])
    lines = ann.board()["lines"]
    assert [line["attempt"] for line in lines] == [attempt, whole]
    assert [line["rank"] for line in lines] == [1, 2]
    assert [line["time_ms"] for line in lines] == [60 * 3_600_000, None]


# The same game again, under its key


KEY = "4f8b3f0e-6f0e-4b3f-9d57-0d2c6f6b9a11"


def test_a_whole_log_that_comes_again_with_its_key_is_kept_once(ann: Seat, clock: Clock) -> None:
    first = ann.send_log(WIN, game_key=KEY)
    assert first.status_code == 201
    clock.ahead(days=3)
    again = ann.send_log(WIN, game_key=KEY)
    assert again.status_code == 200
    assert again.json() == first.json()
    assert Attempt.objects.count() == Batch.objects.count() == 1
    assert ann.board()["total"] == 1


def test_games_under_other_keys_are_other_games(ann: Seat) -> None:
    assert ann.send_log(WIN, game_key=KEY).status_code == 201
    assert ann.send_log(WIN, game_key=KEY.replace("4f8b", "4f8c")).status_code == 201
    assert ann.send_log(WIN).status_code == 201
    assert Attempt.objects.count() == 3


def test_another_game_under_a_key_that_was_used_is_stale(ann: Seat) -> None:
    ann.send_log(WIN[:30], game_key=KEY)
    assert error_of(ann.send_log(WIN, game_key=KEY), 409, "stale-log")["log"] == WIN[:30]
    other = ann.send_log(["S"], code="EH1-N-AAAAAHQ", game_key=KEY)
    error_of(other, 409, "stale-log")
    assert Attempt.objects.count() == 1


def test_a_key_that_another_player_used_is_not_there(ann: Seat, bob: Seat) -> None:
    ann.send_log(WIN, game_key=KEY)
    error_of(bob.send_log(WIN, game_key=KEY), 404, "not-found")
    assert Attempt.objects.count() == 1


@pytest.mark.parametrize("key", ["", "key", 7, KEY + "0", [KEY]])
def test_a_key_is_a_uuid(ann: Seat, key: Any) -> None:
    assert "game_key" in error_of(ann.send_log(WIN, game_key=key), 400, "malformed")["fields"]
    assert not Attempt.objects.exists()
