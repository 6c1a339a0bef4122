"""The rank cache: on either back end it says what a count says."""

import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from game.models import Player
from leaderboard import rank_cache
from leaderboard.models import Board, Standing
from leaderboard.rank_cache import BoardChange, DatabaseRanks, RedisRanks, packed, ranks
from leaderboard.ranking import RANK_LENGTH, Result, order_key
from leaderboard.selectors import board_page, own_line
from leaderboard.services import delete_lines, refresh_lines
from leaderboard.wire import Wire, wire
from tests.leaderboard.played import PlayedDeal

pytestmark = pytest.mark.django_db(transaction=True)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

results = st.builds(
    Result,
    won=st.booleans(),
    score=st.integers(-0x7FFFFF, 0x800000) | st.integers(-60, 60),
    moves=st.integers(0, 0xFFFF) | st.integers(0, 3),
    time_ms=st.none() | st.integers(0, 2**47) | st.integers(0, 3),
    finished_at=st.integers(0, 2**51).map(lambda us: EPOCH + timedelta(microseconds=us)),
    attempt_id=st.integers(1, 2**63 - 1),
)


@given(st.lists(results, max_size=30))
def test_packed_keys_sort_as_keys_do_and_are_exact_doubles(some: list[Result]) -> None:
    keys = [order_key(result) for result in some]
    assert sorted(keys) == sorted(keys, key=packed)
    for score, _ in map(packed, keys):
        assert 0 <= score < 2**53
        assert int(float(score)) == score


def naive(keys: list[str], bounds: list[str]) -> tuple[int, list[int]]:
    return len(keys), [sum(key < bound for key in keys) for bound in bounds]


def asked(deal_id: int, bounds: list[str]) -> tuple[int, list[int]]:
    counts = ranks().count(deal_id=deal_id, bounds=bounds)
    return counts.total, counts.below


steps = st.lists(
    st.tuples(
        st.sampled_from(["finish", "finish", "finish", "remove", "refresh", "wipe", "build"]),
        st.integers(0, 5),  # which player
        st.booleans(),
        st.integers(-52, -48) | st.just(300),
        st.integers(1, 3),
        st.sampled_from([None, 0, 1, 5_000]),
    ),
    max_size=14,
)


@given(steps)
@hypothesis_settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_counts_are_the_naive_ones_after_every_step_of_any_history(history: list[Any]) -> None:
    played = PlayedDeal(players=6)
    deal_id = played.deal.pk
    for what, who, won, score, moves, time_ms in history:
        player = played.players[who]
        match what:
            case "finish":
                played.finish(player, won=won, score=score, moves=moves, time_ms=time_ms)
            case "remove":
                delete_lines(player_id=player.pk)
            case "refresh":
                refresh_lines(deal_id=deal_id)
            case "wipe":
                wipe(deal_id)
            case "build":
                build(deal_id)
        keys = played.keys()
        bounds = [*keys, *(key[:RANK_LENGTH] for key in keys), *(key[:9] for key in keys), "0", "2"]
        assert asked(deal_id, bounds) == naive(keys, bounds)
    for player in played.players:
        line = own_line(deal_id=deal_id, player_id=player.pk)
        if line is not None:
            page = board_page(deal_id=deal_id, around=player.pk, limit=3)
            assert line in page.lines


def wipe(deal_id: int) -> None:
    if (to := wire()) is not None:
        keys = f"harp:ranks:{{{deal_id}}}", f"harp:ranks:{{{deal_id}}}:waiting"
        to.call(lambda client: client.delete(*keys))


def build(deal_id: int) -> None:
    back_end = ranks()
    if isinstance(back_end, RedisRanks):
        back_end.build(deal_id=deal_id)


def test_a_deleted_player_leaves_the_counts() -> None:
    played = PlayedDeal(players=3)
    for player in played.players:
        played.finish(player)
    assert asked(played.deal.pk, []) == (3, [])
    Player.objects.get(pk=played.players[0].pk).delete()
    assert asked(played.deal.pk, []) == (2, [])


@pytest.fixture
def no_database_counts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Redis has to answer alone."""

    def count(*args: Any, **kwargs: Any) -> Any:
        raise AssertionError("counted in the database")

    with monkeypatch.context() as patch:
        patch.setattr(DatabaseRanks, "count", count)
        yield


@pytest.mark.redis
def test_a_built_set_answers_and_follows_changes(no_database_counts: None) -> None:
    played = PlayedDeal(players=4)
    for player in played.players[:3]:
        played.finish(player)
    build(played.deal.pk)
    played.finish(played.players[3], won=True)
    played.finish(played.players[0], score=5)
    delete_lines(player_id=played.players[1].pk)
    keys = played.keys()
    assert asked(played.deal.pk, keys) == naive(keys, keys)
    assert asked(played.deal.pk, keys) == (3, [0, 1, 2])


@pytest.mark.redis
def test_changes_that_arrive_out_of_order_wait_for_each_other(
    monkeypatch: pytest.MonkeyPatch, no_database_counts: None
) -> None:
    played = PlayedDeal(players=6)
    played.finish(played.players[0])
    build(played.deal.pk)
    changes: list[BoardChange] = []
    take_in = RedisRanks.changed
    with monkeypatch.context() as patch:
        patch.setattr(RedisRanks, "changed", lambda _, change: changes.append(change))
        for player in played.players:
            played.finish(player, score=7)
        delete_lines(player_id=played.players[2].pk)
    random.Random(3).shuffle(changes)
    back_end = ranks()
    assert isinstance(back_end, RedisRanks)
    for change in changes:
        take_in(back_end, change)
    keys = played.keys()
    assert len(keys) == 5
    assert asked(played.deal.pk, keys) == naive(keys, keys)


@pytest.mark.redis
def test_a_lost_change_is_noticed_and_the_set_built_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rank_cache, "CATCH_UP", 0.05)
    played = PlayedDeal(players=3)
    played.finish(played.players[0])
    build(played.deal.pk)
    with monkeypatch.context() as patch:
        patch.setattr(RedisRanks, "changed", lambda *_: None)
        played.finish(played.players[1])
    played.finish(played.players[2])
    assert asked(played.deal.pk, []) == (3, [])
    time.sleep(0.06)
    assert asked(played.deal.pk, []) == (3, [])
    monkeypatch.setattr(DatabaseRanks, "count", None)
    assert asked(played.deal.pk, []) == (3, [])


@pytest.mark.redis
def test_large_boards_are_built_by_the_task(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rank_cache, "SMALL", 2)
    monkeypatch.setattr(rank_cache, "_WANTED", "harp:ranks:wanted:by-a-test")
    played = PlayedDeal(players=3)
    for player in played.players:
        played.finish(player)
    wipe(played.deal.pk)  # of what an earlier run's database left there
    for _ in range(2):
        assert asked(played.deal.pk, []) == (3, [])
    assert rank_cache.build_wanted() == 1
    monkeypatch.setattr(DatabaseRanks, "count", None)
    assert asked(played.deal.pk, []) == (3, [])


@pytest.mark.redis
def test_a_set_that_lost_lines_while_it_was_built_is_thrown_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rank_cache, "_CHUNK", 2)
    played = PlayedDeal(players=5)
    for player in played.players:
        played.finish(player)
    back_end = ranks()
    assert isinstance(back_end, RedisRanks)
    adding = rank_cache._adding
    chunks = 0

    def wiped_between(aside: str, keys: list[str]) -> Any:
        nonlocal chunks
        chunks += 1
        if chunks == 2:
            to = wire()
            assert to is not None
            to.call(lambda client: client.delete(aside))
        return adding(aside, keys)

    monkeypatch.setattr(rank_cache, "_adding", wiped_between)
    assert back_end.build(deal_id=played.deal.pk) is False
    assert asked(played.deal.pk, []) == (5, [])


@pytest.mark.redis
def test_a_set_of_another_past_is_not_believed() -> None:
    played = PlayedDeal(players=2)
    played.finish(played.players[0])
    build(played.deal.pk)
    # As after a backup was put back: other lines, and a stamp of then.
    Standing.objects.filter(deal=played.deal).delete()
    Board.objects.filter(deal=played.deal).update(stamp="0123456789abcdef")
    assert asked(played.deal.pk, []) == (0, [])


def test_what_is_read_while_sets_are_wiped_and_built_was_true_meanwhile() -> None:
    played = PlayedDeal(players=40)
    deal_id = played.deal.pk
    done = threading.Event()
    begun = 0  # lines whose transactions may have been committed
    committed = 0
    wrong: list[Any] = []
    reads = 0

    def read() -> None:
        nonlocal reads
        try:
            while not done.is_set():
                least = committed
                total, below = asked(deal_id, ["2", "0"])
                most = begun
                reads += 1
                if not (least <= total <= most and least <= below[0] <= most and below[1] == 0):
                    wrong.append((least, total, below, most))
        except BaseException as error:
            wrong.append(error)
        finally:
            connection.close()

    def disturb() -> None:
        chance = random.Random(5)
        try:
            while not done.is_set():
                (wipe if chance.random() < 0.5 else build)(deal_id)
                time.sleep(0.003)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for work in (read, read, disturb)]
    for thread in threads:
        thread.start()
    try:
        for player in played.players:
            begun += 1
            played.finish(player, score=begun % 3)
            committed += 1
    finally:
        done.set()
        for thread in threads:
            thread.join(timeout=20)
    assert wrong == []
    assert reads > 10


def test_without_its_redis_nothing_fails_and_little_waits(settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"  # nobody listens there
    played = PlayedDeal(players=20)
    began = time.monotonic()
    for player in played.players:
        played.finish(player)
    assert asked(played.deal.pk, ["2"]) == (20, [20])
    assert time.monotonic() - began < 5


def test_a_redis_that_hangs_is_waited_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leaderboard.wire.PATIENCE", 0.25)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        to = Wire(f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        began = time.monotonic()
        for _ in range(50):
            with suppress(Exception):
                to.call(lambda client: client.ping())
        assert time.monotonic() - began < 2


def test_the_back_end_is_chosen_by_the_address_of_redis() -> None:
    assert isinstance(ranks(), RedisRanks if settings.REDIS_URL else DatabaseRanks)
