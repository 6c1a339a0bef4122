"""What runs by the clock: the embedded thread, the start of the server, and Celery on Redis."""

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from game.engine.variants import VARIANTS
from game.models import Attempt, Daily, Deal
from game.schedule import day_of
from harp_server import scheduler, serve
from harp_server.celery import app
from harp_server.scheduler import Scheduler, run_task
from harp_server.timetable import TIMETABLE
from leaderboard.models import Standing
from tests.conftest import Clock
from tests.dailies.deals import DAY, FINAL, WIN, put
from tests.dailies.seat import Seat
from tests.dailies.secrets_of import Secrets

ROOT = Path(__file__).parents[2]

PREPARED = 8 * len(VARIANTS)


def wait_for(what: Callable[[], Any], *, seconds: float = 20) -> None:
    """Return once it is so; fail if it takes longer."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, f"not within {seconds} s"
        time.sleep(0.02)


# The embedded thread


class Tasks:
    """Stands in for the tasks: notes which were run, and fails or waits where it is told to."""

    def __init__(self) -> None:
        self.run: list[str] = []
        self.failing: set[str] = set()
        self.hold: threading.Event | None = None

    def __call__(self, name: str) -> None:
        self.run.append(name)
        if self.hold is not None:
            assert self.hold.wait(20)
        if name in self.failing:
            raise RuntimeError("this task failed")


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Tasks:
    """Tasks that do nothing, and a clock that is looked at often."""
    tasks = Tasks()
    monkeypatch.setattr(scheduler, "run_task", tasks)
    monkeypatch.setattr(scheduler, "_TICK", 0.01)
    monkeypatch.setattr(scheduler, "close_old_connections", lambda: None)
    return tasks


@pytest.fixture
def thread() -> Iterator[Scheduler]:
    """A scheduler, stopped at the end."""
    thread = Scheduler()
    yield thread
    thread.stop()
    assert not thread.is_alive()


def test_every_task_is_run_at_the_start_and_not_again_before_its_turn(
    fake: Tasks, thread: Scheduler
) -> None:
    thread.start()
    wait_for(lambda: len(fake.run) == len(TIMETABLE))
    time.sleep(0.2)
    assert sorted(fake.run) == sorted(TIMETABLE)


def test_a_task_is_run_again_at_its_interval(
    fake: Tasks, thread: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = {"often": timedelta(seconds=0.05), "seldom": timedelta(hours=1)}
    monkeypatch.setattr(scheduler, "TIMETABLE", table)
    thread.start()
    wait_for(lambda: fake.run.count("often") >= 4)
    assert fake.run.count("seldom") == 1


def test_a_task_that_fails_stops_neither_itself_nor_the_others(
    fake: Tasks, thread: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = {"fails": timedelta(seconds=0.05), "works": timedelta(seconds=0.05)}
    monkeypatch.setattr(scheduler, "TIMETABLE", table)
    fake.failing = {"fails"}
    thread.start()
    wait_for(lambda: min(fake.run.count("fails"), fake.run.count("works")) >= 3)
    assert thread.is_alive()


def test_stopping_lets_the_running_task_finish_and_starts_no_other(
    fake: Tasks, thread: Scheduler
) -> None:
    fake.hold = threading.Event()
    thread.start()
    wait_for(lambda: fake.run)
    threading.Timer(0.2, fake.hold.set).start()
    thread.stop()
    assert fake.hold.is_set()
    assert not thread.is_alive()


def test_a_thread_that_never_began_can_be_stopped(fake: Tasks) -> None:
    Scheduler().stop()
    assert fake.run == []


@pytest.mark.parametrize("name", TIMETABLE)
@pytest.mark.django_db
def test_every_name_in_the_timetable_is_a_task_that_can_be_run_here(
    clock: Clock, name: str
) -> None:
    app.autodiscover_tasks(force=True)
    assert name in app.tasks
    run_task(name)


@pytest.mark.django_db(transaction=True)
def test_the_thread_makes_todays_deals_and_ends_days_that_are_due(
    ann: Seat, clock: Clock, thread: Scheduler
) -> None:
    deal = put("HT")
    ann.begin(WIN[:5])
    clock.now = FINAL + timedelta(hours=12)
    thread.start()
    wait_for(lambda: Deal.objects.count() == PREPARED + 1 and Standing.objects.exists())
    wait_for(lambda: Deal.objects.get(pk=deal.pk).finalized_at is not None)


# The start of the server


@pytest.fixture
def seen_by_server(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, bool]]:
    """What there is when the server begins to listen: today's deals; whether the thread runs."""
    seen: list[tuple[int, bool]] = []

    def listen(host: str, port: int) -> None:
        today = Deal.objects.filter(date=day_of(timezone.now())).count()
        alive = any(isinstance(thread, Scheduler) for thread in threading.enumerate())
        seen.append((today, alive))

    monkeypatch.setattr(serve, "_serve", listen)
    monkeypatch.setattr(Scheduler, "run", lambda self: self._stop_asked.wait(20))
    return seen


@pytest.mark.django_db
def test_todays_deals_are_there_before_the_server_listens_and_the_thread_runs_beside_it(
    clock: Clock, settings: Any, seen_by_server: list[tuple[int, bool]]
) -> None:
    settings.REDIS_URL = None
    serve._serve_with_clockwork("127.0.0.1", 1)
    assert seen_by_server == [(len(VARIANTS), True)]
    assert not any(isinstance(thread, Scheduler) for thread in threading.enumerate())
    assert not any(daily.is_committed_beforehand for daily in Daily.objects.filter(deal__date=DAY))


@pytest.mark.django_db
def test_where_celery_runs_the_tasks_there_is_no_thread(
    clock: Clock, settings: Any, seen_by_server: list[tuple[int, bool]]
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:6379/0"
    serve._serve_with_clockwork("127.0.0.1", 1)
    assert seen_by_server == [(len(VARIANTS), False)]


# Celery


def database_url() -> str:
    """Where the test's own database is, for another process."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    login = quote(database["USER"])
    if database["PASSWORD"]:
        login += ":" + quote(database["PASSWORD"])
    return f"postgres://{login}@{database['HOST']}:{database['PORT'] or 5432}/{database['NAME']}"


@contextlib.contextmanager
def celery(tmp_path: Path, command: str, *options: str) -> Iterator[Path]:
    """A process of Celery on the test's own database; the file that it writes to."""
    log = tmp_path / f"{command}.log"
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "harp_server.settings.test",
        "DATABASE_URL": database_url(),
        "HARP_VAR": str(tmp_path),
        "TMPDIR": str(tmp_path),
    }
    with log.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "harp_server.celery", command, *options],
            cwd=ROOT,
            env=environment,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
        try:
            yield log
        finally:
            process.terminate()
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


if settings.REDIS_URL:
    # Embedded mode has no Celery, so that there is no such test either.

    @pytest.mark.django_db(transaction=True)
    def test_worker_and_beat_make_the_deals_and_end_the_days_that_are_due(
        ann: Seat, tmp_path: Path
    ) -> None:
        old = put("HT", DAY - timedelta(days=9))
        Attempt.objects.create(
            deal=old, player=ann.player, ranked=True, started_at=old.created_at, score=0
        )
        worker_options = ("--pool", "solo", "--without-gossip", "--without-mingle")
        app.control.purge()  # what another test may have left
        with (
            celery(tmp_path, "worker", *worker_options, "--loglevel", "DEBUG") as worker,
            celery(
                tmp_path, "beat", "--schedule", str(tmp_path / "beat"), "--loglevel", "DEBUG"
            ) as beat,
        ):
            wait_for(lambda: Deal.objects.count() == PREPARED + 1, seconds=60)
            wait_for(lambda: Deal.objects.get(pk=old.pk).finalized_at, seconds=30)
        assert Attempt.objects.get().finished_at is not None
        days = {daily.deal.date for daily in Daily.objects.exclude(deal=old)}
        assert len(days) == 8
        for log in (worker, beat):
            for daily in Daily.objects.select_related("deal").exclude(deal=old)[:16]:
                assert Secrets(daily.deal).found_in(log.read_bytes()) is None
