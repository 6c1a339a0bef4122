"""What boards do when something happens in the game."""

from typing import Any

from game.events import AttemptFinished, attempt_finished
from leaderboard.services import record_result


def connect() -> None:
    """Begin to listen."""
    attempt_finished.connect(_attempt_finished, dispatch_uid="leaderboard")


def _attempt_finished(event: AttemptFinished, **_: Any) -> None:
    """Write the line in the transaction that stores the outcome: both are there, or neither."""
    record_result(event)
