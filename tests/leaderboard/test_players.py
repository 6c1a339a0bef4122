"""Players as everybody may see them."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from game.engine.codes import DealCode
from game.models import Attempt, Player
from tests.conftest import NOON, Clock
from tests.leaderboard.played import PlayedDeal
from tests.seat import CODE, WIN, WINS, Seat, error_of

pytestmark = pytest.mark.django_db


def test_a_player_who_has_not_played_has_a_page_without_results(
    anybody: APIClient, clock: Clock
) -> None:
    Player.objects.create_user("QuietHeron4821", is_guest=True, joined_at=NOON)
    assert anybody.get("/api/v1/players/QuietHeron4821/").json() == {
        "name": "QuietHeron4821",
        "guest": True,
        "joined_at": "2026-03-01T12:00:00Z",
        "results": [],
        "bests": {},
        "bankroll": {"games": 0, "dollars": 0},
    }


def test_results_are_the_latest_lines_first_and_bests_the_best_won_line_of_each_variant(
    ann: Seat, anybody: APIClient, clock: Clock
) -> None:
    runs = [
        (CODE, WIN),
        ("HO1-N-AAAAABF", WINS["HO1-N-AAAAABF"]["actions"]),
        ("HO1-N-AAAAADX", WINS["HO1-N-AAAAADX"]["actions"]),
        ("SO1-N-AAAAABQ", WINS["SO1-N-AAAAABQ"]["actions"]),
        (str(DealCode.numbered("EH", 1)), ["S"]),
    ]
    for code, log in runs:
        clock.ahead(minutes=1)
        assert ann.send_log(log, code).status_code == 201
    profile = anybody.get("/api/v1/players/Ann/").json()
    assert [result["code"] for result in profile["results"]] == [code for code, _ in runs[::-1]]
    assert {variant: line["code"] for variant, line in profile["bests"].items()} == {
        "HO": "HO1-N-AAAAABF",  # 670 points, the others 650 and 655
        "SO": "SO1-N-AAAAABQ",
    }
    best = profile["bests"]["HO"]
    assert best in profile["results"]
    assert best == {
        "code": "HO1-N-AAAAABF",
        "variant": "HO",
        "attempt": best["attempt"],
        "player": {"name": "Ann", "guest": False},
        "won": True,
        "score": 670,
        "moves": 133,
        "undos": 0,
        "time_ms": None,
        "finished_at": "2026-03-01T12:02:00Z",
    }


@pytest.mark.parametrize("variant", ["SO", "ST", "SF"])
def test_the_record_of_each_number_of_suits_is_by_score_then_moves_then_time(
    ann: Seat, variant: str
) -> None:
    worse_first: list[dict[str, Any]] = [
        {"won": False, "score": 1_300, "moves": 90},
        {"won": True, "score": 1_190, "moves": 80, "time_ms": 100},
        {"won": True, "score": 1_200, "moves": 120, "time_ms": 100},
        {"won": True, "score": 1_200, "moves": 110, "time_ms": None},
        {"won": True, "score": 1_200, "moves": 110, "time_ms": 900},
        {"won": True, "score": 1_200, "moves": 110, "time_ms": 800},
    ]
    won = False
    for result in worse_first:
        attempt = PlayedDeal(variant=variant).finish(ann.player, **result)
        won = won or attempt.won
        bests = ann.client.get("/api/v1/players/Ann/").json()["bests"]
        assert {code: best["attempt"] for code, best in bests.items()} == (
            {variant: attempt.pk} if won else {}
        )
    PlayedDeal(variant=variant).finish(ann.player, won=True, score=1_200, moves=111, time_ms=1)
    (best,) = ann.client.get("/api/v1/players/Ann/").json()["bests"].values()
    assert best["attempt"] == attempt.pk


def test_the_bankroll_adds_up_all_games_of_las_vegas_that_count(
    ann: Seat, bob: Seat, no_throttle: None
) -> None:
    def bankroll() -> tuple[int, int]:
        told = ann.client.get("/api/v1/players/Ann/").json()["bankroll"]
        return told["games"], told["dollars"]

    code = next(code for code in WINS if code.startswith("HV"))
    win = WINS[code]
    ann.send_log(win["actions"], code)
    assert bankroll() == (1, win["score"])

    # A deal that is played again costs its stake again, though its line stays the best one.
    ann.send_log(["S"], code)
    given_up = ann.start(code)["id"]
    ann.append(given_up, 0, ["S", "U"])
    assert bankroll() == (2, win["score"] - 52)
    ann.finish(given_up)
    assert bankroll() == (3, win["score"] - 104)

    # Nothing was staked where nothing was played; the rest is not hers, not Las Vegas, or not real.
    ann.finish(ann.start(code)["id"])
    ann.send_log(WIN)
    bob.send_log(["S"], code)
    practice = ann.client.post(
        f"/api/v1/deals/{code}/attempts/", {"practice": True}, format="json"
    ).json()["id"]
    ann.append(practice, 0, ["S"])
    ann.finish(practice)
    assert bankroll() == (3, win["score"] - 104)

    Attempt.objects.filter(pk=given_up).update(disqualified_at=NOON)
    assert bankroll() == (2, win["score"] - 52)


def test_a_result_is_the_line_of_the_board_and_not_each_attempt(ann: Seat) -> None:
    ann.send_log(WIN[:40])
    ann.send_log(WIN)
    ann.append(ann.start()["id"], 0, WIN[:10])
    (result,) = ann.client.get("/api/v1/players/Ann/").json()["results"]
    line = ann.board()["own"]
    shared = result.keys() & line.keys()
    assert {name: result[name] for name in shared} == {name: line[name] for name in shared}


@pytest.mark.parametrize("name", ["Åsa Ö", "åsa ö", "ÅSA Ö", "A\u030asa O\u0308"])
def test_names_are_found_however_they_are_capitalised_or_composed(
    anybody: APIClient, name: str
) -> None:
    Player.objects.create_user("Åsa Ö")
    assert anybody.get(f"/api/v1/players/{name}/").json()["name"] == "Åsa Ö"


@pytest.mark.parametrize(
    "name", ["Nobody", "%00", "a%00b", "x" * 3_000, "\u0130", "%ff", "%ED%A0%80"]
)
def test_a_name_that_nobody_has_is_404(anybody: APIClient, name: str) -> None:
    error_of(anybody.get(f"/api/v1/players/{name}/"), 404, "not-found")


def test_a_player_who_was_shut_out_is_404(ann: Seat, anybody: APIClient) -> None:
    Player.objects.update(is_active=False)
    error_of(anybody.get("/api/v1/players/Ann/"), 404, "not-found")


def test_the_page_tells_nothing_that_is_the_players_own(ann: Seat, anybody: APIClient) -> None:
    Player.objects.update(email="ann@example.org", password="!x", language="sv")
    ann.send_log(WIN)
    text = anybody.get("/api/v1/players/Ann/").content.decode()
    assert "example.org" not in text
    assert "password" not in text
    assert "language" not in text
