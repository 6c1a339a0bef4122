"""Cards, tokens and variants as text."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.actions import (
    FOUNDATION_LETTERS,
    TOKEN_PATTERN,
    Action,
    ActionKind,
    parse_token,
    token_of,
)
from game.engine.cards import UNKNOWN, deck_text, face_of, face_text, parse_deck
from game.engine.errors import BadCards, BadToken
from game.engine.rules import Rules
from game.engine.variants import VARIANTS, rules_data
from tests.engine.play import ALL_ACTIONS, ALL_TOKENS, many


def test_faces_are_numbered_by_suit_and_rank() -> None:
    names = [f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK"]
    assert [face_of(name) for name in names] == list(range(52))
    assert [face_text(face) for face in range(52)] == names
    assert face_text(UNKNOWN) == "??"


@pytest.mark.parametrize("text", ["", "1H", "10H", "7h", "H7", "7", "7HH", "??", "\uff17H"])
def test_what_is_no_card_is_an_error(text: str) -> None:
    with pytest.raises(BadCards):
        face_of(text)


def test_a_deck_reads_back_as_it_was_written() -> None:
    assert parse_deck(" 4D\t7H\n8C ") == (29, 19, 46)
    assert deck_text((29, 19, 46)) == "4D 7H 8C"


def test_the_grammar_has_1403_tokens_that_read_back_as_they_were_written() -> None:
    assert len(set(ALL_TOKENS)) == 1403
    assert [token_of(parse_token(token)) for token in ALL_TOKENS] == ALL_TOKENS
    assert len(set(ALL_ACTIONS)) == 1403


@pytest.mark.parametrize(
    ("token", "action"),
    [
        ("S", Action(ActionKind.TAP_STOCK)),
        ("U", Action(ActionKind.UNDO)),
        ("W3", Action(ActionKind.WASTE_TO_COLUMN, target=2)),
        ("W0", Action(ActionKind.WASTE_TO_COLUMN, target=9)),
        ("WF", Action(ActionKind.WASTE_TO_FOUNDATION)),
        ("5F", Action(ActionKind.COLUMN_TO_FOUNDATION, source=4)),
        ("53", Action(ActionKind.COLUMN_TO_COLUMN, source=4, target=2, count=1)),
        ("03x13", Action(ActionKind.COLUMN_TO_COLUMN, source=9, target=2, count=13)),
        ("c3", Action(ActionKind.TAKE_BACK, source=2, target=2)),
        ("h0", Action(ActionKind.TAKE_BACK, source=7, target=9)),
    ],
)
def test_a_token_means_its_action(token: str, action: Action) -> None:
    assert parse_token(token) == action


bad = [
    "",
    " S",
    "S ",
    "S\n",
    "s",
    "u",
    "SS",
    "W",
    "WW",
    "wf",
    "W0F",
    "F5",
    "5",
    "5f",
    "53x",
    "53x0",
]
bad += ["53x1", "53x02", "53x14", "53x20", "53X4", "53x4 ", "53x\u0663", "\u0665\u0663", "i1", "a"]
bad += ["aF", "A1", "a1x2", "W3x2", "5-3", "\uff33"]


@pytest.mark.parametrize("token", bad)
def test_what_the_grammar_does_not_have_is_a_bad_token(token: str) -> None:
    for _ in range(2):
        with pytest.raises(BadToken):
            parse_token(token)


@pytest.mark.parametrize("token", [None, 5, True, 5.0, b"S", ["S"], {"S": 1}])
def test_what_is_no_text_is_a_bad_token(token: Any) -> None:
    with pytest.raises(BadToken):
        parse_token(token)


@many
@given(st.text(alphabet="SUWF0123456789xabch ", max_size=5))
def test_exactly_what_the_pattern_matches_in_full_is_a_token(text: str) -> None:
    assert (text in ALL_TOKENS) == (re.fullmatch(TOKEN_PATTERN, text) is not None)
    if text in ALL_TOKENS:
        assert token_of(parse_token(text)) == text
    else:
        with pytest.raises(BadToken):
            parse_token(text)


def test_the_variants_are_listed_in_their_order() -> None:
    assert list(VARIANTS) == ["EH", "HT", "HO", "HS", "HV", "SO", "ST", "SF"]
    assert all(rules.variant == variant for variant, rules in VARIANTS.items())


def test_no_variant_needs_more_places_than_the_grammar_names() -> None:
    for rules in VARIANTS.values():
        assert len(rules.columns) <= 10
        assert rules.foundations <= len(FOUNDATION_LETTERS)
        assert sum(height - 1 for height in rules.columns) == hidden_of(rules.variant)


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=lambda rules: rules.variant)
def test_an_unknown_face_builds_on_nothing_and_nothing_builds_on_it(rules: Rules) -> None:
    for table in (rules.lays_on, rules.lifts_with):
        assert not any(table[UNKNOWN])
        assert not any(row[UNKNOWN] for row in table)
    assert rules.places[UNKNOWN] == ()


def hidden_of(variant: str) -> int:
    return {"EH": 36, "SO": 44, "ST": 44, "SF": 44}.get(variant, 21)


def test_the_exported_data_are_what_a_variant_states() -> None:
    data = json.loads(json.dumps(rules_data(VARIANTS["HV"])))
    assert data == {
        "variant": "HV",
        "title": "Harpan, Las Vegas",
        "copies": 1,
        "suits": 4,
        "columns": [1, 2, 3, 4, 5, 6, 7],
        "stock": "waste",
        "draw": 3,
        "passes": "unlimited",
        "build": "other-colour",
        "lift": "run",
        "space": "king",
        "foundation": "first-free",
        "foundations": 4,
        "scoring": {
            "start": -52,
            "floor": None,
            "foundation": 5,
            "once_a_card": False,
            "turn_up": 0,
            "waste_to_column": 0,
            "take_back": -5,
        },
        "undo_limit": 100,
        "cards": 52,
    }
