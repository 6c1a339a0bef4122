"""What one's own rank and 50 lines around it cost on a board of 1,000,000 lines, beside 10,000.

Both boards lie in a database of the bench's own (on DATABASE_URL's server, or in SQLite), their
ranks in Redis (REDIS_URL, or the one on this machine); all is taken away afterwards. The same call
that serves `GET boards/?around=me` is made for random players of both in turn, and the medians
compared. Players and attempts are stored for the lines that are read, the standings all.
"""

from __future__ import annotations

import argparse
import os
import random
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

TARGET = 1.5
SMALL = 10_000
LARGE = 1_000_000
LIMIT = 50
SEED = 20_260_301
FIRST_DEAL = 900_000_000 + secrets.randbelow(90_000_000)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def own_database(stack: ExitStack) -> None:
    """Make a database, name it to the settings, and have it dropped at the end."""
    url = os.environ.get("DATABASE_URL", "")
    os.environ["HARP_VAR"] = stack.enter_context(tempfile.TemporaryDirectory(prefix="harp-rank-"))
    os.environ["DJANGO_SETTINGS_MODULE"] = "harp_server.settings.local"
    os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:6379/0")
    if not url.startswith("postgres"):
        os.environ.pop("DATABASE_URL", None)
        return
    import psycopg

    name = f"harp_rank_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    os.environ["DATABASE_URL"] = url.rpartition("/")[0] + "/" + name

    def drop() -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())

    stack.callback(drop)


def results(number: int, first: int) -> Iterator[tuple[Any, ...]]:
    """Rows of standings: id (of attempt and player too), won, score, moves, time, finished, key."""
    from leaderboard.ranking import Result, order_key

    chance = random.Random(SEED)
    for at in range(first, first + number):
        result = Result(
            won=chance.random() < 0.6,
            score=chance.choice((chance.randrange(-52, 52), chance.randrange(0, 1_000, 5))),
            moves=chance.randrange(60, 400),
            time_ms=chance.randrange(60_000, 1_800_000),
            finished_at=NOON + timedelta(milliseconds=chance.randrange(86_400_000)),
            attempt_id=at,
        )
        key = order_key(result)
        yield at, result.won, result.score, result.moves, result.time_ms, result.finished_at, key


def load(deal_id: int, number: int, first: int, readers: int) -> list[int]:
    """Fill a board; the ids of players who will ask."""
    from django.db import connection, transaction

    from game.engine.codes import DealCode
    from game.models import Attempt, Deal, Player
    from leaderboard.models import Board, Standing

    code = DealCode.numbered("HV", first)
    deal = Deal.objects.create(
        pk=deal_id, code=str(code), variant="HV", kind="N", deck="AS", created_at=NOON
    )
    Board.objects.create(deal=deal, stamp=secrets.token_hex(8))
    rows = list(results(number, first))
    names = ("id", "deal_id", "variant", "player_id", "attempt_id", "won", "score", "moves")
    columns = ", ".join((*names, "time_ms", "finished_at", "order_key"))
    table = Standing._meta.db_table
    lines = ((row[0], deal_id, deal.variant, row[0], row[0], *row[1:]) for row in rows)
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET session_replication_role = replica")
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for line in lines:
                    copy.write_row(line)
            cursor.execute("SET session_replication_role = DEFAULT")
        else:
            insert = f"INSERT INTO {table} ({columns}) VALUES (?{', ?' * 10})"  # noqa: S608
            with transaction.atomic():
                cursor.connection.executemany(insert, lines)
    rows.sort(key=lambda row: row[-1])
    asking = random.Random(SEED).sample(range(number), readers)
    needed = {at for middle in asking for at in range(middle - LIMIT, middle + LIMIT + 1)}
    read = [rows[at][0] for at in needed if 0 <= at < number]
    with transaction.atomic():
        Player.objects.bulk_create(
            [
                Player(pk=pk, name=f"P{pk}", name_key=f"p{pk}", name_look=f"p{pk}", password="!")  # noqa: S106
                for pk in read
            ],
            batch_size=500,
        )
        Attempt.objects.bulk_create(
            [Attempt(pk=pk, deal=deal, player_id=pk, started_at=NOON, score=0) for pk in read],
            batch_size=500,
        )
    return [rows[at][0] for at in asking]


def timed(call: Callable[[], object]) -> float:
    """Milliseconds of a call."""
    began = time.perf_counter()
    call()
    return (time.perf_counter() - began) * 1e3


def main() -> int:
    """Print both costs and their ratio; 1 where it misses the target."""
    parser = argparse.ArgumentParser(prog="script/bench rank", description=__doc__)
    parser.add_argument("--lines", type=int, default=LARGE)
    parser.add_argument("--readers", type=int, default=200)
    options = parser.parse_args()
    with ExitStack() as stack:
        own_database(stack)
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection, connections

        from leaderboard.rank_cache import DatabaseRanks, RedisRanks, ranks
        from leaderboard.selectors import board_page
        from leaderboard.wire import wire

        stack.callback(connections.close_all)
        call_command("migrate", interactive=False, verbosity=0)
        to = wire()
        back_end = ranks()
        assert to is not None
        assert isinstance(back_end, RedisRanks)
        sizes = {FIRST_DEAL: SMALL, FIRST_DEAL + 1: options.lines}
        asking: dict[int, list[int]] = {}
        for deal_id, number in sizes.items():
            stack.callback(
                to.call, lambda client, deal_id=deal_id: client.unlink(f"harp:ranks:{{{deal_id}}}")
            )
            began = time.perf_counter()
            asking[deal_id] = load(
                deal_id, number, (deal_id - FIRST_DEAL) * 100_000 + 1, options.readers
            )
            loaded = time.perf_counter()
            if not back_end.build(deal_id=deal_id):
                raise SystemExit("Redis took no ranks")
            took = time.perf_counter() - loaded
            print(
                f"{number:9,} lines stored in {loaded - began:.0f} s, ranks built in {took:.1f} s"
            )
        if connection.vendor == "postgresql":  # which does it by itself, in time; SQLite never does
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")

        times: dict[int, list[float]] = {deal_id: [] for deal_id in sizes}
        for turn in range(options.readers):
            for deal_id in (list(sizes), list(reversed(sizes)))[turn % 2]:
                player = asking[deal_id][turn]

                def ask(deal_id: int = deal_id, player: int = player) -> None:
                    page = board_page(deal_id=deal_id, player_id=player, around=player, limit=LIMIT)
                    assert page.total == sizes[deal_id]
                    assert page.own in page.lines
                    assert len(page.lines) == LIMIT

                times[deal_id].append(timed(ask))
        small, large = (statistics.median(times[deal_id]) for deal_id in sizes)
        bound = ["1"]
        counted = timed(lambda: DatabaseRanks().count(deal_id=FIRST_DEAL + 1, bounds=bound))
        known = timed(lambda: back_end.count(deal_id=FIRST_DEAL + 1, bounds=bound))
        print(
            f"own rank and {LIMIT} lines around, {options.readers} players, {connection.vendor}; ms"
        )
        print(f"  {SMALL:9,} lines {small:6.2f}")
        print(f"  {options.lines:9,} lines {large:6.2f}")
        print(f"  (counts alone: {known:.2f} from Redis, {counted:.2f} by the database)")
        print(f"  ratio {large / small:.2f} (at most {TARGET})")
        return int(large / small > TARGET)


if __name__ == "__main__":
    sys.exit(main())
