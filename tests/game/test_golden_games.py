"""All golden games through the HTTP API: what comes out is what two other programs found."""

import json
from typing import Any

import pytest

from game.engine.codes import DealCode
from game.engine.replay import fold
from game.engine.variants import VARIANTS
from game.engine.view import layout
from game.models import Deal
from tests.conftest import NOON
from tests.seat import DATA, WINS, Seat, error_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_throttle")]

VECTORS: list[dict[str, Any]] = json.loads((DATA / "vectors.json").read_text())["games"]
BATCH = 97


def name_of(game: dict[str, Any]) -> str:
    return f"{game.get('code') or game['variant']}-{len(game['actions'])}"


def seat_deal(game: dict[str, Any]) -> str:
    """The code of the game's deal; a deck of no code is stored under one that is free."""
    if "code" in game:
        return str(game["code"])
    code = DealCode.numbered(game["variant"], 999_999)
    Deal.objects.create(
        code=str(code), variant=code.variant, kind=code.kind, deck=game["deck"], created_at=NOON
    )
    return str(code)


def play(seat: Seat, code: str, actions: list[str]) -> tuple[int, Any]:
    """Play the actions in batches up to the first reply that is not 200."""
    attempt = seat.start(code)["id"]
    reply = seat.append(attempt, 0, [])
    for first in range(0, len(actions), BATCH):
        reply = seat.append(attempt, first, actions[first : first + BATCH])
        if reply.status_code != 200:
            break
    return attempt, reply


@pytest.mark.parametrize("game", VECTORS, ids=name_of)
def test_a_recorded_game_comes_out_to_the_card(ann: Seat, game: dict[str, Any]) -> None:
    code = seat_deal(game)
    deal = ann.client.get(f"/api/v1/deals/{code}/").json()
    assert deal["deck"] == game["deck"]
    attempt, reply = play(ann, code, game["actions"])
    rules = VARIANTS[deal["variant"]]
    state = ann.attempt(attempt)
    assert state["deck"] == game["deck"]

    if reply.status_code != 200:  # an undo after the win, which an attempt does not take
        assert not game["won"]
        error = error_of(reply, 409, "attempt-over")
        assert game["actions"][error["ply"] :] == ["U"]
        assert state["won"] is True
        assert [each["at"] for each in state["reveals"] if each["ply"]] == game["turned"]
        return

    assert state["log"] == game["actions"]
    assert state["won"] is game["won"]
    assert state["over"] is game["won"]
    assert (state["score"], state["moves"]) == (game["after"]["score"], game["after"]["moves"])
    assert [each["at"] for each in state["reveals"] if each["ply"]] == game["turned"]
    deck = state["deck"].split()
    assert all(each["card"] == deck[each["at"]] for each in state["reveals"])
    faces = Deal.objects.get().faces
    assert layout(fold(rules, faces, state["log"]).table, faces) == game["after"]

    for token, reason in game["refused_after"]:
        reply = ann.append(attempt, len(game["actions"]), [token])
        if reason == "bad-token":
            error_of(reply, 400, "malformed")
        elif game["won"]:
            error_of(reply, 409, "attempt-over")
        else:
            error = error_of(reply, 422, "illegal-action")
            assert (error["index"], error["token"], error["reason"]) == (0, token, reason)
    assert ann.attempt(attempt)["log"] == game["actions"]


@pytest.mark.parametrize("code", WINS)
def test_a_recorded_win_is_verified_as_a_whole_log_and_as_an_attempt(
    ann: Seat, bob: Seat, code: str
) -> None:
    win = WINS[code]
    sent = ann.send_log(win["actions"], code)
    assert sent.status_code == 201
    _, played = play(bob, code, win["actions"])
    for outcome in (sent.json()["outcome"], played.json()["outcome"]):
        assert outcome["won"] is True
        assert (outcome["score"], outcome["moves"]) == (win["score"], win["moves"])
    lines = ann.board(code)["lines"]
    # Neither has a time: the one that came in one batch was not seen being played, either.
    assert [line["player"]["name"] for line in lines] == ["Ann", "Bob"]
    assert {(line["won"], line["score"], line["moves"]) for line in lines} == {
        (True, win["score"], win["moves"])
    }
