"""What a state is worth, and the key by which an equal one is known."""

from __future__ import annotations

from typing import Final

import numpy as np

from game.engine.cards import SUIT_SIZE
from game.solver.arrays import Cards, Numbers, Weights
from game.solver.compiled import compiled
from game.solver.transpositions import mixed

from .state import (
    COLUMNS,
    COPIES,
    DRAW,
    DRAWN,
    FOUNDED,
    HIDDEN,
    LAID,
    MOVES,
    ONE_PASS,
    STRIDE,
    TALON,
    TALON_LENGTH,
    TOPS,
    height,
    is_red,
    place_for,
)

FEATURES: Final = (
    "founded",  # cards on foundations
    "hidden",  # face-down cards
    "deep",  # the same, each column squared
    "blockers",  # cards over a lower one of their suit, in one column
    "disorder",  # hidden cards over a lower one
    "covers",  # cards over the next ones that the foundations wait for
    "stock",  # cards in stock and waste
    "spaces",  # empty columns
    "uneven",  # by how much the fullest foundation leads the emptiest
    "sunk",  # cards over those that foundations will want, the less the later these come
    "waste",  # cards turned from the stock, which one pass leaves behind
    "ends",  # different faces that the columns' ends take
    "moves",  # actions so far
    "laid",  # cards that went from the waste to a column
)
"""What the weights stand for, in their order. A weight says how much the feature is worth."""


@compiled
def lowest_top(state: Cards, game: Numbers, suit: int) -> int:
    """Cards on the emptiest foundation of a suit."""
    lowest = 13
    for place in range(suit * game[COPIES], (suit + 1) * game[COPIES]):
        lowest = min(lowest, int(state[TOPS + place]))
    return lowest


@compiled
def judge(state: Cards, tally: Numbers, game: Numbers, weights: Weights) -> float:
    """The worth of a state: the higher the better."""
    hidden_cards = 0
    deep = 0
    blockers = 0
    disorder = 0
    covers = 0
    sunk = 0.0
    spaces = 0
    taken = np.int64(0)
    for column in range(game[COLUMNS]):
        base, length = column * STRIDE, height(state, column)
        if not length:
            spaces += 1
            continue
        hidden = int(state[HIDDEN + column])
        hidden_cards += hidden
        deep += hidden * hidden
        end = int(state[base + length - 1])
        taken |= np.int64(1) << (end % SUIT_SIZE * 2 + is_red(end))
        lowest = np.int64(0x0D0D0D0D)  # the lowest rank of each suit so far, a byte each
        for at in range(length):
            face = int(state[base + at])
            rank, shift = face % SUIT_SIZE, face // SUIT_SIZE * 8
            low = (lowest >> shift) & 0xFF
            if low < rank:
                blockers += 1
            else:
                lowest += (rank - low) << shift
            if at and at <= hidden and int(state[base + at - 1]) % SUIT_SIZE < rank:
                disorder += 1
            wait = rank - lowest_top(state, game, face // SUIT_SIZE)
            sunk += (length - 1 - at) / (1 + wait)
            if place_for(state, game, face) >= 0:
                covers += length - 1 - at
    low_top = 13
    high_top = 0
    for place in range(4 * game[COPIES]):
        low_top = min(low_top, int(state[TOPS + place]))
        high_top = max(high_top, int(state[TOPS + place]))
    ends = 0
    while taken:
        taken &= taken - 1
        ends += 1
    return float(
        weights[0] * tally[FOUNDED]
        - weights[1] * hidden_cards
        - weights[2] * deep
        - weights[3] * blockers
        - weights[4] * disorder
        - weights[5] * covers
        - weights[6] * int(state[TALON_LENGTH])
        + weights[7] * spaces
        - weights[8] * (high_top - low_top)
        - weights[9] * sunk
        - weights[10] * int(state[DRAWN])
        + weights[11] * ends
        - weights[12] * tally[MOVES]
        + weights[13] * tally[LAID]
    )


@compiled
def key_of(state: Cards, game: Numbers) -> np.uint64:
    """A key that takes columns in any order, and the talon as far as its order matters."""
    key = np.uint64(0)
    for column in range(game[COLUMNS]):
        base, length = column * STRIDE, height(state, column)
        hidden = int(state[HIDDEN + column])
        # Which cards are hidden follows from which column it is, and from how many.
        pile = np.uint64(column * 16 + hidden if hidden else 255)
        for at in range(hidden, length):
            pile = pile * np.uint64(0x100000001B3) + np.uint64(state[base + at]) + np.uint64(1)
        key += mixed(pile)
    for at in range(int(state[TALON_LENGTH])):
        key += mixed(np.uint64(state[TALON + at]) + np.uint64(1 << 32))
    drawn = int(state[DRAWN])
    # After whole threes the cards that lie open next are those of a new pass.
    if game[ONE_PASS] or (drawn % game[DRAW] and drawn < int(state[TALON_LENGTH])):
        key += mixed(np.uint64(drawn) + np.uint64(1 << 33))
    return key
