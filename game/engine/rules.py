"""The vocabulary of the patiences. A game is a value of Rules; one engine plays them all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from .cards import KING, PACK, SUIT_SIZE, Deck, is_red, rank_of, suit_of

VERSION = 1
"""Of rules and shuffle together, as it stands in deal codes."""

SPACE = PACK
"""Stands for an empty column where a table is indexed by the face of a column's last card."""


class Stock(StrEnum):
    """Where a tap on the stock puts its cards."""

    WASTE = "waste"
    ROW = "row"  # one face up on each column


class Passes(StrEnum):
    """How often the stock may be gone through."""

    UNLIMITED = "unlimited"
    ONE = "one"
    NONE = "none"  # there is no waste that could go back


class Build(StrEnum):
    """What a card may be laid on in a column: a card one rank higher, and ..."""

    OTHER_COLOUR = "other-colour"
    ANY_SUIT = "any-suit"


class Lift(StrEnum):
    """What may be moved between columns."""

    ONE_CARD = "one-card"  # and a whole king-led run, onto an empty column only
    RUN = "run"  # in the order of the build, whole or its lower part
    SUIT_RUN = "suit-run"  # falling by one in one suit


class Space(StrEnum):
    """What an empty column takes."""

    KING = "king"
    ANYTHING = "anything"


class Foundation(StrEnum):
    """How cards come to the foundations."""

    RESERVED = "reserved"  # card by card, each place for its own suit
    FIRST_FREE = "first-free"  # card by card, an ace takes the first empty place
    WHOLE_RUNS = "whole-runs"  # runs from king to ace leave by themselves, and stay


@dataclass(frozen=True)
class Scoring:
    """Points, in whole numbers; what cannot happen in a game is 0."""

    start: int
    floor: int | None
    """The score never falls below it; None: no floor."""
    foundation: int
    """For a card that goes to a foundation, or for a whole run that leaves."""
    once_a_card: bool
    """Each card earns its foundation points once a game."""
    turn_up: int
    """For a hidden card of a column that turns up."""
    waste_to_column: int
    take_back: int
    """For a card taken back from a foundation: 0 or less."""


@dataclass(frozen=True)
class Rules:
    """All that makes a variant. The fields from `cards` on follow from the others.

    They are computed once because the engine asks for them on every action, and a member of an
    enum is slow to look up. Tables indexed by a
    face have one more entry at their end, which UNKNOWN (-1) finds and which allows nothing.
    """

    variant: str
    title: str
    copies: int
    """Copies of each face in the deck."""
    suits: int
    """How many of the four suits are used, from spades on."""
    columns: tuple[int, ...]
    """Cards dealt to each column, left to right; the last of each is face up."""
    stock: Stock
    draw: int
    """Cards that a tap on the stock turns."""
    passes: Passes
    build: Build
    lift: Lift
    space: Space
    foundation: Foundation
    foundations: int
    """Places for foundations."""
    scoring: Scoring
    undo_limit: int
    """How many of the last actions can be undone."""

    cards: int = field(init=False, repr=False, compare=False)
    """Cards in the deck."""
    opening_up: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """Deck positions that lie face up in the opening, left to right."""
    lays_on: tuple[bytes, ...] = field(init=False, repr=False, compare=False)
    """``lays_on[face][last]`` is 1 where a column ending in `last` takes face (SPACE: empty)."""
    bases: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """``bases[face]``: what the last card of a column may be to take face, SPACE included."""
    lifts_with: tuple[bytes, ...] = field(init=False, repr=False, compare=False)
    """``lifts_with[face][other]`` is 1 where face, lying on other, lifts together with it."""
    rows: bool = field(init=False, repr=False, compare=False)
    """Whether a tap on the stock deals a row; otherwise there is a waste."""
    by_card: bool = field(init=False, repr=False, compare=False)
    """Whether cards are played to foundations, and back; otherwise whole runs leave."""
    places: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """``places[face]``: the foundations that may ever take the face, in the order of trying."""

    def __post_init__(self) -> None:
        builds = _other_colour if self.build is Build.OTHER_COLOUR else _any_suit
        lifts = _same_suit if self.lift is Lift.SUIT_RUN else builds
        lays_on = _falling(builds, self.space)
        derived = {
            "cards": self.copies * self.suits * SUIT_SIZE,
            "opening_up": _opening_up(self.columns),
            "lays_on": lays_on,
            "bases": tuple(tuple(at for at, takes in enumerate(row) if takes) for row in lays_on),
            "lifts_with": _falling(lifts, self.space),
            "rows": self.stock is Stock.ROW,
            "by_card": self.foundation is not Foundation.WHOLE_RUNS,
            "places": (*(self._places(face) for face in range(PACK)), ()),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def _places(self, face: int) -> tuple[int, ...]:
        if self.foundation is Foundation.WHOLE_RUNS:
            return ()
        if self.foundation is Foundation.RESERVED:
            first = suit_of(face) * self.copies
            return tuple(range(first, first + self.copies))
        return tuple(range(self.foundations))

    def unshuffled(self) -> Deck:
        """The deck before it is shuffled: for each copy, each suit in order, ace to king."""
        return tuple(range(self.suits * SUIT_SIZE)) * self.copies


def _opening_up(columns: tuple[int, ...]) -> tuple[int, ...]:
    ups = []
    dealt = 0
    for height in columns:
        dealt += height
        ups.append(dealt - 1)
    return tuple(ups)


def _any_suit(_face: int, _other: int) -> bool:
    return True


def _other_colour(face: int, other: int) -> bool:
    return is_red(face) != is_red(other)


def _same_suit(face: int, other: int) -> bool:
    return suit_of(face) == suit_of(other)


def _falling(agrees: Callable[[int, int], bool], space: Space) -> tuple[bytes, ...]:
    """By face: the cards that it may follow, one rank higher and agreeing; SPACE; UNKNOWN."""

    def row(face: int) -> bytes:
        follows = (
            rank_of(face) + 1 == rank_of(other) and agrees(face, other) for other in range(PACK)
        )
        fills_space = space is Space.ANYTHING or rank_of(face) == KING
        return bytes([*follows, fills_space, False])

    return (*map(row, range(PACK)), bytes(PACK + 2))
