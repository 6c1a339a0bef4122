"""A result leaves the page as text that gives nothing of the deal away."""

import re

from playwright.sync_api import Page, expect

from tests.browser.calls import sit_down_at
from tests.browser.conftest import Server

CODE = "HV1-N-AAAAAAK"


def give_up_after_an_undo(page: Page) -> None:
    page.keyboard.press("Space")
    page.keyboard.press("Control+z")
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog", name="Give up this game?").get_by_text("Give up", exact=True).click()
    expect(page.get_by_role("dialog", name="Game over")).to_be_visible()


def test_a_result_is_copied_and_said_to_be(page: Page, server: Server) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sit_down_at(page, server, CODE, [])
    give_up_after_an_undo(page)
    expect(page.locator("#result-undos")).to_have_text("1")
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#share-said")).to_have_text("Copied")
    expect(page.locator("#share")).to_have_text("Copied")
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert lines[0] == f"Harp · Harpan, Las Vegas · {CODE}"
    assert re.fullmatch(r"Not won · score −\$52 · 1 move · 1 undo · 0:\d\d", lines[1])  # noqa: RUF001
    assert lines[2:] == [f"{server.url}/play/{CODE}/"]
