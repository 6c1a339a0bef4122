"""What boards do when something happens in the game."""

from typing import Any

from game.events import AttemptFinished, CountingChanged, attempt_finished, counting_changed
from leaderboard.services import record_result, refresh_lines


def connect() -> None:
    """Begin to listen."""
    attempt_finished.connect(_attempt_finished, dispatch_uid="leaderboard")
    counting_changed.connect(_counting_changed, dispatch_uid="leaderboard")


def _attempt_finished(event: AttemptFinished, **_: Any) -> None:
    """Write the line in the transaction that stores the outcome: both are there, or neither."""
    record_result(event)


def _counting_changed(event: CountingChanged, **_: Any) -> None:
    """Work out anew the lines that a judgement touches, in its transaction."""
    refresh_lines(deal_id=event.deal_id, player_id=event.player_id)
