"""A client of the live channel as docs/protocol.md tells it to be."""

import json
from typing import Any


class Follower:
    """Knows a board from a snapshot and the deltas after it."""

    def __init__(self) -> None:
        self.seq: int | None = None
        self.code = ""
        self.total = 0
        self.lines: list[dict[str, Any]] = []
        self.snapshots = 0

    def take(self, text: str) -> None:
        """Take in a message; a gap raises."""
        message = json.loads(text)
        if message["type"] == "snapshot":
            self.code = message["code"]
            self.lines = message["lines"]
            self.snapshots += 1
        else:
            assert message["type"] == "delta"
            assert self.seq is not None
            assert message["seq"] == self.seq + 1, "a gap"
            gone = {*message["remove"], *(line["attempt"] for line in message["upsert"])}
            self.lines = [line for line in self.lines if line["attempt"] not in gone]
            for line in message["upsert"]:
                self.lines.insert(line["position"] - 1, line)
            self._place()
        self.seq = message["seq"]
        self.total = message["total"]

    def _place(self) -> None:
        before: dict[str, Any] | None = None
        for position, line in enumerate(self.lines, start=1):
            line["position"] = position
            equal = before is not None and all(
                line[name] == before[name] for name in ("won", "score", "moves", "time_ms")
            )
            line["rank"] = before["rank"] if equal and before is not None else position
            before = line
