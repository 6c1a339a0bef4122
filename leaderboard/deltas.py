"""What has to be told to who knows the top of a board as it was, pure."""

import json
from dataclasses import dataclass
from typing import Any

Line = dict[str, Any]
"""A line as GET boards/ gives it."""


@dataclass(frozen=True, slots=True)
class Top:
    """The first lines of a board, and the number of all."""

    total: int
    lines: list[Line]


def snapshot(top: Top, *, code: str, seq: int) -> str:
    """The message that a socket begins with, or is set right by."""
    return _encoded(
        {"type": "snapshot", "seq": seq, "code": code, "total": top.total, "lines": top.lines}
    )


def delta(before: Top, after: Top, *, seq: int) -> str | None:
    """The message that turns `before` into `after`; None where they are equal.

    `remove`: attempts whose lines are gone. `upsert`: lines that are new or read differently, in
    the order of the board. All others keep their order, and their places follow from it.
    """
    if before == after:
        return None
    known = {line["attempt"]: _without_place(line) for line in before.lines}
    kept = {line["attempt"] for line in after.lines}
    upsert = [line for line in after.lines if known.get(line["attempt"]) != _without_place(line)]
    fresh = {line["attempt"] for line in upsert}
    if _order(before, kept - fresh) != _order(after, kept - fresh):
        upsert = after.lines
    return _encoded(
        {
            "type": "delta",
            "seq": seq,
            "total": after.total,
            "remove": [attempt for attempt in known if attempt not in kept],
            "upsert": upsert,
        }
    )


def _without_place(line: Line) -> Line:
    return {name: value for name, value in line.items() if name not in ("rank", "position")}


def _order(top: Top, attempts: set[int]) -> list[int]:
    return [line["attempt"] for line in top.lines if line["attempt"] in attempts]


def _encoded(message: dict[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)
