"""From decks to lines: each is replayed here by the engine once more, from its tokens."""

import os
import subprocess
import sys
from itertools import count, pairwise
from pathlib import Path

import pytest

from game.engine.cards import Deck
from game.engine.codes import DealCode
from game.engine.replay import fold
from game.engine.shuffle import numbered_deck
from game.engine.variants import VARIANTS
from game.solver import lines as solver_lines
from game.solver.budget import Budget, Progress
from game.solver.lines import Line, replayed
from game.solver.problem import Goal
from game.solver.solve import lines, solve

ROOT = Path(__file__).resolve().parents[2]
FULL = bool(os.environ.get("HARP_FULL"))

WINNABLE = {
    "EH": (2, 4, 6, 7, 8),
    "HT": (2, 3, 4, 5, 6),
    "HO": (2, 3, 9, 14, 15),
    "HS": (),
    "HV": (2, 3, 4, 5, 6),
    "SO": (1, 2, 3, 4, 5),
    "ST": (1, 2, 3, 4, 5),
    "SF": (2, 5, 7, 8),
}


def deck_of(variant: str, number: int) -> Deck:
    return numbered_deck(DealCode.numbered(variant, number))


def plenty() -> Budget:
    """Time that no deal of these needs, and that a machine under load does not run out of."""
    return Budget(120)


def check(variant: str, number: int, line: Line | None) -> Line:
    assert line is not None
    outcome = fold(VARIANTS[variant], deck_of(variant, number), line.actions)
    assert outcome.refused is None
    assert outcome.table.won
    assert (outcome.table.score, outcome.table.moves) == (line.score, line.moves)
    assert len(line.actions) == line.moves
    return line


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_line_wins_by_the_engine(variant: str) -> None:
    numbers = WINNABLE[variant] if FULL else WINNABLE[variant][:1]
    for number in numbers:
        line = solve(VARIANTS[variant], deck_of(variant, number), budget=plenty())
        check(variant, number, line)


def test_same_chance_gives_the_same_line() -> None:
    first, second = (
        solve(VARIANTS["HO"], deck_of("HO", 4), budget=plenty(), chance=3) for _ in range(2)
    )
    assert first == second


def test_a_budget_ends_the_search() -> None:
    # No deal is won by the first look at its children.
    assert solve(VARIANTS["EH"], deck_of("EH", 2), budget=Budget(0)) is None


def test_a_search_can_be_stopped() -> None:
    asked = count()
    budget = Budget(1e9, stop=lambda: next(asked) == 5)
    assert solve(VARIANTS["SF"], deck_of("SF", 1), budget=budget) is None
    assert next(asked) == 6


def test_progress_is_told() -> None:
    told: list[Progress] = []
    solve(VARIANTS["HT"], deck_of("HT", 2), budget=Budget(120, tell=told.append))
    states = [progress.states for progress in told]
    assert states == sorted(states)
    assert states[-1] > 100


@pytest.mark.parametrize(
    ("variant", "number", "goal"),
    [("HT", 2, Goal.MOVES), ("HT", 2, Goal.SCORE), ("EH", 2, Goal.SCORE)],
)
def test_each_line_is_better_than_the_one_before(variant: str, number: int, goal: Goal) -> None:
    asked = count()
    budget = Budget(1e9, stop=lambda: next(asked) > 2000)
    found: list[Line] = []
    for line in lines(VARIANTS[variant], deck_of(variant, number), budget=budget, goal=goal):
        found.append(check(variant, number, line))
        if len(found) == 3:
            break
    assert len(found) > 1, "the first line was not improved"
    for worse, better in pairwise(found):
        if goal is Goal.MOVES:
            assert better.moves < worse.moves
        else:
            assert (better.score, -better.moves) > (worse.score, -worse.moves)


def test_a_line_that_does_not_win_never_leaves() -> None:
    rules, deck = VARIANTS["HT"], deck_of("HT", 2)
    line = check("HT", 2, solve(rules, deck, budget=plenty()))
    for broken in (line.actions[:-1], line.actions[1:], ("S", *line.actions)):
        with pytest.raises(AssertionError, match="does not win"):
            replayed(rules, deck, broken)
    assert solver_lines.replayed(rules, deck, line.actions) == line


def test_the_functions_run_uncompiled() -> None:
    """As plain Python, for a debugger; a narrow beam, because it is slow."""
    program = """
from game.engine.codes import DealCode
from game.engine.shuffle import numbered_deck
from game.engine.variants import VARIANTS
from game.solver import solve
from game.solver.budget import Budget
solve.FIRST_WIDTH = 4
for variant, number, states in ("HT", 2, 20000), ("SO", 1, 2000):
    deck = numbered_deck(DealCode.numbered(variant, number))
    budget = Budget(1e9, stop=lambda: budget.states > states)
    line = solve.solve(VARIANTS[variant], deck, budget=budget)
    print(variant, budget.states, line and len(line.actions))
"""
    results = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", program],
            cwd=ROOT,
            env={**os.environ, **extra},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for extra in ({"NUMBA_DISABLE_JIT": "1"}, {})
    ]
    plain, compiled = results
    assert plain == compiled
    assert plain.startswith("HT ")
