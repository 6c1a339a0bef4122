"""Reads of boards: a page of lines, the lines around a player, a player's own."""

import base64
import binascii
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from django.db.models import QuerySet

from game.engine.variants import VARIANTS
from leaderboard.models import Standing
from leaderboard.rank_cache import Counts, ranks
from leaderboard.ranking import KEY_LENGTH

MAX_PAGE = 100
PAGE = 50

_CURSOR = re.compile(rf"(after|before):([0-9a-f]{{{KEY_LENGTH}}})")


class BadCursor(ValueError):
    """A cursor that no page gave."""


@dataclass(frozen=True, slots=True)
class Line:
    """A standing with its place. Equal lines share a rank (1, 2, 2, 4), but no position."""

    standing: Standing
    rank: int
    position: int


@dataclass(frozen=True, slots=True)
class BoardPage:
    """Some lines of a board, in its order, with cursors to the pages after and before them."""

    total: int
    lines: list[Line]
    own: Line | None
    next: str | None
    previous: str | None


def board_page(
    *,
    deal_id: int | None,
    player_id: int | None = None,
    around: int | None = None,
    cursor: str | None = None,
    limit: int = PAGE,
) -> BoardPage:
    """`limit` lines of a deal's board: the first ones, those at a cursor, or those around a player.

    `deal_id` None is a deal that nobody has played; `player_id` is who asks, for their own line;
    `around` the player in the middle. Who has no line has nothing around: then it is the first
    page. Raises BadCursor.
    """
    lines = _lines(deal_id)
    own = lines.filter(player_id=player_id).first() if player_id is not None else None
    centre = lines.filter(player_id=around).first() if around is not None else None
    if cursor is not None:
        page = _at_cursor(lines, cursor, limit)
    elif centre is not None:
        page = _around(lines, centre, limit)
    else:
        page = list(lines[:limit])
    places = _Places(deal_id, [*page[:1], *([own] if own else [])])
    return BoardPage(
        total=places.total,
        lines=places.lines(page),
        own=places.lines([own])[0] if own else None,
        next=_cursor("after", page[-1]) if page and _exists_after(lines, page[-1]) else None,
        previous=_cursor("before", page[0]) if page and _exists_before(lines, page[0]) else None,
    )


def board_top(*, deal_id: int | None, limit: int) -> tuple[int, list[Line]]:
    """The number of a board's lines, and the first of them, with the fewest questions."""
    lines = list(_lines(deal_id)[:limit])
    if len(lines) < limit:
        return len(lines), _placed(lines, position=1, rank=1)
    return _Places(deal_id, []).total, _placed(lines, position=1, rank=1)


def own_line(*, deal_id: int, player_id: int) -> Line | None:
    """The player's line on a board, if there is one."""
    lines = _lines(deal_id)
    own = lines.filter(player_id=player_id).first()
    return _Places(deal_id, [own]).lines([own])[0] if own else None


def results_of(*, player_id: int, limit: int = PAGE) -> list[Standing]:
    """The player's lines on all boards, the latest first."""
    return list(_lines_of(player_id).order_by("-finished_at", "-pk")[:limit])


def bests_of(*, player_id: int) -> dict[str, Standing]:
    """For each variant that the player has won, the best line by the boards' own order."""
    # A look at one index for each variant, however many lines the player has.
    won = _lines_of(player_id).filter(won=True).order_by("order_key")
    bests = ((variant, won.filter(variant=variant).first()) for variant in VARIANTS)
    return {variant: best for variant, best in bests if best is not None}


def _lines_of(player_id: int) -> QuerySet[Standing]:
    lines = Standing.objects.filter(player_id=player_id)
    return lines.select_related("deal", "player", "attempt").defer("deal__deck")


def _lines(deal_id: int | None) -> QuerySet[Standing]:
    lines = Standing.objects.filter(deal_id=deal_id) if deal_id else Standing.objects.none()
    return lines.select_related("player", "attempt").order_by("order_key")


def _around(lines: QuerySet[Standing], centre: Standing, limit: int) -> list[Standing]:
    """The line in the middle of a page; near an end of the board, the page at that end."""
    wanted = (limit - 1) // 2
    before = list(lines.filter(order_key__lt=centre.order_key).reverse()[: limit - 1])
    after = list(lines.filter(order_key__gt=centre.order_key)[: limit - 1])
    above = max(min(wanted, len(before)), limit - 1 - len(after))
    chosen = before[:above]
    return [*reversed(chosen), centre, *after[: limit - 1 - len(chosen)]]


def _at_cursor(lines: QuerySet[Standing], cursor: str, limit: int) -> list[Standing]:
    direction, key = _read_cursor(cursor)
    if direction == "after":
        return list(lines.filter(order_key__gt=key)[:limit])
    return list(lines.filter(order_key__lt=key).reverse()[:limit])[::-1]


def _exists_after(lines: QuerySet[Standing], standing: Standing) -> bool:
    return lines.filter(order_key__gt=standing.order_key).exists()


def _exists_before(lines: QuerySet[Standing], standing: Standing) -> bool:
    return lines.filter(order_key__lt=standing.order_key).exists()


class _Places:
    """The places of lines, and the number of all, by one question."""

    def __init__(self, deal_id: int | None, firsts: Sequence[Standing]) -> None:
        # A rank part is the beginning of a key, so the keys below it are just the strictly better
        # ones.
        bounds = [bound for first in firsts for bound in (first.order_key, first.rank_part)]
        counts = ranks().count(deal_id=deal_id, bounds=bounds) if deal_id else Counts(0, [])
        self.total = counts.total
        self._below = dict(zip(bounds, counts.below, strict=True))

    def lines(self, page: Sequence[Standing]) -> list[Line]:
        """Place consecutive standings, of which the first was counted."""
        if not page:
            return []
        position = self._below[page[0].order_key] + 1
        return _placed(page, position=position, rank=self._below[page[0].rank_part] + 1)


def _placed(page: Sequence[Standing], *, position: int, rank: int) -> list[Line]:
    """Give consecutive standings their places after the first one's."""
    placed: list[Line] = []
    for standing, at in zip(page, count(position), strict=False):
        if placed and standing.rank_part != placed[-1].standing.rank_part:
            rank = at
        placed.append(Line(standing=standing, rank=rank, position=at))
    return placed


def _cursor(direction: str, standing: Standing) -> str:
    text = f"{direction}:{standing.order_key}"
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _read_cursor(cursor: str) -> tuple[str, str]:
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True).decode()
    except (ValueError, binascii.Error):
        raise BadCursor from None
    read = _CURSOR.fullmatch(text)
    if read is None:
        raise BadCursor
    return read[1], read[2]
