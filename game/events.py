"""What the game tells those who listen, inside the transaction in which it happened."""

from dataclasses import dataclass
from datetime import datetime

from django.dispatch import Signal

# Sent with `event: AttemptFinished`. A receiver that raises undoes the finish: a verified result
# and its line on the board are stored together or not at all.
attempt_finished = Signal()

# Sent with `event: CountingChanged`.
counting_changed = Signal()


@dataclass(frozen=True, slots=True)
class AttemptFinished:
    """An attempt with at least one action is over, and its outcome verified."""

    attempt_id: int
    deal_id: int
    variant: str
    player_id: int
    counts: bool
    """Whether it counts for boards: no practice, nothing disqualified, banned or voided."""
    won: bool
    score: int
    moves: int
    time_ms: int | None
    finished_at: datetime


@dataclass(frozen=True, slots=True)
class CountingChanged:
    """What counts was changed: a player's result on a deal, all of a deal, or all of a player's."""

    deal_id: int | None = None
    player_id: int | None = None
