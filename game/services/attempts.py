"""Writes of attempts: start, append, finish, whole logs. The server replays; it trusts nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from game.engine.codes import DealCode
from game.engine.replay import Refusal
from game.errors import (
    AttemptOver,
    AttemptState,
    IllegalAction,
    LogFull,
    Malformed,
    NotFound,
    StaleLog,
)
from game.events import attempt_finished
from game.limits import MAX_LOG_ACTIONS
from game.models import Attempt, Batch, Player
from game.progress import Progress, advance, progress_of, recent, start, tokens_between
from game.selectors import open_attempt, result_of, state_of
from game.services.deals import ensure_numbered_deal

Clock = Callable[[], datetime]
"""The server's time, asked for once the attempt is locked: what counts is when an action is
taken in."""


def start_attempt(*, code: DealCode, player: Player, now: datetime) -> tuple[Attempt, bool]:
    """The player's open attempt on a numbered deal, or a new one; and whether it is new.

    Starting twice at once gives one attempt.
    """
    existing = open_attempt(code=code, player=player)
    if existing is not None:
        return existing, False
    deal = ensure_numbered_deal(code=code, now=now)
    try:
        with transaction.atomic():
            return Attempt.objects.create(
                deal=deal, player=player, started_at=now, score=deal.rules.scoring.start
            ), True
    except IntegrityError:  # another request began it in between
        return Attempt.objects.get(deal=deal, player=player, finished_at=None), False


def append_actions(
    *, attempt_id: int, player: Player, ply: int, actions: Sequence[str], clock: Clock
) -> tuple[Attempt, AttemptState]:
    """Add actions to the log from position `ply` on; those that are stored already are skipped.

    `actions` are tokens of the grammar. Legal actions before an illegal one are kept.

    Raises NotFound, LogFull, StaleLog, AttemptOver and IllegalAction.
    """
    appended = _append(attempt_id=attempt_id, player=player, ply=ply, actions=actions, clock=clock)
    if appended.error is not None:
        raise appended.error
    return appended.attempt, appended.state


@dataclass(frozen=True, slots=True)
class _Appended:
    """What came of a batch; an error that is raised only after the legal part was committed."""

    attempt: Attempt
    state: AttemptState
    error: IllegalAction | AttemptOver | None = None


@transaction.atomic
def _append(
    *, attempt_id: int, player: Player, ply: int, actions: Sequence[str], clock: Clock
) -> _Appended:
    attempt = _locked(attempt_id, player)
    before = progress_of(attempt)
    stored = tokens_between(attempt, ply, attempt.ply)
    known = len(stored[: len(actions)])
    if ply > attempt.ply or stored[:known] != list(actions[:known]):
        error = AttemptOver if attempt.is_over else StaleLog
        raise error(state_of(attempt, before, since=ply), stored)
    fresh = actions[known:]
    if not fresh:
        return _Appended(attempt, state_of(attempt, before, since=ply))
    if attempt.is_over:
        raise AttemptOver(state_of(attempt, before, since=ply), stored)
    if attempt.ply + len(fresh) > MAX_LOG_ACTIONS:
        raise LogFull(MAX_LOG_ACTIONS)

    after, refusal = advance(attempt.deal.rules, attempt.deal.faces, before, fresh)
    taken = after.ply - before.ply
    if taken:
        _store(attempt, fresh[:taken], after, clock)
    state = state_of(attempt, after, since=ply)
    if refusal is not None:
        refused = Refusal(known + refusal.index, refusal.token, refusal.reason)
        return _Appended(attempt, state, IllegalAction(refused, state))
    if taken < len(fresh):
        log = tokens_between(attempt, ply, attempt.ply)
        return _Appended(attempt, state, AttemptOver(state, log))
    return _Appended(attempt, state)


def finish_attempt(*, attempt_id: int, player: Player, clock: Clock) -> Attempt:
    """Give up: the attempt is over as it stands. One that is over already stays as it is.

    Raises NotFound.
    """
    with transaction.atomic():
        attempt = _locked(attempt_id, player)
        if not attempt.is_over:
            attempt.finished_at = max(clock(), attempt.last_action_at or attempt.started_at)
            attempt.save(update_fields=["finished_at"])
            _tell(attempt)
        return attempt


def play_whole_log(
    *, code: DealCode, player: Player, actions: Sequence[str], now: datetime
) -> Attempt:
    """Verify and keep one whole game on an open deck, all of it or nothing.

    Raises Malformed for an empty log, LogFull, IllegalAction, and AttemptOver where actions follow
    the win.
    """
    if not actions:
        raise Malformed(_("A log needs at least one action."))
    if len(actions) > MAX_LOG_ACTIONS:
        raise LogFull(MAX_LOG_ACTIONS)
    with transaction.atomic():
        deal = ensure_numbered_deal(code=code, now=now)
        after, refusal = advance(deal.rules, deal.faces, start(deal.rules), actions)
        if refusal is not None:
            raise IllegalAction(refusal)
        attempt = Attempt(deal=deal, player=player, whole_log=True, started_at=now, finished_at=now)
        _copy(after, attempt)
        if after.ply < len(actions):
            raise AttemptOver(state_of(attempt, after, since=0), list(actions[: after.ply]))
        attempt.save(force_insert=True)
        Batch.objects.create(
            attempt=attempt,
            first_ply=0,
            length=len(actions),
            actions=" ".join(actions),
            arrived_at=now,
        )
        _tell(attempt)
    return attempt


def _locked(attempt_id: int, player: Player) -> Attempt:
    """The player's attempt, locked until the transaction ends. Raises NotFound."""
    attempt = (
        Attempt.objects.select_for_update(of=("self",))
        .select_related("deal", "player")
        .filter(pk=attempt_id, player=player)
        .first()
    )
    if attempt is None:
        raise NotFound
    return attempt


def _store(attempt: Attempt, tokens: Sequence[str], after: Progress, clock: Clock) -> None:
    """Add a batch and what follows from it, and remember the table once it is committed."""
    # Times never run backwards in a log, whatever a clock that was set back says.
    now = max(clock(), attempt.last_action_at or attempt.started_at)
    Batch.objects.create(
        attempt=attempt,
        first_ply=attempt.ply,
        length=len(tokens),
        actions=" ".join(tokens),
        arrived_at=now,
    )
    _copy(after, attempt)
    attempt.first_action_at = attempt.first_action_at or now
    attempt.last_action_at = now
    if after.table.won:
        attempt.finished_at = now
    attempt.save(
        update_fields=[
            "ply", "score", "moves", "undos", "won",
            "first_action_at", "last_action_at", "finished_at",
        ]
    )  # fmt: skip
    if attempt.is_over:
        _tell(attempt)
    transaction.on_commit(lambda: recent.put(attempt.pk, after))


def _copy(progress: Progress, attempt: Attempt) -> None:
    """Write the numbers that the log folds to beside it."""
    attempt.ply = progress.ply
    attempt.score = progress.table.score
    attempt.moves = progress.table.moves
    attempt.undos = progress.ply - progress.table.moves
    attempt.won = progress.table.won


def _tell(attempt: Attempt) -> None:
    """Raise the event, for an attempt with anything to show."""
    if attempt.ply == 0 or attempt.finished_at is None:
        return
    attempt_finished.send(sender=Attempt, event=result_of(attempt))
