"""Writes of boards."""

import secrets
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from game import selectors as game_selectors
from game.events import AttemptFinished
from leaderboard.live import publisher
from leaderboard.models import STAMP_LENGTH, Board, Standing
from leaderboard.rank_cache import BoardChange, ranks
from leaderboard.ranking import Result, order_key

TOLD: Final = 100
"""Boards that are told of at once when a player has another name."""


@transaction.atomic
def record_result(event: AttemptFinished) -> Standing | None:
    """Give a verified result its line, if it is better than the player's line on that board.

    What does not count (practice, say) has no line. A line is one run's whole: nothing of a worse
    run stays on it. Safe to repeat, and when two of the player's results come at once.
    """
    standing, removed, added = _record(event)
    if added:
        board_changed(deal_id=event.deal_id, removed=removed, added=added)
    return standing


def _record(event: AttemptFinished) -> tuple[Standing | None, list[str], list[str]]:
    """The player's line, and the order keys that left the board and came to it."""
    if not event.counts:
        return None, [], []
    key = order_key(
        Result(
            won=event.won,
            score=event.score,
            moves=event.moves,
            time_ms=event.time_ms,
            finished_at=event.finished_at,
            attempt_id=event.attempt_id,
        )
    )
    line = {
        "variant": event.variant,
        "attempt_id": event.attempt_id,
        "won": event.won,
        "score": event.score,
        "moves": event.moves,
        "time_ms": event.time_ms,
        "finished_at": event.finished_at,
        "order_key": key,
    }
    standing = _locked(event)
    if standing is None:
        try:
            with transaction.atomic():
                standing = Standing.objects.create(
                    deal_id=event.deal_id, player_id=event.player_id, **line
                )
                return standing, [], [key]
        except IntegrityError:
            standing = _locked(event)
            if standing is None:  # another constraint than the one on player and deal
                raise
    before = standing.order_key
    if key >= before:
        return standing, [], []
    for name, value in line.items():
        setattr(standing, name, value)
    standing.save(update_fields=list(line))
    return standing, [before], [key]


def _locked(event: AttemptFinished) -> Standing | None:
    lines = Standing.objects.select_for_update()
    return lines.filter(deal_id=event.deal_id, player_id=event.player_id).first()


@transaction.atomic
def refresh_lines(*, deal_id: int | None = None, player_id: int | None = None) -> set[int]:
    """Work out anew all lines of a deal, of a player, or of one on the other, from what counts.

    Where nothing had changed, every line comes out as it was. Returns the deals that were touched.
    """
    if deal_id is None and player_id is None:
        raise ValueError("all lines of all boards at once are too many")
    lines = Standing.objects.all()
    if deal_id is not None:
        lines = lines.filter(deal_id=deal_id)
    if player_id is not None:
        lines = lines.filter(player_id=player_id)
    touched = set(lines.values_list("deal_id", flat=True))
    before = _keys(lines) if player_id is not None else None
    lines.delete()
    for event in game_selectors.counting_results(deal_id=deal_id, player_id=player_id):
        _record(event)
        touched.add(event.deal_id)
    after = _keys(lines) if player_id is not None else None
    for deal in sorted(touched):  # in one order, since each board is locked
        if before is None or after is None:
            board_changed(deal_id=deal, keys_known=False)
        elif before[deal] != after[deal]:
            board_changed(
                deal_id=deal,
                removed=sorted(before[deal] - after[deal]),
                added=sorted(after[deal] - before[deal]),
            )
    return touched


def _keys(lines: QuerySet[Standing]) -> defaultdict[int, set[str]]:
    """The order keys of lines, by deal."""
    keys: defaultdict[int, set[str]] = defaultdict(set)
    for deal_id, key in lines.values_list("deal_id", "order_key"):
        keys[deal_id].add(key)
    return keys


@transaction.atomic
def delete_lines(*, player_id: int | None = None, attempt_id: int | None = None) -> None:
    """Take the lines of a player or an attempt that is about to be deleted from their boards."""
    lines = Standing.objects.all()
    lines = lines.filter(player_id=player_id) if player_id is not None else lines
    lines = lines.filter(attempt_id=attempt_id) if attempt_id is not None else lines
    if player_id is None and attempt_id is None:
        raise ValueError("all lines of all boards at once are too many")
    keys = _keys(lines)
    lines.delete()
    for deal_id in sorted(keys):
        board_changed(deal_id=deal_id, removed=sorted(keys[deal_id]))


def board_changed(
    *, deal_id: int, removed: Sequence[str] = (), added: Sequence[str] = (), keys_known: bool = True
) -> None:
    """Stamp a board anew in the transaction that changes its lines, and tell after the commit.

    `removed` and `added` are the order keys of lines; with `keys_known` False they are not told,
    and caches begin anew.
    """
    board = _stamped(deal_id)
    change = BoardChange(
        deal_id=deal_id,
        before=board.stamp,
        after=secrets.token_hex(STAMP_LENGTH // 2),
        removed=removed,
        added=added,
        keys_known=keys_known,
    )
    board.stamp = change.after
    board.save(update_fields=["stamp"])
    code = board.deal.code

    def tell() -> None:
        ranks().changed(change)
        publisher().board_changed(code)

    transaction.on_commit(tell, robust=True)


def player_reads_differently(*, player_id: int) -> None:
    """Tell after the commit that the boards with a player's lines read differently.

    The order is as it was, so caches of it are too. Where there are many it is the boards of late;
    who watches another one sees it at the next look.
    """
    lines = Standing.objects.filter(player_id=player_id).order_by("-finished_at")
    codes = list(lines.values_list("deal__code", flat=True)[:TOLD])

    def tell() -> None:
        for code in codes:
            publisher().board_changed(code)

    transaction.on_commit(tell, robust=True)


def _stamped(deal_id: int) -> Board:
    """The board's row, locked: its changes are committed in the order of their stamps."""
    boards = Board.objects.select_for_update(of=("self",)).select_related("deal")
    board = boards.filter(pk=deal_id).first()
    if board is None:
        Board.objects.bulk_create([Board(deal_id=deal_id)], ignore_conflicts=True)
        board = boards.get(pk=deal_id)
    return board
