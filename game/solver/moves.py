"""A move of the search as one number: what it does, whence, where to, how many cards."""

from __future__ import annotations

from typing import Final

from .compiled import compiled

TALON_TO_FOUNDATION: Final = 0
TALON_TO_COLUMN: Final = 1
COLUMN_TO_FOUNDATION: Final = 2
COLUMN_TO_COLUMN: Final = 3
DEAL_ROW: Final = 4


@compiled
def move_of(kind: int, source: int, target: int, count: int) -> int:
    """Pack a move. The source is a column, or the place of a card in the talon."""
    return ((kind * 64 + source) * 16 + target) * 128 + count


@compiled
def kind_of(move: int) -> int:
    """What the move does."""
    return move // (64 * 16 * 128)


@compiled
def source_of(move: int) -> int:
    """A column, or the place of a card in the talon."""
    return move // (16 * 128) % 64


@compiled
def target_of(move: int) -> int:
    """A column."""
    return move // 128 % 16


@compiled
def count_of(move: int) -> int:
    """How many cards move."""
    return move % 128
