"""How long a search may go on, and who is told how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is."""

    seconds: float
    states: int
    """States looked at."""
    restarts: int
    score: int | None = None
    """Of the best line so far, None while there is none."""
    moves: int | None = None


Tell: TypeAlias = Callable[[Progress], None]


class Stopped(Exception):
    """The time is over, or somebody has asked the search to stop."""


@dataclass
class Budget:
    """The time that a search has, and what it has spent."""

    seconds: float
    tell: Tell | None = None
    """Called now and then."""
    stop: Callable[[], bool] = lambda: False
    """Asked now and then; True ends the search."""
    clock: Callable[[], float] = time.monotonic
    states: int = 0
    restarts: int = 0
    score: int | None = None
    moves: int | None = None
    began: float = field(init=False)

    def __post_init__(self) -> None:
        self.began = self.clock()

    @property
    def spent(self) -> float:
        """Seconds since the search began."""
        return self.clock() - self.began

    def spend(self, states: int) -> None:
        """Count states; raises Stopped when the search has to end."""
        self.states += states
        spent = self.spent
        if self.tell:
            self.tell(Progress(spent, self.states, self.restarts, self.score, self.moves))
        if spent >= self.seconds or self.stop():
            raise Stopped
