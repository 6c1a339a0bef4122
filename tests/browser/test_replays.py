"""The replay viewer: watched, stepped through, beside another game, embedded, played on from."""

import json
import re
import urllib.request
from collections.abc import Callable, Iterator
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server, get_json
from tests.browser.table import Table
from tests.browser.test_accessibility import AXE
from tests.browser.test_accessibility import SIZES as PAGE_SIZES

CODE = "HO1-N-AAAAAEG"
SIZES = {**PAGE_SIZES, "landscape": (640, 360)}


def post(server: Server, path: str, body: Any, token: str = "") -> Any:
    """A call of a program's."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Token {token}"
    data = json.dumps(body).encode()
    request = urllib.request.Request(server.url + path, data=data, headers=headers)  # noqa: S310
    with urllib.request.urlopen(request, timeout=10) as reply:  # noqa: S310
        return json.load(reply)


def game_of(server: Server, actions: list[str]) -> int:
    """A finished game of a new guest's."""
    token = post(server, "/api/v1/tokens/", {})["token"]
    attempt = post(server, f"/api/v1/deals/{CODE}/attempts/", {}, token)["id"]
    url = f"/api/v1/attempts/{attempt}"
    # In several pieces, so that the server sees how it was played.
    for ply in range(0, len(actions), 10):
        sent = {"ply": ply, "actions": actions[ply : ply + 10]}
        post(server, f"{url}/actions/", sent, token)
    post(server, f"{url}/finish/", {}, token)
    return int(attempt)


@pytest.fixture(scope="module")
def win(wins: dict[str, dict[str, Any]]) -> list[str]:
    """The actions of a won game."""
    return list(wins[CODE]["actions"])


@pytest.fixture(scope="module")
def won(server: Server, win: list[str]) -> int:
    """A won game."""
    return game_of(server, win)


@pytest.fixture(scope="module")
def lost(server: Server, win: list[str]) -> int:
    """A game of the same deal that was given up after 18 actions, two of them undos."""
    return game_of(server, [*win[:15], "U", "U", win[13]])


@pytest.fixture(scope="module")
def short(server: Server, win: list[str]) -> int:
    """One more, so short that its pace is a person's and it has times."""
    return game_of(server, win[:18])


def ply_of(page: Page) -> int:
    """Where the scrubber stands."""
    return int(page.locator("#scrubber").input_value())


def test_a_game_is_played_paused_scrubbed_and_stepped_through(
    page: Page, server: Server, won: int, win: list[str]
) -> None:
    page.goto(f"{server.url}/replays/{won}/")
    moves, play = page.locator("#moves"), page.locator("#play")
    expect(moves).to_have_text("0")
    page.locator("#speed").select_option("8")
    play.click()
    expect(play).to_have_text("Pause")
    expect(page.locator("#scrubber")).to_have_value(re.compile(r"^([3-9]|\d\d+)$"))
    page.keyboard.press("Space")  # the focus is on the button, which keeps its own keys
    expect(play).to_have_text("Play")
    stopped = ply_of(page)
    expect(page).to_have_url(re.compile(rf"#ply={stopped}$"))

    page.locator("#scrubber").fill("20")
    expect(moves).to_have_text("20")
    page.locator("#forward").click()
    expect(moves).to_have_text("21")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(moves).to_have_text("19")
    page.keyboard.press("PageDown")
    expect(moves).to_have_text("29")
    page.keyboard.press("End")
    expect(moves).to_have_text(str(len(win)))
    expect(page.locator("#forward")).to_be_disabled()
    page.keyboard.press("Home")
    expect(moves).to_have_text("0")


def test_a_key_that_is_held_goes_on_and_stops_when_it_is_let_go(
    page: Page, server: Server, won: int
) -> None:
    page.goto(f"{server.url}/replays/{won}/")
    page.keyboard.down("ArrowRight")
    expect(page.locator("#scrubber")).to_have_value(re.compile(r"^([6-9]|\d\d+)$"))
    page.keyboard.up("ArrowRight")
    there = ply_of(page)
    page.wait_for_timeout(400)
    assert ply_of(page) == there


def test_the_list_marks_the_move_and_leads_to_any(page: Page, server: Server, won: int) -> None:
    page.goto(f"{server.url}/replays/{won}/#ply=40")
    marked = page.locator("#move-list [aria-current]")
    expect(marked.locator("a")).to_have_attribute("href", "#ply=40")
    expect(marked).to_be_in_viewport()
    page.locator('#move-list a[href="#ply=43"]').click()
    expect(page.locator("#moves")).to_have_text("43")
    expect(page).to_have_url(re.compile("#ply=43$"))


def test_marks_lead_from_one_to_the_next(page: Page, server: Server, lost: int) -> None:
    page.goto(f"{server.url}/replays/{lost}/")
    expect(page.locator(".mark-undo")).to_have_attribute("d", "M16 8V12M17 8V12")
    page.locator("#scrubber").fill("18")
    page.keyboard.press("ArrowUp")
    assert ply_of(page) == 17
    page.keyboard.press("ArrowUp")
    assert ply_of(page) == 16
    page.keyboard.press("ArrowDown")
    assert ply_of(page) == 17


def test_each_step_is_spoken_and_nothing_while_it_plays_fast(
    page: Page, server: Server, won: int
) -> None:
    page.goto(f"{server.url}/replays/{won}/")
    live = page.locator("#board [aria-live]")
    page.keyboard.press("ArrowRight")
    expect(live).to_have_text(re.compile(r"From the stock|to column|to its foundation"))
    page.locator("#speed").select_option("8")
    page.evaluate(
        """() => {
          window.said = 0;
          new MutationObserver(() => window.said++).observe(
            document.querySelector("#board [aria-live]"), { childList: true, characterData: true });
        }"""
    )
    page.locator("#play").click()
    expect(page.locator("#scrubber")).to_have_value(re.compile(r"^(1[2-9]|[2-9]\d|\d{3})$"))
    assert page.evaluate("window.said") == 0
    page.locator("#play").click()
    expect(live).to_have_text(re.compile(r"^\d+ of \d+: "))


def test_question_mark_shows_the_keys(page: Page, server: Server, won: int) -> None:
    page.goto(f"{server.url}/replays/{won}/")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("ArrowRight")  # of the dialog, not of the game behind it
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    assert ply_of(page) == 0


def test_the_link_and_the_log_are_to_be_had(
    page: Page, server: Server, won: int, win: list[str]
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{server.url}/replays/{won}/#ply=12")
    page.locator("#to-more").click()
    page.locator("#copy-link").click()
    expect(page.locator("#copy-link")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    with page.expect_download() as download:
        page.locator("#download").click()
    assert json.loads(download.value.path().read_text())["actions"] == win


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_two_games_keep_step_by_move_and_by_time(
    page: Page, server: Server, short: int, lost: int, size: str
) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server.url}/replays/{short}/")
    page.locator("#to-more").click()
    page.locator("#to-pick").click()
    page.locator(f'#pick a[href$="?with={lost}"]').click()
    expect(page.locator('#board-2 [data-pile="1"] > .card').last).to_be_visible()
    one, two = (page.locator(board).bounding_box() for board in ("#board", "#board-2"))
    assert one is not None
    assert two is not None
    if size == "phone":
        assert two["y"] >= one["y"] + one["height"]
    else:
        assert two["x"] >= one["x"] + one["width"]

    page.locator("#scrubber").fill("14")
    expect(page.locator("#moves")).to_have_text("14")
    expect(page.locator("#moves-2")).to_have_text("14")
    page.keyboard.press("End")
    expect(page.locator("#moves-2")).to_have_text("16")  # of its 18 actions two are undos
    page.keyboard.press("Home")
    page.get_by_label("by time").check()
    page.locator("#forward").click()
    expect(page).to_have_url(re.compile(rf"\?with={lost}#step=1$"))
    page.keyboard.press("End")
    expect(page.locator("#moves-2")).to_have_text("16")


def test_a_replay_is_played_on_as_practice_of_ones_own(
    page: Page, server: Server, won: int, win: list[str]
) -> None:
    lines = get_json(server, f"/api/v1/boards/{CODE}/")["lines"]
    page.goto(f"{server.url}/replays/{won}/")
    page.locator("#scrubber").fill(str(len(win)))
    play_on = page.get_by_role("button", name="Play on from here")
    expect(play_on).to_be_disabled()
    page.locator("#scrubber").fill(str(len(win) - 2))
    play_on.click()
    expect(page).to_have_url(re.compile(rf"/play/{CODE}/\?attempt=\d+$"))
    expect(page.locator("#moves")).to_have_text(str(len(win) - 2))
    expect(page.locator("#kind")).to_have_text("practice")
    Table(page).play_all(win[-2:])
    expect(page.locator("#result-rank")).to_contain_text("Practice")
    assert get_json(server, f"/api/v1/boards/{CODE}/")["lines"] == lines


def test_another_practice_game_ends_only_by_a_persons_word(
    page: Page, server: Server, won: int
) -> None:
    page.goto(f"{server.url}/replays/{won}/#ply=10")
    play_on = page.locator(".replay-links [data-do=play-on]")
    play_on.click()
    expect(page).to_have_url(re.compile(r"\?attempt=\d+$"))
    expect(page.locator("#moves")).to_have_text("10")
    first = page.url
    page.goto(f"{server.url}/replays/{won}/#ply=12")
    play_on.click()
    expect(page.locator("#practice-open")).to_be_visible()
    expect(page.locator("#practice-go")).to_have_attribute("href", first.removeprefix(server.url))
    page.get_by_role("button", name="Go on watching").click()
    expect(page.locator("#practice-open")).to_be_hidden()
    play_on.click()
    page.locator("#practice-open").get_by_role("button", name="Play on from here").click()
    expect(page).to_have_url(re.compile(r"\?attempt=\d+$"))
    expect(page.locator("#moves")).to_have_text("12")
    assert page.url != first


@pytest.fixture
def elsewhere() -> Iterator[Callable[[str], str]]:
    """Another site: it gives the address of a page there that has this one in a frame."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            framed = escape(unquote(self.path.partition("?")[2]))
            self.wfile.write(f'<iframe src="{framed}" width="480" height="600"></iframe>'.encode())

        def log_message(self, *_: object) -> None:
            pass

    site = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    Thread(target=site.serve_forever, daemon=True).start()
    yield lambda framed: f"http://127.0.0.1:{site.server_port}/?{quote(framed, safe='')}"
    site.shutdown()
    site.server_close()


def test_another_sites_page_shows_a_game_without_cookies(
    browser: Browser, server: Server, won: int, lost: int, elsewhere: Callable[[str], str]
) -> None:
    context = browser.new_context()
    page = context.new_page()
    moves = page.frame_locator("iframe").locator("#moves")
    for address in (f"/embed/replays/{won}/#ply=5", f"/embed/replays/{won}/?with={lost}#ply=5"):
        page.goto(elsewhere(server.url + address))
        expect(moves).to_have_text("5")
        page.frame_locator("iframe").locator("#forward").click()
        expect(moves).to_have_text("6")
    page.goto(elsewhere(f"{server.url}/replays/{won}/"))
    expect(moves).to_have_count(0)
    assert context.cookies() == []
    context.close()


OPENERS: dict[str, Callable[[Page], None]] = {
    "table": lambda _page: None,
    "more": lambda page: page.locator("#to-more").click(),
    "keys": lambda page: page.keyboard.press("?"),
    "pick": lambda page: page.evaluate("document.getElementById('pick').showModal()"),
    "practice": lambda page: page.evaluate("document.getElementById('practice-open').showModal()"),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_at_all(
    browser: Browser, server: Server, won: int, lost: int, size: str, scheme: Any
) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        reduced_motion="reduce",
        bypass_csp=True,
    )
    page = context.new_page()
    found: list[Any] = []
    paths = [(f"/replays/{won}/#ply=30", opener) for opener in OPENERS]
    paths += [(f"/replays/{won}/?with={lost}#ply=9", "table"), ("/embed/replays/99999/", "table")]
    paths += [(f"/embed/replays/{won}/", "table"), (f"/embed/replays/{won}/?with={lost}", "table")]
    for path, opener in paths:
        page.goto("about:blank")
        page.goto(server.url + path)
        OPENERS[opener](page)
        page.add_script_tag(path=AXE)
        report = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        found += [
            (path, opener, violation["id"], [node["target"] for node in violation["nodes"]][:3])
            for violation in report["violations"]
        ]
    context.close()
    assert found == []
