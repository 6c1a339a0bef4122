"""How many numbered deals the solver wins, and how fast: by default those of each variant's target.

Seconds are of one core (process time), without compiling. Deals that were not won count with the
time that they took.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from dataclasses import dataclass

from game.engine.codes import DealCode
from game.engine.shuffle import numbered_deck
from game.engine.variants import VARIANTS
from game.solver.budget import Budget, Progress, Tell
from game.solver.lines import Line
from game.solver.problem import Goal
from game.solver.solve import solve


@dataclass(frozen=True)
class Target:
    """What is asked of a variant."""

    deals: int
    seconds: float
    won: int
    median: float | None = None


TARGETS = {
    "EH": Target(deals=100, seconds=30, won=100, median=1.0),
    "HT": Target(deals=50, seconds=10, won=39, median=0.5),
    "HO": Target(deals=50, seconds=10, won=44, median=0.5),
    "HS": Target(deals=50, seconds=10, won=0),
    "HV": Target(deals=50, seconds=10, won=39, median=0.5),
    "SO": Target(deals=20, seconds=30, won=20),
    "ST": Target(deals=20, seconds=30, won=20),
    "SF": Target(deals=50, seconds=30, won=43),
}

IMPROVED_DEALS = range(1, 9)
IMPROVED_SECONDS = 60.0
IMPROVED_SCORE = 1400
IMPROVED_MOVES = 330

BETWEEN_TELLS = 0.2
"""Seconds between two redrawings of the progress line."""


def main() -> int:
    """Measure; 1 where a target was missed."""
    parser = argparse.ArgumentParser(prog="script/bench solver", description=__doc__)
    parser.add_argument("--variants", nargs="+", choices=[*TARGETS], default=[*TARGETS])
    parser.add_argument("--deals", type=int, help="deals of each variant, from 1 on")
    parser.add_argument("--improve", action="store_true", help="Easy Harp 1 to 8, 60 s, both ways")
    options = parser.parse_args()
    if options.improve:
        reached = [_improve(goal) for goal in (Goal.SCORE, Goal.MOVES)]
    else:
        reached = [_measure(variant, options.deals) for variant in options.variants]
    return 0 if all(reached) else 1


def _solve(variant: str, number: int, budget: Budget, goal: Goal = Goal.WIN) -> Line | None:
    deck = numbered_deck(DealCode.numbered(variant, number))
    return solve(VARIANTS[variant], deck, budget=budget, goal=goal)


def _measure(variant: str, deals: int | None) -> bool:
    """Print the line of a variant; whether it reaches its target."""
    target = TARGETS[variant]
    _solve(variant, 2, Budget(60))  # compile
    seconds, won, lost = [], 0, []
    for number in range(1, (deals or target.deals) + 1):
        budget = Budget(target.seconds, tell=_teller(variant, number), clock=time.process_time)
        if _solve(variant, number, budget):
            won += 1
        else:
            lost.append(number)
        seconds.append(budget.spent)
    _clear()
    median = statistics.median(seconds)
    p95 = sorted(seconds)[max(0, round(0.95 * len(seconds)) - 1)]
    asked = f"target {target.won} of {target.deals} within {target.seconds:g} s"
    if target.median:
        asked += f", median {target.median:g} s"
    missed = f"; not won: {' '.join(map(str, lost))}" if lost else ""
    print(
        f"{variant}: won {won} of {len(seconds)}, median {median:.3f} s, "
        f"95th percentile {p95:.2f} s ({asked}){missed}",
        flush=True,
    )
    if deals and deals < target.deals:
        return True
    return won >= target.won and median <= (target.median or target.seconds)


def _improve(goal: Goal) -> bool:
    """Print what the time makes of Easy Harp; whether the median reaches its target."""
    best = []
    _solve("EH", 2, Budget(60))  # compile
    for number in IMPROVED_DEALS:
        budget = Budget(IMPROVED_SECONDS, tell=_teller("EH", number), clock=time.process_time)
        if line := _solve("EH", number, budget, goal):
            best.append(line)
    _clear()
    if len(best) < len(IMPROVED_DEALS):
        print(f"EH 1 to 8: {len(IMPROVED_DEALS) - len(best)} not won", flush=True)
        return False
    score = statistics.median(line.score for line in best)
    moves = statistics.median(line.moves for line in best)
    print(
        f"EH 1 to 8, {IMPROVED_SECONDS:g} s each, by {goal}: median {score:g} points, "
        f"{moves:g} moves (target "
        + (f"{IMPROVED_SCORE} points)" if goal is Goal.SCORE else f"{IMPROVED_MOVES} moves)"),
        flush=True,
    )
    return score >= IMPROVED_SCORE if goal is Goal.SCORE else moves <= IMPROVED_MOVES


def _teller(variant: str, number: int) -> Tell:
    """Shows on a terminal which deal is being solved, and for how long now."""
    told = time.monotonic()

    def tell(progress: Progress) -> None:
        nonlocal told
        if sys.stderr.isatty() and time.monotonic() - told > BETWEEN_TELLS:
            told = time.monotonic()
            print(f"\r\x1b[K{variant} {number}: {progress.seconds:.0f} s", end="", file=sys.stderr)

    return tell


def _clear() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
