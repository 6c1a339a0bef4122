"""Actions and their tokens, the words of a move log."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from .errors import BadToken

TOKEN_PATTERN: Final = r"S|U|W[0-9F]|[0-9]F|[0-9][0-9](x([2-9]|1[0-3]))?|[a-h][0-9]"  # noqa: S105 - no secret
"""The whole grammar, to be matched in full; ``[0-9]`` means ASCII digits."""

COLUMN_DIGITS: Final = "1234567890"
"""The name of each column, left to right: the tenth is 0, as on a keyboard."""

FOUNDATION_LETTERS: Final = "abcdefgh"


class ActionKind(StrEnum):
    """What an action does."""

    TAP_STOCK = "tap-stock"
    UNDO = "undo"
    WASTE_TO_COLUMN = "waste-to-column"
    WASTE_TO_FOUNDATION = "waste-to-foundation"
    COLUMN_TO_FOUNDATION = "column-to-foundation"
    COLUMN_TO_COLUMN = "column-to-column"
    TAKE_BACK = "take-back"


@dataclass(frozen=True, slots=True)
class Action:
    """One action. Piles are counted from 0: `source` and `target` are columns, except that the
    source of a TAKE_BACK is a foundation; a pile that an action does not have is -1."""

    kind: ActionKind
    source: int = -1
    target: int = -1
    count: int = 1
    """Cards that move; for a tap on the stock it means nothing."""


TAP_STOCK: Final = Action(ActionKind.TAP_STOCK)
UNDO: Final = Action(ActionKind.UNDO)

LONGEST_RUN: Final = 13
"""Most cards that one action can name."""

_TOKEN: Final = re.compile(TOKEN_PATTERN)
_SEEN: Final[dict[str, Action]] = {}  # bounded: the grammar has 1,403 tokens


def parse_token(token: str) -> Action:
    """Read a token; raises BadToken for anything that the grammar does not have."""
    try:
        return _SEEN[token]
    except (KeyError, TypeError):  # not seen yet, or not even a text
        if not isinstance(token, str) or not _TOKEN.fullmatch(token):
            raise BadToken from None
    action = _SEEN[token] = _read(token)
    return action


def _read(token: str) -> Action:
    source, target = token[0], token[1:2]
    if source == "S":
        return TAP_STOCK
    if source == "U":
        return UNDO
    if source == "W":
        if target == "F":
            return Action(ActionKind.WASTE_TO_FOUNDATION)
        return Action(ActionKind.WASTE_TO_COLUMN, target=COLUMN_DIGITS.index(target))
    if target == "F":
        return Action(ActionKind.COLUMN_TO_FOUNDATION, COLUMN_DIGITS.index(source))
    if source in FOUNDATION_LETTERS:
        return Action(
            ActionKind.TAKE_BACK, FOUNDATION_LETTERS.index(source), COLUMN_DIGITS.index(target)
        )
    return Action(
        ActionKind.COLUMN_TO_COLUMN,
        COLUMN_DIGITS.index(source),
        COLUMN_DIGITS.index(target),
        int(token[3:] or 1),
    )


def token_of(action: Action) -> str:
    """Write an action as its token."""
    kind = action.kind
    if kind is ActionKind.TAP_STOCK:
        return "S"
    if kind is ActionKind.UNDO:
        return "U"
    if kind is ActionKind.WASTE_TO_FOUNDATION:
        return "WF"
    if kind is ActionKind.COLUMN_TO_FOUNDATION:
        return COLUMN_DIGITS[action.source] + "F"
    target = COLUMN_DIGITS[action.target]
    if kind is ActionKind.WASTE_TO_COLUMN:
        return "W" + target
    if kind is ActionKind.TAKE_BACK:
        return FOUNDATION_LETTERS[action.source] + target
    count = f"x{action.count}" if action.count > 1 else ""
    return COLUMN_DIGITS[action.source] + target + count
