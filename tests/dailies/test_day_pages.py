"""The pages of days: what each shows of a day that is open, closed, final or void, and to whom."""

import json
import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client

from game.engine.codes import DealCode
from game.models import Deal, Player
from game.services.dailies import finalize_due_days
from game.services.moderation import void_daily
from tests.conftest import Clock
from tests.dailies.deals import CLOSING, CODE, DAY, FINAL, FINISHED, NEXT_DAY, NOON, WIN, put
from tests.dailies.seat import Seat

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def visitor(db: None, clock: Clock) -> Client:
    """A browser that nobody is signed in at."""
    return Client()


@pytest.fixture
def at_home(clock: Clock) -> Callable[[Seat], Client]:
    """A player's browser."""

    def sign_in(seat: Seat) -> Client:
        browser = Client()
        browser.force_login(seat.player, backend=BACKEND)
        return browser

    return sign_in


def text_of(browser: Client, address: str, status: int = 200) -> str:
    """The page at an address, its white space made even."""
    reply = browser.get(address)
    assert reply.status_code == status
    return " ".join(str(reply.content.decode()).split())


def data_of(page: str, name: str) -> dict[str, Any]:
    """What the page hands to its script."""
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', page)
    assert found
    return dict(json.loads(found[1]))


def make_final(clock: Clock) -> None:
    """The grace hour is over, and the day marked final."""
    clock.now = FINAL
    finalize_due_days(now=FINAL)


def test_today_offers_the_deals_of_the_day_with_its_closing(visitor: Client, deal: Deal) -> None:
    put("EH")
    page = text_of(visitor, "/")
    assert "Thursday 1 January 2026" in page
    assert page.index("EH1-D-AABEGSL") < page.index(CODE), "Easy Harp leads"
    assert f'data-until="{CLOSING.isoformat()}"' in page
    assert "12 h 0 min" in page
    assert "Nobody has finished this one yet." in page
    assert 'href="/new/EH/"' in page, "free play is below"


def test_today_without_deals_says_that_they_come(visitor: Client) -> None:
    assert "deals are being made." in text_of(visitor, "/")


def test_today_shows_how_one_stands(
    deal: Deal, ann: Seat, bob: Seat, cat: Seat, at_home: Callable[[Seat], Client]
) -> None:
    page = text_of(at_home(ann), "/")
    assert "Not begun" in page
    ann.begin(WIN)
    bob.begin(WIN[:3])
    cat.give_up(cat.begin(WIN[:2]))
    assert re.search(r"Won</span> · number 1", text_of(at_home(ann), "/"))
    assert re.search(r"In progress</span> · 3 moves", text_of(at_home(bob), "/"))
    page = text_of(at_home(cat), "/")
    assert "Not won · number 2" in page
    assert "3 have begun, 1 won" in page
    leaders = page[page.index('class="leaders') :]
    assert leaders.index("Ann") < leaders.index("Cat")


def test_a_day_that_is_over_has_a_page_and_today_has_the_first(
    visitor: Client, deal: Deal, clock: Clock
) -> None:
    assert visitor.get(f"/days/{DAY}/")["Location"] == "/"
    assert visitor.get(f"/days/{NEXT_DAY}/").status_code == 404, "a day to come is not there"
    clock.now = CLOSING + timedelta(minutes=15)
    page = text_of(visitor, f"/days/{DAY}/")
    assert "Who has begun can finish for another" in page
    assert "45 min" in page
    clock.now = FINAL
    assert "being counted" in text_of(visitor, f"/days/{DAY}/")
    make_final(clock)
    assert "Final." in text_of(visitor, f"/days/{DAY}/")


@pytest.mark.parametrize("day", ["2025-12-31", "2026-02-30", "2026-1-1"])
def test_a_day_that_never_had_deals_has_no_page(visitor: Client, deal: Deal, day: str) -> None:
    assert visitor.get(f"/days/{day}/").status_code == 404


def test_a_day_without_deals_between_others_says_so(
    visitor: Client, deal: Deal, clock: Clock
) -> None:
    clock.ahead(days=3)
    assert "No deals were made for this day." in text_of(visitor, f"/days/{NEXT_DAY}/")


def test_the_archive_leads_to_days_and_to_the_boards_of_one_game(
    deal: Deal, ann: Seat, at_home: Callable[[Seat], Client], clock: Clock
) -> None:
    put("EH")
    ann.begin(WIN)
    clock.ahead(days=40)
    browser = at_home(ann)
    assert "February 2026" in text_of(browser, "/archive/")
    page = text_of(browser, "/archive/?month=2026-01")
    assert 'href="/days/2026-01-01/"' in page
    assert "1 of 2 won" in page
    page = text_of(browser, "/archive/?month=2026-01&variant=HT")
    assert f'href="/boards/{CODE}/"' in page
    assert "/days/" not in page


@pytest.mark.parametrize("query", ["month=2020-01", "month=2030-01", "month=x", "variant=XX"])
def test_the_archive_has_no_months_that_there_are_not(
    visitor: Client, deal: Deal, query: str
) -> None:
    page = text_of(visitor, f"/archive/?{query}")
    assert "January 2026" in page
    assert 'rel="prev"' not in page
    assert 'rel="next"' not in page


def test_a_deal_that_is_not_begun_shows_a_panel_and_no_cards(visitor: Client, deal: Deal) -> None:
    page = text_of(visitor, f"/play/{CODE}/")
    data = data_of(page, "deal")
    assert (data["deck"], data["open_attempt"], data["ranked_over"]) == (None, None, False)
    daily = data["daily"]
    assert (daily["state"], daily["date"], daily["seed"]) == ("open", "2026-01-01", None)
    assert daily["commitment"] == deal.daily.commitment
    assert daily["server_now"] == NOON.isoformat().replace("+00:00", "Z")
    assert "Your first attempt counts." in page


def test_a_deal_that_is_begun_goes_on_and_then_is_for_practice(
    deal: Deal, ann: Seat, at_home: Callable[[Seat], Client]
) -> None:
    attempt = ann.begin(WIN[:2])
    assert data_of(text_of(at_home(ann), f"/play/{CODE}/"), "deal")["open_attempt"] == attempt
    ann.give_up(attempt)
    data = data_of(text_of(at_home(ann), f"/play/{CODE}/"), "deal")
    assert (data["open_attempt"], data["ranked_over"]) == (None, True)
    ann.practise()
    data = data_of(text_of(at_home(ann), f"/play/{CODE}/"), "deal")
    assert (data["open_attempt"] is not None, data["ranked_over"]) == (True, True)


def test_an_attempt_past_its_end_is_not_offered_to_go_on(
    deal: Deal, ann: Seat, at_home: Callable[[Seat], Client], clock: Clock
) -> None:
    attempt = ann.begin(WIN[:2])
    clock.now = CLOSING
    browser = at_home(ann)
    assert data_of(text_of(browser, f"/play/{CODE}/"), "deal")["open_attempt"] == attempt
    clock.now = FINAL
    data = data_of(text_of(browser, f"/play/{CODE}/"), "deal")
    assert (data["open_attempt"], data["ranked_over"]) == (None, True)


@pytest.mark.parametrize("page", ["play", "boards"])
def test_a_deal_of_a_day_to_come_is_not_there(visitor: Client, page: str) -> None:
    code = put("HT", NEXT_DAY).code
    text_of(visitor, f"/{page}/{code}/", 404)


def test_a_board_tells_no_secret_before_the_day_is_final(
    visitor: Client, deal: Deal, clock: Clock
) -> None:
    seed = FINISHED["HT"].seed.hex()
    for clock.now in (NOON, CLOSING, FINAL):
        for page in ("boards", "play"):
            text = text_of(visitor, f"/{page}/{CODE}/")
            assert seed not in text
            assert deal.deck not in text
            assert deal.daily.commitment in text
    make_final(clock)
    page = text_of(visitor, f"/boards/{CODE}/")
    assert f"python -m game.engine deal {CODE} --seed {seed} --draw 0" in page
    assert data_of(page, "board")["daily"]["seed"] == seed


def test_a_board_says_how_its_day_stands(visitor: Client, deal: Deal, clock: Clock) -> None:
    assert "Open: closes in" in text_of(visitor, f"/boards/{CODE}/")
    clock.now = CLOSING
    assert "who has begun can finish" in text_of(visitor, f"/boards/{CODE}/")
    clock.now = FINAL
    assert "being counted" in text_of(visitor, f"/boards/{CODE}/")
    make_final(clock)
    page = text_of(visitor, f"/boards/{CODE}/")
    assert "Nobody finished this one." in page
    assert "Practise" in page


def test_a_void_day_says_why(visitor: Client, deal: Deal, judge: Player) -> None:
    void_daily(deal=deal, by=judge, reason="The deck was seen <early>.", now=NOON)
    for address in (f"/boards/{CODE}/", f"/play/{CODE}/"):
        assert "The deck was seen &lt;early&gt;." in text_of(visitor, address)
    assert "Void: it counts for nothing" in text_of(visitor, "/")


def test_a_board_leads_to_the_days_before_and_after(visitor: Client, clock: Clock) -> None:
    deals = [put("HT", day) for day in (DAY, date(2026, 1, 3), date(2026, 1, 4))]
    clock.ahead(days=2)
    page = text_of(visitor, f"/boards/{deals[1].code}/")
    assert f'rel="prev" href="/boards/{deals[0].code}/"' in page
    assert 'rel="next"' not in page, "the next day has not begun"
    clock.ahead(days=1)
    page = text_of(visitor, f"/boards/{deals[1].code}/")
    assert f'rel="next" href="/boards/{deals[2].code}/"' in page


def test_a_deal_made_late_is_not_said_to_be_fixed_beforehand(visitor: Client, deal: Deal) -> None:
    assert "fixed before it opened" in text_of(visitor, f"/boards/{CODE}/")
    deal.daily.made_at = NOON
    deal.daily.save()
    assert "was made late" in text_of(visitor, f"/boards/{CODE}/")


def test_a_replay_that_would_spoil_says_when_it_can_be_watched(
    visitor: Client,
    deal: Deal,
    ann: Seat,
    bob: Seat,
    at_home: Callable[[Seat], Client],
    clock: Clock,
) -> None:
    attempt = ann.begin(WIN)
    address = f"/replays/{attempt}/"
    page = text_of(visitor, address, 403)
    assert "once you have won it yourself, or when the day is final" in page
    assert "13 h 0 min" in page
    assert f'href="/play/{CODE}/"' in page
    bob.give_up(bob.begin(WIN[:1]))
    page = text_of(at_home(bob), address, 403)
    assert "You can watch this when the day is final" in page
    assert "Play this deal" not in page
    clock.now = FINAL
    assert "in a moment" in text_of(visitor, address, 403)
    make_final(clock)
    text_of(visitor, address)


@pytest.mark.parametrize("page", ["/replays", "/embed/replays"])
def test_a_game_of_another_deal_stands_beside_none_secret_or_not(
    visitor: Client, deal: Deal, ann: Seat, page: str
) -> None:
    daily = ann.begin(WIN)
    numbered = ann.begin(["S"], str(DealCode.numbered("HT", 1)))
    ann.give_up(numbered)
    text_of(visitor, f"{page}/{numbered}/?with={daily}", 404)


def test_a_replay_of_an_open_day_has_no_deck_but_what_turned_up(
    deal: Deal, ann: Seat, at_home: Callable[[Seat], Client]
) -> None:
    attempt = ann.begin(WIN[:2])
    data = data_of(text_of(at_home(ann), f"/replays/{attempt}/"), "replay")
    assert data["deck"] is None
    assert len(data["games"][0]["reveals"]) >= 7
    assert deal.deck not in json.dumps(data)


def test_the_next_deal_of_the_day_is_the_next_one_not_yet_played(
    deal: Deal, ann: Seat, at_home: Callable[[Seat], Client]
) -> None:
    others = [put(variant) for variant in ("EH", "SO")]
    ann.begin(FINISHED["SO"].win, others[1].code)
    page = text_of(at_home(ann), f"/play/{CODE}/")
    assert f'href="/play/{others[0].code}/">Next deal' in page


def test_a_daily_code_is_opened_like_any_other(visitor: Client, deal: Deal) -> None:
    assert visitor.get("/open/", {"code": CODE.lower()})["Location"] == f"/play/{CODE}/"


def test_the_rules_of_easy_harp_are_told(visitor: Client) -> None:
    page = text_of(visitor, "/rules/easy-harp/")
    assert "One card at a time." in page
    assert "Each card earns its foundation points once a game." in page
