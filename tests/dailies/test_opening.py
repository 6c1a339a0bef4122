"""When a daily deal begins to exist, and until when its ranked attempts can begin."""

from datetime import timedelta
from typing import Any

import pytest

from game.engine.codes import DealCode
from game.models import Attempt, Deal
from tests.conftest import Clock
from tests.dailies.deals import CLOSING, CODE, DAY, FINISHED, MS, NEXT_DAY, NOON, WIN, put
from tests.dailies.seat import Seat, board_of, body_of, refusal_of
from tests.dailies.world import headers_of, pages

pytestmark = pytest.mark.django_db

TOMORROW = str(DealCode.daily("HT", NEXT_DAY))
NEVER_MADE = str(DealCode.daily("HT", DAY - timedelta(days=400)))


@pytest.fixture
def tomorrow(clock: Clock) -> Deal:
    """The Harpan of the day after DAY."""
    return put("HT", NEXT_DAY)


def calls(seat: Seat, code: str) -> dict[str, Any]:
    """The replies to every call that takes a deal's code."""
    return {
        "deal": seat.get(f"deals/{code}/"),
        "typed": seat.get(f"deals/{code.lower().replace('-', '')}/"),
        "board": seat.get(f"boards/{code}/"),
        "page": seat.get(f"boards/{code}/", limit=3, around=seat.player.name),
        "start": seat.start(code),
        "practice": seat.practise(code),
        "log": seat.send_log(WIN, code),
    }


# Opening


def test_the_deal_of_tomorrow_does_not_exist_for_any_call(
    ann: Seat, clock: Clock, tomorrow: Deal
) -> None:
    clock.now = CLOSING - MS
    for reply in calls(ann, TOMORROW).values():
        refusal_of(reply, 404, "not-found")
    refusal_of(ann.get("daily/", date=NEXT_DAY), 404, "not-found")
    assert not Attempt.objects.exists()


def test_the_deal_of_tomorrow_does_not_exist_for_those_who_are_not_signed_in(
    anybody: Seat, clock: Clock, tomorrow: Deal
) -> None:
    clock.now = CLOSING - MS
    refusal_of(anybody.get(f"deals/{TOMORROW}/"), 404, "not-found")
    refusal_of(anybody.get(f"boards/{TOMORROW}/"), 404, "not-found")
    refusal_of(anybody.get("daily/", date=NEXT_DAY), 404, "not-found")
    refusal_of(anybody.start(TOMORROW), 401, "not-signed-in")


def test_the_deal_of_tomorrow_has_no_page(ann: Seat, clock: Clock, tomorrow: Deal) -> None:
    clock.now = CLOSING - MS
    for page in pages(TOMORROW, 1, NEXT_DAY):
        if TOMORROW in page or str(NEXT_DAY) in page:
            assert ann.client.get(page).status_code == 404, page


def test_what_is_said_of_tomorrow_is_what_is_said_of_a_deal_that_was_never_made(
    ann: Seat, tomorrow: Deal
) -> None:
    future, missing = calls(ann, TOMORROW), calls(ann, NEVER_MADE)
    for call, reply in future.items():
        assert reply.content == missing[call].content
        assert headers_of(reply) == headers_of(missing[call])


def test_a_deal_opens_at_midnight(ann: Seat, clock: Clock, tomorrow: Deal) -> None:
    clock.now = CLOSING
    assert {call: reply.status_code for call, reply in calls(ann, TOMORROW).items()} == {
        "deal": 200,
        "typed": 200,
        "board": 200,
        "page": 200,
        "start": 201,
        "practice": 409,  # the ranked attempt, just begun, is not over
        "log": 404,  # the deck is not open
    }
    assert len(body_of(ann.get("daily/", date=NEXT_DAY))["deals"]) == 1


def test_commitments_are_public_before_the_day_and_say_nothing_else(
    anybody: Seat, tomorrow: Deal
) -> None:
    reply = anybody.get("commitments/")
    assert reply.status_code == 200
    assert reply.json() == [
        {
            "date": "2026-01-02",
            "variant": "HT",
            "commitment": tomorrow.daily.commitment,
            "made_at": "2026-01-01T00:00:00Z",
        }
    ]


def test_the_day_that_is_open_is_the_servers(anybody: Seat, clock: Clock, deal: Deal) -> None:
    clock.now = CLOSING - MS
    today = body_of(anybody.get("daily/"))
    deals = today.pop("deals")
    assert today == {
        "date": "2026-01-01",
        "server_now": "2026-01-01T23:59:59.999000Z",
        "opens_at": "2026-01-01T00:00:00Z",
        "closes_at": "2026-01-02T00:00:00Z",
        "final_at": "2026-01-02T01:00:00Z",
    }
    assert [(deal["code"], deal["variant"]) for deal in deals] == [(CODE, "HT")]
    clock.now = CLOSING
    assert body_of(anybody.get("daily/"))["date"] == "2026-01-02"


def test_a_days_deals_come_in_the_order_of_the_variants(anybody: Seat, clock: Clock) -> None:
    for variant in reversed(FINISHED):
        put(variant)
    deals = body_of(anybody.get("daily/"))["deals"]
    assert [deal["variant"] for deal in deals] == ["EH", "HT", "HO", "HV", "SO", "ST", "SF"]


def test_a_day_counts_those_who_play_and_those_who_won(
    ann: Seat, bob: Seat, cat: Seat, deal: Deal
) -> None:
    attempt = ann.begin(WIN)
    bob.begin(WIN[:3])
    cat.give_up(cat.begin())
    today = body_of(ann.get("daily/"))["deals"][0]
    assert (today["players"], today["winners"]) == (2, 1)
    assert today["own"] == {
        "id": attempt,
        "ply": len(WIN),
        "score": FINISHED["HT"].score,
        "moves": len(WIN),
        "won": True,
        "over": True,
    }


# Closing


def test_a_ranked_attempt_can_begin_in_the_last_millisecond(
    ann: Seat, clock: Clock, deal: Deal
) -> None:
    clock.now = CLOSING - MS
    begun = body_of(ann.start(), 201)
    assert begun["ranked"] is True
    assert begun["started_at"] == "2026-01-01T23:59:59.999000Z"


def test_no_ranked_attempt_begins_at_midnight(ann: Seat, clock: Clock, deal: Deal) -> None:
    clock.now = CLOSING
    refusal_of(ann.start(), 409, "day-closed")
    assert not Attempt.objects.exists()


def test_an_attempt_that_was_begun_in_time_is_got_back_after_midnight(
    ann: Seat, clock: Clock, deal: Deal
) -> None:
    clock.now = CLOSING - MS
    attempt = ann.begin()
    clock.now = CLOSING + timedelta(minutes=5)
    assert body_of(ann.start(), 200)["id"] == attempt


def test_an_attempt_begun_a_second_before_midnight_and_won_at_half_past_counts_on_the_old_day(
    ann: Seat, clock: Clock, deal: Deal, tomorrow: Deal
) -> None:
    clock.now = CLOSING - timedelta(seconds=1)
    attempt = ann.begin()
    clock.now = CLOSING + timedelta(minutes=30)
    outcome = body_of(ann.append(attempt, 0, WIN))["outcome"]
    assert (outcome["won"], outcome["finished_at"]) == (True, "2026-01-02T00:30:00Z")
    assert board_of(ann, CODE) == [(1, "Ann", FINISHED["HT"].score)]
    assert board_of(ann, TOMORROW) == []
    assert body_of(ann.get("daily/", date=DAY))["deals"][0]["winners"] == 1
    assert body_of(ann.get("daily/", date=NEXT_DAY))["deals"][0]["own"] is None


# A client's clock


@pytest.mark.parametrize("off", [-1, 1], ids=["a day behind", "a day ahead"])
def test_a_clients_clock_plays_no_part(
    ann: Seat, clock: Clock, deal: Deal, tomorrow: Deal, off: int
) -> None:
    theirs = NOON + timedelta(days=off)
    told = {
        "now": theirs.isoformat(),
        "date": str(theirs.date()),
        "started_at": theirs.isoformat(),
        "arrived_at": theirs.isoformat(),
        "finished_at": theirs.isoformat(),
    }
    ann.client.defaults["HTTP_DATE"] = theirs.strftime("%a, %d %b %Y %H:%M:%S GMT")
    refusal_of(ann.post(f"deals/{TOMORROW}/attempts/", told), 404, "not-found")
    begun = body_of(ann.post(f"deals/{CODE}/attempts/", told), 201)
    clock.ahead(seconds=10)
    path = f"attempts/{begun['id']}/actions/"
    body_of(ann.post(path, {"ply": 0, "actions": WIN[:5], **told}))
    clock.ahead(seconds=10)
    won = body_of(ann.post(path, {"ply": 5, "actions": WIN[5:], **told}))["outcome"]
    assert begun["started_at"] == begun["server_now"] == "2026-01-01T12:00:00Z"
    assert (won["time_ms"], won["finished_at"]) == (10_000, "2026-01-01T12:00:20Z")
