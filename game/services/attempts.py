"""Writes of attempts: start, append, finish, whole logs. The server replays; it trusts nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from game.engine.codes import DealCode
from game.engine.codes import Kind as CodeKind
from game.engine.replay import Refusal
from game.errors import (
    AttemptOver,
    AttemptState,
    DayClosed,
    IllegalAction,
    LogFull,
    Malformed,
    NotFound,
    RankedFirst,
    StaleLog,
)
from game.events import attempt_finished
from game.limits import MAX_LOG_ACTIONS, PACE_A_SECOND, PACE_BURST
from game.models import Attempt, Batch, Deal, Player
from game.progress import Progress, advance, progress_of, recent, start, tokens_between
from game.schedule import closes_at, final_at
from game.selectors import published_deal, ranked_attempt, result_of, state_of, stored_deal
from game.services.deals import ensure_numbered_deal, numbered_deal

Clock = Callable[[], datetime]
"""The server's time, asked for once the attempt is locked: what counts is when an action is
taken in."""

_START_TRIES = 5


def start_attempt(
    *, code: DealCode, player: Player, now: datetime, practice: bool = False
) -> tuple[Attempt, bool]:
    """Start an attempt or get it back; and whether it is new. Starting twice at once gives one.

    On a numbered deal, and in practice on a daily one, what is got back is the open attempt of that
    kind; practice has no line on either. The ranked attempt on a daily deal is got back open or
    over: the first try counts.

    Raises NotFound for a deal that is not there yet, DayClosed for a ranked attempt that would
    begin too late, and RankedFirst for practice that would show a deal to who is yet to play it.
    """
    if code.kind == CodeKind.NUMBERED:
        deal = ensure_numbered_deal(code=code, now=now)
        return open_or_new(deal, player, now, practice=practice)
    deal = published_deal(code=code, now=now)
    if practice:
        check_practice(deal, player, now)
        return open_or_new(deal, player, now, practice=True)
    ranked = ranked_attempt(deal=deal, player=player)
    if ranked is not None:
        return ranked, False
    if deal.date is None or now >= closes_at(deal.date) or deal.voided_at is not None:
        raise DayClosed
    # Practised while the day was void, which it is no more: the cards are known.
    if deal.attempts.filter(player=player, practice=True).exists():
        raise DayClosed
    try:
        with transaction.atomic():
            return _new(deal, player, now, ranked=True), True
    except IntegrityError:  # another request began it in between
        return Attempt.objects.get(deal=deal, player=player, ranked=True), False


def open_or_new(
    deal: Deal, player: Player, now: datetime, *, practice: bool
) -> tuple[Attempt, bool]:
    """The player's open attempt, ranked on no day, or a new one; and whether it is new."""
    open_ones = Attempt.objects.select_related("deal", "player").filter(
        deal=deal, player=player, practice=practice, finished_at=None
    )
    for _try in range(_START_TRIES):
        if (attempt := open_ones.first()) is not None:
            return attempt, False
        try:
            with transaction.atomic():
                return _new(deal, player, now, practice=practice), True
        except IntegrityError as error:
            # Another request began one in between, and may have ended it again by now.
            failure = error
    raise failure


def _new(deal: Deal, player: Player, now: datetime, **kind: bool) -> Attempt:
    score = deal.rules.scoring.start
    return Attempt.objects.create(deal=deal, player=player, started_at=now, score=score, **kind)


def check_practice(deal: Deal, player: Player, now: datetime) -> None:
    """Practice begins once the player's ranked attempt is over, or the day closed for all; on a
    void day, which may come to count again, for those too who have not begun.

    Raises RankedFirst.
    """
    if deal.date is None or now >= closes_at(deal.date):
        return
    ranked = ranked_attempt(deal=deal, player=player)
    if ranked is None and deal.voided_at is not None:
        return
    if ranked is None or not ranked.is_over:
        raise RankedFirst


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
    now = clock()
    before = progress_of(attempt)
    stored = tokens_between(attempt, ply, attempt.ply)
    known = len(stored[: len(actions)])
    if ply > attempt.ply or stored[:known] != list(actions[:known]):
        error = AttemptOver if attempt.is_over_at(now) else StaleLog
        raise error(state_of(attempt, before, since=ply, now=now), stored)
    fresh = actions[known:]
    if not fresh:
        return _Appended(attempt, state_of(attempt, before, since=ply, now=now))
    if attempt.is_over_at(now):
        raise AttemptOver(state_of(attempt, before, since=ply, now=now), stored)
    if attempt.ply + len(fresh) > MAX_LOG_ACTIONS:
        raise LogFull(MAX_LOG_ACTIONS)

    after, refusal = advance(attempt.deal.rules, attempt.deal.faces, before, fresh)
    taken = after.ply - before.ply
    if taken:
        _store(attempt, fresh[:taken], after, now)
    state = state_of(attempt, after, since=ply, now=now)
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
        now = clock()
        if not attempt.is_over:
            at = final_at(attempt.deal.date) if attempt.deal.date else now
            # Past its day's end an attempt is over at that end, whoever says so first.
            _finish(attempt, min(now, at) if attempt.ranked else now)
        return attempt


def finish_as_it_stands(*, attempt_id: int, at: datetime) -> None:
    """The end of an attempt whose time is up. One that is over already stays as it is."""
    with transaction.atomic():
        attempt = _locked(attempt_id)
        if not attempt.is_over:
            _finish(attempt, at)


def _finish(attempt: Attempt, at: datetime) -> None:
    attempt.finished_at = max(at, attempt.last_action_at or attempt.started_at)
    attempt.save(update_fields=["finished_at"])
    _tell(attempt)


def play_whole_log(
    *,
    code: DealCode,
    player: Player,
    actions: Sequence[str],
    now: datetime,
    game_key: UUID | None = None,
) -> tuple[Attempt, bool]:
    """Verify and keep one whole game on an open deck, all of it or nothing; and whether it is new.

    Of a game that comes again with its key, the attempt that it became is given back. On a daily
    deal, whose deck is open once it is final, it is practice.

    Raises NotFound for a deck that is not open and a key that is another player's, Malformed for an
    empty log, LogFull, IllegalAction, AttemptOver where actions follow the win, and StaleLog for
    another game under a key that was used.
    """
    if not actions:
        raise Malformed(_("A log needs at least one action."))
    if len(actions) > MAX_LOG_ACTIONS:
        raise LogFull(MAX_LOG_ACTIONS)
    if (kept := _kept_log(game_key, code, player, actions, now)) is not None:
        return kept, False
    deal = _deal_with_open_deck(code, now)
    # Before anything is locked: a long log takes a while, and most that fail, fail here.
    after, refusal = advance(deal.rules, deal.faces, start(deal.rules), actions)
    if refusal is not None:
        raise IllegalAction(refusal)
    attempt = Attempt(
        deal=deal,
        player=player,
        practice=deal.date is not None,
        whole_log=True,
        game_key=game_key,
        started_at=now,
        finished_at=now,
    )
    _copy(after, attempt)
    if after.ply < len(actions):
        raise AttemptOver(state_of(attempt, after, since=0, now=now), list(actions[: after.ply]))
    try:
        with transaction.atomic():
            if deal.pk is None:
                attempt.deal = ensure_numbered_deal(code=code, now=now)
            attempt.save(force_insert=True)
            Batch.objects.create(
                attempt=attempt,
                first_ply=0,
                length=len(actions),
                actions=" ".join(actions),
                arrived_at=now,
            )
            _tell(attempt)
    except IntegrityError:  # the same request came twice at once
        kept = _kept_log(game_key, code, player, actions, now)
        if kept is None:
            raise
        return kept, False
    return attempt, True


def _kept_log(
    game_key: UUID | None, code: DealCode, player: Player, actions: Sequence[str], now: datetime
) -> Attempt | None:
    """The attempt that a game became when it came before. Raises NotFound and StaleLog."""
    if game_key is None:
        return None
    attempt = Attempt.objects.select_related("deal", "player").filter(game_key=game_key).first()
    if attempt is None:
        return None
    if attempt.player_id != player.pk:
        raise NotFound
    log = tokens_between(attempt, 0, attempt.ply)
    if attempt.deal.code != str(code) or log != list(actions):
        raise StaleLog(state_of(attempt, progress_of(attempt), since=0, now=now), log)
    return attempt


def _deal_with_open_deck(code: DealCode, now: datetime) -> Deal:
    """The deal, as a row that may not be stored yet. Raises NotFound."""
    if code.kind == CodeKind.NUMBERED:
        return stored_deal(code) or numbered_deal(code=code, now=now)
    deal = published_deal(code=code, now=now)
    if not deal.is_open:
        raise NotFound
    return deal


def _locked(attempt_id: int, player: Player | None = None) -> Attempt:
    """An attempt (of the player), locked until the transaction ends. Raises NotFound."""
    attempt = (
        Attempt.objects.select_for_update(of=("self",))
        .select_related("deal", "player")
        .filter(Q(pk=attempt_id) & (Q(player=player) if player else Q()))
        .first()
    )
    if attempt is None:
        raise NotFound
    return attempt


def _store(attempt: Attempt, tokens: Sequence[str], after: Progress, now: datetime) -> None:
    """Add a batch and what follows from it, and remember the table once it is committed."""
    # Times never run backwards in a log, whatever a clock that was set back says.
    now = max(now, attempt.last_action_at or attempt.started_at)
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
    seconds = (now - attempt.first_action_at).total_seconds()
    if attempt.ply > PACE_BURST + PACE_A_SECOND * seconds:
        attempt.is_paced = False
    if after.table.won:
        attempt.finished_at = now
    attempt.save(
        update_fields=[
            "ply", "score", "moves", "undos", "won", "is_paced",
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
    """Raise the event, for an attempt with anything to show.

    Whether it counts is looked at afresh: a judgement may have come since the attempt was read. One
    that comes now waits, for the player's row or for the attempt's, and then finds the line.
    """
    if attempt.ply == 0 or attempt.finished_at is None:
        return
    attempt.player = Player.objects.select_for_update(no_key=True).get(pk=attempt.player_id)
    attempt.deal.refresh_from_db(fields=["voided_at"])
    attempt_finished.send(sender=Attempt, event=result_of(attempt))
