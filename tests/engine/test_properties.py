"""What holds on every table of every game."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.actions import UNDO, ActionKind, parse_token, token_of
from game.engine.codes import DealCode
from game.engine.legal import legal_actions
from game.engine.replay import fold
from game.engine.rules import Rules
from game.engine.shuffle import numbered_deck
from game.engine.table import Table, apply, opening
from game.engine.variants import VARIANTS
from tests.engine.play import (
    ALL_ACTIONS,
    ALL_TOKENS,
    FULL,
    Played,
    few,
    games,
    is_known,
    many,
    play,
    reason_of,
)
from tests.engine.recorded import Win, wins


@many
@given(games())
def test_no_card_is_ever_lost_or_doubled(game: Played) -> None:
    for table in game.tables:
        piles = [*table.columns, table.stock, table.waste, *table.foundations]
        assert sorted(at for pile in piles for at in pile) == list(range(game.rules.cards))


@many
@given(games())
def test_face_down_cards_only_ever_fall_except_by_undo(game: Played) -> None:
    for token, (before, after) in zip(game.tokens, pairwise(game.tables), strict=True):
        if token != "U":
            for was, now in zip(before.hidden, after.hidden, strict=True):
                assert was - 1 <= now <= was


@many
@given(games())
def test_the_last_card_of_a_column_is_face_up_and_known(game: Played) -> None:
    for table in game.tables:
        for column, hidden in zip(table.columns, table.hidden, strict=True):
            assert hidden < len(column) or not column
            assert all(is_known(table, at) for at in column[hidden:])


@many
@given(games())
def test_what_has_turned_up_stays_known_in_its_order(game: Played) -> None:
    for before, after in pairwise(game.tables):
        assert after.turned[: len(before.turned)] == before.turned
        up = game.rules.opening_up + after.turned
        assert len(set(up)) == len(up)
        assert {at for at in range(game.rules.cards) if is_known(after, at)} == set(up)


@many
@given(games())
def test_moves_counts_every_action_but_undo_and_ply_counts_all(game: Played) -> None:
    for ply, table in enumerate(game.tables):
        undos = game.tokens[:ply].count("U")
        assert (table.ply, table.moves, table.undos) == (ply, ply - undos, undos)


@many
@given(games())
def test_the_score_never_falls_below_its_floor(game: Played) -> None:
    floor = game.rules.scoring.floor
    if floor is not None:
        assert min(table.score for table in game.tables) >= floor


@few
@given(games(most=80))
def test_legal_actions_are_exactly_those_that_apply(game: Played) -> None:
    check_legal(game.rules, game.deck, game.last)


@pytest.mark.parametrize("win", wins(), ids=lambda win: win.code)
def test_legal_actions_are_exactly_those_that_apply_along_a_winning_game(win: Win) -> None:
    table = opening(win.rules)
    for ply, token in enumerate(win.actions):
        if FULL or ply % 29 == 0 or ply > len(win.actions) - 4:
            check_legal(win.rules, win.deck, table)
        table = apply(win.rules, win.deck, table, parse_token(token))
    assert table.won
    assert legal_actions(win.rules, win.deck, table) == []
    check_legal(win.rules, win.deck, table)


def check_legal(rules: Rules, deck: tuple[int, ...], table: Table) -> None:
    """Compare with trying every action that the grammar has."""
    legal = legal_actions(rules, deck, table)
    applies = {
        action
        for action in ALL_ACTIONS
        if action != UNDO and reason_of(rules, deck, table, action) is None
    }
    assert len(legal) == len(set(legal))
    assert {token_of(a) for a in legal} == {token_of(a) for a in applies}


@few
@given(games(most=60))
def test_a_refused_action_leaves_the_table_as_it_was(game: Played) -> None:
    table = game.last
    copy = Table(*table)
    for action in ALL_ACTIONS:
        reason_of(game.rules, game.deck, table, action)
    assert table == copy


@many
@given(games(undo=False))
def test_undo_restores_all_but_the_counts_and_what_is_known(game: Played) -> None:
    table = game.last
    for before in reversed(game.tables[:-1][-game.rules.undo_limit :]):
        undone = apply(game.rules, game.deck, table, UNDO)
        assert undone.state == before.state
        assert (undone.moves, undone.turned) == (game.last.moves, game.last.turned)
        assert undone.undos == table.undos + 1
        table = undone


@many
@given(games(), st.data())
def test_a_log_folds_to_the_same_table_in_one_go_or_in_two(
    game: Played, data: st.DataObject
) -> None:
    whole = fold(game.rules, game.deck, game.tokens)
    assert whole.refused is None
    assert whole.table == game.last
    cut = data.draw(st.integers(0, len(game.tokens)))
    first = fold(game.rules, game.deck, game.tokens[:cut])
    second = fold(game.rules, game.deck, game.tokens[cut:], first.table)
    assert first.table == game.tables[cut]
    assert second.table == whole.table
    assert first.reveals + second.reveals == whole.reveals


@many
@given(games())
def test_reveals_tell_each_card_with_the_ply_at_which_it_turned_up(game: Played) -> None:
    reveals = fold(game.rules, game.deck, game.tokens).reveals
    assert tuple(r.at for r in reveals) == game.rules.opening_up + game.last.turned
    for reveal in reveals:
        assert reveal.face == game.deck[reveal.at]
        assert is_known(game.tables[reveal.ply], reveal.at)
        assert reveal.ply == 0 or not is_known(game.tables[reveal.ply - 1], reveal.at)


@few
@given(games(most=60), st.sampled_from(ALL_TOKENS), st.integers(0, 60))
def test_a_fold_stops_at_the_refused_action_with_the_table_before_it(
    game: Played, token: str, at: int
) -> None:
    at = min(at, len(game.tokens))
    reason = reason_of(game.rules, game.deck, game.tables[at], parse_token(token))
    if reason is not None:
        tokens = [*game.tokens[:at], token, *game.tokens[at:]]
        replayed = fold(game.rules, game.deck, tokens)
        assert replayed.table == game.tables[at]
        assert replayed.refused is not None
        assert (replayed.refused.index, replayed.refused.token) == (at, token)
        assert replayed.refused.reason is reason


def test_random_play_gets_somewhere() -> None:
    """The properties above say little where play never reaches what they speak of."""
    chance = random.Random(7)
    kinds: set[str] = set()
    for rules in VARIANTS.values():
        for number in range(1, 13):
            deck = numbered_deck(DealCode.numbered(rules.variant, number))
            game = play(rules, deck, [chance.randrange(1000) for _ in range(150)])
            kinds |= {parse_token(token).kind for token in game.tokens}
            kinds |= {f"{rules.variant} unit" for token in game.tokens if "x" in token}
            kinds |= {f"{rules.variant} freed" for table in game.tables if 0 in table.hidden[3:]}
    assert kinds >= set(ActionKind)
    assert kinds >= {f"{variant} unit" for variant in VARIANTS if variant != "EH"}
    assert len([kind for kind in kinds if kind.endswith("freed")]) >= 6
