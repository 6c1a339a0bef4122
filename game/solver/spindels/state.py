"""A table as a row of small numbers, the game as another, and what moves do to it."""

from __future__ import annotations

from typing import Final

import numpy as np

from game.engine.cards import SUIT_SIZE, Faces
from game.engine.rules import Rules
from game.solver.arrays import Cards, Numbers
from game.solver.compiled import compiled
from game.solver.moves import (
    COLUMN_TO_COLUMN,
    DEAL_ROW,
    count_of,
    kind_of,
    move_of,
    source_of,
    target_of,
)

COLUMNS: Final = 10
KING: Final = SUIT_SIZE - 1

# Where things stand in the row of a state.
STRIDE: Final = 64
"""Room for a column; moves that would need more are left out."""
LENGTHS: Final = COLUMNS * STRIDE
HIDDEN: Final = LENGTHS + COLUMNS
ROWS: Final = HIDDEN + COLUMNS
"""Rows still to be dealt."""
STATE_SIZE: Final = ROWS + 1

# Where things stand in the tally beside it.
MOVES: Final = 0
FINISHED: Final = 1
"""Runs that have left."""
TALLY_SIZE: Final = 2

# The row of a game: the stock, next card first.


def game_row(rules: Rules, deck: Faces) -> Numbers:
    """The faces of the stock, next card first."""
    return np.array(deck[sum(rules.columns) :], np.int32)


def opening_state(rules: Rules, deck: Faces) -> Cards:
    """The state of a fresh deal."""
    state = np.zeros(STATE_SIZE, np.uint8)
    dealt = 0
    for column, cards in enumerate(rules.columns):
        for place in range(cards):
            state[column * STRIDE + place] = deck[dealt + place]
        state[LENGTHS + column] = cards
        state[HIDDEN + column] = cards - 1
        dealt += cards
    state[ROWS] = (rules.cards - dealt) // COLUMNS
    return state


@compiled
def height(state: Cards, column: int) -> int:
    """How many cards a column has."""
    return int(state[LENGTHS + column])


@compiled
def run_length(state: Cards, column: int) -> int:
    """Cards at the end of a column that fall by one in one suit."""
    base, length = column * STRIDE, height(state, column)
    if not length:
        return 0
    face = int(state[base + length - 1])
    run = 1
    while run < length - int(state[HIDDEN + column]):
        face += 1
        if face % SUIT_SIZE == 0 or state[base + length - 1 - run] != face:
            break
        run += 1
    return run


@compiled
def play(state: Cards, tally: Numbers, game: Numbers, move: int) -> None:
    """Play a move; whole runs leave, and what is freed turns up."""
    tally[MOVES] += 1
    if kind_of(move) == DEAL_ROW:
        first = len(game) - COLUMNS * int(state[ROWS])
        state[ROWS] -= 1
        for column in range(COLUMNS):
            _lay(state, column, game[first + column])
        for column in range(COLUMNS):
            _leave(state, tally, column)
        return
    source, target, count = source_of(move), target_of(move), count_of(move)
    first = height(state, source) - count
    for at in range(first, first + count):
        _lay(state, target, int(state[source * STRIDE + at]))
    _shorten(state, source, count)
    _leave(state, tally, target)


@compiled
def _lay(state: Cards, column: int, face: int) -> None:
    state[column * STRIDE + height(state, column)] = face
    state[LENGTHS + column] += 1


@compiled
def _shorten(state: Cards, column: int, count: int) -> None:
    """Take cards off a column, and turn up the hidden one that this frees."""
    length = height(state, column) - count
    state[LENGTHS + column] = length
    if length and length == state[HIDDEN + column]:
        state[HIDDEN + column] = length - 1


@compiled
def _leave(state: Cards, tally: Numbers, column: int) -> None:
    """Take a whole run off the end of a column."""
    if run_length(state, column) == SUIT_SIZE:
        tally[FINISHED] += 1
        _shorten(state, column, SUIT_SIZE)


@compiled
def list_moves(state: Cards, moves: Numbers) -> int:
    """Write the moves worth trying into `moves`; how many there are.

    Of the empty columns the first stands for all. A run goes there whole or by its last card, and
    not from one empty place to another. Part of a run goes only onto its own suit.
    """
    count = 0
    space = -1
    for column in range(COLUMNS):
        if not height(state, column):
            space = column
            break
    if state[ROWS] and space < 0 and _row_fits(state):
        moves[count] = move_of(DEAL_ROW, 0, 0, 1)
        count += 1
    for source in range(COLUMNS):
        run = run_length(state, source)
        if not run:
            continue
        length = height(state, source)
        if space >= 0:
            if run < length:
                moves[count] = move_of(COLUMN_TO_COLUMN, source, space, run)
                count += 1
            if run > 1:
                moves[count] = move_of(COLUMN_TO_COLUMN, source, space, 1)
                count += 1
        last = int(state[source * STRIDE + length - 1])
        for target in range(COLUMNS):
            tall = height(state, target)
            if target == source or not tall:
                continue
            end = int(state[target * STRIDE + tall - 1])
            lifted = end % SUIT_SIZE - last % SUIT_SIZE
            if lifted < 1 or lifted > run or tall + lifted > STRIDE:
                continue
            if lifted < run and end // SUIT_SIZE != last // SUIT_SIZE:
                continue
            moves[count] = move_of(COLUMN_TO_COLUMN, source, target, lifted)
            count += 1
    return count


@compiled
def _row_fits(state: Cards) -> bool:
    tallest = 0
    for column in range(COLUMNS):
        tallest = max(tallest, height(state, column))
    return tallest < STRIDE
