"""The one order of results, pure: packed into a text that sorts as the board does.

Won before not won; higher score; fewer moves; less time, those without one last; earlier finish;
the attempt that began first. A key is 53 hexadecimal digits, most significant field first, so that
one indexed column gives the order, a page after a line, and, by its first 23 digits, the lines that
are strictly better.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

_SCORE_SPAN: Final = 0x800000
_NO_TIME: Final = 0xFFFF_FFFF_FFFF
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

KEY_LENGTH: Final = 53
RANK_LENGTH: Final = 23


@dataclass(frozen=True, slots=True)
class Result:
    """What a line is ordered by. `time_ms` is None for a whole log."""

    won: bool
    score: int
    moves: int
    time_ms: int | None
    finished_at: datetime
    attempt_id: int


def order_key(result: Result) -> str:
    """The place of a result among all others: a better one has a smaller key, none an equal one.

    Raises ValueError for numbers that no game can have.
    """
    finished = (result.finished_at - _EPOCH) // timedelta(microseconds=1)
    time = _NO_TIME if result.time_ms is None else min(result.time_ms, _NO_TIME - 1)
    fields = (
        (0 if result.won else 1, 1),
        (_SCORE_SPAN - result.score, 6),
        (result.moves, 4),
        (time, 12),
        (finished, 14),
        (result.attempt_id, 16),
    )
    for value, digits in fields:
        if not 0 <= value < 16**digits:
            raise ValueError(f"{value} has no place in the order")
    return "".join(f"{value:0{digits}x}" for value, digits in fields)


def rank_part(key: str) -> str:
    """What lines that share a rank number have in common: won, score, moves and time."""
    return key[:RANK_LENGTH]
