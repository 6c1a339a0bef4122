"""The first journey: a guest wins a deal, and the server says so on its board, with a replay."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, get_json
from tests.browser.table import Table

CODE = "EH1-N-AAAAAHQ"


def test_guest_wins_by_gestures_and_watches_the_replay(
    page: Page, server: Server, wins: dict[str, dict[str, Any]]
) -> None:
    win = wins[CODE]
    page.goto(f"{server.url}/play/{CODE}/")
    expect(page.locator('[data-pile="9"] > .card')).to_have_count(9)
    Table(page).play_all(win["actions"])

    # The result panel shows what the server worked out.
    result = page.locator("#result")
    expect(result).to_be_visible()
    expect(result.locator("#result-title")).to_have_text("Won!")
    expect(result.locator("#result-score")).to_have_text(re.compile(r"1\D?315"))
    expect(result.locator("#result-moves")).to_have_text(str(win["moves"]))

    # So does the board, to anybody.
    board = get_json(server, f"/api/v1/boards/{CODE}/")
    (line,) = board["lines"]
    assert (line["won"], line["score"], line["moves"]) == (True, win["score"], win["moves"])
    result.get_by_text("See the board").click()
    own = page.locator("tr.own")
    expect(own).to_contain_text("Won")
    expect(own).to_contain_text(re.compile(r"1\D?315"))
    expect(own).to_contain_text(str(win["moves"]))

    # The replay goes from the opening to the won table.
    own.get_by_text("Watch").click()
    expect(page.locator("#moves")).to_have_text("0")
    page.locator("#speed").select_option("8")
    page.locator("#play").click()
    expect(page.locator("#moves")).not_to_have_text("0")
    page.locator("#scrubber").focus()
    page.keyboard.press("End")
    expect(page.locator("#moves")).to_have_text(str(win["moves"]))
    for foundation in "abcdefgh":
        expect(page.locator(f'[data-pile="{foundation}"] > .card').last).to_be_visible()
    for column in "123456789":
        expect(page.locator(f'[data-pile="{column}"] > .card')).to_have_count(0)
