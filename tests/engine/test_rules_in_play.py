"""Single rules on decks arranged for them. (What the recorded games show is not shown again.)"""

from __future__ import annotations

import pytest

from game.engine.cards import Deck, face_of
from game.engine.errors import Reason
from game.engine.replay import fold
from game.engine.rules import Rules
from game.engine.table import Table
from game.engine.variants import (
    EASY_HARP,
    HARPAN,
    HARPAN_ONE_CARD,
    HARPAN_ONE_PASS,
    LAS_VEGAS,
    SPINDELHARPAN_ONE_SUIT,
    SPINDELHARPAN_TWO_SUITS,
    VARIANTS,
)
from tests.engine.play import arranged

ACE_OUT = {0: face_of("AS"), 2: face_of("2H")}
"""In a game with a waste: column 1 is the ace alone, column 2 ends in a two that takes it back."""


def deal(rules: Rules, cards: dict[int, str]) -> Deck:
    return arranged(rules, {at: face_of(text) for at, text in cards.items()})


def after(rules: Rules, deck: Deck, *tokens: str) -> Table:
    replayed = fold(rules, deck, tokens)
    assert replayed.refused is None, replayed.refused
    return replayed.table


def reason(rules: Rules, deck: Deck, *tokens: str) -> Reason:
    """Why the last token is refused."""
    replayed = fold(rules, deck, tokens)
    assert replayed.refused is not None
    assert replayed.refused.index == len(tokens) - 1
    return replayed.refused.reason


def test_a_card_earns_its_foundation_points_once_a_game_in_easy_harp() -> None:
    deck = arranged(EASY_HARP, ACE_OUT)
    assert after(EASY_HARP, deck, "1F", "a2", "2F").score == 10


def test_in_easy_harp_the_other_ace_of_the_suit_earns_its_own_points() -> None:
    deck = deal(EASY_HARP, {0: "AS", 2: "AS", 5: "2H"})
    assert after(EASY_HARP, deck, "1F", "2F").score == 10 + 10 + 5
    assert after(EASY_HARP, deck, "1F", "a3", "2F", "3F").score == 10 + 10 + 5


def test_in_harpan_a_card_is_paid_again_after_it_was_taken_back() -> None:
    deck = arranged(HARPAN, ACE_OUT)
    assert after(HARPAN, deck, "1F", "a2", "2F").score == 10
    assert after(LAS_VEGAS, deck, "1F", "a2", "2F").score == -52 + 5 - 5 + 5


def test_las_vegas_has_no_floor() -> None:
    deck = deal(LAS_VEGAS, {0: "AS", 2: "2H"})
    table = after(LAS_VEGAS, deck, "1F", "a2")
    assert table.score == -52
    assert LAS_VEGAS.scoring.floor is None


def test_places_are_reserved_for_their_suit_in_easy_harp_and_free_in_harpan() -> None:
    deck = arranged(EASY_HARP, {0: face_of("AC")})
    assert after(EASY_HARP, deck, "1F").foundations[6] == (0,)
    deck = arranged(HARPAN, {0: face_of("AC")})
    assert after(HARPAN, deck, "1F").foundations[0] == (0,)


def test_a_card_goes_to_the_first_of_two_places_that_take_it() -> None:
    deck = deal(EASY_HARP, {0: "AS", 2: "AS", 5: "2S"})
    assert after(EASY_HARP, deck, "1F", "2F", "3F").foundations[:2] == ((0, 5), (2,))


def test_a_redeal_turns_the_same_cards_in_the_same_order_at_no_cost() -> None:
    deck = tuple(EASY_HARP.unshuffled())
    size = EASY_HARP.cards - sum(EASY_HARP.columns)
    once = after(EASY_HARP, deck, *["S"] * size)
    assert once.stock == ()
    redealt = after(EASY_HARP, deck, *["S"] * (size + 1))
    assert redealt.stock == once.waste
    assert redealt.waste == ()
    assert (redealt.score, redealt.moves) == (0, size + 1)
    assert after(EASY_HARP, deck, *["S"] * (size + 3)).waste == once.waste[:2]


def test_three_cards_are_turned_and_fewer_when_fewer_are_left() -> None:
    deck = deal(HARPAN, {28: "7S", 29: "7C", 30: "AS"})
    table = after(HARPAN, deck, "S", "WF")
    assert table.waste == (28, 29)
    table = after(HARPAN, deck, "S", "WF", *["S"] * 7)
    assert len(table.stock) == 0
    assert after(HARPAN, deck, "S", "WF", *["S"] * 8).stock[:2] == (28, 29)
    short = arranged(HARPAN, {30: face_of("AS"), 33: face_of("2S")})
    table = after(HARPAN, short, "S", "WF", "S", "WF", *["S"] * 6)
    assert len(table.stock) == 0
    assert table.turned[-3:] == (49, 50, 51)


def test_one_pass_ends_with_the_stock() -> None:
    deck = tuple(HARPAN_ONE_PASS.unshuffled())
    assert reason(HARPAN_ONE_PASS, deck, *["S"] * 25) is Reason.NO_PASSES_LEFT
    assert after(HARPAN_ONE_CARD, deck, *["S"] * 25).waste == ()


def test_only_a_king_goes_to_an_empty_column_where_the_rules_say_so() -> None:
    deck = deal(HARPAN_ONE_CARD, {0: "AS", 2: "QH", 5: "KH", 28: "2S", 29: "KD"})
    rules = HARPAN_ONE_CARD
    assert reason(rules, deck, "1F", "21") is Reason.ONLY_A_KING
    assert reason(rules, deck, "1F", "S", "W1") is Reason.ONLY_A_KING
    assert after(rules, deck, "1F", "31").columns[0] == (5,)
    assert after(rules, deck, "1F", "S", "S", "W1").columns[0] == (29,)


def test_a_king_can_be_taken_back_to_an_empty_column_and_no_other_card_can() -> None:
    # Column 1 is the ace of spades, columns 2 to 7 end in 2 to 7; the rest of spades is the stock.
    ups = {up: f"{rank}S" for up, rank in zip(HARPAN_ONE_CARD.opening_up, "A234567", strict=True)}
    deck = deal(HARPAN_ONE_CARD, {**ups, **{28 + n: f"{r}S" for n, r in enumerate("89TJQK")}})
    home = [f"{column}F" for column in range(1, 8)] + ["S", "WF"] * 5
    assert reason(HARPAN_ONE_CARD, deck, *home, "a1") is Reason.ONLY_A_KING
    assert after(HARPAN_ONE_CARD, deck, *home, "S", "WF", "a1").columns[0] == (33,)


def test_a_king_led_run_moves_whole_to_a_space_in_easy_harp_and_nowhere_else() -> None:
    # Columns 1 and 2 end in AS and 2S; KH, QS, JH end columns 3, 4, 5.
    deck = deal(EASY_HARP, {0: "AS", 2: "2S", 5: "KH", 9: "QS", 14: "JH", 20: "TS", 27: "QD"})
    run = ("43", "53", "1F")
    assert after(EASY_HARP, deck, *run, "31x3").columns[0] == (5, 9, 14)
    assert reason(EASY_HARP, deck, *run, "31x2") is Reason.ONE_CARD_AT_A_TIME
    assert reason(EASY_HARP, deck, "43", "53", "36x2") is Reason.ONE_CARD_AT_A_TIME
    assert reason(EASY_HARP, deck, *run, "32x3") is Reason.ONE_CARD_AT_A_TIME
    assert reason(EASY_HARP, deck, *run, "31x4") is Reason.HIDDEN_CARD
    assert reason(EASY_HARP, deck, *run, "41x2") is Reason.HIDDEN_CARD


def test_a_run_moves_in_part_in_harpan() -> None:
    deck = deal(HARPAN, {2: "8S", 5: "7H", 9: "6S", 14: "8C", 20: "7D"})
    table = after(HARPAN, deck, "32", "42", "25x2")
    assert table.columns[4][-3:] == (14, 5, 9)
    table = after(HARPAN, deck, "32", "42", "65", "25")
    assert table.columns[4][-3:] == (14, 20, 9)


def test_a_hidden_card_is_found_out_before_any_face_is_looked_at() -> None:
    deck = tuple(HARPAN.unshuffled())
    assert reason(HARPAN, deck, "71x2") is Reason.HIDDEN_CARD
    assert reason(HARPAN, deck, "71x13") is Reason.HIDDEN_CARD


@pytest.mark.parametrize(
    ("variant", "token", "expected"),
    [
        ("EH", "01", Reason.NO_SUCH_PILE),
        ("EH", "10", Reason.NO_SUCH_PILE),
        ("EH", "00", Reason.NO_SUCH_PILE),
        ("EH", "0F", Reason.NO_SUCH_PILE),
        ("EH", "W0", Reason.NO_SUCH_PILE),
        ("EH", "W1", Reason.EMPTY_PILE),
        ("EH", "h9", Reason.EMPTY_PILE),
        ("EH", "h0", Reason.NO_SUCH_PILE),
        ("HT", "81", Reason.NO_SUCH_PILE),
        ("HT", "18", Reason.NO_SUCH_PILE),
        ("HT", "W8", Reason.NO_SUCH_PILE),
        ("HT", "8F", Reason.NO_SUCH_PILE),
        ("HT", "e1", Reason.NO_SUCH_PILE),
        ("HT", "d8", Reason.NO_SUCH_PILE),
        ("HT", "d1", Reason.EMPTY_PILE),
        ("HT", "11x5", Reason.SAME_PILE),
        ("SO", "W1", Reason.NOT_ALLOWED_HERE),
        ("SO", "WF", Reason.NOT_ALLOWED_HERE),
        ("SO", "0F", Reason.NOT_ALLOWED_HERE),
        ("SO", "h0", Reason.NOT_ALLOWED_HERE),
        ("SO", "00", Reason.SAME_PILE),
        ("SO", "00x2", Reason.SAME_PILE),
        ("SO", "U", Reason.NOTHING_TO_UNDO),
    ],
)
def test_piles_are_looked_at_before_cards(variant: str, token: str, expected: Reason) -> None:
    rules = VARIANTS[variant]
    assert reason(rules, rules.unshuffled(), token) is expected


def test_any_card_lies_on_one_higher_in_spindelharpan_but_only_a_suit_run_lifts() -> None:
    ups = SPINDELHARPAN_TWO_SUITS.opening_up
    rules = SPINDELHARPAN_TWO_SUITS
    deck = deal(rules, {ups[0]: "9S", ups[1]: "8H", ups[2]: "7H", ups[3]: "9H", ups[4]: "TS"})
    assert after(rules, deck, "21").columns[0][-2:] == (ups[0], ups[1])
    assert reason(rules, deck, "21", "15x2") is Reason.NOT_A_RUN
    assert after(rules, deck, "32", "21x2").columns[0][-3:] == ups[:3]
    assert reason(rules, deck, "15", "25", "53x3") is Reason.NOT_A_RUN


def test_a_row_is_refused_while_a_column_is_empty_and_when_the_stock_is() -> None:
    rules = SPINDELHARPAN_ONE_SUIT
    # Column 5 (five cards, positions 24 to 28) can be emptied: each of its cards lies on another.
    cards = {28: "2S", 27: "3S", 26: "4S", 25: "5S", 24: "6S"}
    bases = dict(zip(rules.opening_up[:4], ("3S", "4S", "5S", "6S"), strict=True))
    deck = deal(rules, {**cards, **bases, rules.opening_up[9]: "7S"})
    emptied = ["51", "52", "53", "54", "50"]
    assert after(rules, deck, *emptied).columns[4] == ()
    assert reason(rules, deck, *emptied, "S") is Reason.FILL_EMPTY_COLUMNS
    assert after(rules, deck, *emptied, "05", "S").hidden[4] == 0
    assert reason(rules, deck, *["S"] * 6) is Reason.STOCK_EMPTY


def test_a_space_takes_any_run_in_spindelharpan() -> None:
    rules = SPINDELHARPAN_ONE_SUIT
    cards = {28: "2S", 27: "3S", 26: "4S", 25: "5S", 24: "6S"}
    bases = dict(zip(rules.opening_up[:4], ("3S", "4S", "5S", "6S"), strict=True))
    deck = deal(rules, {**cards, **bases, rules.opening_up[9]: "7S"})
    table = after(rules, deck, "51", "52", "53", "54", "50", "05x2")
    assert table.columns[4] == (rules.opening_up[9], 24)


def whole_run_deal() -> tuple[Deck, list[str]]:
    """One suit: the columns end in K Q J ... 4; under Q, J and T lie 3, 2 and A. The tokens build
    all on the king of column 1, the ace last."""
    rules = SPINDELHARPAN_ONE_SUIT
    shown = {at: f"{rank}S" for at, rank in zip(rules.opening_up, "KQJT987654", strict=True)}
    deck = deal(rules, {**shown, 10: "3S", 16: "2S", 22: "AS"})
    return deck, ["21", "31", "41", "51", "61", "71", "81", "91", "01", "21", "31", "41"]


def test_a_whole_run_leaves_at_once_with_its_ace_first() -> None:
    deck, tokens = whole_run_deal()
    before = after(SPINDELHARPAN_ONE_SUIT, deck, *tokens[:-1])
    table = after(SPINDELHARPAN_ONE_SUIT, deck, *tokens)
    run = (5, 11, 17, 23, 28, 33, 38, 43, 48, 53, 10, 16, 22)
    assert before.columns[0] == (*range(5), *run[:-1])
    assert table.foundations == (run[::-1], *[()] * 7)
    assert table.columns[0] == tuple(range(5))


def test_a_run_that_leaves_turns_up_what_it_frees_after_the_source_column() -> None:
    deck, tokens = whole_run_deal()
    before = after(SPINDELHARPAN_ONE_SUIT, deck, *tokens[:-1])
    table = after(SPINDELHARPAN_ONE_SUIT, deck, *tokens)
    assert table.turned == (*before.turned, 21, 4)
    assert (before.hidden[0], table.hidden[0]) == (5, 4)
    assert table.score == before.score + 100 + 5 + 5


def test_a_dealt_row_takes_a_run_that_its_card_completes() -> None:
    deck, tokens = whole_run_deal()
    # The ace is not under the ten but in the row's first place.
    faces = list(deck)
    faces[22], faces[54] = faces[54], faces[22]
    table = after(SPINDELHARPAN_ONE_SUIT, tuple(faces), *tokens[:-1], "S")
    assert [len(pile) for pile in table.foundations] == [13] + [0] * 7
    assert table.turned[-11:] == (*range(54, 64), 4)
    assert table.columns[0] == tuple(range(5))


def test_thirteen_cards_that_do_not_end_in_an_ace_stay() -> None:
    # A row lays the king of spades on the ace of hearts; then the other spades follow, down to 2.
    rules = SPINDELHARPAN_TWO_SUITS
    ups = rules.opening_up
    row = {54 + at: f"{rank}S" for at, rank in enumerate("KQJT987654")}
    deck = deal(rules, {**row, ups[0]: "AH", ups[1]: "3S", ups[2]: "2S"})
    laid = [f"{column}1" for column in (*range(2, 10), 0, 2, 3)]
    table = after(rules, deck, "S", *laid)
    assert table.columns[0] == (*range(6), *range(54, 64), ups[1], ups[2])
    assert table.foundations == ((),) * 8


def test_a_table_shows_the_parts_of_its_state() -> None:
    deck = arranged(EASY_HARP, ACE_OUT)
    table = after(EASY_HARP, deck, "S", "1F")
    assert table.waste == (45,)
    assert table.stock == tuple(range(46, 104))
    assert table.columns[:2] == ((), (1, 2))
    assert table.hidden == (0, 1, 2, 3, 4, 5, 6, 7, 8)
    assert table.foundations[0] == (0,)
    assert (table.score, table.won, table.ply, table.undoable) == (10, False, 2, 2)
