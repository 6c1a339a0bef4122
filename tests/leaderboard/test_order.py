"""The order of results, against a naive one written down a second time."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cmp_to_key
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine.codes import DealCode
from game.limits import MAX_LOG_ACTIONS
from game.models import Attempt, Deal, Player
from game.services.deals import ensure_numbered_deal
from leaderboard.models import Standing
from leaderboard.ranking import KEY_LENGTH, RANK_LENGTH, Result, order_key, rank_part
from leaderboard.selectors import board_page
from leaderboard.services import refresh_lines
from tests.conftest import NOON

# Narrow ranges, so that results often agree in some fields.
CLOSE = st.builds(
    Result,
    won=st.booleans(),
    score=st.integers(-52, -48) | st.integers(-1, 2) | st.sampled_from([1_020, 1_515]),
    moves=st.integers(0, 3) | st.just(MAX_LOG_ACTIONS),
    time_ms=st.none() | st.integers(0, 3) | st.just(400 * 86_400_000),
    finished_at=st.integers(0, 3).map(lambda n: NOON + timedelta(microseconds=n)),
    attempt_id=st.integers(1, 4) | st.just(2**63 - 1),
)
WIDE = st.builds(
    Result,
    won=st.booleans(),
    score=st.integers(-1_000_000, 1_000_000),
    moves=st.integers(0, MAX_LOG_ACTIONS),
    time_ms=st.none() | st.integers(0, 2**40),
    finished_at=st.datetimes(datetime(2020, 1, 1), datetime(2999, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
    attempt_id=st.integers(1, 2**63 - 1),
)
RESULTS = CLOSE | WIDE


def compare(one: Result, other: Result) -> int:
    """Below 0 where `one` comes first: each sentence of docs/protocol.md, "Ranking", in turn."""
    if one.won != other.won:
        return -1 if one.won else 1
    if one.score != other.score:
        return other.score - one.score
    if one.moves != other.moves:
        return one.moves - other.moves
    if one.time_ms != other.time_ms:
        if one.time_ms is None:
            return 1
        if other.time_ms is None:
            return -1
        return one.time_ms - other.time_ms
    if one.finished_at != other.finished_at:
        return -1 if one.finished_at < other.finished_at else 1
    return one.attempt_id - other.attempt_id


def shares_rank(one: Result, other: Result) -> bool:
    return (one.won, one.score, one.moves, one.time_ms) == (
        other.won,
        other.score,
        other.moves,
        other.time_ms,
    )


@given(one=RESULTS, other=RESULTS)
@settings(max_examples=600, deadline=None)
def test_keys_of_two_results_compare_as_the_results_do(one: Result, other: Result) -> None:
    expected = compare(one, other)
    keys = order_key(one), order_key(other)
    assert (keys[0] < keys[1]) == (expected < 0)
    assert (keys[0] == keys[1]) == (expected == 0)


@given(results=st.lists(RESULTS, max_size=30))
@settings(max_examples=200, deadline=None)
def test_sorting_by_key_is_the_naive_sort(results: list[Result]) -> None:
    assert sorted(results, key=order_key) == sorted(results, key=cmp_to_key(compare))


@given(one=RESULTS, other=RESULTS)
@settings(max_examples=400, deadline=None)
def test_results_share_a_rank_part_when_won_score_moves_and_time_agree(
    one: Result, other: Result
) -> None:
    same = rank_part(order_key(one)) == rank_part(order_key(other))
    assert same == shares_rank(one, other)


@given(result=RESULTS)
@settings(max_examples=200, deadline=None)
def test_keys_have_one_length_and_hexadecimal_digits_alone(result: Result) -> None:
    key = order_key(result)
    assert len(key) == KEY_LENGTH
    assert len(rank_part(key)) == RANK_LENGTH
    assert set(key) <= set("0123456789abcdef")


GOOD = Result(won=True, score=100, moves=50, time_ms=1_000, finished_at=NOON, attempt_id=7)


@pytest.mark.parametrize(
    ("better", "worse"),
    list(
        pairwise(
            [
                Result(True, 1_020, 90, 5, NOON, 1),
                Result(True, 1_015, 80, 5, NOON, 2),
                Result(True, 1_015, 81, 4, NOON, 3),
                Result(True, 1_015, 81, 5, NOON, 4),
                Result(True, 1_015, 81, 5, NOON, 5),
                Result(True, 1_015, 81, 5, NOON + timedelta(microseconds=1), 1),
                Result(True, 1_015, 81, None, NOON, 1),
                Result(True, -52, 1, 1, NOON, 1),
                Result(False, 1_515, 1, 1, NOON, 1),
                Result(False, 0, 1, 1, NOON, 1),
                Result(False, -1, 1, 1, NOON, 1),
                Result(False, -52, 1, 1, NOON, 1),
            ]
        )
    ),
)
def test_each_sentence_of_ranking_in_turn(better: Result, worse: Result) -> None:
    assert order_key(better) < order_key(worse)
    assert compare(better, worse) < 0


def test_numbers_that_no_game_can_have_are_refused() -> None:
    for field, value in [
        ("score", 2**23 + 1),
        ("score", -(2**24)),
        ("moves", -1),
        ("moves", 2**16),
        ("time_ms", -1),
        ("attempt_id", -1),
        ("attempt_id", 2**64),
        ("finished_at", datetime(1969, 12, 31, tzinfo=UTC)),
    ]:
        with pytest.raises(ValueError, match="no place in the order"):
            order_key(replace(GOOD, **{field: value}))  # type: ignore[arg-type]


# The same, with lines in the database


def lines_of_random_results(number: int, seed: int) -> tuple[Deal, list[Result]]:
    """A deal with a line each for so many players, whose results often agree."""
    randomness = random.Random(seed)
    deal = ensure_numbered_deal(code=DealCode.numbered("HV", seed + 1), now=NOON)
    players = Player.objects.bulk_create(
        Player(name=f"P{seed}x{at}", name_key=f"p{seed}x{at}", name_look=f"p{seed}x{at}")
        for at in range(number)
    )
    attempts = []
    for player in players:
        whole = randomness.random() < 0.3
        moves = randomness.randrange(1, 4)
        first = NOON + timedelta(seconds=randomness.randrange(3))
        last = first + timedelta(milliseconds=randomness.randrange(3))
        finished = last + timedelta(milliseconds=randomness.randrange(2))
        attempts.append(
            Attempt(
                deal=deal,
                player=player,
                started_at=NOON,
                whole_log=whole,
                first_action_at=None if whole else first,
                last_action_at=None if whole else last,
                finished_at=finished,
                ply=moves,
                moves=moves,
                score=randomness.choice([-52, -47, 0, 208]),
                won=randomness.random() < 0.5,
            )
        )
    randomness.shuffle(attempts)
    Attempt.objects.bulk_create(attempts)
    refresh_lines(deal_id=deal.pk)
    results = []
    for attempt in Attempt.objects.filter(deal=deal):
        assert attempt.finished_at is not None
        results.append(
            Result(
                attempt.won,
                attempt.score,
                attempt.moves,
                attempt.time_ms,
                attempt.finished_at,
                attempt.pk,
            )
        )
    return deal, results


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(3))
def test_a_board_in_the_database_is_ordered_as_the_naive_sort(seed: int) -> None:
    deal, results = lines_of_random_results(60, seed)
    expected = sorted(results, key=cmp_to_key(compare))
    page = board_page(deal_id=deal.pk, limit=100)
    assert [line.standing.attempt_id for line in page.lines] == [r.attempt_id for r in expected]
    assert [line.position for line in page.lines] == list(range(1, 61))
    ranks = [1 + sum(worse_than(r, other) for other in results) for r in expected]
    assert [line.rank for line in page.lines] == ranks
    assert len(set(ranks)) < 60  # some do share


def worse_than(result: Result, other: Result) -> bool:
    """Whether the other is strictly better, ties in rank apart."""
    return not shares_rank(result, other) and compare(result, other) > 0


@pytest.mark.django_db
def test_each_page_of_a_board_gives_a_line_the_place_that_the_whole_board_does() -> None:
    deal, _ = lines_of_random_results(40, 9)
    whole = board_page(deal_id=deal.pk, limit=100).lines
    places = {line.standing.pk: (line.rank, line.position) for line in whole}
    for limit in (1, 2, 7, 39):
        for standing in Standing.objects.filter(deal=deal):
            page = board_page(deal_id=deal.pk, around=standing.player_id, limit=limit)
            for line in page.lines:
                assert (line.rank, line.position) == places[line.standing.pk]
