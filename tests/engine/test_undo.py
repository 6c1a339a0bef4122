"""What the table remembers, against a list that forgets its first entries."""

from __future__ import annotations

import pickle
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.actions import TAP_STOCK, UNDO
from game.engine.cards import Deck, face_of
from game.engine.codes import DealCode
from game.engine.errors import Reason, Refused
from game.engine.replay import fold
from game.engine.rules import Rules
from game.engine.shuffle import numbered_deck
from game.engine.table import State, Table, apply, opening
from game.engine.variants import EASY_HARP, HARPAN, LAS_VEGAS, VARIANTS
from tests.engine.play import Played, arranged, many, play
from tests.engine.recorded import wins

DECK = numbered_deck(DealCode.numbered("EH", 1))


def undone(rules: Rules, deck: Deck, table: Table) -> tuple[int, Reason]:
    """How many actions can be undone, and why not one more."""
    count = 0
    while True:
        try:
            table = apply(rules, deck, table, UNDO)
        except Refused as refused:
            return count, refused.reason
        count += 1


@many
@given(st.lists(st.sampled_from("SSSUU"), max_size=80), st.integers(1, 6))
def test_memory_is_a_list_that_forgets_its_first_entries_for_ever(
    tokens: list[str], limit: int
) -> None:
    rules = replace(EASY_HARP, undo_limit=limit)
    table = opening(rules)
    remembered: list[State] = []
    forgotten = False
    for token in tokens:
        if token == "S":
            remembered.append(table.state)
            if len(remembered) > limit:
                remembered.pop(0)
                forgotten = True
            table = apply(rules, DECK, table, TAP_STOCK)
        elif remembered:
            table = apply(rules, DECK, table, UNDO)
            assert table.state == remembered.pop()
        else:
            reason = Reason.UNDO_LIMIT if forgotten else Reason.NOTHING_TO_UNDO
            with pytest.raises(Refused, match=f"^{reason.value}$"):
                apply(rules, DECK, table, UNDO)
        assert table.undoable == len(remembered)


def test_of_150_actions_with_50_undone_and_30_more_80_can_be_undone() -> None:
    table = fold(EASY_HARP, DECK, ["S"] * 150 + ["U"] * 50 + ["S"] * 30).table
    assert table.undoable == 80
    assert undone(EASY_HARP, DECK, table) == (80, Reason.UNDO_LIMIT)


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=lambda rules: rules.variant)
def test_exactly_the_undo_limit_can_be_undone(rules: Rules) -> None:
    limit = rules.undo_limit
    game = long_game(rules, limit + 1)
    assert undone(rules, game.deck, game.tables[limit]) == (limit, Reason.NOTHING_TO_UNDO)
    assert undone(rules, game.deck, game.tables[limit + 1]) == (limit, Reason.UNDO_LIMIT)


def long_game(rules: Rules, length: int) -> Played:
    """A game of random actions, none of them an undo."""
    chance = random.Random(1)
    for number in range(1, 200):
        deck = numbered_deck(DealCode.numbered(rules.variant, number))
        game = play(rules, deck, [chance.randrange(1000) for _ in range(length)], undo=False)
        if len(game.tokens) == length:
            return game
    pytest.fail("no game is long enough")


def test_nothing_can_be_undone_at_first() -> None:
    assert undone(EASY_HARP, DECK, opening(EASY_HARP)) == (0, Reason.NOTHING_TO_UNDO)


def test_an_undo_is_not_itself_undone() -> None:
    assert fold(EASY_HARP, DECK, ["S", "U", "U"]).refused is not None


@pytest.mark.parametrize(("rules", "floored"), [(HARPAN, 0), (LAS_VEGAS, -52)])
def test_a_score_that_the_floor_had_cut_comes_back_as_it_was(rules: Rules, floored: int) -> None:
    # The ace of column 1 goes to a foundation and comes back on the red two of column 2.
    deck = arranged(rules, {0: face_of("AS"), 2: face_of("2H")})
    scores = [fold(rules, deck, tokens).table.score for tokens in (["1F"], ["1F", "a2"])]
    start = rules.scoring.start
    assert scores == [start + rules.scoring.foundation, floored]
    assert fold(rules, deck, ["1F", "a2", "U"]).table.score == scores[0]


def test_undo_takes_the_credit_of_a_card_back() -> None:
    deck = arranged(EASY_HARP, {0: face_of("AS"), 2: face_of("2H")})
    assert fold(EASY_HARP, deck, ["1F", "U", "1F"]).table.score == 10


def test_a_win_can_be_undone() -> None:
    win = fold(VARIANTS["HO"], *won_game()).table
    assert win.won
    assert not apply(VARIANTS["HO"], won_game()[0], win, UNDO).won


def won_game() -> tuple[Deck, list[str]]:
    win = next(win for win in wins() if win.rules.variant == "HO")
    return win.deck, win.actions


def test_a_table_with_a_full_memory_can_be_pickled() -> None:
    rules = VARIANTS["HO"]
    deck = numbered_deck(DealCode.numbered("HO", 1))
    table = fold(rules, deck, ["S"] * 399).table
    back = pickle.loads(pickle.dumps(table))  # noqa: S301 - our own
    assert back == table
    assert undone(rules, deck, back) == undone(rules, deck, table)


def test_the_memory_does_not_grow_with_the_log() -> None:
    rules = replace(EASY_HARP, undo_limit=5)
    short = fold(rules, DECK, ["S"] * 60 * 2).table
    long = fold(rules, DECK, ["S"] * 60 * 40).table
    assert len(pickle.dumps(long)) <= len(pickle.dumps(short)) + 50
