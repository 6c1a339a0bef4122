"""What the game tells those who listen, inside the transaction in which it happened."""

from dataclasses import dataclass
from datetime import datetime

from django.dispatch import Signal

# Sent with `event: AttemptFinished`. A receiver that raises undoes the finish: a verified result
# and its line on the board are stored together or not at all.
attempt_finished = Signal()


@dataclass(frozen=True, slots=True)
class AttemptFinished:
    """An attempt with at least one action is over, and its outcome verified."""

    attempt_id: int
    deal_id: int
    player_id: int
    practice: bool
    won: bool
    score: int
    moves: int
    time_ms: int | None
    finished_at: datetime
