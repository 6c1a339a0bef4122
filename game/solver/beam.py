"""Beam search: of all children of a beam's states, the best ones are the next beam."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from .arrays import Numbers, Weights
from .budget import Budget
from .problem import Problem


@dataclass
class Trail:
    """Where the states of each beam came from, to walk back from a win."""

    parents: list[Numbers] = field(default_factory=list)
    moves: list[Numbers] = field(default_factory=list)

    def back_from(self, parent: int) -> list[int]:
        """The moves from the opening to a state of the last beam."""
        path: list[int] = []
        for parents, moves in zip(reversed(self.parents), reversed(self.moves), strict=True):
            path.append(int(moves[parent]))
            parent = int(parents[parent])
        path.reverse()
        return path


def wins(problem: Problem, weights: Weights, width: int, budget: Budget) -> Iterator[list[int]]:
    """The moves of each win that one beam comes by, those of fewest moves first; raises Stopped.

    Of the wins at the same depth it gives the one that is worth most.
    """
    game = problem.game
    room = width * problem.layers
    most = room * problem.branching
    states = np.empty((room, len(problem.state)), np.uint8)
    tallies = np.empty((room, len(problem.tally)), np.int32)
    next_states, next_tallies = np.empty_like(states), np.empty_like(tallies)
    states[0], tallies[0] = problem.state, problem.tally
    seen = np.zeros(1 << (2 * room * problem.deepest).bit_length(), np.uint64)
    parents, moves, layers = (np.empty(most, np.int32) for _ in range(3))
    keys = np.empty(most, np.uint64)
    scores = np.empty(most, np.float32)
    kept_parents, kept_moves = np.empty(room, np.int32), np.empty(room, np.int32)
    trail = Trail()
    count = 1
    for _ in range(problem.deepest):
        children, won = problem.expand(
            states, tallies, count, game, weights, seen, parents, moves, keys, scores, layers
        )
        if won >= 0:
            yield [*trail.back_from(int(parents[won])), int(moves[won])]
        budget.spend(children)
        order = np.argsort(-scores[:children], kind="stable")
        count = problem.keep(
            order, width, states, tallies, game, seen, parents, moves, keys, layers,
            next_states, next_tallies, kept_parents, kept_moves,
        )  # fmt: skip
        if not count:
            return
        trail.parents.append(kept_parents[:count].copy())
        trail.moves.append(kept_moves[:count].copy())
        states, next_states = next_states, states
        tallies, next_tallies = next_tallies, tallies
