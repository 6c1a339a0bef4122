"""A table as a row of small numbers, the game as another, and what moves do to it.

The face-up cards of a column are always one run here: only what builds is ever laid on it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from game.engine.cards import SUIT_SIZE, Faces
from game.engine.rules import Lift, Passes, Rules
from game.solver.arrays import Cards, Numbers
from game.solver.compiled import compiled
from game.solver.moves import (
    COLUMN_TO_COLUMN,
    COLUMN_TO_FOUNDATION,
    TALON_TO_COLUMN,
    TALON_TO_FOUNDATION,
    count_of,
    kind_of,
    move_of,
    source_of,
    target_of,
)

# Where things stand in the row of a state.
STRIDE: Final = 24
"""Room for a column: Easy Harp's longest has eight hidden cards and a run of thirteen."""
LENGTHS: Final = 9 * STRIDE
HIDDEN: Final = LENGTHS + 9
TOPS: Final = HIDDEN + 9
"""How many cards lie on each foundation; those of a suit stand side by side."""
TALON: Final = TOPS + 8
"""The waste from its bottom, then the stock, next card first, as in the engine."""
TALON_LENGTH: Final = TALON + 59
DRAWN: Final = TALON_LENGTH + 1
STATE_SIZE: Final = DRAWN + 1

# Where things stand in the tally beside it.
MOVES: Final = 0
"""Actions so far, each tap of the stock included."""
LAID: Final = 1
"""Cards that went from the waste to a column."""
FOUNDED: Final = 2
"""Cards on foundations."""
TALLY_SIZE: Final = 3

# Where things stand in the row of a game.
COLUMNS: Final = 0
COPIES: Final = 1
DRAW: Final = 2
ONE_PASS: Final = 3
ONE_CARD: Final = 4
"""Whether only single cards lift, but for a king-led run onto a space."""
CARDS: Final = 5
SETTLE_STOCK: Final = 6
"""Whether stock cards go to the foundations by themselves where nothing can need them."""
GAME_SIZE: Final = 7


def game_row(rules: Rules) -> Numbers:
    """The numbers of a game."""
    game = np.zeros(GAME_SIZE, np.int32)
    game[COLUMNS] = len(rules.columns)
    game[COPIES] = rules.copies
    game[DRAW] = rules.draw
    game[ONE_PASS] = rules.passes is Passes.ONE
    game[ONE_CARD] = rules.lift is Lift.ONE_CARD
    game[CARDS] = rules.cards
    return game


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
    talon = deck[dealt:]
    state[TALON : TALON + len(talon)] = talon
    state[TALON_LENGTH] = len(talon)
    return state


@compiled
def is_red(face: int) -> bool:
    """Hearts and diamonds, the middle suits, are red."""
    return SUIT_SIZE <= face < 3 * SUIT_SIZE


@compiled
def lays_on(face: int, last: int) -> bool:
    """Whether a face may be laid on another in a column."""
    return last % SUIT_SIZE == face % SUIT_SIZE + 1 and is_red(face) != is_red(last)


@compiled
def height(state: Cards, column: int) -> int:
    """How many cards a column has."""
    return int(state[LENGTHS + column])


@compiled
def last_of(state: Cards, column: int) -> int:
    """The face of the last card of a column that has one."""
    return int(state[column * STRIDE + height(state, column) - 1])


@compiled
def place_for(state: Cards, game: Numbers, face: int) -> int:
    """The foundation that takes the face, or -1."""
    copies = int(game[COPIES])
    first = face // SUIT_SIZE * copies
    for place in range(first, first + copies):
        if state[TOPS + place] == face % SUIT_SIZE:
            return place
    return -1


@compiled
def taps_to(state: Cards, game: Numbers, index: int) -> int:
    """Taps of the stock until talon card `index` is on top of the waste; -1 where it never is."""
    length, drawn, draw = int(state[TALON_LENGTH]), int(state[DRAWN]), int(game[DRAW])
    if index == drawn - 1:
        return 0
    if index >= drawn:
        taps = (index - drawn) // draw + 1
        if index == length - 1 or drawn + taps * draw == index + 1:
            return taps
    if game[ONE_PASS]:
        return -1
    if index == length - 1 or (index + 1) % draw == 0:
        return (length - drawn + draw - 1) // draw + 1 + index // draw + 1
    return -1


@compiled
def play(state: Cards, tally: Numbers, game: Numbers, move: int, steps: Numbers) -> None:
    """Play a move, and then what can go to the foundations without harm.

    Writes every step into `steps`, whose first number counts them.
    """
    steps[0] = 0
    kind, source, target, count = kind_of(move), source_of(move), target_of(move), count_of(move)
    if kind == TALON_TO_FOUNDATION:
        _talon_to_foundation(state, tally, game, source, steps)
    elif kind == TALON_TO_COLUMN:
        _write(steps, move)
        tally[LAID] += 1
        _lay(state, target, _take_talon(state, tally, game, source))
    elif kind == COLUMN_TO_FOUNDATION:
        _column_to_foundation(state, tally, game, source, steps)
    else:
        _write(steps, move)
        tally[MOVES] += 1
        first = height(state, source) - count
        for at in range(first, first + count):
            _lay(state, target, int(state[source * STRIDE + at]))
        _shorten(state, source, count)
    _settle(state, tally, game, steps)


@compiled
def _settle(state: Cards, tally: Numbers, game: Numbers, steps: Numbers) -> None:
    """Play to the foundations what nothing can still need in a column."""
    settled = False
    while not settled:
        settled = True
        for column in range(game[COLUMNS]):
            if height(state, column) and _is_safe(state, game, last_of(state, column)):
                _column_to_foundation(state, tally, game, column, steps)
                settled = False
        if game[SETTLE_STOCK]:
            for index in range(int(state[TALON_LENGTH]) - 1, -1, -1):
                if _is_safe(state, game, int(state[TALON + index])):
                    _talon_to_foundation(state, tally, game, index, steps)
                    settled = False


@compiled
def _is_safe(state: Cards, game: Numbers, face: int) -> bool:
    """Whether a face can go to a foundation, and no card that is still in play could lie on it."""
    if place_for(state, game, face) < 0:
        return False
    rank, copies = face % SUIT_SIZE, game[COPIES]
    if rank <= 1:
        return True
    for suit in range(4):
        if is_red(suit * SUIT_SIZE) != is_red(face):
            for place in range(suit * copies, (suit + 1) * copies):
                if state[TOPS + place] < rank:
                    return False
    return True


@compiled
def _write(steps: Numbers, move: int) -> None:
    steps[0] += 1
    steps[steps[0]] = move


@compiled
def _talon_to_foundation(
    state: Cards, tally: Numbers, game: Numbers, index: int, steps: Numbers
) -> None:
    _write(steps, move_of(TALON_TO_FOUNDATION, index, 0, 1))
    _found(state, tally, game, _take_talon(state, tally, game, index))


@compiled
def _column_to_foundation(
    state: Cards, tally: Numbers, game: Numbers, column: int, steps: Numbers
) -> None:
    _write(steps, move_of(COLUMN_TO_FOUNDATION, column, 0, 1))
    tally[MOVES] += 1
    _found(state, tally, game, last_of(state, column))
    _shorten(state, column, 1)


@compiled
def _found(state: Cards, tally: Numbers, game: Numbers, face: int) -> None:
    state[TOPS + place_for(state, game, face)] += 1
    tally[FOUNDED] += 1


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
def _take_talon(state: Cards, tally: Numbers, game: Numbers, index: int) -> int:
    """Take a card out of the talon, tapping until it lies open."""
    tally[MOVES] += taps_to(state, game, index) + 1
    face = int(state[TALON + index])
    length = int(state[TALON_LENGTH]) - 1
    for at in range(index, length):
        state[TALON + at] = state[TALON + at + 1]
    state[TALON_LENGTH] = length
    state[DRAWN] = index
    return face


@compiled
def list_moves(state: Cards, game: Numbers, moves: Numbers) -> int:
    """Write the moves worth trying into `moves`; how many there are.

    Left out are moves that another one equals: to the second of two empty columns, of a king from
    one empty place to another, and in the Klondikes of part of a run, unless it frees a card that
    plays.
    """
    count = 0
    columns = game[COLUMNS]
    space = -1
    for column in range(columns):
        if not height(state, column):
            space = column
            break
    for index in range(int(state[TALON_LENGTH])):
        if taps_to(state, game, index) < 0:
            continue
        face = int(state[TALON + index])
        if place_for(state, game, face) >= 0:
            moves[count] = move_of(TALON_TO_FOUNDATION, index, 0, 1)
            count += 1
        if face % SUIT_SIZE == SUIT_SIZE - 1:
            if space >= 0:
                moves[count] = move_of(TALON_TO_COLUMN, index, space, 1)
                count += 1
            continue
        for target in range(columns):
            if height(state, target) and lays_on(face, last_of(state, target)):
                moves[count] = move_of(TALON_TO_COLUMN, index, target, 1)
                count += 1
    for source in range(columns):
        if height(state, source):
            count = _list_column(state, game, source, space, moves, count)
    return count


@compiled
def _list_column(
    state: Cards, game: Numbers, source: int, space: int, moves: Numbers, count: int
) -> int:
    """Add the moves of one column."""
    base, length, hidden = source * STRIDE, height(state, source), int(state[HIDDEN + source])
    run = length - hidden
    last = int(state[base + length - 1])
    if place_for(state, game, last) >= 0:
        moves[count] = move_of(COLUMN_TO_FOUNDATION, source, 0, 1)
        count += 1
    if space >= 0 and hidden and state[base + hidden] % SUIT_SIZE == SUIT_SIZE - 1:
        moves[count] = move_of(COLUMN_TO_COLUMN, source, space, run)
        count += 1
    for target in range(game[COLUMNS]):
        if target == source or not height(state, target):
            continue
        end = last_of(state, target)
        lifted = end % SUIT_SIZE - last % SUIT_SIZE
        if lifted < 1 or lifted > run or not lays_on(int(state[base + length - lifted]), end):
            continue
        if game[ONE_CARD]:
            if lifted > 1:
                continue
        elif lifted < run and place_for(state, game, int(state[base + length - lifted - 1])) < 0:
            continue
        moves[count] = move_of(COLUMN_TO_COLUMN, source, target, lifted)
        count += 1
    return count
