"""Non-interference: what has not turned up has no influence on anything that the server says.

Two decks that agree on all that has turned up in a game give the same replies to every call of
everybody, byte for byte: ids, times and names are made the same too, so that nothing is left out.
"""

import os
import random
from collections.abc import Iterable
from itertools import cycle
from typing import Final, TypeVar

import pytest

from game.engine.variants import VARIANTS
from tests.conftest import Clock
from tests.dailies.deals import FINISHED
from tests.dailies.world import Game, Said, at_random, recorded, whole_day

pytestmark = pytest.mark.django_db

T = TypeVar("T")

FULL: Final = os.environ.get("HARP_FULL") == "1"


def check_same(clock: Clock, game: Game, chance: random.Random) -> None:
    illegal = game.illegal(chance, each=40 if FULL else 2)
    first = whole_day(clock, game, game.deck, illegal)
    second = whole_day(clock, game, game.other_deck(chance), illegal)
    for one, other in zip(first, second, strict=True):
        assert one == other, f"{one.who}: {one.call}"
    check_worth(first)


def check_worth(said: list[Said]) -> None:
    """Whether the day had what a day can have, so that sameness says something."""
    assert {reply.status for reply in said} >= {200, 201, 400, 401, 403, 404, 409, 422}
    codes = b"".join(reply.body for reply in said)
    for code in (
        b"spoiler",
        b"ranked-first",
        b"stale-log",
        b"attempt-over",
        b"illegal-action",
        b"malformed",
        b"not-found",
    ):
        assert b'"%s"' % code in codes


def lengths_of_each(variants: Iterable[str], few: list[T], many: list[T]) -> list[tuple[str, T]]:
    """Of each variant one of a few lengths, in turn; in the full test every one of many."""
    if FULL:
        return [(variant, length) for variant in variants for length in many]
    return list(zip(variants, cycle(few), strict=False))


@pytest.mark.parametrize(
    ("variant", "plies"), lengths_of_each(VARIANTS, [40, 3, 90], [1, 4, 15, 60, 150])
)
def test_random_games_on_decks_that_agree_look_the_same_all_day(
    clock: Clock, variant: str, plies: int
) -> None:
    chance = random.Random(f"{variant}{plies}")
    game = at_random(variant, plies, chance)
    while len(game.hidden) < 4:
        game = at_random(variant, plies, chance)
    check_same(clock, game, chance)


@pytest.mark.parametrize(
    ("variant", "part"),
    lengths_of_each(
        FINISHED if FULL else list(FINISHED)[::2], [0.7, 0.35], [0.1, 0.3, 0.5, 0.7, 0.8]
    ),
)
def test_games_that_will_be_won_on_decks_that_agree_look_the_same_all_day(
    clock: Clock, variant: str, part: float
) -> None:
    chance = random.Random(f"{variant}{part}")
    finished = FINISHED[variant]
    plies = round(len(finished.win) * part)
    game = recorded(variant, finished.deck, finished.win[:plies])
    while len(game.hidden) < 4:
        plies -= 5
        game = recorded(variant, finished.deck, finished.win[:plies])
    check_same(clock, game, chance)


def test_a_card_that_has_turned_up_makes_the_difference_that_is_looked_for(clock: Clock) -> None:
    chance = random.Random(5)
    game = at_random("EH", 20, chance)
    deck = list(game.deck)
    known = game.rules.opening_up[0]
    other = next(at for at in game.hidden if deck[at] != deck[known])
    deck[known], deck[other] = deck[other], deck[known]
    first = whole_day(clock, recorded("EH", game.deck, []), game.deck, [])
    second = whole_day(clock, recorded("EH", game.deck, []), tuple(deck), [])
    different = [one.call for one, another in zip(first, second, strict=True) if one != another]
    assert any("attempts/" in call for call in different)
