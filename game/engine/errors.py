"""The engine's errors: malformed text is not a refused action is not a wrong deal code."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why an action is refused; listed in the order in which the engine tries them."""

    BAD_TOKEN = "bad-token"  # noqa: S105 - no secret
    UNDO_LIMIT = "undo-limit"
    NOTHING_TO_UNDO = "nothing-to-undo"
    ALREADY_WON = "already-won"
    NOT_ALLOWED_HERE = "not-allowed-here"
    STOCK_EMPTY = "stock-empty"
    NO_PASSES_LEFT = "no-passes-left"
    FILL_EMPTY_COLUMNS = "fill-empty-columns"
    NO_SUCH_PILE = "no-such-pile"
    SAME_PILE = "same-pile"
    EMPTY_PILE = "empty-pile"
    HIDDEN_CARD = "hidden-card"
    NOT_A_RUN = "not-a-run"
    ONE_CARD_AT_A_TIME = "one-card-at-a-time"
    ONLY_A_KING = "only-a-king"
    DOES_NOT_BUILD = "does-not-build"
    NOT_ON_FOUNDATION = "not-on-foundation"


class CodeReason(StrEnum):
    """What is wrong with a deal code."""

    MALFORMED = "malformed"
    UNKNOWN_GAME = "unknown-game"
    UNKNOWN_VERSION = "unknown-version"
    UNKNOWN_KIND = "unknown-kind"
    CHECK_LETTER = "check-letter"
    NUMBER_OUT_OF_RANGE = "number-out-of-range"
    DATE_OUT_OF_RANGE = "date-out-of-range"


class EngineError(ValueError):
    """The common ancestor of what the engine raises about its input."""


class Refused(EngineError):
    """An action that the rules do not allow now. It has changed nothing."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class BadToken(EngineError):
    """Text that is no action in any game."""

    reason = Reason.BAD_TOKEN

    def __init__(self) -> None:
        super().__init__(Reason.BAD_TOKEN.value)


class BadCards(EngineError):
    """Text that is no card, or cards that are no deck of the variant."""


class CodeError(EngineError):
    """Text that is no deal code; `message` says in English what `reason` says in a word."""

    def __init__(self, reason: CodeReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
