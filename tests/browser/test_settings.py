"""The settings menu: each setting shows at once, lasts, and goes along when signing up."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from game.board_settings import CHOICES
from tests.browser.calls import sit_down_at
from tests.browser.conftest import Server
from tests.browser.table import Table
from tests.browser.test_accessibility import AXE, SIZES

SomeBody = Callable[[], Page]

CODE = "EH1-N-AAAAABO"
PASSWORD = "strings-of-a-harp"
# What <html> says when the body begins: nothing can have been drawn before.
AT_FIRST_PAINT = """
new MutationObserver((_, observer) => {
    if (!document.body) return;
    observer.disconnect();
    window.atFirstPaint = {...document.documentElement.dataset};
}).observe(document, {childList: true, subtree: true});
"""


def open_settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").first.click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()


def choose(page: Page, group: str, value: str) -> None:
    """Choose one of a few."""
    page.get_by_role("group", name=group, exact=True).get_by_label(value, exact=True).check()


def switch(page: Page, name: str) -> None:
    page.locator(".switch", has_text=name).click()


def left_of(page: Page, pile: str) -> float:
    box = page.locator(f'[data-pile="{pile}"] > .card').last.bounding_box()
    assert box is not None
    return box["x"]


def dataset(page: Page, of: str = "document.documentElement.dataset") -> dict[str, str]:
    """The settings that an element's attributes say, or said."""
    said: dict[str, str] = page.evaluate(f"({{...{of}}})")
    names = {re.sub("_(.)", lambda letter: letter[1].upper(), name) for name in CHOICES}
    return {name: value for name, value in said.items() if name in names}


def sign_up(page: Page, server: Server, name: str) -> None:
    page.goto(f"{server.url}/account/sign-up/")
    page.get_by_label("Public name").fill(name)
    page.get_by_label("Email").fill(f"{name.lower()}@example.com")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("link", name=name).first).to_be_visible()


def sign_in(page: Page, server: Server, name: str) -> None:
    page.goto(f"{server.url}/account/sign-in/")
    page.get_by_label("Email").fill(f"{name.lower()}@example.com")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name=name).first).to_be_visible()


def test_each_setting_shows_at_once_and_after_a_reload(server: Server, page: Page) -> None:
    page.add_init_script(AT_FIRST_PAINT)
    page.goto(f"{server.url}/play/{CODE}/")
    colour = "element => getComputedStyle(element).color"
    back = "getComputedStyle(document.documentElement).backgroundColor"
    queen = page.locator('[data-pile="1"] .face.diamonds').last
    jack = page.locator('[data-pile="2"] .face .index .rank').first
    red, paper, stock_at = queen.evaluate(colour), page.evaluate(back), left_of(page, "stock")
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    small = jack.evaluate(size)
    expect(jack).to_have_attribute("data-text", "J")

    open_settings(page)
    switch(page, "Four colours")
    assert queen.evaluate(colour) != red
    choose(page, "Letters", "Kn D K")
    expect(jack).to_have_attribute("data-text", "Kn")
    choose(page, "Letters", "J Q K")
    choose(page, "Theme", "Dark")
    assert page.evaluate(back) != paper
    choose(page, "Hand", "Left")
    assert left_of(page, "stock") != stock_at
    switch(page, "Large print")
    assert jack.evaluate(size) > small
    switch(page, "High contrast")
    assert page.evaluate(back) == "rgb(0, 0, 0)"
    choose(page, "Animation", "Off")
    page.get_by_role("button", name="Close").click()
    chosen = {
        "fourColours": "on",
        "letters": "JQK",
        "theme": "dark",
        "hand": "left",
        "largePrint": "on",
        "highContrast": "on",
        "motion": "off",
    }
    assert dataset(page) == chosen

    for path in (f"/play/{CODE}/", "/rules/easy-harp/", "/"):
        page.goto(server.url + path)
        assert dataset(page, "window.atFirstPaint") == chosen
    page.goto(f"{server.url}/play/{CODE}/")
    assert queen.evaluate(colour) != red
    assert left_of(page, "stock") != stock_at
    open_settings(page)
    expect(page.get_by_label("Four colours")).to_be_checked()
    expect(page.get_by_role("group", name="Theme").get_by_label("Dark")).to_be_checked()


def test_the_menu_works_by_keys_and_gives_the_focus_back(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/play/{CODE}/")
    opener = page.get_by_role("button", name="Settings")
    opener.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    expect(page.get_by_label("Four colours")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.get_by_label("Four colours")).to_be_checked()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="Auto")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="J Q K")).to_be_checked()
    assert dataset(page) == {"fourColours": "on", "letters": "JQK"}
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Settings")).to_be_hidden()
    expect(opener).to_be_focused()


def test_a_change_reaches_other_tabs_and_example_boards(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/rules/easy-harp/")
    page.locator(".example-table .card:not(.buried)").first.wait_for()
    other = page.context.new_page()
    other.goto(f"{server.url}/play/{CODE}/")
    page.get_by_role("button", name="Settings").first.click()
    switch(page, "Four colours")
    expect(page.locator(".example-table.four-colours")).not_to_have_count(0)
    expect(other.locator("#board")).to_have_class("play-table board four-colours")


def test_refusals_are_silent_without_interactive_rules(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/play/{CODE}/")
    dealt = page.locator('[data-pile="1"] > .card')
    expect(dealt).to_have_count(1)
    table, toast = Table(page), page.locator(".board-toast.shown")
    table.play("12")
    expect(toast).to_be_visible()
    open_settings(page)
    switch(page, "Interactive rules")
    page.reload()
    expect(dealt).to_have_count(1)
    table.play("12")
    expect(page.locator(".card.refused")).to_have_count(1)
    expect(toast).to_have_count(0)


def test_a_card_that_comes_home_plucks_a_string_if_sound_is_on(
    server: Server, page: Page, wins: dict[str, dict[str, Any]]
) -> None:
    page.add_init_script("""
        window.plucked = 0;
        const start = AudioBufferSourceNode.prototype.start;
        AudioBufferSourceNode.prototype.start = function (...when) {
            window.plucked++;
            return start.apply(this, when);
        };
    """)
    code, actions = min(
        ((code, win["actions"]) for code, win in wins.items() if code.startswith("H")),
        key=lambda win: [token.endswith("F") for token in win[1]].index(True),
    )
    first = [token.endswith("F") for token in actions].index(True)
    sit_down_at(page, server, code, [])
    table = Table(page)
    table.play_all(actions[: first + 1])
    assert page.evaluate("window.plucked") == 0
    open_settings(page)
    switch(page, "Sound")
    assert page.evaluate("window.plucked") == 1  # as a taste
    page.keyboard.press("Escape")
    table.play("U")
    expect(page.locator("#redo")).to_be_enabled()
    assert page.evaluate("window.plucked") == 1
    table.play(actions[first])
    expect(page.locator("#redo")).to_be_disabled()
    assert page.evaluate("window.plucked") == 2


def test_a_strangers_settings_go_along_when_signing_up(server: Server, somebody: SomeBody) -> None:
    page = somebody()
    page.goto(f"{server.url}/play/{CODE}/")
    open_settings(page)
    switch(page, "Four colours")
    choose(page, "Theme", "Dark")
    page.keyboard.press("Escape")
    with page.expect_response("**/api/v1/me/settings/") as sent:
        sign_up(page, server, "Stranger")
    assert sent.value.status == 200

    elsewhere = somebody()
    elsewhere.add_init_script(AT_FIRST_PAINT)
    sign_in(elsewhere, server, "Stranger")
    assert elsewhere.evaluate("window.atFirstPaint.theme") == "dark"
    elsewhere.goto(f"{server.url}/play/{CODE}/")
    expect(elsewhere.locator("#board")).to_have_class("play-table board four-colours")

    # What is changed there holds here too, as it was changed last.
    open_settings(elsewhere)
    with elsewhere.expect_response("**/api/v1/me/settings/"):
        choose(elsewhere, "Theme", "Light")
    page.goto(server.url)
    assert dataset(page)["theme"] == "light"


def test_a_guests_settings_go_along_when_signing_in(server: Server, somebody: SomeBody) -> None:
    sign_up(somebody(), server, "Regular")
    page = somebody()
    sit_down_at(page, server, CODE, [])
    Table(page).play("S")
    expect(page.locator("#state")).to_have_attribute("data-state", "saved")
    page.reload()
    open_settings(page)
    with page.expect_response("**/api/v1/me/settings/") as sent:
        choose(page, "Hand", "Left")
    assert sent.value.ok
    page.keyboard.press("Escape")
    sign_in(page, server, "Regular")
    elsewhere = somebody()
    sign_in(elsewhere, server, "Regular")
    assert dataset(elsewhere)["hand"] == "left"


@pytest.mark.parametrize(
    "chosen", [{}, {"theme": "dark"}, {"highContrast": True}, {"largePrint": True}]
)
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_in_the_menu(
    browser: Browser, server: Server, size: str, chosen: dict[str, Any]
) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", bypass_csp=True
    )
    page = context.new_page()
    kept = {"settings": chosen, "at": 1, "unsent": {}}
    page.add_init_script(
        f"localStorage.setItem('harp:settings', JSON.stringify({kept!r}))".replace("True", "true")
    )
    page.goto(f"{server.url}/play/{CODE}/")
    open_settings(page)
    page.add_script_tag(path=AXE)
    report = page.evaluate("axe.run(document.getElementById('settings'))")
    wide = page.locator("#settings").evaluate("menu => menu.scrollWidth - menu.clientWidth")
    context.close()
    assert [violation["id"] for violation in report["violations"]] == []
    assert report["passes"]
    assert wide == 0


@pytest.mark.parametrize("code", ["SF1-N-AAAAAAP", "EH1-N-AAAAABO"])
@pytest.mark.parametrize("large", [False, True])
def test_indices_fit_their_cards_on_a_phone_in_either_print(
    server: Server, page: Page, code: str, large: bool
) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{server.url}/play/{code}/")
    page.locator(".card .face").first.wait_for()
    page.evaluate("localStorage.clear()")
    open_settings(page)
    choose(page, "Letters", "Kn D K")
    if large:
        switch(page, "Large print")
    page.keyboard.press("Escape")
    # Every card has its turn in the place of the first one: the ranks are the style sheet's words.
    over = page.evaluate("""() => {
        const over = {};
        for (const rank of document.querySelectorAll(".face .index:not(.index-foot) .rank")) {
            for (const text of ["A", "4", "8", "10", "Kn", "D", "K", "Q"]) {
                rank.dataset.text = text;
                rank.classList.toggle("wide", text.length > 1);
                const edge = rank.closest(".card").getBoundingClientRect().right;
                const by = rank.parentElement.lastElementChild.getBoundingClientRect().right - edge;
                if (by > 0) over[text] = by;
            }
        }
        return over;
    }""")
    assert over == {}
