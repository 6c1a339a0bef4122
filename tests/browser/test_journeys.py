"""The three journeys: compete, view, replay; and a game that goes on elsewhere after signing up."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.calls import play_by_calls
from tests.browser.conftest import Server, get_json
from tests.browser.table import Table

SomeBody = Callable[[], Page]


@pytest.fixture(scope="module")
def today(server: Server, dailies: dict[str, dict[str, Any]]) -> dict[str, str]:
    """Today's deals by variant: those of the recorded days, put in before anybody has played."""
    decks = {variant: daily["deck"] for variant, daily in dailies.items()}
    script = f"""
from datetime import UTC, datetime
from game.models import Deal
for variant, deck in {decks!r}.items():
    deal = Deal.objects.get(date=datetime.now(UTC).date(), variant=variant)
    Deal.objects.filter(pk=deal.pk, attempts=None).update(deck=deck)
    print(variant, deal.code)
"""
    return dict(line.split() for line in server.run(script).splitlines())


def begin(page: Page, server: Server, code: str) -> Table:
    """Open a day's deal and begin it."""
    page.goto(f"{server.url}/play/{code}/")
    page.locator("#begin-go").click()
    expect(page.locator("#begin")).to_be_hidden()
    return Table(page)


def test_a_win_appears_live_and_is_watched_by_who_has_won(
    server: Server, somebody: SomeBody, today: dict[str, str], dailies: dict[str, dict[str, Any]]
) -> None:
    code, daily = today["SO"], dailies["SO"]
    viewer, player = somebody(), somebody()
    viewer.goto(f"{server.url}/boards/{code}/")
    expect(viewer.locator("#live")).to_have_attribute("data-state", "live")
    expect(viewer.locator("table.lines tbody tr")).to_have_count(0)

    # A plays the day's deal by gestures to a win.
    table = begin(player, server, code)
    table.play_all(daily["actions"][:-1])
    viewer.evaluate("window.notReloaded = true")
    table.play(daily["actions"][-1])
    expect(player.locator("#result-title")).to_have_text("Won!")
    expect(player.locator("#result-score")).to_have_text(re.compile(r"1\D?020"))

    # B's open board shows the line within two seconds, without a reload.
    line = viewer.locator("table.lines tbody tr")
    expect(line).to_have_count(1, timeout=2_000)
    expect(line).to_contain_text(re.compile(r"1\D?020"))
    assert viewer.evaluate("window.notReloaded") is True

    # The replay would show B the deal, so it is refused until B has won it too.
    line.get_by_role("link", name=re.compile("Watch")).click()
    expect(viewer.get_by_text("No spoilers")).to_be_visible()
    replay = viewer.url
    play_by_calls(viewer, server, code, daily["actions"])
    viewer.goto(replay)
    expect(viewer.locator("#moves")).to_have_text("0")
    viewer.locator("#scrubber").focus()
    viewer.keyboard.press("End")
    expect(viewer.locator("#moves")).to_have_text(str(daily["moves"]))
    for foundation in "abcdefgh":
        expect(viewer.locator(f'[data-pile="{foundation}"] > .card').last).to_be_visible()


def test_a_game_survives_a_reload_and_goes_on_elsewhere_after_signing_up(
    server: Server, somebody: SomeBody, today: dict[str, str], dailies: dict[str, dict[str, Any]]
) -> None:
    code, daily = today["HV"], dailies["HV"]
    actions = daily["actions"]
    page = somebody()
    begin(page, server, code).play_all(actions[:30])
    expect(page.locator("#state")).to_have_attribute("data-state", "saved")
    page.reload()
    expect(page.locator("#moves")).to_have_text("30")
    Table(page).play_all(actions[30:40])
    expect(page.locator("#state")).to_have_attribute("data-state", "saved")

    page.goto(f"{server.url}/account/sign-up/")
    page.get_by_label("Public name").fill("Journey")
    page.get_by_label("Email").fill("journey@example.com")
    page.get_by_label("Password", exact=True).fill("strings-of-a-harp")
    page.get_by_label("Password (again)").fill("strings-of-a-harp")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("link", name="Journey").first).to_be_visible()

    elsewhere = somebody()
    elsewhere.goto(f"{server.url}/account/sign-in/")
    elsewhere.get_by_label("Email").fill("journey@example.com")
    elsewhere.get_by_label("Password", exact=True).fill("strings-of-a-harp")
    elsewhere.get_by_role("button", name="Sign in").click()
    expect(elsewhere.get_by_role("link", name="Journey").first).to_be_visible()
    elsewhere.goto(f"{server.url}/play/{code}/")
    expect(elsewhere.locator("#moves")).to_have_text("40")
    Table(elsewhere).play_all(actions[40:])
    expect(elsewhere.locator("#result-title")).to_have_text("Won!")

    (line,) = get_json(server, f"/api/v1/boards/{code}/")["lines"]
    assert line["player"]["name"] == "Journey"
    assert (line["score"], line["moves"]) == (daily["score"], daily["moves"])


def test_once_the_day_is_final_everybody_may_watch(
    server: Server, somebody: SomeBody, today: dict[str, str], dailies: dict[str, dict[str, Any]]
) -> None:
    code, daily = today["ST"], dailies["ST"]
    player, viewer = somebody(), somebody()
    play_by_calls(player, server, code, daily["actions"])
    (line,) = get_json(server, f"/api/v1/boards/{code}/")["lines"]
    replay = f"{server.url}/replays/{line['attempt']}/"
    viewer.goto(replay)
    expect(viewer.get_by_text("No spoilers")).to_be_visible()
    server.run(
        f"""
from datetime import UTC, datetime, timedelta
from game.models import Deal
from game.services.dailies import finalize_deal
deal = Deal.objects.get(code="{code}")
assert finalize_deal(deal_id=deal.pk, now=datetime.now(UTC) + timedelta(days=2))
"""
    )
    viewer.goto(replay)
    viewer.locator("#scrubber").focus()
    viewer.keyboard.press("End")
    expect(viewer.locator("#moves")).to_have_text(str(daily["moves"]))
