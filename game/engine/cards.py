"""Cards: faces as small integers, and their text.

A face is ``suit * 13 + rank`` with suits in the order spades, hearts, diamonds, clubs and ranks
from ace (0) to king (12). A *card* is not a face but a position in a shuffled deck; a deck says
which face lies at each position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from .errors import BadCards

Face: TypeAlias = int
"""0 to 51, or UNKNOWN."""

Deck: TypeAlias = tuple[int, ...]
"""The face at each deck position; UNKNOWN where a player does not know it."""

Faces: TypeAlias = Sequence[int]
"""What the engine needs of a deck: the face by position, whole or in part."""

UNKNOWN: Final = -1
"""The face of a card that has not turned up. It builds on nothing, and nothing builds on it."""

SUITS: Final = "SHDC"
RANKS: Final = "A23456789TJQK"
SUIT_SIZE: Final = 13
PACK: Final = 52
MOST_CARDS: Final = 2 * PACK
ACE: Final = 0
KING: Final = 12

_TEXTS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
_FACES: Final = {text: face for face, text in enumerate(_TEXTS)}


def suit_of(face: Face) -> int:
    """0 to 3: spades, hearts, diamonds, clubs."""
    return face // SUIT_SIZE


def rank_of(face: Face) -> int:
    """0 (ace) to 12 (king)."""
    return face % SUIT_SIZE


def is_red(face: Face) -> bool:
    """Hearts and diamonds are red."""
    return suit_of(face) in (1, 2)


def face_of(text: str) -> Face:
    """Read a face such as ``7H`` or ``TS``; raises BadCards."""
    try:
        return _FACES[text]
    except (KeyError, TypeError):
        raise BadCards(f"not a card: {str(text)[:3]!a}") from None


def face_text(face: Face) -> str:
    """Write a face as two characters, ``7H``; an unknown one is ``??``."""
    return "??" if face == UNKNOWN else _TEXTS[face]


def parse_deck(text: str) -> Deck:
    """Read faces separated by white space, however many; raises BadCards."""
    return tuple(face_of(word) for word in text.split())


def deck_text(deck: Iterable[Face]) -> str:
    """Write faces separated by single spaces."""
    return " ".join(map(face_text, deck))
