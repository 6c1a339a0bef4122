"""A killed process loses no batch that it acknowledged: a real server, SIGKILL in the middle."""

import http.client
import json
import random
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from knox.models import AuthToken

from game.engine.codes import parse_code
from game.engine.replay import fold
from game.engine.shuffle import numbered_deck
from game.engine.variants import VARIANTS
from game.models import Attempt
from game.progress import progress_of
from leaderboard.models import Standing
from tests.process import server
from tests.seat import CODE, WIN, Seat, stored_log

pytestmark = pytest.mark.django_db(transaction=True)


class Player:
    """Plays the winning game on over a connection, and notes what was acknowledged."""

    def __init__(self, port: int, token: str, attempt: int, acknowledged: int) -> None:
        self.attempt = attempt
        self.acknowledged = acknowledged
        self.replies = 0
        self._headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def play(self, size: int) -> None:
        """On and on, until the connection breaks or the game is won."""
        try:
            while self.acknowledged < len(WIN):
                ply = self.acknowledged
                reply = self._append(ply, WIN[ply : ply + size])
                self.acknowledged = reply["ply"]
                self.replies += 1
        except (OSError, http.client.HTTPException):
            return

    def _append(self, ply: int, actions: list[str]) -> dict[str, Any]:
        self._connection.request(
            "POST",
            f"/api/v1/attempts/{self.attempt}/actions/",
            json.dumps({"ply": ply, "actions": actions}),
            self._headers,
        )
        reply = self._connection.getresponse()
        body = reply.read()
        assert reply.status == 200, body
        return dict(json.loads(body))

    def close(self) -> None:
        """Let go of the socket."""
        self._connection.close()


def test_what_a_killed_server_acknowledged_is_in_the_database(ann: Seat, tmp_path: Path) -> None:
    attempt = ann.start()["id"]
    _, token = AuthToken.objects.create(ann.player)
    randomness = random.Random(connection.vendor)
    acknowledged = 0
    for _ in range(2):
        with server(tmp_path / "var") as (process, port):
            player = Player(port, token, attempt, acknowledged)
            thread = threading.Thread(target=player.play, args=(2,))
            thread.start()
            deadline = time.monotonic() + 30
            wanted = randomness.randrange(3, 12)
            while player.replies < wanted and thread.is_alive() and time.monotonic() < deadline:
                time.sleep(0.001)
            time.sleep(randomness.random() * 0.02)
            process.send_signal(signal.SIGKILL)  # while the next batch is on its way
            process.wait(timeout=20)
            thread.join(timeout=40)
            assert not thread.is_alive()
            player.close()
        assert player.replies >= wanted, (tmp_path / "var.out").read_text()[-2_000:]
        log = stored_log(attempt)
        assert len(log) >= player.acknowledged
        assert log == WIN[: len(log)]
        row = Attempt.objects.select_related("deal").get()
        table = fold(VARIANTS["HO"], numbered_deck(parse_code(CODE)), log).table
        assert (row.ply, row.score, row.moves) == (len(log), table.score, table.moves)
        assert progress_of(row).table == table
        # The reply that was lost is asked for again, and the game goes on from what was known.
        acknowledged = player.acknowledged
        assert ann.append(attempt, acknowledged, WIN[acknowledged : len(log)]).status_code == 200
        assert stored_log(attempt) == log


def test_a_result_that_a_killed_server_acknowledged_has_its_line(ann: Seat, tmp_path: Path) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, WIN[:-1])
    _, token = AuthToken.objects.create(ann.player)
    with server(tmp_path / "var") as (process, port):
        player = Player(port, token, attempt, len(WIN) - 1)
        player.play(1)
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=20)
        player.close()
    assert player.acknowledged == len(WIN)
    assert Attempt.objects.get().won is True
    assert Standing.objects.get().attempt_id == attempt


def test_the_database_keeps_what_it_has_acknowledged_when_power_fails() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA synchronous")
            assert cursor.fetchone() == (2,)  # FULL
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone() == ("wal",)
        else:
            cursor.execute("SHOW synchronous_commit")
            assert cursor.fetchone() == ("on",)
