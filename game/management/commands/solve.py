"""manage.py solve CODE, or --numbers A-B --variant EH: winning lines of deals, as JSON."""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import time
from typing import TYPE_CHECKING, Any, TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from game.engine.cards import Deck
from game.engine.codes import DealCode, Kind, parse_code
from game.engine.errors import EngineError
from game.engine.shuffle import SEED_BYTES, draw_key, numbered_deck, shuffle
from game.engine.variants import VARIANTS

if TYPE_CHECKING:
    from game.solver.budget import Progress
    from game.solver.problem import Goal

BAD_INPUT = 2
NO_LINE = 1
BETWEEN_TELLS = 0.2
"""Seconds between two redrawings of the progress line."""


class Command(BaseCommand):
    """One JSON line a deal; exit status 1 where a deal was not won."""

    help = "Look for a winning line of a deal, or of many, and print it as JSON."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Which deals, for how long, towards what."""
        parser.add_argument("code", nargs="?", metavar="CODE", help="such as EH1-N-AAAAAAF")
        parser.add_argument("--seed", metavar="HEX", help="secret seed of a daily deal")
        parser.add_argument("--draw", metavar="N", type=_natural, help="which draw of the seed")
        parser.add_argument("--seconds", type=_seconds, default=30.0, help="for each deal (30)")
        better = parser.add_mutually_exclusive_group()
        better.add_argument(
            "--improve", action="store_true", help="use all the time: more points, then fewer moves"
        )
        better.add_argument("--shortest", action="store_true", help="use all the time: fewer moves")
        parser.add_argument("--numbers", metavar="A-B", type=_numbers, help="many numbered deals")
        parser.add_argument("--variant", choices=[*VARIANTS], help="of --numbers")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        """Solve; raises CommandError for bad input, SystemExit where a deal was not won."""
        try:
            from game.solver.problem import Goal
        except ModuleNotFoundError as missing:
            raise CommandError(
                f"The solver needs {missing.name}: script/bootstrap --solver installs it.",
                returncode=BAD_INPUT,
            ) from None
        goal = Goal.WIN
        if options["improve"]:
            goal = Goal.SCORE
        elif options["shortest"]:
            goal = Goal.MOVES
        deals = _deals(options)
        bar = _Bar(sys.stderr, len(deals))
        found = []
        try:
            for code, deck in deals:
                found.append(_solved(code, deck, options["seconds"], goal, bar))
                bar.clear()
                self.stdout.write(json.dumps(found[-1]))
                self.stdout.flush()
        except KeyboardInterrupt:
            bar.clear()
            if not found:
                raise SystemExit(130) from None
        if options["numbers"]:
            self.stderr.write(_summary(found))
        if len(found) < len(deals) or not all(each["won"] for each in found):
            raise SystemExit(NO_LINE)


def _solved(code: DealCode, deck: Deck, seconds: float, goal: Goal, bar: _Bar) -> dict[str, Any]:
    """What came of one deal. Ctrl-C ends an improvement early, with the best line so far."""
    from game.solver.budget import Budget
    from game.solver.solve import lines

    bar.next(str(code))
    budget = Budget(seconds, tell=bar.tell)
    best = None
    try:
        for line in lines(VARIANTS[code.variant], deck, budget=budget, goal=goal):
            best = line
    except KeyboardInterrupt:
        if best is None:
            raise
    return {
        "code": str(code),
        "won": best is not None,
        "actions": None if best is None else list(best.actions),
        "score": None if best is None else best.score,
        "moves": None if best is None else best.moves,
        "seconds": round(budget.spent, 3),
        "states": budget.states,
    }


class _Bar:
    """The progress line on a terminal; nothing elsewhere."""

    WIDTH = 24

    def __init__(self, stream: TextIO, deals: int) -> None:
        self._stream = stream
        self._shown = stream.isatty()
        self._deals = deals
        self._at = 0
        self._code = ""
        self._told = 0.0

    def next(self, code: str) -> None:
        """Go on to the next deal."""
        self._at += 1
        self._code = code

    def tell(self, progress: Progress) -> None:
        """Draw the line anew, if the last time is a while ago."""
        now = time.monotonic()
        if not self._shown or now - self._told < BETWEEN_TELLS:
            return
        self._told = now
        text = f"{self._code}  {progress.seconds:.0f} s  {progress.states:,} states"
        if progress.moves is not None:
            text += f"  best: {progress.score} points, {progress.moves} moves"
        if self._deals > 1:
            full = self.WIDTH * (self._at - 1) // self._deals
            bar = "#" * full + "." * (self.WIDTH - full)
            text = f"[{bar}] {self._at}/{self._deals}  {text}"
        self._stream.write(f"\r\x1b[K{text}")
        self._stream.flush()

    def clear(self) -> None:
        """Leave the terminal's line empty."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def _summary(found: list[dict[str, Any]]) -> str:
    won = [each for each in found if each["won"]]
    text = f"Won {len(won)} of {len(found)}."
    if won:
        seconds = statistics.median(each["seconds"] for each in won)
        score = statistics.median(each["score"] for each in won)
        moves = statistics.median(each["moves"] for each in won)
        text += f" Medians: {seconds:.2f} s, {score:g} points, {moves:g} moves."
    return text


def _deals(options: dict[str, Any]) -> list[tuple[DealCode, Deck]]:
    """The deals that the options name; raises CommandError."""
    numbers, variant, text = options["numbers"], options["variant"], options["code"]
    seed, draw = options["seed"], options["draw"]
    try:
        if numbers is not None:
            if text is not None or variant is None or seed is not None or draw is not None:
                raise CommandError(
                    "--numbers goes with --variant, and with nothing else that names a deal.",
                    returncode=BAD_INPUT,
                )
            codes = [DealCode.numbered(variant, number) for number in numbers]
            return [(code, numbered_deck(code)) for code in codes]
        if text is None or variant is not None:
            raise CommandError("Give one CODE, or --numbers with --variant.", returncode=BAD_INPUT)
        code = parse_code(text)
    except EngineError as error:
        raise CommandError(str(error), returncode=BAD_INPUT) from None
    return [(code, _deck(code, seed, draw))]


def _deck(code: DealCode, seed: str | None, draw: int | None) -> Deck:
    if code.kind is Kind.NUMBERED:
        if seed is not None or draw is not None:
            raise CommandError(
                "A numbered deal has the public key; leave out --seed and --draw.",
                returncode=BAD_INPUT,
            )
        return numbered_deck(code)
    if seed is None or draw is None:
        raise CommandError("A daily deal needs --seed and --draw.", returncode=BAD_INPUT)
    if not re.fullmatch(f"[0-9a-fA-F]{{{2 * SEED_BYTES}}}", seed):
        raise CommandError(f"--seed is {2 * SEED_BYTES} hexadecimal digits.", returncode=BAD_INPUT)
    key = draw_key(bytes.fromhex(seed), str(code), draw)
    return shuffle(VARIANTS[code.variant], key, str(code))


def _natural(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError("a whole number from 0 to 999999999")
    return int(text)


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,3})?", text) or float(text) == 0:
        raise argparse.ArgumentTypeError("a number of seconds, such as 30 or 0.5")
    return float(text)


def _numbers(text: str) -> range:
    shape = re.fullmatch(r"([0-9]{1,6})-([0-9]{1,6})", text)
    if shape is None or int(shape[1]) > int(shape[2]):
        raise argparse.ArgumentTypeError("two deal numbers, such as 1-100")
    return range(int(shape[1]), int(shape[2]) + 1)
