"""Writes of boards."""

from django.db import IntegrityError, transaction

from game import selectors as game_selectors
from game.events import AttemptFinished
from leaderboard.models import Standing
from leaderboard.ranking import Result, order_key


@transaction.atomic
def record_result(event: AttemptFinished) -> Standing | None:
    """Give a verified result its line, if it is better than the player's line on that board.

    What does not count (practice, say) has no line. A line is one run's whole: nothing of a worse
    run stays on it. Safe to repeat, and when two of the player's results come at once.
    """
    if not event.counts:
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
def refresh_lines(*, deal_id: int | None = None, player_id: int | None = None) -> set[int]:
    """Work out anew all lines of a deal, of a player, or of one on the other, from what counts.

    Where nothing had changed, every line comes out as it was. Returns the deals that were touched.
    """
    if deal_id is None and player_id is None:
        raise ValueError("all lines of all boards at once are too many")
    lines = Standing.objects.all()
    if deal_id is not None:
        lines = lines.filter(deal_id=deal_id)
    if player_id is not None:
        lines = lines.filter(player_id=player_id)
    touched = set(lines.values_list("deal_id", flat=True))
    lines.delete()
    for event in game_selectors.counting_results(deal_id=deal_id, player_id=player_id):
        record_result(event)
        touched.add(event.deal_id)
    return touched
