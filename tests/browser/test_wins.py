"""Whole winning games, played by hand: by mouse, by keyboard alone, and by touch on a phone.

Easy Harp is won in test_first_game, Spindelharpan with one suit and Las Vegas in test_journeys;
under HARP_FULL each variant's shortest and longest recorded games are won here as well.
"""

import json
import os
import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from game.engine.codes import parse_code
from game.engine.replay import fold
from game.engine.shuffle import numbered_deck
from game.engine.variants import VARIANTS
from tests.browser.conftest import DATA, PHONE, Server, get_json
from tests.browser.table import Fingers, Keys, Table

HANDS: dict[str, type[Table]] = {"mouse": Table, "keys": Keys, "touch": Fingers}
GAMES: dict[str, list[str]] = {
    code: game["actions"]
    for code, game in json.loads((DATA / "wins.json").read_text())["games"].items()
}
SHORT = [
    ("HT1-N-AAAAADH", "keys"),
    ("HO1-N-AAAAABF", "mouse"),
    ("ST1-N-AAAAACJ", "touch"),
    ("SF1-N-AAAAAFI", "mouse"),
]


def long_ones() -> list[tuple[str, str]]:
    """Each variant's shortest and longest game that is not played anyway; each hand in turn."""
    variants = defaultdict(list)
    for code in sorted(GAMES, key=lambda code: len(GAMES[code])):
        # test_first_game has this deal's board to itself.
        if code != "EH1-N-AAAAAHQ" and code not in dict(SHORT):
            variants[code[:2]].append(code)
    codes = [code for games in variants.values() for code in (games[0], games[-1])]
    return [(code, list(HANDS)[index % len(HANDS)]) for index, code in enumerate(codes)]


@pytest.mark.parametrize(
    ("code", "hand"), SHORT + (long_ones() if os.environ.get("HARP_FULL") == "1" else [])
)
def test_a_game_is_won_by_hand(
    server: Server, somebody: Callable[..., Page], code: str, hand: str
) -> None:
    actions = GAMES[code]
    variant = VARIANTS[code[:2]]
    engine = fold(variant, numbered_deck(parse_code(code)), actions).table
    assert engine.won

    options: dict[str, Any] = PHONE if hand == "touch" else {}
    page = somebody(**options)
    page.goto(f"{server.url}/play/{code}/")
    expect(page.locator('[data-pile="1"] > .card')).to_have_count(variant.columns[0])
    HANDS[hand](page).play_all(actions)

    result = page.locator("#result")
    expect(result.locator("#result-title")).to_have_text("Won!")
    digits = re.compile(r"\D?".join(f"{engine.score:,}".split(",")))
    expect(result.locator("#result-score")).to_have_text(digits)
    expect(result.locator("#result-moves")).to_have_text(str(engine.moves))
    lines = get_json(server, f"/api/v1/boards/{code}/")["lines"]
    assert (True, engine.score, engine.moves) in [
        (line["won"], line["score"], line["moves"]) for line in lines
    ]
