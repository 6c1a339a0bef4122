"""The recorded games in tests/data, as the engine's tests need them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from game.engine.cards import Deck, parse_deck
from game.engine.codes import parse_code
from game.engine.rules import Rules
from game.engine.shuffle import numbered_deck
from game.engine.variants import VARIANTS

DATA = Path(__file__).parent.parent / "data"


@dataclass(frozen=True)
class Win:
    """A winning game of a numbered deal."""

    code: str
    rules: Rules
    deck: Deck
    actions: list[str]
    score: int
    moves: int


@cache
def load(name: str) -> Any:
    """A file of tests/data, parsed."""
    return json.loads((DATA / f"{name}.json").read_text())


def vectors() -> list[dict[str, Any]]:
    """Games with decks, layouts and refusals."""
    games: list[dict[str, Any]] = load("vectors")["games"]
    return games


def dailies() -> list[dict[str, Any]]:
    """Finished daily deals with their secrets and a winning line."""
    deals: list[dict[str, Any]] = load("dailies")["dailies"]
    return deals


def variant_of(game: dict[str, Any]) -> str:
    """The variant of a vector, which has either a code or a variant."""
    return str(game.get("variant") or game["code"][:2])


def rules_of(game: dict[str, Any]) -> Rules:
    """The rules of a vector."""
    return VARIANTS[variant_of(game)]


def deck_of(game: dict[str, Any]) -> Deck:
    """The deck of a vector."""
    return parse_deck(game["deck"])


def name_of(game: dict[str, Any]) -> str:
    """A name for the test's output."""
    return f"{game.get('code') or game['variant'] + '-deck'}-{len(game['actions'])}"


def wins() -> list[Win]:
    """All winning games of numbered deals."""
    return [
        Win(
            code=code,
            rules=VARIANTS[code[:2]],
            deck=numbered_deck(parse_code(code)),
            actions=game["actions"],
            score=game["score"],
            moves=game["moves"],
        )
        for code, game in load("wins")["games"].items()
    ]
