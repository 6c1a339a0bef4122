"""Fold a move log into a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from .actions import parse_token
from .cards import Faces
from .errors import BadToken, Reason, Refused
from .rules import Rules
from .table import Table, apply, opening


@dataclass(frozen=True, slots=True)
class Reveal:
    """A card that turned up for the first time."""

    ply: int
    """0 for the cards that lie face up in the opening; i + 1 for the action at log index i."""
    at: int
    """Deck position."""
    face: int = field(repr=False)


@dataclass(frozen=True, slots=True)
class Refusal:
    """The action at which a fold stopped."""

    index: int
    """Its place in the tokens that were folded, from 0."""
    token: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of a fold."""

    table: Table
    """After all tokens, or as it stood before the refused one."""
    reveals: tuple[Reveal, ...]
    """Cards that turned up, in order; those of the opening only when the fold began there."""
    refused: Refusal | None = None

    @property
    def ply(self) -> int:
        """Length of the log that led to the table."""
        return self.table.ply


def fold(rules: Rules, faces: Faces, tokens: Iterable[str], table: Table | None = None) -> Replayed:
    """Play the tokens on the table (None: on the opening) and stop at the first refused one.

    A bad token is refused like an action. Whether an attempt goes on after a win is not a matter of
    the engine: `U` is played on a won table as well.
    """
    reveals = opening_reveals(rules, faces) if table is None else []
    now = opening(rules) if table is None else table
    for index, token in enumerate(tokens):
        seen = len(now.turned)
        try:
            now = apply(rules, faces, now, parse_token(token))
        except (BadToken, Refused) as refused:
            return Replayed(now, tuple(reveals), Refusal(index, token, refused.reason))
        for at in now.turned[seen:]:
            reveals.append(Reveal(now.ply, at, faces[at]))
    return Replayed(now, tuple(reveals))


def opening_reveals(rules: Rules, faces: Faces) -> list[Reveal]:
    """The cards that lie face up in the opening, left to right."""
    return [Reveal(0, at, faces[at]) for at in rules.opening_up]
