"""What a player may see: the table in deck positions, and the faces that have turned up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .cards import UNKNOWN, Deck, Faces, deck_text
from .rules import Rules
from .table import Pile, Table


@dataclass(frozen=True, slots=True)
class View:
    """A table as its player sees it. Views of two decks that agree on all that has turned up are
    equal."""

    columns: tuple[Pile, ...]
    hidden: tuple[int, ...]
    stock: Pile
    waste: Pile
    foundations: tuple[Pile, ...]
    score: int
    moves: int
    won: bool
    seen: tuple[int, ...]
    """Deck positions in the order of turning up, those face up in the opening first."""
    faces: Deck = field(repr=False)
    """The face at each deck position, UNKNOWN for what has not turned up. The engine plays on it as
    on a whole deck, as long as nothing new turns up."""


def seen(rules: Rules, table: Table) -> tuple[int, ...]:
    """Deck positions that have turned up, in order, those face up in the opening first."""
    return rules.opening_up + table.turned


def known_faces(faces: Faces, table: Table) -> Deck:
    """The deck with UNKNOWN for every card that has not turned up."""
    known = table.known
    return tuple(face if known >> at & 1 else UNKNOWN for at, face in enumerate(faces))


def view(rules: Rules, faces: Faces, table: Table) -> View:
    """What the player of this table may see of this deck."""
    return View(
        columns=table.columns,
        hidden=table.hidden,
        stock=table.stock,
        waste=table.waste,
        foundations=table.foundations,
        score=table.score,
        moves=table.moves,
        won=table.won,
        seen=seen(rules, table),
        faces=known_faces(faces, table),
    )


def layout(table: Table, faces: Faces) -> dict[str, Any]:
    """The table in faces, hidden ones too (``??`` where a face is unknown), as plain data.

    Piles are texts such as ``"7H 8C"``: columns and foundations from the deepest card, the stock
    from the next card, the waste with its top last; beside them `hidden`, `score` and `moves`.
    """

    def text(pile: Pile) -> str:
        return deck_text(faces[at] for at in pile)

    return {
        "columns": [text(pile) for pile in table.columns],
        "hidden": list(table.hidden),
        "stock": text(table.stock),
        "waste": text(table.waste),
        "foundations": [text(pile) for pile in table.foundations],
        "score": table.score,
        "moves": table.moves,
    }
