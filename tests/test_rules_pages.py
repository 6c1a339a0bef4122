"""The pages of the rules: told in each language, and what their examples say is so."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import resolve
from django.utils import translation

from frontend.examples import EXAMPLES, Example
from frontend.glossary import LANGUAGES, WORDS
from frontend.rules_views import harpan
from game.engine.cards import ACE, KING, Deck, deck_text, rank_of
from game.engine.codes import parse_code
from game.engine.replay import Replayed, fold
from game.engine.shuffle import numbered_deck
from game.engine.table import Table
from game.engine.variants import VARIANTS

PAGES = {
    "/rules/": set(),
    "/rules/easy-harp/": {"one-card", "king-run"},
    "/rules/harpan/": {"first-ace", "only-a-king", "top-of-three"},
    "/rules/spindelharpan/": {"one-suit", "row-refused", "whole-run"},
    "/rules/words/": set(),
}
FIRST_WORDS = {
    "en": ("Rules", "How Easy Harp is played", "How Harpan", "How Spindelharpan", "Words"),
    "sv": ("Regler", "Så spelas Easy Harp", "Så spelas Harpan", "Så spelas Spindel", "Ord"),
    "el": ("Κανόνες", "Πώς παίζεται το Easy", "Πώς παίζεται το Harpan", "Πώς", "Λέξεις"),
}
Read = Callable[[str, str], str]


@pytest.fixture
def read(db: None, settings: Any) -> Read:
    """Gives an address' page to a reader of a language."""
    settings.SPOKEN_LANGUAGES = list(LANGUAGES)

    def page(address: str, language: str) -> str:
        reply = Client().get(address, headers={"accept-language": language})
        assert reply.status_code == 200
        return str(reply.content.decode())

    return page


def ids(page: str) -> set[str]:
    """The places of a page that links can lead to."""
    return set(re.findall(r'\bid="([^"]+)"', page))


def examples(page: str) -> set[str]:
    """The examples on a page."""
    return set(re.findall(r'data-example="([^"]+)"', page))


# ---- the pages ----


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", PAGES)
def test_a_page_speaks_its_readers_language(read: Read, address: str, language: str) -> None:
    page = read(address, language)
    title = FIRST_WORDS[language][list(PAGES).index(address)]
    assert f'<html lang="{language}"' in page
    assert f"<title>{title}" in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", PAGES)
def test_a_page_has_the_same_parts_and_examples_in_each_language(
    read: Read, address: str, language: str
) -> None:
    page = read(address, language)
    assert examples(page) == PAGES[address]
    assert ids(page) == ids(read(address, "en"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", PAGES)
def test_links_lead_somewhere(read: Read, address: str, language: str) -> None:
    page = read(address, language)
    links = set(re.findall(r'href="([/#][^"]*)"', page))
    places = {link for link in links if link.startswith("#")}
    assert {place[1:] for place in places} <= ids(page)
    for link in links - places:
        if not link.startswith("/static/"):
            resolve(link)


def test_other_languages_read_english(rf: RequestFactory, db: None) -> None:
    request = rf.get("/rules/harpan/")
    request.resolver_match = resolve("/rules/harpan/")
    with translation.override("de"):
        assert "<title>How Harpan is played" in harpan(request).content.decode()


def test_a_game_leads_to_its_own_rules(client: Client, db: None) -> None:
    for code, address in (
        ("EH1-N-AAAAAAF", "/rules/easy-harp/"),
        ("HV1-N-AAAAAAK", "/rules/harpan/"),
        ("SF1-N-AAAAAAP", "/rules/spindelharpan/"),
    ):
        assert f'href="{address}"' in client.get(f"/play/{code}/").content.decode()


def test_the_words_are_told_in_all_languages(read: Read) -> None:
    page = read("/rules/words/", "el")
    for word in WORDS:
        assert set(word) == set(LANGUAGES)
        assert all(each["term"] and each["meaning"] for each in word.values())
        assert f"<dt>{word['el']['term']}</dt>" in page
        assert word["sv"]["term"] in page


def table_of(template: str) -> list[list[int]]:
    """The numbers of a table of scores, row by row."""
    text = re.sub(r"[$+]", "", render_to_string(template)).replace("\N{MINUS SIGN}", "-")
    rows = re.findall(r"<tr>(.*?)</tr>", text)
    return [[int(number) for number in re.findall(r"<td>(.*?)</td>", row)] for row in rows]


def test_the_tables_of_scores_are_the_engines() -> None:
    eh, ht, hv, so = (VARIANTS[variant].scoring for variant in ("EH", "HT", "HV", "SO"))
    assert table_of("rules/scores_easy_harp.html") == [
        [eh.foundation],
        [eh.turn_up],
        [eh.waste_to_column],
        [eh.take_back],
    ]
    assert table_of("rules/scores_harpan.html")[1:] == [
        [ht.start, hv.start],
        [ht.foundation, hv.foundation],
        [ht.turn_up, hv.turn_up],
        [ht.waste_to_column, hv.waste_to_column],
        [ht.take_back, hv.take_back],
    ]
    assert table_of("rules/scores_spindelharpan.html") == [[so.foundation], [so.turn_up]]
    for same in ("HO", "HS"):
        assert VARIANTS[same].scoring == ht
    for same in ("ST", "SF"):
        assert VARIANTS[same].scoring == so


# ---- the examples ----


class Played:
    """An example on its deal."""

    def __init__(self, name: str) -> None:
        self.example: Example = EXAMPLES[name]
        self.rules = VARIANTS[self.example.variant]
        self.deck: Deck = numbered_deck(parse_code(self.example.code))

    def fold(self, *tokens: str, table: Table | None = None) -> Replayed:
        """Tokens played on a table, on the example's position where none is given."""
        if table is None:
            begun = fold(self.rules, self.deck, self.example.log)
            assert begun.refused is None
            table = begun.table
        return fold(self.rules, self.deck, tokens, table)

    def tables(self) -> list[Table]:
        """The position, and the table after each move of the line."""
        found = []
        for played in range(len(self.example.line) + 1):
            folded = self.fold(*self.example.line[:played])
            assert folded.refused is None
            found.append(folded.table)
        return found

    def texts(self, table: Table, column: int) -> str:
        """The face-up cards of a column, numbered from 1."""
        pile = table.columns[column - 1][table.hidden[column - 1] :]
        return deck_text(tuple(self.deck[at] for at in pile))

    def last(self, table: Table, column: int) -> str:
        """The last card of a column, numbered from 1."""
        return self.texts(table, column)[-2:]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("one-card", "one-card-at-a-time"),
        ("king-run", "only-a-king"),
        ("only-a-king", "only-a-king"),
        ("one-suit", "not-a-run"),
        ("row-refused", "fill-empty-columns"),
    ],
)
def test_what_an_example_says_is_refused_is_refused(name: str, reason: str) -> None:
    played = Played(name)
    assert played.example.refused is not None
    refused = played.fold(played.example.refused).refused
    assert refused is not None
    assert refused.reason == reason


def test_no_other_example_is_of_a_refusal() -> None:
    others = {name for name, example in EXAMPLES.items() if example.refused is None}
    assert others == {"first-ace", "top-of-three", "whole-run"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_plays_on_a_numbered_deal_and_its_line_is_legal(name: str) -> None:
    played = Played(name)
    assert parse_code(played.example.code).number is not None
    assert len(played.tables()) == len(played.example.line) + 1


def test_one_card_at_a_time_goes_by_way_of_the_other_red_four() -> None:
    played = Played("one-card")
    before, *_, after = played.tables()
    assert (played.texts(before, 2), played.texts(before, 5)) == ("4H 3S", "5S")
    assert played.last(before, 9) == "4H"
    assert len(played.example.line) == 3
    assert played.texts(after, 5) == "5S 4H 3S"


def test_the_kings_run_goes_to_the_empty_column_and_turns_a_card_up() -> None:
    played = Played("king-run")
    before, after = played.tables()
    assert before.columns[0] == ()
    assert (played.last(before, 4), played.texts(before, 5)) == ("3D", "KS QH JC")
    assert played.texts(after, 1) == "KS QH JC"
    assert len(after.turned) == len(before.turned) + 1


def test_from_the_first_ace_to_the_kings_new_place() -> None:
    played = Played("first-ace")
    opening, ace, emptied, two, king, queen = played.tables()
    assert played.example.log == ()
    assert played.last(opening, 6) == "AC"
    assert rank_of(played.deck[ace.foundations[0][-1]]) == ACE
    assert emptied.columns[0] == ()
    assert played.last(emptied, 2) == "5S"
    assert len(two.foundations[0]) == 2
    assert rank_of(played.deck[two.turned[-1]]) == KING
    assert played.texts(king, 1) == "KS"
    assert played.texts(queen, 1) == "KS QH"


def test_the_queen_waits_for_the_king() -> None:
    played = Played("only-a-king")
    first = EXAMPLES["first-ace"]
    assert (played.example.code, played.example.log) == (first.code, first.line[:3])
    before, _, after = played.tables()
    assert before.columns[0] == ()
    assert played.last(before, 3) == "QH"
    assert played.texts(after, 1) == "KS QH"


def test_only_the_top_of_three_plays() -> None:
    played = Played("top-of-three")
    opening, turned, ace, three = played.tables()
    waste = [deck_text((played.deck[at],)) for at in turned.waste]
    assert waste == ["6S", "3D", "AS"]
    assert played.last(opening, 1) == "4C"
    refused = played.fold("W1", table=turned).refused
    assert refused is not None
    assert len(ace.waste) == 2
    assert played.texts(three, 1) == "4C 3D"


def test_hearts_lift_with_hearts() -> None:
    played = Played("one-suit")
    before, after = played.tables()
    assert (played.texts(before, 10), played.texts(before, 3)) == ("6H 5S", "6H 5H")
    assert played.last(before, 2) == "7S"
    assert played.texts(after, 2) == "7S 6H 5H"
    assert len(after.turned) == len(before.turned) + 1


def test_a_row_is_dealt_once_the_space_is_filled() -> None:
    played = Played("row-refused")
    before, filled, dealt = played.tables()
    assert (len(played.example.log), before.columns[1]) == (7, ())
    assert played.texts(filled, 2) == "QC JC"
    assert len(filled.turned) == len(before.turned) + 1
    assert len(dealt.stock) == len(before.stock) - 10


def test_the_ace_completes_a_run_that_leaves() -> None:
    played = Played("whole-run")
    before, after = played.tables()
    assert played.texts(before, 1) == "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    assert played.last(before, 2) == "AS"
    assert [len(pile) for pile in after.foundations] == [13, *[0] * 7]
    assert after.score >= before.score + 100


def test_a_page_hands_its_examples_to_the_script(read: Read) -> None:
    page = read("/rules/harpan/", "sv")
    found = re.search(
        r'<script id="example-only-a-king" type="application/json">(.*?)</script>', page
    )
    assert found
    data: dict[str, Any] = json.loads(found[1])
    played = Played("only-a-king")
    assert data == {
        "variant": "HT",
        "deck": deck_text(played.deck),
        "actions": ["6F", "12", "4F"],
        "refused": "31",
        "line": ["41", "31"],
    }
    assert f'href="/play/{played.example.code}/"' in page
