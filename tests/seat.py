"""A player at the server's HTTP API, as the tests of the server sit down to it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rest_framework.test import APIClient

from game.models import Attempt, Batch, Player

DATA = Path(__file__).parent / "data"

WINS: dict[str, dict[str, Any]] = json.loads((DATA / "wins.json").read_text())["games"]
"""Winning games of numbered deals by code: actions, score, moves."""

CODE = "HO1-N-AAAAAEG"
"""A deal with a short win that takes moves of all kinds."""

WIN: list[str] = WINS[CODE]["actions"]


@dataclass(frozen=True)
class Seat:
    """A player and their client."""

    player: Player
    client: APIClient

    def start(self, code: str = CODE) -> dict[str, Any]:
        """The open attempt on a deal, or a new one."""
        reply = self.client.post(f"/api/v1/deals/{code}/attempts/")
        assert reply.status_code in (200, 201), reply.content
        return dict(reply.json())

    def append(self, attempt: int, ply: Any, actions: Any) -> Any:
        """The reply to actions from a ply on."""
        return self.client.post(
            f"/api/v1/attempts/{attempt}/actions/", {"ply": ply, "actions": actions}, format="json"
        )

    def finish(self, attempt: int) -> Any:
        """The reply to giving up."""
        return self.client.post(f"/api/v1/attempts/{attempt}/finish/")

    def attempt(self, attempt: int) -> dict[str, Any]:
        """The attempt as it stands."""
        reply = self.client.get(f"/api/v1/attempts/{attempt}/")
        assert reply.status_code == 200, reply.content
        return dict(reply.json())

    def send_log(self, actions: Any, code: str = CODE, **more: Any) -> Any:
        """The reply to a whole log."""
        body = {"actions": actions, **more}
        return self.client.post(f"/api/v1/deals/{code}/logs/", body, format="json")

    def board(self, code: str = CODE, **query: Any) -> dict[str, Any]:
        """A page of a board."""
        reply = self.client.get(f"/api/v1/boards/{code}/", query)
        assert reply.status_code == 200, reply.content
        return dict(reply.json())


def error_of(reply: Any, status: int, code: str) -> dict[str, Any]:
    """The error of a reply, which has to have this status and code and the one form of errors."""
    assert reply.status_code == status, reply.content
    assert reply["Content-Type"] == "application/json"
    body = reply.json()
    assert list(body) == ["error"]
    error = body["error"]
    assert error["code"] == code, error
    assert isinstance(error["message"], str)
    assert error["message"]
    return dict(error)


def stored(attempt: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Everything that the database holds of an attempt: its row, its batches."""
    batches = Batch.objects.filter(attempt_id=attempt).order_by("first_ply")
    row = Attempt.objects.filter(pk=attempt).values().get()
    return dict(row), [dict(batch) for batch in batches.values()]


def stored_log(attempt: int) -> list[str]:
    """The log in the database; its batches have to follow each other without a gap."""
    log: list[str] = []
    for batch in Batch.objects.filter(attempt_id=attempt).order_by("first_ply"):
        assert batch.first_ply == len(log)
        assert batch.length == len(batch.tokens)
        log += batch.tokens
    return log
