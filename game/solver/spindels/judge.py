"""What a state is worth, and the key by which an equal one is known."""

from __future__ import annotations

from typing import Final

import numpy as np

from game.engine.cards import SUIT_SIZE
from game.solver.arrays import Cards, Numbers, Weights
from game.solver.compiled import compiled
from game.solver.transpositions import mixed

from .state import COLUMNS, FINISHED, HIDDEN, KING, MOVES, ROWS, STRIDE, height

FEATURES: Final = (
    "finished",  # runs that have left
    "hidden",  # face-down cards
    "breaks",  # face-up cards that do not continue the run below them
    "disorder",  # of these, the ones that do not even fall by one
    "spaces",  # empty columns
    "opened",  # columns with no hidden card
    "kings",  # columns whose deepest card is a king, with nothing hidden
    "lengths",  # runs, their lengths squared
    "deep",  # hidden cards, each column squared
    "moves",  # actions so far
)
"""What the weights stand for, in their order. A weight says how much the feature is worth."""


@compiled
def judge(state: Cards, tally: Numbers, weights: Weights) -> float:
    """The worth of a state: the higher the better."""
    hidden_cards = 0
    deep = 0
    breaks = 0
    disorder = 0
    spaces = 0
    opened = 0
    kings = 0
    lengths = 0
    for column in range(COLUMNS):
        base, length = column * STRIDE, height(state, column)
        if not length:
            spaces += 1
            continue
        hidden = int(state[HIDDEN + column])
        hidden_cards += hidden
        deep += hidden * hidden
        if not hidden:
            opened += 1
            if state[base] % SUIT_SIZE == KING:
                kings += 1
        run = 1
        for at in range(hidden + 1, length):
            below, face = int(state[base + at - 1]), int(state[base + at])
            if below == face + 1 and below % SUIT_SIZE:
                run += 1
                continue
            lengths += run * run
            run = 1
            breaks += 1
            if below % SUIT_SIZE != face % SUIT_SIZE + 1:
                disorder += 1
        lengths += run * run
    return float(
        weights[0] * tally[FINISHED]
        - weights[1] * hidden_cards
        - weights[2] * breaks
        - weights[3] * disorder
        + weights[4] * spaces
        + weights[5] * opened
        + weights[6] * kings
        + weights[7] * lengths
        - weights[8] * deep
        - weights[9] * tally[MOVES]
    )


@compiled
def key_of(state: Cards) -> np.uint64:
    """A key that takes columns in any order.

    While there are rows to deal the order does matter a little; two states that differ in it alone
    are not worth a place each.
    """
    key = mixed(np.uint64(state[ROWS]))
    for column in range(COLUMNS):
        base, length = column * STRIDE, height(state, column)
        hidden = int(state[HIDDEN + column])
        # Which cards are hidden follows from which column it is, and from how many.
        pile = np.uint64(column * 16 + hidden if hidden else 255)
        for at in range(hidden, length):
            pile = pile * np.uint64(0x100000001B3) + np.uint64(state[base + at]) + np.uint64(1)
        key += mixed(pile)
    return key
