"""From a deck to lines, better and better ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from game.engine.cards import Deck
from game.engine.rules import Rules

from . import beam, harps, spindels
from .budget import Budget, Stopped
from .lines import Line, line_of
from .problem import Goal, Problem

FIRST_WIDTH: Final = 64
WIDEST: Final = 800
"""Many beams that see things a little differently find more than one wide one."""
JITTER: Final = 0.3
"""How differently: the spread of the logarithm of each weight."""


def solve(
    rules: Rules, deck: Deck, *, budget: Budget, goal: Goal = Goal.WIN, chance: int = 0
) -> Line | None:
    """The best line that the budget allows, or None: for the goal WIN the first one.

    The same `chance` gives the same search.
    """
    best = None
    for line in lines(rules, deck, budget=budget, goal=goal, chance=chance):
        best = line
    return best


def lines(
    rules: Rules, deck: Deck, *, budget: Budget, goal: Goal = Goal.WIN, chance: int = 0
) -> Iterator[Line]:
    """Each line that is better than the ones before, until the budget is spent.

    The first is any win; for the goal WIN it is the only one.
    """
    best: Line | None = None
    try:
        for goal_now in (Goal.WIN, goal):
            for line in _found(_problem(rules, deck, goal_now), budget, chance):
                if line.is_better_than(best, goal):
                    best = line
                    budget.score, budget.moves = line.score, line.moves
                    yield line
                if goal_now is Goal.WIN:
                    break
            if goal is Goal.WIN:
                return
    except Stopped:
        return


def _problem(rules: Rules, deck: Deck, goal: Goal) -> Problem:
    if rules.by_card:
        return harps.problem_of(rules, deck, goal)
    return spindels.problem_of(rules, deck, goal)


def _found(problem: Problem, budget: Budget, chance: int) -> Iterator[Line]:
    """Lines of one beam after the other, each with other weights; raises Stopped."""
    random = np.random.default_rng(chance)
    weights, width = problem.weights, FIRST_WIDTH
    while True:
        for moves in beam.wins(problem, weights, width, budget):
            yield line_of(problem.rules, problem.deck, problem.steps(moves))
        budget.restarts += 1
        spread = np.exp(JITTER * random.standard_normal(len(weights)))
        weights = (problem.weights * spread).astype(np.float32)
        width = min(2 * width, WIDEST)
