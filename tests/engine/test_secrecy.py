"""Non-interference: what has not turned up has no influence on anything that a player can see."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import overload

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.actions import ActionKind, parse_token
from game.engine.cards import UNKNOWN, Deck
from game.engine.legal import legal_actions
from game.engine.replay import fold
from game.engine.table import apply, opening
from game.engine.view import known_faces, layout, view
from tests.engine.play import ALL_ACTIONS, FULL, Played, few, games, is_known, other_deck, reason_of
from tests.engine.recorded import Win, wins

seeds = st.integers(0, 2**32)


@few
@given(games(), seeds)
def test_decks_that_agree_on_what_has_turned_up_look_the_same_all_along(
    game: Played, seed: int
) -> None:
    check_same(game, other_deck(game, random.Random(seed)))


@pytest.mark.parametrize("win", wins(), ids=lambda win: win.code)
def test_decks_that_agree_look_the_same_at_every_stage_of_a_winning_game(win: Win) -> None:
    chance = random.Random(win.code)
    for _ in range(12 if FULL else 2):
        game = played(win, chance.randrange(len(win.actions)))
        check_same(game, other_deck(game, chance))


def played(win: Win, plies: int) -> Played:
    tables = [opening(win.rules)]
    for token in win.actions[:plies]:
        tables.append(apply(win.rules, win.deck, tables[-1], parse_token(token)))
    return Played(win.rules, win.deck, win.actions[:plies], tables)


def check_same(game: Played, other: Deck) -> None:
    """Every view, reveal, score, refusal and legal action on the other deck is the same."""
    rules, deck = game.rules, game.deck
    table = opening(rules)
    for ply, token in enumerate(game.tokens):
        assert view(rules, other, table) == view(rules, deck, game.tables[ply])
        table = apply(rules, other, table, parse_token(token))
    assert table == game.last
    assert view(rules, other, table) == view(rules, deck, table)
    assert fold(rules, other, game.tokens) == fold(rules, deck, game.tokens)
    assert legal_actions(rules, other, table) == legal_actions(rules, deck, table)
    for action in ALL_ACTIONS:
        refused = reason_of(rules, deck, table, action)
        assert reason_of(rules, other, table, action) is refused


@few
@given(games())
def test_a_player_who_knows_only_what_has_turned_up_gets_the_same_answers(game: Played) -> None:
    rules, deck, table = game.rules, game.deck, game.last
    known = known_faces(deck, table)
    assert legal_actions(rules, known, table) == legal_actions(rules, deck, table)
    for action in ALL_ACTIONS:
        reason = reason_of(rules, deck, table, action)
        assert reason_of(rules, known, table, action) is reason
        # A dealt row may complete a run, which only its faces tell.
        if reason is None and not (rules.rows and action.kind is ActionKind.TAP_STOCK):
            assert apply(rules, known, table, action) == apply(rules, deck, table, action)


class Watched(Sequence[int]):
    """A deck that remembers which positions were looked at."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self.read: set[int] = set()

    def __repr__(self) -> str:
        return "<Watched>"

    def __len__(self) -> int:
        return len(self._deck)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[int]: ...
    def __getitem__(self, at: int | slice) -> int | Sequence[int]:
        assert isinstance(at, int), "the engine looks at one card at a time"
        self.read.add(at)
        return self._deck[at]

    def __iter__(self) -> Iterator[int]:
        raise AssertionError("the engine never goes through a whole deck")


@few
@given(games(most=60))
def test_only_faces_that_have_turned_up_are_looked_at(game: Played) -> None:
    rules = game.rules
    for action in ALL_ACTIONS:
        watched = Watched(game.deck)
        after = game.last
        if reason_of(rules, watched, game.last, action) is None:
            after = apply(rules, game.deck, game.last, action)
        assert all(is_known(after, at) for at in watched.read)
    watched = Watched(game.deck)
    legal_actions(rules, watched, game.last)
    assert all(is_known(game.last, at) for at in watched.read)


@few
@given(games())
def test_a_view_tells_the_faces_that_have_turned_up_and_no_other(game: Played) -> None:
    seen = view(game.rules, game.deck, game.last)
    for at, face in enumerate(seen.faces):
        assert face == (game.deck[at] if is_known(game.last, at) else UNKNOWN)
    assert seen.seen == game.rules.opening_up + game.last.turned


@few
@given(games())
def test_a_view_can_be_laid_out_without_the_deck(game: Played) -> None:
    told = layout(game.last, known_faces(game.deck, game.last))
    whole = layout(game.last, game.deck)
    for column, true, hidden in zip(
        told["columns"], whole["columns"], whole["hidden"], strict=True
    ):
        assert column.split()[hidden:] == true.split()[hidden:]
        assert len(column) == len(true)


@few
@given(games())
def test_reprs_tell_no_faces(game: Played) -> None:
    assert repr(game.last) == (
        f"<Table ply={game.last.ply} moves={game.last.moves} "
        f"score={game.last.score} won={game.last.won}>"
    )
    assert "face" not in repr(view(game.rules, game.deck, game.last))
    assert "face" not in repr(fold(game.rules, game.deck, game.tokens))
