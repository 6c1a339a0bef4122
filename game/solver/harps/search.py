"""One step of the beam: all children of its states, and the best of them as the next beam."""

from __future__ import annotations

import numpy as np

from game.solver.arrays import Cards, Keys, Numbers, Order, Weights
from game.solver.compiled import compiled
from game.solver.transpositions import is_known, remember

from .judge import judge, key_of
from .state import CARDS, FOUNDED, STATE_SIZE, TALLY_SIZE, list_moves, play

MOST_MOVES = 256
"""More than a state has; and more than the steps of a move."""


@compiled
def expand(
    states: Cards,
    tallies: Numbers,
    count: int,
    game: Numbers,
    weights: Weights,
    seen: Keys,
    parents: Numbers,
    moves: Numbers,
    keys: Keys,
    scores: Weights,
    layers: Numbers,
) -> tuple[int, int]:
    """Judge every child of the first `count` states that was not kept before.

    Fills the last five arrays; how many children there are, and the best win among them, or -1.
    """
    state = np.empty(STATE_SIZE, np.uint8)
    tally = np.empty(TALLY_SIZE, np.int32)
    listed = np.empty(MOST_MOVES, np.int32)
    steps = np.empty(MOST_MOVES, np.int32)
    children = 0
    won = -1
    for parent in range(count):
        for at in range(list_moves(states[parent], game, listed)):
            if children == len(parents):
                return children, won
            state[:] = states[parent]
            tally[:] = tallies[parent]
            play(state, tally, game, listed[at], steps)
            key = key_of(state, game)
            if is_known(seen, key):
                continue
            parents[children] = parent
            moves[children] = listed[at]
            keys[children] = key
            scores[children] = judge(state, tally, game, weights)
            layers[children] = 0
            if tally[FOUNDED] == game[CARDS] and (won < 0 or scores[children] > scores[won]):
                won = children
            children += 1
    return children, won


@compiled
def keep(
    order: Order,
    width: int,
    states: Cards,
    tallies: Numbers,
    game: Numbers,
    seen: Keys,
    parents: Numbers,
    moves: Numbers,
    keys: Keys,
    _layers: Numbers,
    next_states: Cards,
    next_tallies: Numbers,
    kept_parents: Numbers,
    kept_moves: Numbers,
) -> int:
    """Make the next beam of the first `width` children in `order`; how many it has."""
    steps = np.empty(MOST_MOVES, np.int32)
    kept = 0
    for at in range(len(order)):
        child = order[at]
        if kept == width:
            break
        if not remember(seen, keys[child]):
            continue
        next_states[kept] = states[parents[child]]
        next_tallies[kept] = tallies[parents[child]]
        play(next_states[kept], next_tallies[kept], game, moves[child], steps)
        kept_parents[kept] = parents[child]
        kept_moves[kept] = moves[child]
        kept += 1
    return kept


@compiled
def trace(state: Cards, tally: Numbers, game: Numbers, moves: Numbers, steps: Numbers) -> int:
    """Play moves from a state on, writing every step; how many steps there are."""
    one = np.empty(MOST_MOVES, np.int32)
    count = 0
    for move in moves:
        play(state, tally, game, move, one)
        for at in range(one[0]):
            steps[count] = one[1 + at]
            count += 1
    return count
