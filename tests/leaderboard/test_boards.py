"""Boards over HTTP: lines, ranks, cursors, the lines around a player."""

import base64
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from rest_framework.test import APIClient

from game.engine.codes import DealCode
from game.models import Attempt
from leaderboard.models import Standing
from leaderboard.services import refresh_lines
from tests.conftest import Clock
from tests.seat import CODE, WIN, Seat, error_of

OTHER = str(DealCode.numbered("HO", 2_000))

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_throttle")]


@pytest.fixture
def crowd(clock: Clock, seat_of: Callable[[str], Seat]) -> list[Seat]:
    """Nine players with a line each on the board of CODE, the best first.

    Lines 3 to 5 agree in all that a rank is made of, and so do the last two.
    """
    logs = [
        [*WIN[:-1], "U", *WIN[-2:]],
        WIN[:100],
        WIN[:80],
        WIN[:80],
        WIN[:80],
        WIN[:60],
        WIN[:30],
        ["S"],
        ["S"],
    ]
    seats = []
    for number, log in enumerate(logs, start=1):
        seat = seat_of(f"Player{number}")
        clock.ahead(seconds=1)
        reply = seat.send_log(log)
        assert reply.status_code == 201, reply.content
        seats.append(seat)
    return seats


NAMES = [f"Player{number}" for number in range(1, 10)]


def names(board: dict[str, Any]) -> list[str]:
    return [line["player"]["name"] for line in board["lines"]]


def test_a_line_has_place_player_and_outcome(ann: Seat, clock: Clock, anybody: APIClient) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, ["S", "U", "S"])
    clock.ahead(seconds=3)
    ann.append(attempt, 3, ["S"])
    ann.finish(attempt)
    assert anybody.get(f"/api/v1/boards/{CODE}/").json() == {
        "code": CODE,
        "variant": "HO",
        "open_deck": True,
        "total": 1,
        "lines": [
            {
                "rank": 1,
                "position": 1,
                "attempt": attempt,
                "player": {"name": "Ann", "guest": False},
                "won": False,
                "score": 0,
                "moves": 3,
                "undos": 1,
                "time_ms": 3_000,
                "finished_at": "2026-03-01T12:00:03Z",
            }
        ],
        "own": None,
        "next": None,
        "previous": None,
    }


def test_lines_that_share_a_rank_are_counted_1_2_3_3_3_6_and_positions_are_not_shared(
    crowd: list[Seat],
) -> None:
    board = crowd[0].board()
    assert names(board) == NAMES
    assert [line["rank"] for line in board["lines"]] == [1, 2, 3, 3, 3, 6, 7, 8, 8]
    assert [line["position"] for line in board["lines"]] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert board["total"] == 9


def test_lines_that_differ_by_undos_alone_share_a_rank(ann: Seat, bob: Seat) -> None:
    ann.send_log(["S", "U", "S"])
    bob.send_log(["S", "S"])
    places = [(line["rank"], line["moves"], line["undos"]) for line in ann.board()["lines"]]
    assert places == [(1, 2, 1), (1, 2, 0)]


def test_a_page_that_begins_amid_a_shared_rank_gives_it_all_the_same(crowd: list[Seat]) -> None:
    first = crowd[0].board(limit=4)
    second = crowd[0].board(limit=4, cursor=first["next"])
    assert [line["rank"] for line in second["lines"]] == [3, 6, 7, 8]
    assert [line["position"] for line in second["lines"]] == [5, 6, 7, 8]


@pytest.mark.parametrize("limit", range(1, 11))
def test_cursors_walk_the_whole_board_forwards_and_backwards(crowd: list[Seat], limit: int) -> None:
    pages = [crowd[0].board(limit=limit)]
    assert pages[0]["previous"] is None
    while pages[-1]["next"]:
        pages.append(crowd[0].board(limit=limit, cursor=pages[-1]["next"]))
        assert len(pages) <= 9
    assert [name for page in pages for name in names(page)] == NAMES
    assert [len(page["lines"]) for page in pages[:-1]] == [limit] * (len(pages) - 1)

    back = [pages[-1]]
    while back[-1]["previous"]:
        back.append(crowd[0].board(limit=limit, cursor=back[-1]["previous"]))
        assert len(back) <= 10
    assert [name for page in reversed(back) for name in names(page)] == NAMES
    assert back[-1]["previous"] is None
    for page in pages + back:
        places = [line["position"] for line in page["lines"]]
        assert places == [NAMES.index(name) + 1 for name in names(page)]


def test_a_cursor_holds_its_place_when_better_lines_come_in(
    crowd: list[Seat], seat_of: Callable[[str], Seat]
) -> None:
    first = crowd[0].board(limit=4)
    seat_of("Newcomer").send_log(WIN)
    second = crowd[0].board(limit=4, cursor=first["next"])
    assert names(second) == NAMES[4:8]
    assert [line["position"] for line in second["lines"]] == [6, 7, 8, 9]
    assert second["total"] == 10


def test_a_cursor_stays_good_when_the_line_that_it_was_made_of_is_gone(crowd: list[Seat]) -> None:
    first = crowd[0].board(limit=4)
    Standing.objects.filter(player__name="Player4").delete()
    assert names(crowd[0].board(limit=4, cursor=first["next"])) == NAMES[4:8]


@pytest.mark.parametrize(
    ("limit", "player", "shown"),
    [
        (1, 5, [5]),
        (2, 5, [5, 6]),
        (3, 5, [4, 5, 6]),
        (4, 5, [4, 5, 6, 7]),
        (5, 5, [3, 4, 5, 6, 7]),
        (3, 1, [1, 2, 3]),
        (5, 2, [1, 2, 3, 4, 5]),
        (3, 9, [7, 8, 9]),
        (5, 8, [5, 6, 7, 8, 9]),
        (9, 1, [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (50, 9, [1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ],
)
def test_around_shows_a_player_in_the_middle_or_the_page_at_the_end(
    crowd: list[Seat], anybody: APIClient, limit: int, player: int, shown: list[int]
) -> None:
    url = f"/api/v1/boards/{CODE}/"
    board = anybody.get(url, {"around": f"player{player}", "limit": str(limit)}).json()
    assert [line["position"] for line in board["lines"]] == shown
    assert names(board) == [NAMES[place - 1] for place in shown]
    assert (board["previous"] is not None) == (shown[0] > 1)
    assert (board["next"] is not None) == (shown[-1] < 9)
    mine = crowd[player - 1].board(around="me", limit=limit)
    assert mine["lines"] == board["lines"]


def test_around_goes_on_in_both_directions(crowd: list[Seat]) -> None:
    middle = crowd[4].board(around="me", limit=3)
    assert names(crowd[4].board(limit=3, cursor=middle["previous"])) == NAMES[0:3]
    assert names(crowd[4].board(limit=3, cursor=middle["next"])) == NAMES[6:9]


def test_around_somebody_without_a_line_is_the_first_page(
    crowd: list[Seat], ann: Seat, anybody: APIClient
) -> None:
    for board in (
        ann.board(around="me", limit=3),
        crowd[7].board(around="ann", limit=3),
        anybody.get(f"/api/v1/boards/{CODE}/", {"around": "me", "limit": "3"}).json(),
    ):
        assert names(board) == NAMES[:3]


def test_around_a_player_who_does_not_exist_is_404(crowd: list[Seat]) -> None:
    reply = crowd[0].client.get(f"/api/v1/boards/{CODE}/", {"around": "Nobody"})
    error_of(reply, 404, "not-found")


def test_own_line_comes_with_every_page_and_to_its_player_alone(
    crowd: list[Seat], ann: Seat, anybody: APIClient
) -> None:
    own = crowd[7].board(limit=2)["own"]
    assert own["player"]["name"] == "Player8"
    assert (own["rank"], own["position"]) == (8, 8)
    first = crowd[7].board(limit=2)
    assert crowd[7].board(limit=2, cursor=first["next"])["own"] == own
    assert ann.board()["own"] is None
    assert anybody.get(f"/api/v1/boards/{CODE}/").json()["own"] is None


def test_a_deal_that_nobody_played_has_an_empty_board(ann: Seat, crowd: list[Seat]) -> None:
    for query in ({}, {"around": "me"}, {"around": "Player1"}, {"limit": "1"}):
        board = ann.board(OTHER, **query)
        assert board == {
            "code": OTHER,
            "variant": "HO",
            "open_deck": True,
            "total": 0,
            "lines": [],
            "own": None,
            "next": None,
            "previous": None,
        }
    cursor = ann.board(limit=1)["next"]
    assert ann.board(OTHER, cursor=cursor)["lines"] == []


def test_an_open_attempt_is_on_no_board(ann: Seat) -> None:
    ann.append(ann.start()["id"], 0, WIN[:50])
    assert ann.board()["total"] == 0


def test_boards_of_different_deals_do_not_mix(ann: Seat, bob: Seat) -> None:
    ann.send_log(WIN)
    bob.send_log(["S"], OTHER)
    assert names(ann.board()) == ["Ann"]
    assert names(ann.board(OTHER)) == ["Bob"]


@pytest.mark.parametrize("limit", ["0", "-1", "101", "x", "1.5", "1e3", str(10**30)])
def test_a_limit_is_from_1_to_100(ann: Seat, limit: str) -> None:
    reply = ann.client.get(f"/api/v1/boards/{CODE}/", {"limit": limit})
    assert list(error_of(reply, 400, "malformed")["fields"]) == ["limit"]


@pytest.mark.parametrize("limit", [1, 100])
def test_limits_at_their_bounds_are_taken(crowd: list[Seat], limit: int) -> None:
    assert len(crowd[0].board(limit=limit)["lines"]) == min(limit, 9)


def text(raw: str) -> str:
    return base64.urlsafe_b64encode(raw.encode()).decode().rstrip("=")


BAD_CURSORS = [
    "x",
    "!!!!",
    "ä",
    "\u0661",
    "a" * 101,
    "a" * 53,
    text("after"),
    text("after:"),
    text("after:" + "0" * 52),
    text("after:" + "0" * 54),
    text("after:" + "g" * 53),
    text("after:" + "0" * 52 + "\u0661"),
    text("beside:" + "0" * 53),
    text("after:before:" + "0" * 53),
    text("after:" + "0" * 53 + "\n"),
    text("after:" + "A" * 53),
    text("after:" + "\x00" * 53),
    base64.urlsafe_b64encode(b"after:" + b"\xff" * 53).decode().rstrip("="),
]


@pytest.mark.parametrize("cursor", BAD_CURSORS, ids=ascii)
def test_a_cursor_that_comes_from_no_page_is_400(ann: Seat, cursor: str) -> None:
    reply = ann.client.get(f"/api/v1/boards/{CODE}/", {"cursor": cursor})
    assert list(error_of(reply, 400, "malformed")["fields"]) == ["cursor"]


@pytest.mark.parametrize("around", ["x" * 101, "a\x00b"])
def test_a_name_that_nobody_can_have_is_400(ann: Seat, around: str) -> None:
    reply = ann.client.get(f"/api/v1/boards/{CODE}/", {"around": around})
    assert list(error_of(reply, 400, "malformed")["fields"]) == ["around"]


def test_empty_parameters_are_as_good_as_none(crowd: list[Seat]) -> None:
    assert crowd[0].board(limit="", cursor="", around="") == crowd[0].board()


# "ranks each player's best whole run (a stored tuple is always one run's)"


def test_a_better_run_replaces_the_line_whole_and_a_worse_one_changes_nothing(
    ann: Seat, clock: Clock
) -> None:
    runs = [WIN[:30], WIN[:10], WIN[:60], WIN[:59], WIN, WIN[:100], [*WIN[:5], "S", "U", *WIN[5:]]]
    outcomes = {}
    for run in runs:
        clock.ahead(seconds=7)
        kept = ann.send_log(run).json()
        outcomes[kept["attempt"]] = kept["outcome"]
        (line,) = ann.board()["lines"]
        # All of the line is of one run, the one that its replay shows.
        one = outcomes[line["attempt"]]
        assert {name: line[name] for name in one} == one
        best = min(
            outcomes.values(),
            key=lambda each: (not each["won"], -each["score"], each["moves"], each["finished_at"]),
        )
        assert one == best
    assert Standing.objects.count() == 1


def test_a_played_run_beats_the_same_run_sent_whole(ann: Seat, clock: Clock) -> None:
    ann.send_log(WIN)
    attempt = ann.start()["id"]
    ann.append(attempt, 0, WIN[:10])
    clock.ahead(hours=5)
    ann.append(attempt, 10, WIN[10:])
    assert ann.board()["own"]["attempt"] == attempt
    ann.send_log(WIN)
    assert ann.board()["own"]["attempt"] == attempt
    assert ann.board()["own"]["time_ms"] == 5 * 3_600_000


@pytest.mark.parametrize(
    ("sizes", "gap_ms", "has_time"),
    [
        ([20], 0, True),
        ([21], 0, False),
        ([20, 10], 1_000, True),
        ([20, 11], 1_000, False),
        ([1, 100], 9_000, True),
        ([1, 20, 20], 1_000, False),
    ],
)
def test_what_arrives_faster_than_anybody_plays_has_no_time(
    ann: Seat, clock: Clock, sizes: list[int], gap_ms: int, has_time: bool
) -> None:
    attempt = ann.start()["id"]
    clock.ahead(hours=1)
    ply = 0
    for size in sizes:
        ann.append(attempt, ply, WIN[ply : ply + size])
        ply += size
        clock.ahead(milliseconds=gap_ms)
    outcome = ann.finish(attempt).json()["outcome"]
    assert (outcome["time_ms"] is not None) == has_time
    replay = ann.client.get(f"/api/v1/attempts/{attempt}/replay/").json()
    assert (replay["times"] is not None) == has_time


def test_of_equal_runs_the_earlier_keeps_the_line(ann: Seat, clock: Clock) -> None:
    first = ann.send_log(WIN).json()["attempt"]
    ann.send_log(WIN)
    assert ann.board()["own"]["attempt"] == first


# Rebuilding


def rows() -> list[dict[str, Any]]:
    return [
        {name: value for name, value in row.items() if name != "id"}
        for row in Standing.objects.order_by("deal", "order_key").values()
    ]


def test_rebuilding_boards_gives_what_was_there(
    crowd: list[Seat], ann: Seat, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    crowd[8].send_log(WIN[:90])
    crowd[0].send_log(WIN[:50])
    attempt = ann.start()["id"]
    ann.append(attempt, 0, WIN[:40])
    clock.ahead(seconds=9)
    ann.append(attempt, 40, WIN[40:])
    ann.send_log(WIN[:20], CODE)
    crowd[1].start()
    crowd[2].finish(crowd[2].start()["id"])
    ann.send_log(["S"], OTHER)
    before = rows()
    assert len(before) == 11
    call_command("rebuild_boards", CODE, OTHER.lower())
    assert rows() == before
    assert capsys.readouterr().out == f"{CODE}: 10 lines\n{OTHER}: 1 lines\n"


def test_rebuilding_mends_a_board_that_other_hands_have_changed(crowd: list[Seat]) -> None:
    before = rows()
    Standing.objects.filter(player__name="Player3").delete()
    Standing.objects.filter(player__name="Player1").update(score=-5, moves=1)
    refresh_lines(deal_id=Attempt.objects.values_list("deal", flat=True)[0])
    assert rows() == before


def test_rebuilding_what_is_no_deal_says_so() -> None:
    with pytest.raises(CommandError, match="EH1-N-AAAAAAG: The check letter"):
        call_command("rebuild_boards", "EH1-N-AAAAAAG")
    call_command("rebuild_boards", OTHER, verbosity=0)


# Practice has no line


def test_a_practice_attempt_gets_no_line(ann: Seat) -> None:
    attempt = ann.start()["id"]
    Attempt.objects.update(practice=True)
    ann.append(attempt, 0, WIN)
    assert Attempt.objects.get().won is True
    assert not Standing.objects.exists()
