"""Every recorded game comes out to the card, through the library."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.cards import deck_text
from game.engine.codes import parse_code
from game.engine.replay import fold
from game.engine.shuffle import commitment, draw_key, numbered_deck, shuffle
from game.engine.variants import VARIANTS
from game.engine.view import layout
from tests.engine.recorded import (
    Win,
    dailies,
    deck_of,
    name_of,
    rules_of,
    vectors,
    wins,
)


def test_the_recorded_games_cover_all_variants_and_refusals() -> None:
    assert len(vectors()) == 109
    assert len(wins()) == 33
    assert len(dailies()) == 7
    assert {rules_of(game).variant for game in vectors()} == set(VARIANTS)
    refusals = {reason for game in vectors() for _, reason in game["refused_after"]}
    assert len(refusals) == 17


@pytest.mark.parametrize("game", vectors(), ids=name_of)
def test_a_recorded_game_ends_in_its_layout(game: dict[str, Any]) -> None:
    deck = deck_of(game)
    replayed = fold(rules_of(game), deck, game["actions"])
    assert replayed.refused is None
    assert layout(replayed.table, deck) == game["after"]
    assert replayed.table.won is game["won"]
    assert replayed.ply == len(game["actions"])


@pytest.mark.parametrize("game", vectors(), ids=name_of)
def test_cards_turn_up_in_the_recorded_order(game: dict[str, Any]) -> None:
    assert list(fold(rules_of(game), deck_of(game), game["actions"]).table.turned) == game["turned"]


@pytest.mark.parametrize("game", vectors(), ids=name_of)
def test_a_recorded_refusal_has_its_reason_and_changes_nothing(game: dict[str, Any]) -> None:
    rules, deck = rules_of(game), deck_of(game)
    table = fold(rules, deck, game["actions"]).table
    for token, reason in game["refused_after"]:
        replayed = fold(rules, deck, [token], table)
        assert replayed.refused is not None, token
        assert (replayed.refused.token, replayed.refused.reason) == (token, reason)
        assert replayed.table is table


@pytest.mark.parametrize("game", [g for g in vectors() if "code" in g], ids=name_of)
def test_a_numbered_deal_has_its_recorded_deck(game: dict[str, Any]) -> None:
    assert deck_text(numbered_deck(parse_code(game["code"]))) == game["deck"]


@pytest.mark.parametrize("win", wins(), ids=lambda win: win.code)
def test_a_winning_game_wins_with_its_score_and_only_at_its_end(win: Win) -> None:
    before = fold(win.rules, win.deck, win.actions[:-1])
    assert not before.table.won
    table = fold(win.rules, win.deck, win.actions[-1:], before.table).table
    assert table.won
    assert (table.score, table.moves) == (win.score, win.moves)


@pytest.mark.parametrize("deal", dailies(), ids=lambda deal: deal["code"])
def test_a_daily_deal_follows_from_its_seed_and_is_won_by_its_line(deal: dict[str, Any]) -> None:
    code, seed = parse_code(deal["code"]), bytes.fromhex(deal["seed"])
    rules = VARIANTS[code.variant]
    assert code.date is not None
    assert code.date.isoformat() == deal["date"]
    assert commitment(str(code), seed) == deal["commitment"]
    key = draw_key(seed, str(code), deal["draw"])
    assert key.hex() == deal["key"]
    deck = shuffle(rules, key, str(code))
    assert deck_text(deck) == deal["deck"]
    table = fold(rules, deck, deal["actions"]).table
    assert (table.won, table.score, table.moves) == (True, deal["score"], deal["moves"])
