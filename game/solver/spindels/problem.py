"""Spindelharpan as a problem for the beam, with the weights that were tuned."""

from __future__ import annotations

from typing import Final

import numpy as np

from game.engine.cards import Deck
from game.engine.rules import Rules
from game.solver.problem import Goal, Problem

from .search import LAYERS, expand, keep, trace
from .state import TALLY_SIZE, game_row, opening_state

# finished hidden breaks disorder spaces opened kings lengths deep
_WORTH: Final = (60.0, 6.0, 3.0, 2.0, 8.0, 5.0, 2.0, 0.15, 0.1)

_COST: Final = 0.5
"""Of a move, where fewer moves are better."""

_DEEPEST: Final = 400


def problem_of(rules: Rules, deck: Deck, goal: Goal) -> Problem:
    """The problem of a deal."""
    return Problem(
        rules=rules,
        deck=deck,
        game=game_row(rules, deck),
        state=opening_state(rules, deck),
        tally=np.zeros(TALLY_SIZE, np.int32),
        layers=LAYERS,
        deepest=_DEEPEST,
        branching=40,
        weights=np.array((*_WORTH, 0.0 if goal is Goal.WIN else _COST), np.float32),
        expand=expand,
        keep=keep,
        trace=trace,
    )
