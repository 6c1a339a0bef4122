"""What hands do at the table besides winning: drags that fail, long presses, haste, two fingers."""

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from game.engine.actions import ActionKind, token_of
from game.engine.cards import Deck
from game.engine.codes import parse_code
from game.engine.legal import legal_actions
from game.engine.replay import fold
from game.engine.rules import Rules
from game.engine.shuffle import numbered_deck
from game.engine.table import Table as Position
from game.engine.variants import VARIANTS
from tests.browser.calls import sit_down_at
from tests.browser.conftest import PHONE, Server
from tests.browser.table import Fingers, Table, read

Somebody = Callable[..., Page]
EASY_HARP = "EH1-N-AAAAAFY"
ONE_CARD = "HO1-N-AAAAADX"
FOUR_SUITS = "SF1-N-AAAAAEZ"
ONE_SUIT = "SO1-N-AAAAAAH"
FULL_MOTION = {"reduced_motion": "no-preference"}


def position(code: str, actions: list[str]) -> tuple[Rules, Deck, Position]:
    """What the engine says of a game."""
    rules, deck = VARIANTS[code[:2]], numbered_deck(parse_code(code))
    return rules, deck, fold(rules, deck, actions).table


def after(code: str, actions: list[str], wanted: Callable[[Position], bool]) -> int:
    """How many actions lead to the first position that is as wanted."""
    rules, deck, table = position(code, [])
    for ply, token in enumerate(actions):
        if wanted(table):
            return ply
        table = fold(rules, deck, [token], table).table
    raise AssertionError(f"{code} never comes there")


def cards(page: Page, pile: str) -> Locator:
    """All cards of a pile."""
    return page.locator(f'[data-pile="{pile}"] > .card')


def at_rest(page: Page) -> None:
    """Wait until nothing on the table moves."""
    page.evaluate(
        """async () => {
            const board = document.querySelector("#board");
            const moving = board.getAnimations({subtree: true});
            await Promise.allSettled(moving.map(({finished}) => finished));
        }"""
    )


def moving(page: Page) -> int:
    """How many things on the table move."""
    script = "document.querySelector('#board').getAnimations({subtree: true}).length"
    return int(page.evaluate(script))


def column_moves(code: str) -> dict[str, set[str]]:
    """To which columns the last card of each may go in the opening."""
    rules, deck, table = position(code, [])
    found: dict[str, set[str]] = {}
    for action in legal_actions(rules, deck, table):
        if action.kind is ActionKind.COLUMN_TO_COLUMN:
            move = read(token_of(action))
            found.setdefault(move.source, set()).add(move.target)
    return found


def test_legal_targets_are_lit_while_a_card_is_in_hand(
    page: Page, server: Server, wins: dict[str, dict[str, Any]]
) -> None:
    code = max(wins, key=lambda code: max(map(len, column_moves(code).values()), default=0))
    source, targets = max(column_moves(code).items(), key=lambda item: len(item[1]))
    assert len(targets) > 1
    sit_down_at(page, server, code, [])
    start, _ = Table(page).find(source, 1, source)
    page.mouse.move(*start)
    page.mouse.down()
    expect(page.locator(".pile.lit")).to_have_count(0)
    page.mouse.move(start[0] + 30, start[1] + 30)
    lit = page.locator(".pile.lit").evaluate_all("all => all.map(each => each.dataset.pile)")
    assert set(lit) - set("abcdefgh") == targets
    page.keyboard.press("Escape")
    expect(page.locator(".pile.lit")).to_have_count(0)
    page.mouse.up()
    expect(page.locator("#moves")).to_have_text("0")


def test_a_bad_drop_glides_back_and_says_why(somebody: Somebody, server: Server) -> None:
    page = somebody(**FULL_MOTION)
    sit_down_at(page, server, EASY_HARP, [])
    rules, deck, table = position(EASY_HARP, [])
    legal = {token_of(action) for action in legal_actions(rules, deck, table)}
    bad = next(
        f"{a}{b}" for a in "123456789" for b in "987654321" if a != b and f"{a}{b}" not in legal
    )
    card = cards(page, bad[0]).last
    home = card.bounding_box()
    Table(page).play(bad)
    # On its way it is neither here nor there.
    assert card.evaluate("card => card.getAnimations().length") > 0
    expect(page.locator(".board-toast")).to_contain_text("one higher")
    expect(page.get_by_role("status").filter(has_text="one higher")).to_have_count(1)
    at_rest(page)
    assert card.bounding_box() == home
    expect(page.locator("#moves")).to_have_text("0")


def test_a_drop_anywhere_on_the_foundations_finds_the_place(
    page: Page, server: Server, wins: dict[str, dict[str, Any]]
) -> None:
    actions = wins[EASY_HARP]["actions"]
    ply = next(index for index, token in enumerate(actions) if token == "WF")
    sit_down_at(page, server, EASY_HARP, actions[:ply])
    rules, deck, _ = position(EASY_HARP, [])
    before, then = (fold(rules, deck, actions[:n]).table for n in (ply, ply + 1))
    (place,) = (
        "abcdefgh"[index]
        for index in range(8)
        if before.foundations[index] != then.foundations[index]
    )
    far = "a" if place > "d" else "h"
    table = Table(page)
    start, _ = table.find("waste", 1, "waste")
    _, (x, y) = table.find("waste", 1, far)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(x, y + 30)
    page.mouse.move(x + 3, y + 40)
    page.mouse.up()
    expect(page.locator("#moves")).to_have_text(str(ply + 1))
    expect(cards(page, place)).to_have_count(len(then.foundations["abcdefgh".index(place)]))


def test_who_does_not_drag_taps_and_taps_again(
    somebody: Somebody, server: Server, wins: dict[str, dict[str, Any]]
) -> None:
    page = somebody(**PHONE)
    actions = wins[EASY_HARP]["actions"]
    ply = next(i for i, token in enumerate(actions) if len(token) == 2 and token.isdigit())
    sit_down_at(page, server, EASY_HARP, actions[:ply])
    move = read(actions[ply])
    fingers = Fingers(page)
    start, end = fingers.find(move.source, 1, move.target)
    fingers.tap(start)
    expect(cards(page, move.source).last).to_have_attribute("aria-pressed", "true")
    expect(page.locator(f'[data-pile="{move.target}"].lit')).to_have_count(1)
    fingers.tap(end)
    expect(page.locator("#moves")).to_have_text(str(ply + 1))
    expect(page.locator(".lit, .selected")).to_have_count(0)


def test_haste_loses_no_input(somebody: Somebody, server: Server) -> None:
    """Taps and drags that come while cards still fly are all taken, for what they were meant."""
    page = somebody(**FULL_MOTION)
    sit_down_at(page, server, ONE_CARD, [])
    table = Table(page)
    at, _ = table.find("stock", 1, "stock")
    rules, deck, _ = position(ONE_CARD, [])
    taps = next(
        n for n in range(5, 25) if legal_waste(fold(rules, deck, ["S"] * n).table, rules, deck)
    )
    expected = fold(rules, deck, ["S"] * taps).table
    target = legal_waste(expected, rules, deck)
    assert target is not None
    table.play_all(["S"] * 3)
    at_rest(page)
    waste, _ = table.find("waste", 1, "waste")
    for _ in range(taps - 3):
        page.mouse.click(*at)
    # Cards are on their way to the waste; the drag is meant for the one that will lie on top.
    assert moving(page) > 0
    _, end = table.find("stock", 1, target)
    page.mouse.move(*waste)
    page.mouse.down()
    page.mouse.move((waste[0] + end[0]) / 2, (waste[1] + end[1]) / 2)
    page.mouse.move(*end)
    page.mouse.up()
    expect(page.locator("#moves")).to_have_text(str(taps + 1))
    expect(cards(page, "waste")).to_have_count(taps - 1)


def legal_waste(table: Position, rules: Rules, deck: Deck) -> str | None:
    """The pile to which the top card of the waste may go."""
    for action in legal_actions(rules, deck, table):
        token = token_of(action)
        if token[0] == "W":
            return read(token).target
    return None


@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_a_long_press_peeks_into_a_compressed_column(
    somebody: Somebody, server: Server, wins: dict[str, dict[str, Any]], size: tuple[int, int]
) -> None:
    page = somebody(**PHONE | {"viewport": {"width": size[0], "height": size[1]}})
    # Twenty-seven cards lie face up on the first column.
    sit_down_at(page, server, FOUR_SUITS, wins[FOUR_SUITS]["actions"][:106])
    column = cards(page, "1")
    expect(column).to_have_count(29)

    def steps() -> list[list[float]]:
        return [
            [box["x"], box["y"]]
            for box in (column.nth(index).bounding_box() for index in range(2, 29))
            if box is not None
        ]

    lying = steps()
    fingers = Fingers(page)
    at, _ = fingers.find("1", 5, "1")
    fingers.touch_down(at)
    expect(page.locator(".pile.peeked")).to_have_attribute("data-pile", "1")
    at_rest(page)
    seen = steps()
    closest = min(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(seen))
    assert closest > min(b[1] - a[1] for a, b in pairwise(lying))
    assert all(x >= 0 and x + 30 <= size[0] and 0 <= y <= size[1] - 44 for x, y in seen)
    fingers.touch_up()
    expect(page.locator(".pile.peeked")).to_have_count(0)
    at_rest(page)
    assert steps() == lying
    expect(page.locator("#moves")).to_have_text("106")
    expect(page.locator(".selected")).to_have_count(0)


def test_who_holds_and_then_drags_has_dragged(
    somebody: Somebody, server: Server, wins: dict[str, dict[str, Any]]
) -> None:
    page = somebody(**PHONE)
    actions = wins[FOUR_SUITS]["actions"]
    ply = next(i for i in range(100, 140) if actions[i][0] == "1")
    sit_down_at(page, server, FOUR_SUITS, actions[:ply])
    move = read(actions[ply])
    fingers = Fingers(page)
    start, end = fingers.find(move.source, move.count, move.target)
    fingers.touch_down(start)
    expect(page.locator(".pile.peeked")).to_have_count(1)
    fingers.touch_move(((start[0] + end[0]) / 2, start[1] + 40))
    expect(page.locator(".pile.peeked")).to_have_count(0)
    fingers.touch_move(end)
    fingers.touch_up()
    expect(page.locator("#moves")).to_have_text(str(ply + 1))


def test_a_finished_run_is_seen_whole_before_it_leaves(
    somebody: Somebody, server: Server, wins: dict[str, dict[str, Any]]
) -> None:
    page = somebody(**FULL_MOTION)
    actions = wins[ONE_SUIT]["actions"]
    ply = after(ONE_SUIT, actions, lambda table: any(table.foundations)) - 1
    sit_down_at(page, server, ONE_SUIT, actions[:ply])
    Table(page).play(actions[ply])
    run = cards(page, "a")
    expect(run).to_have_count(13)
    flights = run.evaluate_all(
        """cards => cards.map((card) => {
            const [flight] = card.getAnimations();
            const point = ({translate}) => translate.split(" ").map(parseFloat);
            const stops = flight.effect.getKeyframes().map(point);
            return {seen: stops[1], home: stops.at(-1), time: flight.effect.getTiming().duration};
        })"""
    )
    # Ace first on its place: the column has them the other way round, one under the other.
    whole = [flight["seen"] for flight in flights][::-1]
    assert len({x for x, _ in whole}) == 1
    assert all(b[1] > a[1] for a, b in pairwise(whole))
    assert len({tuple(flight["home"]) for flight in flights}) == 1
    assert [flight["time"] for flight in flights] == sorted(flight["time"] for flight in flights)
    # The next touch ends it, and counts.
    page.keyboard.press("Control+z")
    expect(run).to_have_count(0)
    expect(page.locator("#moves")).to_have_text(str(ply + 1))


def test_a_page_scrolls_and_zooms_but_not_under_cards_in_hand(
    somebody: Somebody, server: Server
) -> None:
    page = somebody(**PHONE)
    page.goto(f"{server.url}/rules/easy-harp/")
    game = page.locator("[data-example]").first
    game.scroll_into_view_if_needed()
    card = game.locator('[data-pile="9"] > .card').last
    card.scroll_into_view_if_needed()
    at = page.evaluate("scrollY")
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + 10, box["y"] + 10
    fingers = Fingers(page)
    fingers.touch_down((x, y))
    for step in range(1, 9):
        fingers.touch_move((x + 2 * step, y - 20 * step))
    expect(page.locator(".card.lifted")).to_have_count(1)
    # A second finger in the middle of a drag is no pinch.
    for step in range(6):
        fingers.touch_move((x + 16, y - 160 - 5 * step), (x + 60, y + 5 * step))
    assert page.evaluate("[scrollY, visualViewport.scale]") == [at, 1]
    fingers.touch_up()
    expect(page.locator(".card.lifted")).to_have_count(0)
    fingers.touch.send(
        "Input.synthesizePinchGesture", {"x": x, "y": y, "scaleFactor": 2, "relativeSpeed": 1600}
    )
    assert page.evaluate("visualViewport.scale") > 1.5


def test_a_drag_lays_the_page_out_not_once(
    browser: Browser, somebody: Somebody, server: Server, wins: dict[str, dict[str, Any]]
) -> None:
    page = somebody(**FULL_MOTION)
    sit_down_at(page, server, EASY_HARP, wins[EASY_HARP]["actions"][:60])
    at_rest(page)
    (x, y), _ = Table(page).find("9", 1, "9")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 20, y + 20)
    expect(page.locator(".hand > .card")).to_have_count(1)
    # The reply to what was played before, and its sign, may be on the way still.
    expect(page.locator("#state")).to_have_attribute("data-state", "saved")
    page.wait_for_timeout(500)
    browser.start_tracing(
        page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"]
    )
    for step in range(90):
        page.mouse.move(x - 8 * step, y + 100 + step % 20)
        page.wait_for_timeout(12)
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    page.mouse.up()
    assert sum(event["name"] == "UpdateLayoutTree" for event in trace) > 30
    # The clock in the page's head lays out itself.
    layouts = [
        event["args"]
        for event in trace
        if event["name"] == "Layout" and not event["args"]["beginData"]["partialLayout"]
    ]
    assert layouts == []


def test_h_marks_a_move_that_the_rules_allow(page: Page, server: Server) -> None:
    sit_down_at(page, server, ONE_SUIT, [])
    rules, deck, table = position(ONE_SUIT, [])
    tokens = [token_of(action) for action in legal_actions(rules, deck, table)]
    moves = [read(token) for token in tokens if token != "S"]
    page.keyboard.press("h")
    marked = page.locator(".hinted")
    expect(marked.first).to_be_visible()
    piles = marked.evaluate_all("all => all.map(each => each.closest('[data-pile]').dataset.pile)")
    assert any({move.source, move.target} == set(piles) for move in moves), piles
    expect(page.locator("#moves")).to_have_text("0")
