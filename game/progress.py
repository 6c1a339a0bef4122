"""How far an attempt has come: its log folded through the engine, and kept while it is played.

A log is only ever added to, so the table at a ply never changes and may be kept by any process for
as long as it likes; a process that has it folds the actions that came since, and one that has not
folds them all.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

from django.db.models import F

from game.engine.actions import parse_token
from game.engine.cards import Faces
from game.engine.errors import Reason, Refused
from game.engine.replay import Refusal
from game.engine.rules import Rules
from game.engine.table import Table, apply, opening
from game.models import Attempt

_KEPT = 300


@dataclass(frozen=True, slots=True)
class Progress:
    """The table at a ply; `turned_at` has for each of its turned cards the ply of turning up."""

    ply: int
    table: Table
    turned_at: tuple[int, ...]


def start(rules: Rules) -> Progress:
    """Before the first action."""
    return Progress(ply=0, table=opening(rules), turned_at=())


def advance(
    rules: Rules, faces: Faces, progress: Progress, tokens: Sequence[str]
) -> tuple[Progress, Refusal | None]:
    """Play on to the end of the tokens, a refused one, or a win (what follows a win is not tried).

    Raises BadToken for text that is no token.
    """
    table = progress.table
    turned_at = list(progress.turned_at)
    ply = progress.ply
    refusal = None
    for index, token in enumerate(tokens):
        if table.won:
            break
        try:
            table = apply(rules, faces, table, parse_token(token))
        except Refused as refused:
            refusal = Refusal(index=index, token=token, reason=Reason(refused.reason))
            break
        ply += 1
        turned_at.extend([ply] * (len(table.turned) - len(turned_at)))
    return Progress(ply=ply, table=table, turned_at=tuple(turned_at)), refusal


class _Recent:
    """The progress of the attempts that were used last, at most `_KEPT` of them."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._by_attempt: OrderedDict[int, Progress] = OrderedDict()

    def get(self, attempt_id: int) -> Progress | None:
        with self._lock:
            progress = self._by_attempt.get(attempt_id)
            if progress is not None:
                self._by_attempt.move_to_end(attempt_id)
            return progress

    def put(self, attempt_id: int, progress: Progress) -> None:
        with self._lock:
            known = self._by_attempt.get(attempt_id)
            if known is None or known.ply <= progress.ply:
                self._by_attempt[attempt_id] = progress
            self._by_attempt.move_to_end(attempt_id)
            while len(self._by_attempt) > _KEPT:
                self._by_attempt.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._by_attempt.clear()


recent = _Recent()


def progress_of(attempt: Attempt) -> Progress:
    """The attempt's progress at its stored ply.

    `recent` holds committed progress alone, so what it knows is never ahead of what was stored,
    unless this very row was read before another's commit; then the log is folded anew. What was
    folded is kept: a long game that many watch is folded once. (Call it with a row as it was read,
    never with one that this transaction has changed.)
    """
    known = recent.get(attempt.pk)
    if known is None or known.ply > attempt.ply:
        known = start(attempt.deal.rules)
    if known.ply == attempt.ply:
        return known
    tokens = tokens_between(attempt, known.ply, attempt.ply)
    progress, refusal = advance(attempt.deal.rules, attempt.deal.faces, known, tokens)
    if refusal is not None or progress.ply != attempt.ply:
        raise BrokenLog(attempt.pk)
    recent.put(attempt.pk, progress)
    return progress


def tokens_between(attempt: Attempt, first: int, last: int) -> list[str]:
    """The stored actions from ply `first` up to, not including, `last`."""
    batches = (
        attempt.batches.annotate(end=F("first_ply") + F("length"))
        .filter(first_ply__lt=last, end__gt=first)
        .order_by("first_ply")
    )
    tokens: list[str] = []
    for batch in batches:
        tokens += batch.tokens[max(first - batch.first_ply, 0) :]
    return tokens[: last - first]


class BrokenLog(Exception):
    """A stored log does not fold to what is stored beside it: other hands changed the store."""
