"""Snapshot and deltas: who follows them knows what a fresh fetch would say."""

import json
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from leaderboard.deltas import Top, delta, snapshot
from tests.leaderboard.follower import Follower

LINES = 6


def line(attempt: int, score: int, name: str = "Ann") -> dict[str, Any]:
    return {
        "attempt": attempt,
        "player": {"name": name, "guest": False},
        "won": score > 2,
        "score": score,
        "moves": 7,
        "undos": 0,
        "time_ms": None,
        "finished_at": "2026-03-01T12:00:00Z",
    }


def top_of(results: dict[int, tuple[int, str]]) -> Top:
    """The first lines by score and attempt, placed as boards place them."""
    ordered = sorted(results.items(), key=lambda item: (-item[1][0], item[0]))
    lines: list[dict[str, Any]] = []
    for position, (attempt, (score, name)) in enumerate(ordered, start=1):
        rank = position
        if lines and lines[-1]["score"] == score:
            rank = lines[-1]["rank"]
        lines.append({"rank": rank, "position": position, **line(attempt, score, name)})
    return Top(total=len(ordered), lines=lines[:LINES])


boards = st.dictionaries(
    st.integers(1, 12), st.tuples(st.integers(0, 4), st.sampled_from(["Ann", "Bob"])), max_size=12
)


@given(st.lists(boards, min_size=1, max_size=8))
def test_following_deltas_gives_what_each_board_is(
    history: list[dict[int, tuple[int, str]]],
) -> None:
    tops = [top_of(results) for results in history]
    follower = Follower()
    follower.take(snapshot(tops[0], code="C", seq=5))
    seq = 5
    for before, after in pairwise(tops):
        message = delta(before, after, seq=seq + 1)
        if message is None:
            assert before == after
            continue
        seq += 1
        follower.take(message)
        assert (follower.total, follower.lines) == (after.total, after.lines)
    assert follower.seq == seq


def test_a_new_best_line_moves_the_others_without_a_word() -> None:
    results = dict.fromkeys(range(2, 6), (0, "Ann"))
    message = delta(top_of(results), top_of({**results, 1: (4, "Bob")}), seq=1)
    assert message is not None
    told = json.loads(message)
    assert [line["attempt"] for line in told["upsert"]] == [1]
    assert told["remove"] == []
    assert told["total"] == 5
