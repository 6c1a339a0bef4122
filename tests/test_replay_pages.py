"""The pages of replays: what they give to watch, beside what, and what another site may show."""

import json
from typing import Any

import pytest
from django.test import Client

from game.models import Attempt, Player
from tests.seat import CODE, WIN, Seat
from tests.test_pages import ann_at_home, data_of, played, text_of, visitor

__all__ = ["ann_at_home", "visitor"]


def actions_of(reply: Any) -> list[list[str]]:
    """The logs of the games that a page hands to its script."""
    return [game["actions"] for game in data_of(reply, "replay")["games"]]


def ancestors_of(reply: Any) -> str:
    """Whose pages may frame this one."""
    parts = str(reply["Content-Security-Policy"]).split("; ")
    return next(part for part in parts if part.startswith("frame-ancestors"))


# Side by side


def test_two_games_of_one_deal_stand_side_by_side(visitor: Client, ann: Seat, bob: Seat) -> None:
    one, two = played(ann, WIN), played(bob, WIN[:30])
    reply = visitor.get(f"/replays/{one}/?with={two}")
    assert actions_of(reply) == [WIN, WIN[:30]]
    page = text_of(reply)
    assert "Ann and Bob" in page
    assert 'id="board-2"' in page


def test_what_stands_beside_a_game_is_of_the_same_deal(visitor: Client, ann: Seat) -> None:
    one, other = played(ann, WIN), played(ann, ["S"], "EH1-N-AAAAAHQ")
    assert visitor.get(f"/replays/{one}/?with={other}").status_code == 404
    assert visitor.get(f"/embed/replays/{one}/?with={other}").status_code == 404


@pytest.mark.parametrize("beside", ["", "x", "-1", "²", "1" * 5_000])
def test_what_is_no_attempt_stands_beside_nothing(visitor: Client, ann: Seat, beside: str) -> None:
    attempt = played(ann, WIN)
    reply = visitor.get(f"/replays/{attempt}/", {"with": beside})
    assert reply["Location"] == f"/replays/{attempt}/"
    reply = visitor.get(f"/replays/{attempt}/", {"with": attempt})
    assert reply["Location"] == f"/replays/{attempt}/"


def test_a_game_that_still_goes_on_stands_beside_nothing(
    visitor: Client, ann: Seat, bob: Seat
) -> None:
    attempt, under_way = played(ann, WIN), bob.start()["id"]
    bob.append(under_way, 0, WIN[:5])
    assert visitor.get(f"/replays/{attempt}/?with={under_way}").status_code == 404


def test_the_games_of_a_deal_are_there_to_choose_from(
    visitor: Client, ann: Seat, ann_at_home: Client, bob: Seat
) -> None:
    short = played(ann, ["S"])
    won, bobs = played(ann, WIN), played(bob, WIN[:30])
    page = text_of(visitor.get(f"/replays/{won}/"))
    assert f'href="/replays/{won}/?with={bobs}"' in page
    assert f"?with={won}" not in page
    assert f"?with={short}" not in page  # no line, so it is one's own affair
    assert f"?with={short}" in text_of(ann_at_home.get(f"/replays/{won}/"))


# In the pages of others


def test_the_embedded_page_alone_may_be_framed(visitor: Client, ann: Seat) -> None:
    attempt = played(ann, WIN)
    framed = visitor.get(f"/embed/replays/{attempt}/")
    assert ancestors_of(framed) == "frame-ancestors *"
    assert "X-Frame-Options" not in framed
    for address in ("/", f"/replays/{attempt}/", f"/play/{CODE}/", f"/boards/{CODE}/", "/account/"):
        own = visitor.get(address)
        assert ancestors_of(own) == "frame-ancestors 'none'"
        assert own["X-Frame-Options"] == "DENY"


def test_framing_is_all_that_the_embedded_page_is_free_of(visitor: Client, ann: Seat) -> None:
    attempt = played(ann, WIN)

    def others(address: str) -> set[str]:
        parts = visitor.get(address)["Content-Security-Policy"].split("; ")
        return {part for part in parts if not part.startswith("frame-ancestors")}

    assert others(f"/embed/replays/{attempt}/") == others(f"/replays/{attempt}/")


def test_the_embedded_page_has_the_games_and_sets_no_cookie(
    visitor: Client, ann: Seat, bob: Seat
) -> None:
    one, two = played(ann, WIN), played(bob, WIN[:30])
    alone = visitor.get(f"/embed/replays/{one}/")
    both = visitor.get(f"/embed/replays/{one}/?with={two}")
    assert (actions_of(alone), actions_of(both)) == ([WIN], [WIN, WIN[:30]])
    assert not alone.cookies
    assert not both.cookies


def test_the_embedded_page_is_the_same_whoever_looks(
    visitor: Client, ann: Seat, ann_at_home: Client
) -> None:
    attempt = played(ann, WIN)
    Player.objects.update(settings={"theme": "dark"})
    address = f"/embed/replays/{attempt}/"
    assert text_of(visitor.get(address)) == text_of(ann_at_home.get(address))
    under_way = ann.start()["id"]
    ann.append(under_way, 0, WIN[:3])
    assert ann_at_home.get(f"/embed/replays/{under_way}/").status_code == 404


def test_an_embedded_page_of_nothing_says_so_in_its_frame(visitor: Client) -> None:
    reply = visitor.get("/embed/replays/12345/")
    assert reply.status_code == 404
    assert "There is no such replay" in text_of(reply)
    assert ancestors_of(reply) == "frame-ancestors *"


def test_the_snippet_leads_to_the_embedded_page(visitor: Client, ann: Seat, bob: Seat) -> None:
    one, two = played(ann, WIN), played(bob, WIN[:30])
    assert f'data-src="/embed/replays/{one}/"' in text_of(visitor.get(f"/replays/{one}/"))
    page = text_of(visitor.get(f"/replays/{one}/?with={two}"))
    assert f'data-src="/embed/replays/{one}/?with={two}"' in page


# The log


def test_the_log_is_downloaded_as_the_api_gives_it(visitor: Client, ann: Seat) -> None:
    attempt = played(ann, WIN)
    address = f"/api/v1/attempts/{attempt}/replay/"
    page = text_of(visitor.get(f"/replays/{attempt}/"))
    assert f'href="{address}" download="harp-{CODE}-{attempt}.json"' in page
    assert json.loads(visitor.get(address).content)["actions"] == WIN


def test_a_name_stays_text_wherever_a_replay_shows_it(visitor: Client, ann: Seat) -> None:
    attempt = played(ann, WIN)
    Player.objects.filter(pk=ann.player.pk).update(name='<i>"Ann')
    for address in (f"/replays/{attempt}/", f"/embed/replays/{attempt}/"):
        assert "<i>" not in text_of(visitor.get(address))


def test_looking_writes_nothing(visitor: Client, ann: Seat) -> None:
    attempt = played(ann, WIN)
    for address in (f"/replays/{attempt}/", f"/embed/replays/{attempt}/"):
        visitor.get(address)
    assert Attempt.objects.count() == 1
    assert Player.objects.count() == 1
