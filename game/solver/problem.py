"""What the beam needs of a deal: its opening, and the compiled functions of its family."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from game.engine.cards import Deck
from game.engine.rules import Rules

from .arrays import Cards, Numbers, Weights


class Goal(StrEnum):
    """What makes one line better than another."""

    WIN = "win"  # any will do
    SCORE = "score"  # as a board has it: more points, then fewer moves
    MOVES = "moves"  # fewer moves


@dataclass(frozen=True, eq=False)
class Problem:
    """A deal as the compiled functions see it."""

    rules: Rules
    deck: Deck = field(repr=False)
    game: Numbers = field(repr=False)
    state: Cards = field(repr=False)
    tally: Numbers = field(repr=False)
    layers: int
    """Beams side by side; each has the width for itself."""
    deepest: int
    """Moves after which a beam gives up."""
    branching: int
    """Children of a state, on average at most."""
    weights: Weights = field(repr=False)
    """What the features of a state are worth towards the goal."""
    expand: Callable[..., tuple[int, int]]
    keep: Callable[..., int]
    trace: Callable[..., int]

    def steps(self, moves: list[int]) -> list[int]:
        """The single steps of the moves of a search."""
        steps = np.empty(64 * len(moves) + 64, np.int32)
        count = self.trace(
            self.state.copy(), self.tally.copy(), self.game, np.array(moves, np.int32), steps
        )
        return [int(step) for step in steps[:count]]
