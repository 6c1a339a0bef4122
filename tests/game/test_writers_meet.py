"""Two writers at one attempt, in real threads with a connection each: one effect, never two."""

import time
from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

import pytest

from game.models import Attempt, Batch
from game.progress import recent
from leaderboard.models import Standing
from tests.seat import WIN, Seat, stored_log

AtOnce = Callable[[Sequence[Callable[[], Any]]], list[Any]]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_throttle")]

ROUNDS = 12


def test_the_same_batch_at_once_has_one_effect_and_all_get_200(ann: Seat, at_once: AtOnce) -> None:
    attempt = ann.start()["id"]
    for first in range(0, 3 * ROUNDS, 3):
        batch = WIN[first : first + 3]
        replies = at_once([lambda f=first, b=batch: ann.append(attempt, f, b)] * 3)  # type: ignore[misc]
        assert [reply.status_code for reply in replies] == [200, 200, 200]
        assert replies[0].json() == replies[1].json() == replies[2].json()
        assert stored_log(attempt) == WIN[: first + 3]
    assert Batch.objects.count() == ROUNDS


def test_of_two_different_batches_at_one_ply_one_is_kept_and_the_other_is_stale(
    ann: Seat, at_once: AtOnce
) -> None:
    attempt = ann.start()["id"]
    log: list[str] = []
    for _ in range(ROUNDS):
        ply = len(log)
        batches = [["S", "S"], ["S", "U"]]
        replies = at_once([lambda p=ply, b=batch: ann.append(attempt, p, b) for batch in batches])  # type: ignore[misc]
        statuses = [reply.status_code for reply in replies]
        assert sorted(statuses) == [200, 409]
        log += batches[statuses.index(200)]
        assert stored_log(attempt) == log
        error = replies[statuses.index(409)].json()["error"]
        assert error["code"] == "stale-log"
        assert (error["ply"], error["log"]) == (len(log), log[ply:])


def test_a_longer_and_a_shorter_batch_of_one_game_at_once_make_the_longer_log(
    ann: Seat, at_once: AtOnce
) -> None:
    attempt = ann.start()["id"]
    for first in range(0, 4 * ROUNDS, 4):
        calls = [lambda f=first, n=n: ann.append(attempt, f, WIN[f : f + n]) for n in (1, 4, 2)]
        assert [reply.status_code for reply in at_once(calls)] == [200, 200, 200]
        assert stored_log(attempt) == WIN[: first + 4]


@pytest.mark.parametrize("cold", [False, True], ids=["warm", "cold"])
def test_two_devices_that_race_through_a_game_win_it_once(
    ann: Seat, at_once: AtOnce, cold: bool
) -> None:
    attempt = ann.start()["id"]

    def device(size: int) -> list[int]:
        statuses = []
        for first in range(0, len(WIN), size):
            if cold:
                recent.clear()
            statuses.append(ann.append(attempt, first, WIN[first : first + size]).status_code)
        return statuses

    for statuses in at_once([lambda: device(7), lambda: device(11)]):
        assert set(statuses) == {200}
    assert stored_log(attempt) == WIN
    row = Attempt.objects.get()
    assert (row.won, row.score, row.moves) == (True, 650, len(WIN))
    assert Standing.objects.get().attempt_id == attempt


def test_appending_and_giving_up_at_once_come_one_after_the_other(
    ann: Seat, at_once: AtOnce
) -> None:
    for _ in range(ROUNDS):
        attempt = ann.start()["id"]
        ann.append(attempt, 0, ["S"])
        appended, finished = at_once(
            [lambda a=attempt: ann.append(a, 1, ["S"]), lambda a=attempt: ann.finish(a)]  # type: ignore[misc]
        )
        assert finished.status_code == 200
        moves = finished.json()["outcome"]["moves"]
        if appended.status_code == 200:
            assert (moves, stored_log(attempt)) == (2, ["S", "S"])
        else:
            assert appended.json()["error"]["code"] == "attempt-over"
            assert (moves, stored_log(attempt)) == (1, ["S"])
        row = Attempt.objects.get(pk=attempt)
        assert row.moves == moves
        assert row.finished_at is not None
        assert row.last_action_at is not None
        assert row.finished_at >= row.last_action_at


def test_giving_up_twice_at_once_makes_one_result(ann: Seat, at_once: AtOnce) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, ["S"])
    first, second = at_once([lambda: ann.finish(attempt)] * 2)
    assert first.status_code == second.status_code == 200
    assert first.json() == second.json()
    assert Standing.objects.count() == 1


def test_several_results_of_a_player_at_once_leave_the_best_one_as_their_line(
    ann: Seat, at_once: AtOnce
) -> None:
    logs = [WIN[:20], WIN, WIN[:60], [*WIN[:5], "S", "U", *WIN[5:]], WIN[:100]]
    replies = at_once([lambda log=log: ann.send_log(log) for log in logs])  # type: ignore[misc]
    assert [reply.status_code for reply in replies] == [201] * 5
    best = replies[1].json()
    (line,) = ann.board()["lines"]
    assert line["attempt"] == best["attempt"]
    assert {name: line[name] for name in best["outcome"]} == best["outcome"]
    assert Attempt.objects.count() == 5


def test_better_results_at_once_do_not_write_over_the_best_of_them(
    seat_of: Callable[[str], Seat], at_once: AtOnce, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = Standing.save

    def save_slowly(standing: Standing, *args: Any, **kwargs: Any) -> None:
        time.sleep(0.05)  # so that the others have read the line that is about to change
        save(standing, *args, **kwargs)

    monkeypatch.setattr(Standing, "save", save_slowly)
    for number in range(5):
        seat = seat_of(f"Player{number}")
        seat.send_log(WIN[:20])
        logs = [WIN[:60], WIN, WIN[:100]]
        replies = at_once([lambda log=log, seat=seat: seat.send_log(log) for log in logs])  # type: ignore[misc]
        assert [reply.status_code for reply in replies] == [201] * 3
        assert seat.board()["own"]["attempt"] == replies[1].json()["attempt"]


def test_results_of_many_players_at_once_all_get_a_line(
    seat_of: Callable[[str], Seat], at_once: AtOnce
) -> None:
    seats = [seat_of(f"Player{number}") for number in range(6)]
    replies = at_once([lambda seat=seat: seat.send_log(WIN) for seat in seats])  # type: ignore[misc]
    assert [reply.status_code for reply in replies] == [201] * 6
    board = seats[0].board()
    assert board["total"] == 6
    assert [line["rank"] for line in board["lines"]] == [1] * 6
    assert [line["position"] for line in board["lines"]] == [1, 2, 3, 4, 5, 6]


def test_a_game_that_is_sent_twice_at_once_is_kept_once(ann: Seat, at_once: AtOnce) -> None:
    for _ in range(ROUNDS):
        key = str(uuid4())
        replies = at_once([lambda k=key: ann.send_log(WIN, game_key=k)] * 3)  # type: ignore[misc]
        assert sorted(reply.status_code for reply in replies) == [200, 200, 201]
        assert replies[0].json() == replies[1].json() == replies[2].json()
    assert Attempt.objects.count() == Batch.objects.count() == ROUNDS
