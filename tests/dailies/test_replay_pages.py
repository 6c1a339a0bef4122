"""The pages of replays on an open day: alone, side by side or embedded, they give nothing away."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from game.models import Deal
from game.services.dailies import finalize_due_days
from tests.conftest import Clock
from tests.dailies.deals import FINAL, WIN
from tests.dailies.seat import Seat, body_of
from tests.dailies.test_day_pages import at_home, visitor

__all__ = ["at_home", "visitor"]

pytestmark = pytest.mark.django_db
AtHome = Callable[[Seat], Client]


@pytest.fixture
def anns(ann: Seat, deal: Deal) -> int:
    """Ann's ranked attempt, won."""
    return ann.begin(WIN)


@pytest.fixture
def bobs(bob: Seat, deal: Deal) -> int:
    """Bob's ranked attempt, given up."""
    attempt = bob.begin(WIN[:9])
    bob.give_up(attempt)
    return attempt


def status(client: Client, address: str) -> int:
    """That of a page."""
    return int(client.get(address).status_code)


def test_side_by_side_shows_no_game_that_may_not_be_watched_alone(
    visitor: Client, bob: Seat, at_home: AtHome, anns: int, bobs: int
) -> None:
    for client in (visitor, at_home(bob)):
        for address in (f"/replays/{anns}/?with={bobs}", f"/replays/{bobs}/?with={anns}"):
            reply = client.get(address)
            assert reply.status_code == 403
            assert 'id="replay"' not in str(reply.content)


def test_who_won_has_others_games_beside_the_own_one_without_the_deck(
    ann: Seat, deal: Deal, at_home: AtHome, anns: int, bobs: int
) -> None:
    reply: Any = at_home(ann).get(f"/replays/{anns}/?with={bobs}")
    assert reply.status_code == 200
    assert reply.context["data"]["deck"] is None
    assert deal.deck not in str(reply.content)


def test_who_has_not_won_has_own_games_alone_to_choose_from(
    bob: Seat, ann: Seat, at_home: AtHome, anns: int, bobs: int
) -> None:
    first = at_home(bob).get(f"/replays/{bobs}/").content.decode()
    assert "once you have won it yourself" in first
    assert "?with=" not in first
    practice = body_of(bob.practise(), 201)["id"]
    body_of(bob.append(practice, 0, WIN[:3]))
    bob.give_up(practice)
    then = at_home(bob).get(f"/replays/{bobs}/").content.decode()
    assert f"?with={practice}" in then
    assert f"?with={anns}" not in then
    assert f"?with={bobs}" in at_home(ann).get(f"/replays/{anns}/").content.decode()


def test_an_open_day_is_embedded_for_nobody_not_even_who_won(
    visitor: Client, ann: Seat, deal: Deal, at_home: AtHome, anns: int, bobs: int
) -> None:
    for client in (visitor, at_home(ann)):
        for address in (f"/embed/replays/{anns}/", f"/embed/replays/{anns}/?with={bobs}"):
            reply = client.get(address)
            assert reply.status_code == 403
            assert "Not to be seen yet" in reply.content.decode()
            assert 'id="replay"' not in reply.content.decode()


def test_a_final_day_is_watched_side_by_side_and_embedded_by_all(
    visitor: Client, clock: Clock, deal: Deal, anns: int, bobs: int
) -> None:
    clock.now = FINAL
    assert status(visitor, f"/embed/replays/{anns}/") == 403  # the mark counts, not the clock
    finalize_due_days(now=FINAL)
    for address in (f"/replays/{anns}/?with={bobs}", f"/embed/replays/{anns}/?with={bobs}"):
        reply: Any = visitor.get(address)
        assert reply.status_code == 200
        assert reply.context["data"]["deck"] == deal.deck
