"""What boards do when something happens in the game."""

from typing import Any, Final

from django.db.models.signals import post_save, pre_delete

from game.events import AttemptFinished, CountingChanged, attempt_finished, counting_changed
from leaderboard.models import Standing
from leaderboard.services import (
    delete_lines,
    player_reads_differently,
    record_result,
    refresh_lines,
)

_SHOWN: Final = {"name", "is_guest", "deleted_at"}
"""What lines show of a player."""


def connect() -> None:
    """Begin to listen."""
    attempt_finished.connect(_attempt_finished, dispatch_uid="leaderboard")
    counting_changed.connect(_counting_changed, dispatch_uid="leaderboard")
    for field, receiver in (("player", _player_deleted), ("attempt", _attempt_deleted)):
        sender = Standing._meta.get_field(field).related_model
        pre_delete.connect(receiver, sender=sender, dispatch_uid="leaderboard")
    player = Standing._meta.get_field("player").related_model
    post_save.connect(_player_saved, sender=player, dispatch_uid="leaderboard")


def _attempt_finished(event: AttemptFinished, **_: Any) -> None:
    """Write the line in the transaction that stores the outcome: both are there, or neither."""
    record_result(event)


def _counting_changed(event: CountingChanged, **_: Any) -> None:
    """Work out anew the lines that a judgement touches, in its transaction."""
    refresh_lines(deal_id=event.deal_id, player_id=event.player_id)


def _player_saved(
    instance: Any, created: bool, update_fields: frozenset[str] | None, **_: Any
) -> None:
    """Tell who watches that lines read differently, whoever gave the player another name."""
    if not created and (update_fields is None or _SHOWN & update_fields):
        player_reads_differently(player_id=instance.pk)


def _player_deleted(instance: Any, **_: Any) -> None:
    """Take the lines from their boards before the database does it, untold."""
    delete_lines(player_id=instance.pk)


def _attempt_deleted(instance: Any, **_: Any) -> None:
    """As for a player."""
    delete_lines(attempt_id=instance.pk)
