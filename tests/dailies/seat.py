"""A player at the server's HTTP API, playing the deals of a day."""

from dataclasses import dataclass
from typing import Any

from rest_framework.test import APIClient

from game.models import Player
from tests.dailies.deals import CODE


@dataclass(frozen=True)
class Seat:
    """A player and their client."""

    player: Player
    client: APIClient

    def get(self, path: str, **query: Any) -> Any:
        """The reply to a GET below /api/v1/."""
        return self.client.get(f"/api/v1/{path}", query)

    def post(self, path: str, body: Any = None) -> Any:
        """The reply to a POST of JSON below /api/v1/."""
        return self.client.post(f"/api/v1/{path}", body, format="json")

    def start(self, code: str = CODE) -> Any:
        """The reply to a start of the ranked attempt."""
        return self.post(f"deals/{code}/attempts/", {})

    def practise(self, code: str = CODE) -> Any:
        """The reply to a start of practice."""
        return self.post(f"deals/{code}/attempts/", {"practice": True})

    def begin(self, actions: list[str] | None = None, code: str = CODE) -> int:
        """The ranked attempt, with these actions played from its opening on."""
        attempt = int(body_of(self.start(code), 201)["id"])
        if actions:
            body_of(self.append(attempt, 0, actions))
        return attempt

    def append(self, attempt: int, ply: int, actions: list[str]) -> Any:
        """The reply to actions from a ply on."""
        return self.post(f"attempts/{attempt}/actions/", {"ply": ply, "actions": actions})

    def give_up(self, attempt: int) -> Any:
        """The reply to giving up."""
        return self.post(f"attempts/{attempt}/finish/")

    def attempt(self, attempt: int) -> dict[str, Any]:
        """The attempt as it stands."""
        return body_of(self.get(f"attempts/{attempt}/"))

    def replay(self, attempt: int) -> Any:
        """The reply to the wish to watch an attempt."""
        return self.get(f"attempts/{attempt}/replay/")

    def send_log(self, actions: list[str], code: str = CODE) -> Any:
        """The reply to a whole log."""
        return self.post(f"deals/{code}/logs/", {"actions": actions})

    def board(self, code: str = CODE, **query: Any) -> dict[str, Any]:
        """A page of a board."""
        return body_of(self.get(f"boards/{code}/", **query))

    def deal(self, code: str = CODE) -> dict[str, Any]:
        """A deal."""
        return body_of(self.get(f"deals/{code}/"))


def body_of(reply: Any, status: int = 200) -> dict[str, Any]:
    """The body of a reply, which has to have this status."""
    assert reply.status_code == status, reply.content
    return dict(reply.json())


def refusal_of(reply: Any, status: int, code: str) -> dict[str, Any]:
    """The error of a reply, which has to have this status and code."""
    error = dict(body_of(reply, status)["error"])
    assert error["code"] == code, error
    return error


def board_of(seat: Seat, code: str = CODE) -> list[tuple[int, str, int]]:
    """The lines of a board: rank, name and score."""
    lines = seat.board(code)["lines"]
    return [(line["rank"], line["player"]["name"], line["score"]) for line in lines]
