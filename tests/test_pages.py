"""The pages' replies: what they show, where they lead, and that looking at them writes nothing."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from frontend.games import GAMES
from frontend.templatetags.harp import duration, points
from frontend.views import csrf_failure
from game.engine.variants import VARIANTS
from game.models import Attempt, Deal, Player
from tests.seat import CODE, WIN, Seat

SeatOf = Callable[[str], Seat]


def text_of(reply: Any) -> str:
    """The page as text."""
    return str(reply.content.decode())


def data_of(reply: Any, name: str) -> dict[str, Any]:
    """What the page hands to its script."""
    found = re.search(
        rf'<script id="{name}" type="application/json">(.*?)</script>', text_of(reply)
    )
    assert found
    return dict(json.loads(found[1]))


def played(seat: Seat, actions: list[str], code: str = CODE) -> int:
    """A finished attempt of these actions, and its id."""
    attempt = int(seat.start(code)["id"])
    assert seat.append(attempt, 0, actions).status_code == 200
    seat.finish(attempt)
    return attempt


@pytest.fixture
def visitor(db: None) -> Client:
    """A browser that nobody is signed in at."""
    return Client()


@pytest.fixture
def ann_at_home(ann: Seat) -> Client:
    """Ann's browser."""
    browser = Client()
    browser.force_login(ann.player, backend="django.contrib.auth.backends.ModelBackend")
    return browser


ADDRESSES = [
    "/",
    "/archive/",
    "/rules/",
    "/rules/easy-harp/",
    "/rules/harpan/",
    "/rules/spindelharpan/",
    "/rules/words/",
    "/open/",
    "/new/EH/",
    "/play/EH1-N-AAAAAHQ/",
    "/boards/EH1-N-AAAAAHQ/",
    "/players/Ann/",
    "/nowhere/",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_looking_at_a_page_writes_nothing(visitor: Client, address: str) -> None:
    visitor.get(address)
    assert not Player.objects.exists()
    assert not Deal.objects.exists()
    assert not Attempt.objects.exists()
    assert not Session.objects.exists()


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_takes_no_post(visitor: Client, address: str) -> None:
    assert visitor.post(address).status_code in (404, 405)


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_page_has_anything_inline(visitor: Client, address: str) -> None:
    page = text_of(visitor.get(address, follow=True))
    assert '<html lang="en"' in page
    assert not re.search(r"<script(?![^>]* (?:src=|type=\"application/json\"))", page)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=", page)


def test_the_first_page_offers_all_games(visitor: Client) -> None:
    page = text_of(visitor.get("/"))
    assert list(GAMES) == list(VARIANTS)
    for variant, game in GAMES.items():
        assert f'href="/new/{variant}/"' in page
        assert str(game.line) in page


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_new_deal_is_some_numbered_deal_of_the_game(visitor: Client, variant: str) -> None:
    first, second = (visitor.get(f"/new/{variant}/")["Location"] for _ in range(2))
    assert re.fullmatch(rf"/play/{variant}1-N-[A-Z]{{7}}/", first)
    assert first != second
    assert visitor.get(first).status_code == 200


def test_there_is_no_new_deal_of_a_game_that_there_is_not(visitor: Client) -> None:
    assert visitor.get("/new/XX/").status_code == 404


@pytest.mark.parametrize(
    "typed",
    [
        "EH1-N-AAAAAHQ",
        "eh1naaaaahq",
        " eh1 n aaaaa hq ",
        "http://harp.example/play/EH1-N-AAAAAHQ/",
        "Can you win eh1-n-aaaaahq?",
    ],
)
def test_a_code_is_read_forgivingly(visitor: Client, typed: str) -> None:
    reply = visitor.get("/open/", {"code": typed})
    assert (reply.status_code, reply["Location"]) == (302, "/play/EH1-N-AAAAAHQ/")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("EH1-N-AAAAAHX", "There is a slip in this code"),
        ("XX1-N-AAAAAHQ", "No game has these first two letters"),
        ("EH2-N-AAAAAHQ", "must be 1"),
        ("EH1-X-AAAAAHQ", "must be N"),
        ("hello", "This is no code of a deal"),
        ("<b>&amp;", "This is no code of a deal"),
    ],
)
def test_a_wrong_code_says_what_is_wrong_and_can_be_mended(
    visitor: Client, typed: str, said: str
) -> None:
    reply = visitor.get("/open/", {"code": typed})
    assert reply.status_code == 400
    assert said in text_of(reply)
    assert "<b>&amp;" not in text_of(reply)
    assert visitor.get("/play/" + typed + "/").status_code == 404


def test_a_daily_deal_that_is_not_there_is_not_there(visitor: Client) -> None:
    assert visitor.get("/play/EH1-D-AABEGSL/").status_code == 404
    assert "no such deal here" in text_of(visitor.get("/open/", {"code": "EH1-D-AABEGSL"}))


@pytest.mark.parametrize("page", ["play", "boards"])
def test_another_spelling_leads_to_the_one_address(visitor: Client, page: str) -> None:
    reply = visitor.get(f"/{page}/eh1-naaaaahq/?around=me")
    assert reply["Location"] == f"/{page}/EH1-N-AAAAAHQ/?around=me"


def test_the_table_is_playable_before_the_server_knows_of_a_game(visitor: Client) -> None:
    reply = visitor.get("/play/EH1-N-AAAAAHQ/")
    deal = data_of(reply, "deal")
    assert (deal["code"], deal["variant"], deal["open_attempt"]) == ("EH1-N-AAAAAHQ", "EH", None)
    assert len(deal["deck"].split()) == 104
    assert "csrftoken" in reply.cookies
    assert "no-store" in reply["Cache-Control"]


def test_the_table_knows_the_open_attempt_of_who_looks(
    visitor: Client, ann: Seat, ann_at_home: Client
) -> None:
    attempt = ann.start()["id"]
    assert data_of(ann_at_home.get(f"/play/{CODE}/"), "deal")["open_attempt"] == attempt
    assert data_of(visitor.get(f"/play/{CODE}/"), "deal")["open_attempt"] is None


def test_an_empty_board_invites(visitor: Client) -> None:
    page = text_of(visitor.get(f"/boards/{CODE}/"))
    assert "Nobody has played this one yet." in page
    assert f'href="/play/{CODE}/"' in page
    assert "no secret" in page


def test_a_board_shows_its_lines_and_marks_ones_own(
    ann: Seat, bob: Seat, ann_at_home: Client
) -> None:
    won = played(ann, WIN)
    played(bob, WIN[:1])
    page = text_of(ann_at_home.get(f"/boards/{CODE}/"))
    assert page.index("/players/Ann/") < page.index("/players/Bob/")
    assert f'href="/replays/{won}/"' in page
    assert page.count('class="own"') == 1
    assert "2 players" in page
    assert "you are number 1" in page
    assert "Not won" in page


def test_a_result_is_shown_with_its_undos(visitor: Client, ann: Seat, bob: Seat) -> None:
    won = played(ann, WIN)
    played(bob, ["S", "U", "S", "U", "S"])
    for address in (f"/boards/{CODE}/", "/players/Bob/"):
        page = text_of(visitor.get(address))
        headings = re.findall(r'<th scope="col".*?</th>', page)
        at = next(place for place, heading in enumerate(headings) if "Undos" in heading)
        body = page.split("<tbody")[1].split("</tbody>")[0]
        cells = re.findall(r"<td.*?</td>", body.split("<tr")[-1], re.DOTALL)
        assert re.sub("<.*?>", "", cells[at]) == "2"
    replay = text_of(visitor.get(f"/replays/{won}/"))
    assert "2 undos" in replay  # of the game to choose, to stand beside it
    assert 'id="undos"' in replay


def test_a_long_board_has_pages_and_a_way_to_ones_own_line(
    seat_of: SeatOf, ann: Seat, ann_at_home: Client, no_throttle: None
) -> None:
    for number in range(60):
        played(seat_of(f"P{number}"), ["S"])
    played(ann, ["S", "S"])
    first = text_of(ann_at_home.get(f"/boards/{CODE}/"))
    assert first.count(' href="/replays/') == 50
    assert 'class="own"' not in first
    assert "?around=me" in first
    following = re.search(r'rel="next" href="([^"]+)"', first)
    assert following
    second = text_of(ann_at_home.get(following[1]))
    assert second.count(' href="/replays/') == 11
    assert 'class="own"' in second
    assert 'rel="prev"' in second
    around = text_of(ann_at_home.get(f"/boards/{CODE}/?around=me"))
    assert around.count(' href="/replays/') == 50
    assert 'class="own"' in around


def test_a_cursor_that_no_page_gave_leads_to_the_top(visitor: Client) -> None:
    assert visitor.get(f"/boards/{CODE}/?cursor=x")["Location"] == f"/boards/{CODE}/"
    assert visitor.get(f"/boards/{CODE}/?around=Nobody")["Location"] == f"/boards/{CODE}/"


def test_a_deal_that_one_has_played_says_so(
    visitor: Client, ann: Seat, ann_at_home: Client
) -> None:
    attempt = played(ann, WIN)
    page = text_of(ann_at_home.get(f"/play/{CODE}/"))
    assert "You have played this one:" in page
    assert f'<a href="/replays/{attempt}/">Watch replay</a>' in page
    assert "You have played this one:" not in text_of(visitor.get(f"/play/{CODE}/"))
    ann.start(CODE)
    assert "You have played this one:" not in text_of(ann_at_home.get(f"/play/{CODE}/"))


@pytest.mark.parametrize("variant", GAMES)
def test_the_table_leads_to_the_rules_of_its_game(visitor: Client, variant: str) -> None:
    page = text_of(visitor.get(visitor.get(f"/new/{variant}/")["Location"]))
    found = re.search(r'class="play-rules" href="([^"#]+)#?([^"]*)"', page)
    assert found
    rules = text_of(visitor.get(found[1]))
    assert found[2] == "" or f'id="{found[2]}"' in rules


def test_a_deleted_player_keeps_the_line_and_has_no_page(visitor: Client, ann: Seat) -> None:
    attempt = played(ann, WIN[:30])
    Player.objects.filter(pk=ann.player.pk).update(name="deleted-1", deleted_at=timezone.now())
    board = text_of(visitor.get(f"/boards/{CODE}/"))
    assert "deleted player" in board
    assert "deleted-1" not in board
    for address in (f"/play/{CODE}/", f"/replays/{attempt}/"):
        page = text_of(visitor.get(address))
        assert "deleted player" in page
        assert "deleted-1" not in page
        assert "/players/" not in page


def test_the_banned_read_why_nothing_works(ann: Seat, ann_at_home: Client) -> None:
    Player.objects.filter(pk=ann.player.pk).update(is_active=False)
    for address in ("/", f"/play/{CODE}/"):
        assert "This player is banned" in text_of(ann_at_home.get(address))


def test_the_table_goes_on_with_the_attempt_that_the_address_names(
    ann: Seat, ann_at_home: Client, bob: Seat
) -> None:
    watched = played(bob, WIN)
    counting = ann.start()["id"]
    practice = ann.client.post(
        f"/api/v1/attempts/{watched}/play-on/", {"ply": 9}, format="json"
    ).json()["id"]

    def open_attempt(query: str) -> int:
        return int(data_of(ann_at_home.get(f"/play/{CODE}/{query}"), "deal")["open_attempt"])

    assert open_attempt("") == counting
    assert open_attempt(f"?attempt={practice}") == practice
    for nothing in (watched, "x", "", -1):
        assert open_attempt(f"?attempt={nothing}") == counting


def test_a_replay_has_the_whole_game(visitor: Client, ann: Seat) -> None:
    attempt = played(ann, WIN)
    reply = visitor.get(f"/replays/{attempt}/")
    replay = data_of(reply, "replay")
    (game,) = replay["games"]
    assert game["actions"] == WIN
    assert game["times"] is None  # it came in one piece
    assert replay["deck"] == Deal.objects.get(code=CODE).deck
    assert "Ann" in text_of(reply)


def test_an_open_attempt_is_watched_by_nobody_else(
    visitor: Client, ann: Seat, ann_at_home: Client
) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, ["S"])
    assert visitor.get(f"/replays/{attempt}/").status_code == 404
    assert ann_at_home.get(f"/replays/{attempt}/").status_code == 200


def test_a_player_has_bests_and_results(visitor: Client, ann: Seat) -> None:
    won = played(ann, WIN)
    page = text_of(visitor.get("/players/Ann/"))
    assert "Best games" in page
    assert f'href="/boards/{CODE}/"' in page
    assert page.count(f'href="/replays/{won}/"') == 2


def test_a_player_of_las_vegas_has_a_bankroll(visitor: Client, ann: Seat) -> None:
    played(ann, WIN)
    assert "bankroll" not in text_of(visitor.get("/players/Ann/"))
    played(ann, ["S"], "HV1-N-AAAAAAK")
    played(ann, ["S"], "HV1-N-AAAAAAK")
    page = text_of(visitor.get("/players/Ann/"))
    assert "Las Vegas bankroll" in page
    assert "\N{MINUS SIGN}$104" in page
    assert "From 2 games" in page


def test_a_player_without_results_is_shown_all_the_same(visitor: Client, ann: Seat) -> None:
    assert "No finished game yet." in text_of(visitor.get("/players/Ann/"))
    assert visitor.get("/players/aNN/")["Location"] == "/players/Ann/"
    assert visitor.get("/players/Nobody/").status_code == 404


def test_a_name_is_shown_as_text(visitor: Client) -> None:
    Player.objects.create_user("<i>Eve")
    page = text_of(visitor.get("/players/%3Ci%3EEve/"))
    assert "&lt;i&gt;Eve" in page
    assert "<i>Eve" not in page


def test_what_is_not_there_has_a_page(visitor: Client) -> None:
    reply = visitor.get("/nowhere/")
    assert reply.status_code == 404
    assert "There is nothing at this address." in text_of(reply)


def test_the_page_of_a_broken_server_needs_nothing_of_it() -> None:
    page = render_to_string("500.html")
    assert "Something went wrong here." in page


def test_the_page_of_a_broken_server_names_the_request() -> None:
    from structlog.contextvars import bound_contextvars

    with bound_contextvars(request_id="abc-123"):
        assert "abc-123" in render_to_string("500.html")


def test_a_form_that_does_not_fit_says_what_to_do() -> None:
    request = RequestFactory().post("/")
    request.user = AnonymousUser()
    reply = csrf_failure(request, reason="no cookie")
    assert reply.status_code == 403
    assert "This page was open for too long." in text_of(reply)


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "0:00"),
        (9_999, "0:09"),
        (245_000, "4:05"),
        (3_723_000, "1:02:03"),
        (None, "\N{EN DASH}"),
    ],
)
def test_durations_are_written_as_clocks_show_them(milliseconds: int | None, text: str) -> None:
    assert duration(milliseconds) == text


def test_scores_are_dollars_in_las_vegas_alone() -> None:
    assert points(20, "EH") == "20"
    assert points(-52, "HV") == "\N{MINUS SIGN}$52"
    assert points(208, "HV") == "$208"


@pytest.mark.parametrize(
    ("language", "score"), [("en", "1,315"), ("sv", "1\N{NO-BREAK SPACE}315"), ("el", "1.315")]
)
def test_a_score_is_written_as_its_readers_write_numbers(language: str, score: str) -> None:
    with translation.override(language):
        assert points(1315, "EH") == score


def test_a_name_that_is_written_from_the_right_turns_nothing_around(
    seat_of: SeatOf, visitor: Client
) -> None:
    attempt = played(seat_of("שלום"), ["S"])
    played(seat_of("Ann"), ["S", "S"])
    for address in (f"/boards/{CODE}/", f"/play/{CODE}/"):
        page = text_of(visitor.get(address))
        assert re.search(r'dir="auto"[^>]*>שלום<', page)
    assert "<bdi>שלום</bdi>" in text_of(visitor.get("/players/שלום/"))
    page = text_of(visitor.get(f"/replays/{attempt}/"))
    assert "\N{FIRST STRONG ISOLATE}שלום\N{POP DIRECTIONAL ISOLATE} plays" in page
    # Where nothing can turn around, nothing is added.
    assert "\N{FIRST STRONG ISOLATE}" not in text_of(visitor.get("/players/Ann/"))
    assert "Watch the game of Ann" in text_of(visitor.get(f"/boards/{CODE}/"))
