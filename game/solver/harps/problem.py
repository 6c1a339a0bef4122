"""Easy Harp and the Klondikes as problems for the beam, with the weights that were tuned."""

from __future__ import annotations

from typing import Final

import numpy as np

from game.engine.cards import Deck
from game.engine.rules import Passes, Rules
from game.solver.problem import Goal, Problem

from .search import expand, keep, trace
from .state import SETTLE_STOCK, TALLY_SIZE, game_row, opening_state

# founded hidden deep blockers disorder covers stock spaces uneven sunk waste ends
_EASY_HARP: Final = (4.5, 11.5, 0.25, 11.0, 2.2, 2.0, 0.95, 2.9, 1.6, 0.0, 0.0, 2.7)
_ONE_CARD: Final = (1.0, 12.0, 0.3, 6.0, 1.1, 0.6, 0.7, 1.0, 0.7, 0.16, 0.0, 0.45)
_THREE_CARDS: Final = (5.0, 5.0, 0.1, 2.5, 1.0, 0.3, 0.6, 2.0, 0.5, 0.0, 0.0, 0.5)

# moves laid
_COSTS: Final = {Goal.WIN: (0.0, 0.0), Goal.SCORE: (0.1, 5.0), Goal.MOVES: (0.3, 0.0)}

_DEEPEST: Final = 400


def problem_of(rules: Rules, deck: Deck, goal: Goal) -> Problem:
    """The problem of a deal."""
    game = game_row(rules)
    free_stock = rules.draw == 1 and rules.passes is Passes.UNLIMITED
    game[SETTLE_STOCK] = free_stock and goal is Goal.WIN
    worth = _ONE_CARD if rules.draw == 1 else _THREE_CARDS
    if rules.copies == 2:
        worth = _EASY_HARP
    return Problem(
        rules=rules,
        deck=deck,
        game=game,
        state=opening_state(rules, deck),
        tally=np.zeros(TALLY_SIZE, np.int32),
        layers=1,
        deepest=_DEEPEST,
        branching=40,
        weights=np.array((*worth, *_COSTS[goal]), np.float32),
        expand=expand,
        keep=keep,
        trace=trace,
    )
