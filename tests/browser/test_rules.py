"""The tables in the text of the rules: they play, explain, and leave the page its keys."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Server


def example(page: Page, server: Server, name: str) -> Locator:
    """An example on Easy Harp's page, once its table is there."""
    page.goto(f"{server.url}/rules/easy-harp/")
    found = page.locator(f'[data-example="{name}"]')
    found.scroll_into_view_if_needed()
    expect(found.locator('[data-pile="9"] > .card')).to_have_count(9)
    return found


def cards(game: Locator, pile: str) -> Locator:
    """The cards of a pile."""
    return game.locator(f'[data-pile="{pile}"] > .card')


def test_an_example_explains_a_refusal_and_shows_the_way_round_it(
    page: Page, server: Server
) -> None:
    game = example(page, server, "one-card")
    show = game.get_by_role("button", name="Show me")
    show.click()
    expect(game.locator(".board-toast.shown")).to_contain_text("One card at a time.")
    expect(cards(game, "5")).to_have_count(5)
    for _ in range(3):
        show.click()
    expect(cards(game, "5")).to_have_count(7)
    game.get_by_role("button", name="Start over").click()
    expect(cards(game, "5")).to_have_count(5)


def test_keys_are_an_examples_only_while_it_has_the_focus(page: Page, server: Server) -> None:
    game = example(page, server, "one-card")
    page.keyboard.press("Space")
    page.keyboard.press("Home")
    expect(page.locator("h1")).to_be_in_viewport()
    expect(cards(game, "waste")).to_have_count(0)

    cards(game, "2").last.focus()
    page.keyboard.press("Space")
    expect(cards(game, "waste")).to_have_count(1)
    other = page.locator('[data-example="king-run"]')
    other.scroll_into_view_if_needed()
    expect(cards(other, "9")).to_have_count(9)
    expect(cards(other, "waste")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(cards(game, "waste")).to_have_count(0)


def test_a_run_is_refused_and_a_card_played_by_keyboard(page: Page, server: Server) -> None:
    game = example(page, server, "one-card")
    cards(game, "2").last.focus()
    for key in ("+", "Enter", "5", "Enter"):
        page.keyboard.press(key)
    expect(game.locator(".board-toast.shown")).to_contain_text("One card at a time.")
    for key in ("2", "Enter", "9", "Enter"):
        page.keyboard.press(key)
    expect(cards(game, "9")).to_have_count(10)
