"""How fast the rules engine is, beside python-chess in the same run.

Two ratios, each the median of interleaved repetitions:

- replaying the winning Easy Harp games (token to table) against python-chess replaying recorded
  games with `is_legal` and `push`, in actions a second;
- `legal_actions` on every table of those games against `list(board.legal_moves)` on every board.

The chess games are recorded here by seeded random legal play, so that nothing has to be shipped.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import chess

from game.engine.actions import parse_token
from game.engine.cards import Deck
from game.engine.codes import parse_code
from game.engine.legal import legal_actions
from game.engine.shuffle import numbered_deck
from game.engine.table import Table, apply, opening
from game.engine.variants import EASY_HARP

WINS = Path(__file__).parent.parent / "tests" / "data" / "wins.json"
REPLAY_TARGET = 5.0
LEGAL_TARGET = 2.0
CHESS_GAMES = 40
CHESS_PLIES = 80

Game = tuple[Deck, list[str]]


def winning_games() -> list[Game]:
    """Deck and log of each winning Easy Harp game."""
    wins = json.loads(WINS.read_text())["games"]
    codes = [code for code in wins if code.startswith(EASY_HARP.variant)]
    return [(numbered_deck(parse_code(code)), wins[code]["actions"]) for code in codes]


def chess_games() -> list[list[chess.Move]]:
    """Games of at most 80 plies, each move drawn from the legal ones."""
    chance = random.Random(64)
    games = []
    for _ in range(CHESS_GAMES):
        board = chess.Board()
        moves: list[chess.Move] = []
        while len(moves) < CHESS_PLIES and (legal := list(board.legal_moves)):
            moves.append(chance.choice(legal))
            board.push(moves[-1])
        games.append(moves)
    return games


def replay_harp(games: Sequence[Game]) -> int:
    """Replay from tokens; the number of actions."""
    for deck, tokens in games:
        table = opening(EASY_HARP)
        for token in tokens:
            table = apply(EASY_HARP, deck, table, parse_token(token))
        assert table.won
    return sum(len(tokens) for _, tokens in games)


def replay_chess(games: Sequence[Sequence[chess.Move]]) -> int:
    """Replay with the check that a server has to make; the number of moves."""
    for moves in games:
        board = chess.Board()
        for move in moves:
            assert board.is_legal(move)
            board.push(move)
    return sum(map(len, games))


def list_harp(tables: Sequence[tuple[Deck, Table]]) -> int:
    """List the legal actions of every table; the number of tables."""
    for deck, table in tables:
        legal_actions(EASY_HARP, deck, table)
    return len(tables)


def list_chess(boards: Sequence[chess.Board]) -> int:
    """List the legal moves of every board; the number of boards."""
    for board in boards:
        list(board.legal_moves)
    return len(boards)


def tables_of(games: Sequence[Game]) -> list[tuple[Deck, Table]]:
    """Every table of the games before its next action, with its deck."""
    tables = []
    for deck, tokens in games:
        table = opening(EASY_HARP)
        for token in tokens:
            tables.append((deck, table))
            table = apply(EASY_HARP, deck, table, parse_token(token))
    return tables


def boards_of(games: Sequence[Sequence[chess.Move]]) -> list[chess.Board]:
    """Every board of the games before its next move."""
    boards = []
    for moves in games:
        board = chess.Board()
        for move in moves:
            boards.append(board.copy(stack=False))
            board.push(move)
    return boards


def rate(work: Callable[[], int]) -> float:
    """Pieces of work a second, in one go."""
    began = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - began)


def compare(
    what: str, ours: Callable[[], int], theirs: Callable[[], int], repeat: int, target: float
) -> bool:
    """Print both rates and their ratio; whether it reaches the target."""
    pairs = [(rate(ours), rate(theirs)) for _ in range(repeat)]
    harp = statistics.median(ours for ours, _ in pairs)
    other = statistics.median(theirs for _, theirs in pairs)
    ratio = statistics.median(ours / theirs for ours, theirs in pairs)
    print(
        f"{what}: Harp {harp:,.0f} a second, python-chess {other:,.0f}: "
        f"{ratio:.1f} times (target {target:.0f})"
    )
    return ratio >= target


def main() -> int:
    """Measure; 1 where a target was missed."""
    parser = argparse.ArgumentParser(prog="script/bench engine", description=__doc__)
    parser.add_argument("--repeat", type=int, default=9, help="repetitions of each measurement")
    repeat = max(1, parser.parse_args().repeat)
    harp, recorded = winning_games(), chess_games()
    tables, boards = tables_of(harp), boards_of(recorded)
    reached = [
        compare(
            "replay",
            lambda: replay_harp(harp),
            lambda: replay_chess(recorded),
            repeat,
            REPLAY_TARGET,
        ),
        compare(
            "legal actions",
            lambda: list_harp(tables),
            lambda: list_chess(boards),
            repeat,
            LEGAL_TARGET,
        ),
    ]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
