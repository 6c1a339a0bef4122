"""How many lines of a board are better: counted in the database, or known to Redis.

One question answers all: how many lines have order keys below a bound. Redis holds a sorted set a
board. Its scores are the first 13 digits of the order keys (won, score, moves, the top of the
time), so below 2^52 and exact as doubles; its members are the other 40, by which Redis orders
equal scores: together they are the board's total order.

The database is the truth. A board there has a stamp, a random mark that every change of its lines
replaces in its own transaction. The set holds the stamp of the lines in it (as a member before all
others) and answers only who asks with that very stamp; for everybody else the database counts. So a
set that is behind, half built, wiped, or of another database is slow, never wrong. Changes come
after their commits in any order: each waits in a hash under the stamp that it follows, until the
set has got there.
"""

import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, Final, Protocol

from structlog import get_logger

from leaderboard.models import Board, Standing
from leaderboard.ranking import KEY_LENGTH
from leaderboard.scripts import CHANGE, COUNT, INSTALL
from leaderboard.wire import Wire, WireDown, wire

PACKED: Final = 13
"""Digits of an order key in a score: 52 bits, and a double holds 53."""

SMALL: Final = 2_000
"""Lines of a board that whoever misses its set builds it from at once; larger ones wait for the
task."""

LIFE: Final = 3 * 24 * 3600
"""Seconds that a set is kept after it was last asked."""

CATCH_UP: Final = 2.0
"""Seconds after which a set that stands still behind its board has missed a change."""

_BUILD_LIMIT: Final = 600
_CHUNK: Final = 2_000
_WANTED: Final = "harp:ranks:wanted"
_log = get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many lines a board has, and for each bound how many have a smaller order key."""

    total: int
    below: list[int]


@dataclass(frozen=True, slots=True)
class BoardChange:
    """What a transaction did to a board's lines, by their order keys; `keys_known` is False where
    it was too much to tell."""

    deal_id: int
    before: str
    after: str
    removed: Sequence[str] = ()
    added: Sequence[str] = ()
    keys_known: bool = True


class RankCache(Protocol):
    """Counts of better lines."""

    def count(self, *, deal_id: int, bounds: Sequence[str]) -> Counts:
        """The lines, and those below each bound: an order key, or the beginning of one."""

    def changed(self, change: BoardChange) -> None:
        """Take in a change, after its commit."""


class DatabaseRanks:
    """Counts anew each time."""

    def count(self, *, deal_id: int, bounds: Sequence[str]) -> Counts:
        """A count in the index for each bound."""
        lines = Standing.objects.filter(deal_id=deal_id)
        return Counts(
            total=lines.count(),
            below=[lines.filter(order_key__lt=bound).count() for bound in bounds],
        )

    def changed(self, change: BoardChange) -> None:
        """Nothing to keep in step."""


class RedisRanks:
    """Asks a sorted set; where that can't answer, the database."""

    def __init__(self, to: Wire) -> None:
        self._wire = to
        self._database = DatabaseRanks()
        self._behind: dict[int, tuple[str, float]] = {}

    def count(self, *, deal_id: int, bounds: Sequence[str]) -> Counts:
        """The cost does not grow with the board, as long as its set is in step."""
        stamp = Board.objects.filter(pk=deal_id).values_list("stamp", flat=True).first()
        if stamp is None:  # no line was ever written
            return self._database.count(deal_id=deal_id, bounds=bounds)
        arguments = [arg for bound in bounds for arg in _split(bound)]
        with suppress(WireDown):
            known, *numbers = self._wire.call(
                lambda client: client.eval(COUNT, 1, _set(deal_id), LIFE, stamp, *arguments)
            )
            if numbers:
                self._behind.pop(deal_id, None)
                return Counts(total=numbers[0], below=numbers[1:])
            if self._is_lost(deal_id, known):
                self._want(deal_id)
        return self._database.count(deal_id=deal_id, bounds=bounds)

    def changed(self, change: BoardChange) -> None:
        """Add to the set what was committed; without Redis it is behind until it is built anew."""
        told = (
            f"{change.after}|{','.join(change.removed)}|{','.join(change.added)}"
            if change.keys_known
            else ""
        )
        keys = _set(change.deal_id), _waiting(change.deal_id)
        with suppress(WireDown):
            self._wire.call(lambda client: client.eval(CHANGE, 2, *keys, change.before, told))

    def build(self, *, deal_id: int) -> bool:
        """Make the set anew beside the old one, and put it in its place; whether that came about.

        Changes that are committed meanwhile follow from the hash in which they wait.
        """
        aside = f"{_set(deal_id)}:{secrets.token_hex(8)}"
        built = 0
        stamp = ""
        try:
            lines = _keys_with_stamp(deal_id)
            while chunk := list(islice(lines, _CHUNK)):
                stamp = chunk[0][1] or ""
                self._wire.call(_adding(aside, [key for key, _ in chunk]))
                built += len(chunk)
            if not stamp:  # empty, or not changed since boards have stamps
                return False
            keys = aside, _set(deal_id), _waiting(deal_id)
            return bool(
                self._wire.call(lambda client: client.eval(INSTALL, 3, *keys, built, stamp, LIFE))
            )
        except WireDown:
            return False
        finally:
            with suppress(WireDown):
                self._wire.call(lambda client: client.unlink(aside))

    def build_wanted(self) -> int:
        """Build the sets of large boards that somebody missed; how many."""
        built = 0
        with suppress(WireDown):
            while wanted := self._wire.call(lambda client: client.spop(_WANTED)):
                built += self.build(deal_id=int(wanted))
        return built

    def _is_lost(self, deal_id: int, known: str) -> bool:
        """Whether the set won't come into step by itself: gone, or at one stamp for too long."""
        now = time.monotonic()
        at, since = self._behind.get(deal_id, ("", now))
        if known and (at != known or now - since < CATCH_UP):
            if len(self._behind) > 1_000:
                self._behind.clear()
            self._behind[deal_id] = (known, since if at == known else now)
            return False
        self._behind.pop(deal_id, None)
        return True

    def _want(self, deal_id: int) -> None:
        """Build a small set here and now, unless somebody else does; ask for a large one."""
        if Standing.objects.filter(deal_id=deal_id)[: SMALL + 1].count() > SMALL:
            self._wire.call(lambda client: client.sadd(_WANTED, deal_id))
            return
        turn = f"{_set(deal_id)}:turn"
        if self._wire.call(lambda client: client.set(turn, 1, nx=True, ex=5)):
            self.build(deal_id=deal_id)
            self._wire.call(lambda client: client.delete(turn))


def ranks() -> RankCache:
    """The back end of this process."""
    to = wire()
    return _on(to) if to else _in_database


@lru_cache(maxsize=4)
def _on(to: Wire) -> RedisRanks:
    return RedisRanks(to)


def build_wanted() -> int:
    """Build what readers of large boards missed; the number of sets. None without Redis."""
    to = wire()
    return _on(to).build_wanted() if to else 0


def packed(key: str) -> tuple[int, str]:
    """An order key as a set holds it: score and member."""
    assert len(key) == KEY_LENGTH
    return int(key[:PACKED], 16), key[PACKED:]


def _split(bound: str) -> tuple[int, str]:
    """The first score and member that are not below a bound."""
    head = bound[:PACKED].ljust(PACKED, "0")
    return int(head, 16), bound[PACKED:]


def _keys_with_stamp(deal_id: int) -> Iterator[tuple[str, str | None]]:
    """The order keys of a board, each with the board's stamp: one statement sees one state."""
    lines = Standing.objects.filter(deal_id=deal_id).order_by()
    return lines.values_list("order_key", "deal__board__stamp").iterator(chunk_size=_CHUNK)


def _adding(aside: str, keys: Sequence[str]) -> Any:
    members = {member: score for score, member in map(packed, keys)}

    def add(client: Any) -> None:
        with client.pipeline(transaction=False) as pipeline:
            pipeline.zadd(aside, members)
            pipeline.expire(aside, _BUILD_LIMIT)
            pipeline.execute()

    return add


def _set(deal_id: int) -> str:
    return f"harp:ranks:{{{deal_id}}}"


def _waiting(deal_id: int) -> str:
    return f"{_set(deal_id)}:waiting"


_in_database: Final = DatabaseRanks()
