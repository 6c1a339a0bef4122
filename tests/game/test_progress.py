"""The table that a process remembers of an attempt: it saves time and never changes an answer."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from game import progress
from game.engine.actions import token_of
from game.engine.codes import DealCode
from game.engine.legal import legal_actions
from game.engine.replay import fold
from game.engine.variants import VARIANTS
from game.models import Attempt, Batch
from game.progress import BrokenLog, Progress, progress_of, recent, start, tokens_between
from game.services import attempts
from tests.seat import WIN, Seat


def load(attempt: int) -> Attempt:
    return Attempt.objects.select_related("deal").get(pk=attempt)


def assert_right(attempt: int) -> None:
    """What the process makes of the attempt is what a fresh fold of its log gives."""
    row = load(attempt)
    known = progress_of(row)
    log = tokens_between(row, 0, row.ply)
    fresh = fold(row.deal.rules, row.deal.faces, log)
    assert fresh.refused is None
    assert known.ply == len(log) == fresh.ply
    assert known.table == fresh.table
    opening = len(row.deal.rules.opening_up)
    assert list(zip(known.turned_at, known.table.turned, strict=True)) == [
        (reveal.ply, reveal.at) for reveal in fresh.reveals[opening:]
    ]


@pytest.mark.django_db(transaction=True)  # progress is remembered on commit, so it has to happen
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_read_by_warm_cold_and_lagging_processes_are_right_at_every_step(
    ann: Seat, variant: str, no_throttle: None
) -> None:
    randomness = random.Random(variant)
    attempt = ann.start(str(DealCode.numbered(variant, 4_711)))["id"]
    row = load(attempt)
    faces = row.deal.faces
    remembered: list[Progress] = []
    table = progress_of(row).table
    ply = 0
    for _ in range(25):
        tokens = []
        for _ in range(randomness.randrange(1, 9)):
            legal = legal_actions(row.deal.rules, faces, table)
            undo = table.undoable and randomness.random() < 0.2
            if not legal and not undo:
                break
            token = "U" if undo else token_of(randomness.choice(legal))
            table = fold(row.deal.rules, faces, [token], table).table
            tokens.append(token)
        state = ann.append(attempt, ply, tokens).json()
        assert (state["ply"], state["score"], state["moves"]) == (
            table.ply,
            table.score,
            table.moves,
        )
        ply = state["ply"]
        remembered.append(progress_of(load(attempt)))
        # Another process: it knows nothing, an older ply, or all of it.
        recent.clear()
        if known := randomness.choice([None, *remembered[-4:]]):
            recent.put(attempt, known)
        assert_right(attempt)
        if state["won"] or not tokens:
            break


@pytest.mark.django_db(transaction=True)
def test_a_batch_is_remembered_once_it_is_committed(ann: Seat) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, WIN[:20])
    known = recent.get(attempt)
    assert known is not None
    assert known.ply == 20


@pytest.mark.django_db(transaction=True)
def test_a_batch_that_is_rolled_back_is_not_remembered(ann: Seat) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, WIN[:20])

    class Failure(Exception):
        pass

    def append_and_fail() -> None:
        with transaction.atomic():
            attempts.append_actions(
                attempt_id=attempt,
                player=ann.player,
                ply=20,
                actions=WIN[20:40],
                clock=lambda: load(attempt).started_at,
            )
            raise Failure

    with pytest.raises(Failure):
        append_and_fail()
    known = recent.get(attempt)
    assert known is not None
    assert known.ply == 20
    assert_right(attempt)
    assert ann.append(attempt, 20, ["U"]).status_code == 200
    assert_right(attempt)


@pytest.mark.django_db
def test_progress_ahead_of_the_row_that_was_read_is_not_used(ann: Seat) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, WIN[:20])
    early = load(attempt)
    ann.append(attempt, 20, WIN[20:40])
    recent.put(attempt, progress_of(load(attempt)))
    assert progress_of(early).ply == 20
    assert progress_of(early).table == fold(early.deal.rules, early.deal.faces, WIN[:20]).table


@pytest.mark.django_db
def test_what_is_remembered_is_never_put_back_to_an_earlier_ply(ann: Seat) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, WIN[:20])
    late = progress_of(load(attempt))
    recent.put(attempt, late)
    recent.put(attempt, start(VARIANTS["HO"]))
    assert recent.get(attempt) is late


@pytest.mark.django_db(transaction=True)
def test_a_warm_process_folds_only_what_came_since(
    ann: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, WIN[:100])
    folded: list[int] = []
    advance = progress.advance

    def counting(rules: Any, faces: Any, known: Any, tokens: Any) -> Any:
        folded.append(len(tokens))
        return advance(rules, faces, known, tokens)

    monkeypatch.setattr(progress, "advance", counting)
    monkeypatch.setattr(attempts, "advance", counting)
    ann.append(attempt, 100, WIN[100:105])
    assert sum(folded) == 5


def test_the_memory_is_bounded_and_keeps_what_was_used_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(progress, "_KEPT", 3)
    opening = start(VARIANTS["EH"])
    for attempt in (1, 2, 3):
        recent.put(attempt, opening)
    recent.get(1)
    recent.put(4, opening)
    assert [recent.get(attempt) is not None for attempt in (1, 2, 3, 4)] == [
        True,
        False,
        True,
        True,
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "spoil",
    [
        lambda batches: batches.filter(first_ply=0).update(actions="S 11"),
        lambda batches: batches.filter(first_ply=0).delete(),
        lambda batches: batches.filter(first_ply=20).delete(),
    ],
    ids=["illegal", "no beginning", "no end"],
)
def test_a_log_that_other_hands_have_changed_is_found_broken(
    ann: Seat, spoil: Callable[[Any], Any]
) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, WIN[:20])
    ann.append(attempt, 20, WIN[20:30])
    recent.clear()
    spoil(Batch.objects.filter(attempt_id=attempt))
    with pytest.raises(BrokenLog):
        progress_of(load(attempt))


@pytest.mark.django_db
@pytest.mark.parametrize("size", [1, 4, 7, 30])
def test_tokens_between_two_plies_are_that_part_of_the_log(ann: Seat, size: int) -> None:
    attempt = ann.start()["id"]
    log = WIN[:30]
    for first in range(0, len(log), size):
        ann.append(attempt, first, log[first : first + size])
    row = load(attempt)
    for first in range(31):
        for last in range(first, 31):
            assert tokens_between(row, first, last) == log[first:last]
