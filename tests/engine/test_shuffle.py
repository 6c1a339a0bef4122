"""The shuffle's known answers, and its fairness where known answers do not reach."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.cards import deck_text
from game.engine.codes import DealCode, parse_code
from game.engine.rules import Rules
from game.engine.shuffle import PUBLIC_KEY, bounded, commitment, draw_key, numbered_deck, shuffle
from game.engine.variants import VARIANTS
from tests.engine.play import few


def test_the_first_easy_harp_deal_is_the_known_one() -> None:
    deck = deck_text(numbered_deck(parse_code("EH1-N-AAAAAAF")))
    assert deck.startswith("4D 7H 8C 8D 7C 6S 7D 4C 6S 2S 9H 2C JH KC 2H")
    assert deck.endswith("9D 9S 3C 4H TD 4S AD QC 8S KC KS TD")


@few
@given(st.sampled_from(list(VARIANTS.values())), st.binary(min_size=1, max_size=40))
def test_a_shuffle_keeps_the_cards_of_the_variant(rules: Rules, key: bytes) -> None:
    deck = shuffle(rules, key, f"{rules.variant}1-N-AAAAAAF")
    assert Counter(deck) == Counter(rules.unshuffled())


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=lambda rules: rules.variant)
def test_the_unshuffled_deck_is_copy_by_copy_suit_by_suit_ace_to_king(rules: Rules) -> None:
    pack = [f"{rank}{suit}" for suit in "SHDC"[: rules.suits] for rank in "A23456789TJQK"]
    assert deck_text(rules.unshuffled()) == " ".join(pack * rules.copies)
    assert rules.cards == len(pack) * rules.copies == sum(rules.columns) + stock_of(rules)


def stock_of(rules: Rules) -> int:
    return {"EH": 59, "SO": 50, "ST": 50, "SF": 50}.get(rules.variant, 24)


def test_a_word_of_the_uneven_rest_is_passed_over() -> None:
    last_even = 2**32 - 2**32 % 104 - 1
    assert bounded(iter([2**32 - 1, last_even + 1, 7]), 104) == 7
    assert bounded(iter([last_even, 7]), 104) == 103
    assert bounded(iter([2**32 - 1]), 2) == 1


def test_the_words_are_big_endian_and_the_last_card_is_drawn_first() -> None:
    rules = VARIANTS["HT"]
    block = hmac.digest(b"k", b"HT1-N-AAAAAAZ/0", hashlib.sha256)
    word = int.from_bytes(block[:4], "big")
    assert shuffle(rules, b"k", "HT1-N-AAAAAAZ")[51] == word % 52


def test_key_and_code_both_change_the_deck() -> None:
    rules = VARIANTS["HT"]
    code = str(DealCode.numbered("HT", 1))
    deck = shuffle(rules, PUBLIC_KEY, code)
    assert deck != shuffle(rules, b"harq", code)
    assert deck != shuffle(rules, PUBLIC_KEY, str(DealCode.numbered("HT", 2)))


def test_draws_and_commitments_are_what_the_rules_say() -> None:
    seed, code = bytes(range(32)), "EH1-D-AABEGSL"
    assert draw_key(seed, code, 12) == hmac.digest(seed, b"EH1-D-AABEGSL#12", hashlib.sha256)
    said = "EH1-D-AABEGSL:000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    assert commitment(code, seed) == hashlib.sha256(said.encode()).hexdigest()


def test_a_daily_deal_has_no_public_deck() -> None:
    with pytest.raises(ValueError, match="public key"):
        numbered_deck(parse_code("EH1-D-AABEGSL"))
