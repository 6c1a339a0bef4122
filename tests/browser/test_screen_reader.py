"""The opening of each patience played, and a replay followed, by the accessibility tree alone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from game.engine.cards import Deck, rank_of, suit_of
from game.engine.codes import parse_code
from game.engine.replay import fold
from game.engine.shuffle import numbered_deck
from game.engine.table import Table as Position
from game.engine.variants import VARIANTS
from tests.browser.calls import play_by_calls
from tests.browser.conftest import Server
from tests.browser.listener import Listener, Node
from tests.browser.table import read

RANKS = [
    *["ace", "two", "three", "four", "five", "six", "seven"],
    *["eight", "nine", "ten", "jack", "queen", "king"],
]
SUITS = ["spades", "hearts", "diamonds", "clubs"]
CARD = re.compile(rf"\b({'|'.join(RANKS)}) of ({'|'.join(SUITS)})\b")
OPENINGS = [
    # A deal in whose recorded game cards are moved early, and how much of it is played.
    ("EH1-N-AAAAAEP", 8),
    ("HT1-N-AAAAADH", 14),
    ("SO1-N-AAAAABQ", 8),
]


def card_name(face: int) -> str:
    """As it is said."""
    return f"{RANKS[rank_of(face)]} of {SUITS[suit_of(face)]}"


def last_cards(table: Node) -> dict[int, str]:
    """The last card of each column, by what its button is called."""
    heard: dict[int, str] = {}
    for column in table.children:
        if column.name.startswith("column"):
            buttons = [node.name for node in column.all() if node.role == "button"]
            number = int(column.name.split(",")[0].removeprefix("column "))
            heard[number] = buttons[-1].split(",")[0]
    return heard


def expected_last_cards(deck: Deck, table: Position) -> dict[int, str]:
    """What the engine says they are."""
    return {
        number: card_name(deck[column[-1]]) if column else f"column {number}"
        for number, column in enumerate(table.columns, 1)
    }


def named_cards(tree: Node) -> set[str]:
    """Every card that anything on the table is named after."""
    names = (node.name for node in tree.all() if node.role in ("button", "image", "img"))
    return {match.group() for name in names for match in CARD.finditer(name)}


def may_be_named(deck: Deck, table: Position) -> set[str]:
    """The cards that lie face up."""
    up = [
        at
        for column, hidden in zip(table.columns, table.hidden, strict=True)
        for at in column[hidden:]
    ]
    up += [*table.waste, *(at for pile in table.foundations for at in pile)]
    return {card_name(deck[at]) for at in up}


@pytest.mark.parametrize(("code", "plies"), OPENINGS)
def test_an_opening_is_played_by_ear(
    page: Page, server: Server, wins: dict[str, dict[str, Any]], code: str, plies: int
) -> None:
    rules, deck, actions = (
        VARIANTS[code[:2]],
        numbered_deck(parse_code(code)),
        wins[code]["actions"],
    )
    engine = fold(rules, deck, []).table
    page.goto(f"{server.url}/play/{code}/")
    player = Listener(page)
    player.wait("no table", lambda: "group Table" in player.page_tree().outline())
    player.wait("no cards", lambda: last_cards(player.table()) == expected_last_cards(deck, engine))

    # The piles are groups that say how much lies face down; hidden cards have no names.
    tree = player.table()
    for number, hidden in enumerate(engine.hidden, 1):
        cards = f"{hidden} face-down card{'s' if hidden > 1 else ''}"
        assert tree.find("group", f"column {number}").name == (
            f"column {number}, {cards}" if hidden else f"column {number}"
        )
    assert named_cards(tree) == may_be_named(deck, engine)
    (live,) = (node for node in tree.all() if node.role == "status")
    assert live.properties["live"] == "polite"

    # One link leads past the page's head, and the next Tab past the table: it is one stop.
    player.tab_to("link", "Skip to the table")
    page.keyboard.press("Enter")
    assert player.here() != ""
    page.keyboard.press("Tab")
    assert player.here() == ""
    page.keyboard.press("Shift+Tab")
    assert player.here() != ""

    # What may not be is explained.
    player.play(refused(deck, engine, rules))
    player.wait("no reason", lambda: "one higher" in player.said())

    for token in actions[:plies]:
        before = engine
        engine = fold(rules, deck, [token], before).table
        names = told(deck, before, engine, token)
        player.play(token)
        player.wait(f"not told of {token}, {names}", lambda names=names: hears(player, names))  # type: ignore[misc]
        assert last_cards(player.table()) == expected_last_cards(deck, engine)
        assert named_cards(player.table()) <= may_be_named(deck, engine)
    figures = player.page_tree().find("region", "Score, moves and time").text()
    assert f"Moves{plies}" in figures.replace(" ", "")


def hears(player: Listener, names: list[str]) -> bool:
    """Whether these cards are told of; that one is selected, on the way, is no tale."""
    said = player.said()
    return not said.endswith("selected.") and all(name in said for name in names)


def refused(deck: Deck, table: Position, rules: Any) -> str:
    """A move between columns that the rules refuse."""
    columns = range(1, len(table.columns) + 1)
    tokens = (f"{a % 10}{b % 10}" for a in columns for b in columns if a != b)
    return next(token for token in tokens if fold(rules, deck, [token]).refused)


def told(deck: Deck, before: Position, after: Position, token: str) -> list[str]:
    """The cards that have to be heard of: what moved, and what turned up."""
    fresh = [card_name(deck[at]) for at in after.turned[len(before.turned) :]]
    if token == "S":
        return fresh[-1:]
    move = read(token)
    pile = before.waste if move.source == "waste" else before.columns[(int(move.source) - 1) % 10]
    return [card_name(deck[pile[-move.count]]), *fresh]


def test_a_replay_is_followed_by_ear(
    page: Page, server: Server, wins: dict[str, dict[str, Any]]
) -> None:
    code = "HT1-N-AAAAAEQ"
    rules, deck, actions = VARIANTS["HT"], numbered_deck(parse_code(code)), wins[code]["actions"]
    attempt = play_by_calls(page, server, code, actions)
    page.goto(f"{server.url}/replays/{attempt}/")
    viewer = Listener(page, "Table of the replay")
    engine = fold(rules, deck, []).table
    viewer.wait("no table", lambda: "group Table of the replay" in viewer.page_tree().outline())
    viewer.tab_to("link", "Skip to the controls")
    page.keyboard.press("Enter")
    viewer.tab_to("button", "Next")
    for token in actions[:5]:
        before, engine = engine, fold(rules, deck, [token], engine).table
        heard = viewer.hear(lambda: page.keyboard.press("Enter"))
        for name in told(deck, before, engine, token):
            assert name in heard, f"{token}: {heard}"
    # Nothing on this table can be pressed, and everything on it is named.
    tree = viewer.table()
    assert [node for node in tree.all() if node.role == "button"] == []
    assert named_cards(tree) <= may_be_named(deck, engine)
    viewer.tab_to("button", "End")
    heard = viewer.hear(lambda: page.keyboard.press("Enter"))
    assert str(len(actions)) in heard
    assert "king of" in " ".join(named_cards(viewer.table()))
    viewer.tab_to("slider", "Move", "Shift+Tab")
    slider = viewer.focus()
    assert str(len(actions)) in str(slider.properties.get("valuetext"))
