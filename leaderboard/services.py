"""Writes of boards."""

from django.db import IntegrityError, transaction

from game import selectors as game_selectors
from game.events import AttemptFinished
from leaderboard.models import Standing
from leaderboard.ranking import Result, order_key


@transaction.atomic
def record_result(event: AttemptFinished) -> Standing | None:
    """Give a verified result its line, if it is better than the player's line on that board.

    Practice has no line. A line is one run's whole: nothing of a worse run stays on it. Safe to
    repeat, and when two of the player's results come at once.
    """
    if event.practice:
        return None
    key = order_key(
        Result(
            won=event.won,
            score=event.score,
            moves=event.moves,
            time_ms=event.time_ms,
            finished_at=event.finished_at,
            attempt_id=event.attempt_id,
        )
    )
    line = {
        "attempt_id": event.attempt_id,
        "won": event.won,
        "score": event.score,
        "moves": event.moves,
        "time_ms": event.time_ms,
        "finished_at": event.finished_at,
        "order_key": key,
    }
    standing = _locked(event)
    if standing is None:
        try:
            with transaction.atomic():
                return Standing.objects.create(
                    deal_id=event.deal_id, player_id=event.player_id, **line
                )
        except IntegrityError:
            standing = _locked(event)
            if standing is None:  # another constraint than the one on player and deal
                raise
    if key < standing.order_key:
        for name, value in line.items():
            setattr(standing, name, value)
        standing.save(update_fields=list(line))
    return standing


def _locked(event: AttemptFinished) -> Standing | None:
    lines = Standing.objects.select_for_update()
    return lines.filter(deal_id=event.deal_id, player_id=event.player_id).first()


@transaction.atomic
def rebuild_board(*, deal_id: int) -> int:
    """Work out a deal's lines anew from its finished attempts; the number of lines.

    For repairs: every line comes out as it was, unless other hands had changed it.
    """
    Standing.objects.filter(deal_id=deal_id).delete()
    for event in game_selectors.finished_attempts(deal_id=deal_id):
        record_result(event)
    return Standing.objects.filter(deal_id=deal_id).count()
