"""Random play for property tests, and the words in which the properties are stated."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass

from hypothesis import settings
from hypothesis import strategies as st

from game.engine.actions import COLUMN_DIGITS, FOUNDATION_LETTERS, Action, parse_token, token_of
from game.engine.cards import UNKNOWN, Deck, Faces
from game.engine.codes import DealCode
from game.engine.errors import Reason, Refused
from game.engine.legal import legal_actions
from game.engine.rules import Rules
from game.engine.shuffle import numbered_deck
from game.engine.table import Table, apply, opening
from game.engine.variants import VARIANTS

FULL = os.environ.get("HARP_FULL") == "1"

few = settings(max_examples=400 if FULL else 25, deadline=None)
many = settings(max_examples=2_000 if FULL else 120, deadline=None)

ALL_TOKENS = [
    "S",
    "U",
    "WF",
    *(f"W{to}" for to in COLUMN_DIGITS),
    *(f"{source}F" for source in COLUMN_DIGITS),
    *(
        f"{source}{to}{count}"
        for source in COLUMN_DIGITS
        for to in COLUMN_DIGITS
        for count in ("", *(f"x{n}" for n in range(2, 14)))
    ),
    *(f"{place}{to}" for place in FOUNDATION_LETTERS for to in COLUMN_DIGITS),
]
ALL_ACTIONS = [parse_token(token) for token in ALL_TOKENS]


@dataclass(frozen=True)
class Played:
    """A game as it went: every table, with the token that led to the next."""

    rules: Rules
    deck: Deck
    tokens: list[str]
    tables: list[Table]

    @property
    def last(self) -> Table:
        return self.tables[-1]

    def __repr__(self) -> str:
        return f"Played({self.rules.variant}, {' '.join(self.tokens)})"


def play(rules: Rules, deck: Deck, choices: list[int], *, undo: bool = True) -> Played:
    """Turn numbers into actions that apply. Big numbers prefer moves that get somewhere."""
    tables = [opening(rules)]
    tokens: list[str] = []
    for choice in choices:
        table = tables[-1]
        options = [token_of(action) for action in legal_actions(rules, deck, table)]
        if undo and table.undoable and choice % 7 == 0:
            options = ["U"]
        elif choice >= 300:
            options = [t for t in options if t != "S" and t[0] not in "abcdefgh"] or options
        if not options:
            break
        tokens.append(options[choice % len(options)])
        tables.append(apply(rules, deck, table, parse_token(tokens[-1])))
    return Played(rules, deck, tokens, tables)


@st.composite
def decks(draw: st.DrawFn, rules: Rules) -> Deck:
    """A shuffled deck, or one whose low cards come early, so that random play gets further."""
    deck = list(numbered_deck(DealCode.numbered(rules.variant, draw(st.integers(1, 999_999)))))
    if draw(st.booleans()):
        chance = random.Random(draw(st.integers(0, 999)))
        deck.sort(key=lambda face: face % 13 * 2 + chance.random() * 14)
    return tuple(deck)


@st.composite
def games(draw: st.DrawFn, *, most: int = 120, undo: bool = True) -> Played:
    """A game of any variant after at most so many actions."""
    rules = VARIANTS[draw(st.sampled_from(list(VARIANTS)))]
    deck = draw(decks(rules))
    length = draw(st.integers(0, most))
    chance = random.Random(draw(st.integers(0, 2**32)))
    return play(rules, deck, [chance.randrange(1000) for _ in range(length)], undo=undo)


def reason_of(rules: Rules, faces: Faces, table: Table, action: Action) -> Reason | None:
    """Why the action is refused; None where it applies."""
    try:
        apply(rules, faces, table, action)
    except Refused as refused:
        return refused.reason
    return None


def is_known(table: Table, at: int) -> bool:
    """Whether the card at a deck position has turned up."""
    return bool(table.known >> at & 1)


def other_deck(played: Played, chance: random.Random) -> Deck:
    """A deck that differs from the game's wherever nothing has turned up, and only there."""
    unknown = [at for at in range(len(played.deck)) if not is_known(played.last, at)]
    faces = [played.deck[at] for at in unknown]
    chance.shuffle(faces)
    deck = list(played.deck)
    for at, face in zip(unknown, faces, strict=True):
        deck[at] = face
    assert UNKNOWN not in deck
    return tuple(deck)


def arranged(rules: Rules, faces: dict[int, int]) -> Deck:
    """A deck of the variant with the given faces at the given positions."""
    rest = list(rules.unshuffled())
    for face in faces.values():
        rest.remove(face)
    fill = iter(rest)
    return tuple(faces[at] if at in faces else next(fill) for at in range(rules.cards))
