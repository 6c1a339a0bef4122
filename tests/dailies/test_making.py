"""Making daily deals: ahead, one a day and variant, by the seed's first draw that is certified."""

import hashlib
import hmac
import os
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from game import tasks
from game.engine.cards import Deck, deck_text
from game.engine.codes import DealCode, parse_code
from game.engine.rules import Rules
from game.engine.shuffle import shuffle
from game.engine.variants import VARIANTS
from game.models import Daily, Deal
from game.schedule import closes_at, day_of, final_at, opens_at
from game.services.dailies import (
    NotStored,
    finalize_due_days,
    prepare_dailies,
    prepare_daily,
)
from tests.conftest import AtOnce, Clock
from tests.dailies.deals import DAY, FINISHED, NOON, Finished
from tests.dailies.seat import Seat, body_of, refusal_of

pytestmark = pytest.mark.django_db


class Seeds:
    """Bytes that look random and are known beforehand."""

    def __init__(self, of: str = "") -> None:
        self._of = of
        self._numbers = count()

    def __call__(self, length: int) -> bytes:
        return hashlib.sha256(f"{self._of}{next(self._numbers)}".encode()).digest()[:length]


def prepare(now: datetime, seeds: str = "") -> list[Daily]:
    return prepare_dailies(now=now, randomness=Seeds(seeds))


def made() -> set[tuple[date | None, str]]:
    """Days and variants of which there are deals."""
    return {(daily.deal.date, daily.deal.variant) for daily in Daily.objects.select_related("deal")}


def every_variant_of(first: date, last: date) -> set[tuple[date | None, str]]:
    days = [first + timedelta(days=ahead) for ahead in range((last - first).days + 1)]
    return {(day, variant) for day in days for variant in VARIANTS}


def all_rows() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for model in (Deal, Daily):
        rows += map(dict, model.objects.order_by("pk").values())
    return rows


# Ahead


def test_todays_deals_and_those_of_seven_days_ahead_are_made() -> None:
    prepare(NOON)
    assert made() == every_variant_of(DAY, DAY + timedelta(days=7))
    assert Deal.objects.count() == Daily.objects.count() == 8 * len(VARIANTS)


def test_each_new_day_one_more_is_made() -> None:
    prepare(NOON)
    daily = prepare(NOON + timedelta(days=1))
    assert {made.deal.date for made in daily} == {DAY + timedelta(days=8)}
    assert len(daily) == len(VARIANTS)


def test_a_deal_is_public_under_the_code_of_its_day() -> None:
    prepare(NOON)
    for deal in Deal.objects.all():
        assert deal.date is not None
        assert deal.code == str(DealCode.daily(deal.variant, deal.date))
        assert parse_code(deal.code).date == deal.date


def test_only_what_was_made_before_its_day_began_is_committed_beforehand() -> None:
    prepare(NOON)
    late = {daily.deal.date for daily in Daily.objects.all() if not daily.is_committed_beforehand}
    assert late == {DAY}


@pytest.mark.parametrize(("off", "beforehand"), [(-1, True), (0, False), (1, False)])
def test_committed_beforehand_ends_with_the_microsecond_before_midnight(
    off: int, beforehand: bool
) -> None:
    now = opens_at(DAY) + timedelta(microseconds=off)
    daily = prepare_daily(variant="EH", day=DAY, now=now, randomness=Seeds())
    assert daily is not None
    assert daily.is_committed_beforehand is beforehand


def test_the_call_for_a_day_tells_which_deals_were_not_committed_beforehand(
    anybody: Seat, clock: Clock
) -> None:
    prepare(NOON)
    deals = body_of(anybody.get("daily/"))["deals"]
    assert [deal["daily"]["committed_beforehand"] for deal in deals] == [False] * len(VARIANTS)
    clock.ahead(days=1)
    deals = body_of(anybody.get("daily/"))["deals"]
    assert [deal["daily"]["committed_beforehand"] for deal in deals] == [True] * len(VARIANTS)


# One a day and variant, never changed


def test_the_task_run_twice_makes_nothing_more_and_changes_nothing(clock: Clock) -> None:
    tasks.prepare_dailies()
    before = all_rows()
    tasks.prepare_dailies()
    assert all_rows() == before


def test_the_task_gives_each_deal_a_secret_seed_of_its_own(clock: Clock) -> None:
    tasks.prepare_dailies()
    seeds = set(Daily.objects.values_list("seed", flat=True))
    assert len(seeds) == 8 * len(VARIANTS)
    assert {len(bytes.fromhex(seed)) for seed in seeds} == {32}


def test_a_deal_that_is_there_stays_as_it_is() -> None:
    prepare_daily(variant="EH", day=DAY, now=NOON, randomness=Seeds("first"))
    before = all_rows()
    again = prepare_daily(variant="EH", day=DAY, now=NOON, randomness=Seeds("second"))
    assert again is None
    assert all_rows() == before


def test_a_deal_that_can_not_be_stored_whole_is_not_stored_in_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("game.services.dailies.commitment", lambda *_: "too short")
    with pytest.raises(NotStored):
        prepare_daily(variant="EH", day=DAY, now=NOON, randomness=Seeds())
    assert not Deal.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_make_one_deal_a_day_and_variant(at_once: AtOnce) -> None:
    first, second = at_once([lambda: prepare(NOON, "first"), lambda: prepare(NOON, "second")])
    assert made() == every_variant_of(DAY, DAY + timedelta(days=7))
    assert Deal.objects.count() == Daily.objects.count() == 8 * len(VARIANTS)
    assert len(first) + len(second) == 8 * len(VARIANTS)
    for daily in [*first, *second]:
        stored = Daily.objects.get(pk=daily.pk)
        assert (stored.seed, stored.deal.deck) == (daily.seed, daily.deal.deck)


# The clockwork stood still


def test_after_three_days_of_rest_the_coming_days_are_made_whole() -> None:
    prepare(NOON)
    made_now = prepare(NOON + timedelta(days=3))
    assert made() == every_variant_of(DAY, DAY + timedelta(days=10))
    assert all(daily.is_committed_beforehand for daily in made_now)


def test_after_three_days_of_rest_every_day_that_is_due_becomes_final() -> None:
    prepare(NOON)
    final = finalize_due_days(now=NOON + timedelta(days=3))
    days = {(deal.date, deal.variant) for deal in final}
    assert days == every_variant_of(DAY, DAY + timedelta(days=2))
    stored = Deal.objects.exclude(finalized_at=None)
    assert {(deal.date, deal.variant) for deal in stored} == days


def test_days_that_passed_without_deals_stay_without(anybody: Seat, clock: Clock) -> None:
    prepare(NOON)
    clock.now = NOON + timedelta(days=10)
    prepare(clock.now)
    without = {DAY + timedelta(days=8), DAY + timedelta(days=9)}
    assert made() == {
        (day, variant)
        for day, variant in every_variant_of(DAY, DAY + timedelta(days=17))
        if day not in without
    }
    for day in without:
        assert body_of(anybody.get("daily/", date=day))["deals"] == []
        refusal_of(anybody.get(f"deals/{DealCode.daily('EH', day)}/"), 404, "not-found")


# Draws, as in rules.md


def drawn(finished: Finished, draw: int) -> Deck:
    """The deck of a draw, by the words of rules.md and nothing of the engine but the pack."""
    key = hmac.new(finished.seed, f"{finished.code}#{draw}".encode(), hashlib.sha256).digest()
    words = iter_words(key, finished.code)
    deck = list(finished.rules.unshuffled())
    for i in range(len(deck) - 1, 0, -1):
        n = i + 1
        word = next(w for w in words if w < 2**32 - 2**32 % n)
        j = word % n
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def iter_words(key: bytes, code: str) -> Iterator[int]:
    for block in count():
        digest = hmac.new(key, f"{code}/{block}".encode(), hashlib.sha256).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))


@pytest.mark.parametrize("refused", [0, 1, 4])
def test_the_deal_is_the_seeds_first_draw_that_is_certified(
    monkeypatch: pytest.MonkeyPatch, refused: int
) -> None:
    finished = FINISHED["SF"]
    looked_at: list[Deck] = []

    def certify(rules: Rules, deck: Deck) -> bool:
        assert rules is finished.rules
        looked_at.append(deck)
        return len(looked_at) > refused

    monkeypatch.setattr("game.services.dailies.is_certified", certify)
    daily = prepare_daily(variant="SF", day=DAY, now=NOON, randomness=lambda n: finished.seed[:n])
    assert daily is not None
    assert looked_at == [drawn(finished, draw) for draw in range(refused + 1)]
    assert daily.draw == refused
    assert daily.deal.deck == deck_text(looked_at[-1])


@pytest.mark.parametrize("finished", FINISHED.values(), ids=FINISHED)
def test_recorded_deals_come_out_from_their_seed_and_draw(
    monkeypatch: pytest.MonkeyPatch, finished: Finished
) -> None:
    draws = count()
    monkeypatch.setattr(
        "game.services.dailies.is_certified", lambda *_: next(draws) == finished.draw
    )
    keys: list[bytes] = []

    def watched(rules: Rules, key: bytes, code: str) -> Deck:
        keys.append(key)
        return shuffle(rules, key, code)

    monkeypatch.setattr("game.services.dailies.shuffle", watched)
    prepare_daily(variant=finished.variant, day=DAY, now=NOON, randomness=lambda _: finished.seed)
    stored = Daily.objects.select_related("deal").get()
    assert stored.deal.code == finished.code
    assert stored.deal.faces == finished.deck
    assert stored.draw == finished.draw
    assert stored.seed == finished.seed.hex()
    assert stored.commitment == finished.commitment
    assert keys[-1] == finished.key


def test_the_commitment_binds_code_and_seed() -> None:
    for daily in prepare(NOON):
        text = f"{daily.deal.code}:{daily.seed}"
        assert daily.commitment == hashlib.sha256(text.encode()).hexdigest()


# The calendar


def test_a_leap_day_has_its_deals_and_lasts_until_march() -> None:
    prepare(datetime(2028, 2, 27, 12, tzinfo=UTC))
    leap_day = date(2028, 2, 29)
    assert {(leap_day, variant) for variant in VARIANTS} <= made()
    assert made() == every_variant_of(date(2028, 2, 27), date(2028, 3, 5))
    assert closes_at(leap_day) == datetime(2028, 3, 1, tzinfo=UTC)


def test_a_year_without_leap_day_goes_on_with_march() -> None:
    prepare(datetime(2027, 2, 28, 23, 59, tzinfo=UTC))
    assert made() == every_variant_of(date(2027, 2, 28), date(2027, 3, 7))
    assert closes_at(date(2027, 2, 28)) == datetime(2027, 3, 1, tzinfo=UTC)


def test_the_last_day_of_a_year_is_open_to_its_end() -> None:
    last = datetime(2026, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)
    prepare(last)
    assert made() == every_variant_of(date(2026, 12, 31), date(2027, 1, 7))
    assert day_of(last) == date(2026, 12, 31)
    assert day_of(last + timedelta(microseconds=1)) == date(2027, 1, 1)
    assert final_at(date(2026, 12, 31)) == datetime(2027, 1, 1, 1, tzinfo=UTC)


@pytest.fixture(params=["Europe/Stockholm", "America/New_York", "Pacific/Kiritimati"])
def elsewhere(request: pytest.FixtureRequest) -> Iterator[ZoneInfo]:
    """The server's machine keeps the time of another place."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = request.param
    time.tzset()
    yield ZoneInfo(request.param)
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    time.tzset()


CHANGES = [date(2026, 3, 8), date(2026, 3, 29), date(2026, 10, 25), date(2026, 11, 1)]
"""When summer time begins or ends in New York and Stockholm."""


@pytest.mark.parametrize("day", CHANGES)
def test_summer_time_and_the_servers_zone_move_no_day(
    elsewhere: ZoneInfo, clock: Clock, anybody: Seat, day: date
) -> None:
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    end = midnight + timedelta(hours=24)
    assert (opens_at(day), closes_at(day), final_at(day)) == (midnight, end, end.replace(hour=1))
    for moment, expected in [
        (midnight - timedelta(microseconds=1), day - timedelta(days=1)),
        (midnight, day),
        (end - timedelta(microseconds=1), day),
        (end, day + timedelta(days=1)),
    ]:
        assert day_of(moment.astimezone(elsewhere)) == expected
        clock.now = moment.astimezone(elsewhere)
        today = body_of(anybody.get("daily/"))
        assert today["date"] == expected.isoformat()
        assert today["opens_at"] == f"{expected.isoformat()}T00:00:00Z"


def test_deals_are_made_for_days_in_utc_wherever_the_server_stands(elsewhere: ZoneInfo) -> None:
    evening = datetime(2026, 3, 28, 23, 30, tzinfo=UTC)
    prepare(evening.astimezone(elsewhere))
    assert made() == every_variant_of(date(2026, 3, 28), date(2026, 4, 4))
