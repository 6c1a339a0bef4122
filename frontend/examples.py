"""Positions of numbered deals that the pages of the rules let their readers play at."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from game.engine.cards import deck_text
from game.engine.codes import parse_code
from game.engine.shuffle import numbered_deck


@dataclass(frozen=True, slots=True)
class Example:
    """A position, and what it shows. The pages say in words what these tokens say."""

    code: str
    log: tuple[str, ...]
    """What was played before."""
    line: tuple[str, ...]
    """What the example shows, move by move."""
    refused: str | None = None
    """What the rules refuse in the position."""

    @property
    def variant(self) -> str:
        """The letters of its game."""
        return self.code[:2]


EXAMPLES: Final[Mapping[str, Example]] = MappingProxyType(
    {
        # 4H 3S would fit on the 5S, but not together: the three waits on the other red four.
        "one-card": Example("EH1-N-AAAAAYN", ("32",), ("29", "25", "95"), refused="25x2"),
        # K Q J of one run go to the space, which does not take the 3D.
        "king-run": Example("EH1-N-AAAAAVM", ("52", "15", "85"), ("51x3",), refused="41"),
        "first-ace": Example("HT1-N-AAAACGY", (), ("6F", "12", "4F", "41", "31")),
        "only-a-king": Example("HT1-N-AAAACGY", ("6F", "12", "4F"), ("41", "31"), refused="31"),
        # Three cards turn; the ace on top goes home, and the three beneath is free.
        "top-of-three": Example("HT1-N-AAAADIY", (), ("S", "WF", "W1")),
        # 6H 5S don't lift together, 6H 5H do.
        "one-suit": Example("ST1-N-AAAAABA", ("30", "73"), ("32x2",), refused="02x2"),
        "row-refused": Example(
            "SF1-N-AAAAAFI",
            ("25", "72", "21x2", "20", "21", "29", "28"),
            ("82x2", "S"),
            refused="S",
        ),
        "whole-run": Example(
            "SO1-N-AAAAABQ",
            ("58", "63", "49", "94x2", "31x2", "S", "42", "41x3", "78", "71", "51x2", "21x2"),
            ("21",),
        ),
    }
)


@cache
def example_data(name: str) -> dict[str, Any]:
    """What an example's table is made from in the browser; raises KeyError."""
    example = EXAMPLES[name]
    return {
        "variant": example.variant,
        "deck": deck_text(numbered_deck(parse_code(example.code))),
        "actions": example.log,
        "refused": example.refused,
        "line": example.line,
    }
