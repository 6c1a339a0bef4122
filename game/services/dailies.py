"""Writes of daily deals: made ahead, committed to, and made final. Each is safe to repeat."""

import time
from collections.abc import Callable
from datetime import date, datetime, timedelta
from enum import Enum, auto
from itertools import count
from typing import Final

import structlog
from django.db import IntegrityError, connection, transaction

from game.engine.cards import Deck, deck_text
from game.engine.codes import DealCode
from game.engine.shuffle import SEED_BYTES, commitment, draw_key, shuffle
from game.engine.variants import VARIANTS
from game.models import Attempt, Daily, Deal
from game.schedule import PREPARED_DAYS, day_of, final_at
from game.services.attempts import finish_as_it_stands
from game.services.certification import is_certified

logger = structlog.get_logger(__name__)

ATTEMPTS_A_STEP: Final = 20
"""Attempts that are finished in one transaction at the end of a day: players of other deals wait
for it on SQLite, and who still plays one of these on PostgreSQL."""

REST: Final = 0.15
"""Seconds between two such steps on SQLite, longer than its longest pause between two tries of a
writer who waits."""

Randomness = Callable[[int], bytes]
"""So many secret random bytes; `secrets.token_bytes` outside of tests."""


class NotStored(Exception):
    """The database refuses a deal, and not because there is one already."""

    def __init__(self, code: DealCode) -> None:
        super().__init__(f"the database refuses the deal {code}")


def prepare_dailies(*, now: datetime, randomness: Randomness) -> list[Daily]:
    """Make what is missing of today's deals and of those of the days ahead; those that were made.

    A day that passed without deals stays without.
    """
    today = day_of(now)
    made = []
    for ahead in range(PREPARED_DAYS + 1):
        day = today + timedelta(days=ahead)
        present = set(Deal.objects.filter(date=day).values_list("variant", flat=True))
        for variant in VARIANTS:
            if variant not in present:
                try:
                    daily = prepare_daily(variant=variant, day=day, now=now, randomness=randomness)
                except NotStored as error:  # the others do not wait for one that fails
                    logger.error("deal_not_made", code=str(error))  # no trace: secrets
                    continue
                made += [daily] if daily else []
    return made


def prepare_daily(
    *, variant: str, day: date, now: datetime, randomness: Randomness
) -> Daily | None:
    """Make the deal of a day and variant; None where there is one: it is never changed.

    Two who make it at once: one does. Raises NotStored.
    """
    code = DealCode.daily(variant, day)
    seed = randomness(SEED_BYTES)
    draw, deck = _first_certified_draw(code, seed)
    try:
        with transaction.atomic():
            deal = Deal.objects.create(
                code=str(code),
                variant=variant,
                kind=code.kind,
                date=day,
                deck=deck_text(deck),
                created_at=now,
            )
            return Daily.objects.create(
                deal=deal,
                seed=seed.hex(),
                draw=draw,
                commitment=commitment(str(code), seed),
                made_at=now,
            )
    except IntegrityError:
        pass
    # Not raised from the database's own error: PostgreSQL's quotes the row, deck or seed and all.
    if not Deal.objects.filter(code=str(code)).exists():
        raise NotStored(code)
    return None


def _first_certified_draw(code: DealCode, seed: bytes) -> tuple[int, Deck]:
    """The first draw of the seed that may be published: with the seed, anybody can see which."""
    rules = VARIANTS[code.variant]
    for draw in count():
        deck = shuffle(rules, draw_key(seed, str(code), draw), str(code))
        if is_certified(rules, deck):
            return draw, deck
    raise AssertionError("there is no last draw")


def finalize_due_days(*, now: datetime) -> list[Deal]:
    """Make every day final whose grace hour is over, however long ago; those that became so."""
    due = Deal.objects.filter(date__lt=day_of(now), finalized_at=None).order_by("date", "pk")
    final = []
    for deal in due:
        try:
            if finalize_deal(deal_id=deal.pk, now=now):
                final.append(deal)
        except Exception:  # the days after it do not wait for one that fails
            logger.exception("deal_not_finalized", code=deal.code)
    return final


def finalize_deal(*, deal_id: int, now: datetime) -> bool:
    """Finish what is open on a daily deal as it stands, and mark it final: its secrets are out.

    It goes step by step, each committed for itself, and can be broken off and repeated at any
    point. False where it is too early, or where another makes or has made it final.
    """
    while (step := _finalize_step(deal_id, now)) is Step.MORE:
        _let_others_write()
    return step is Step.MADE_FINAL


class Step(Enum):
    """What a step towards the end of a day came to."""

    MORE = auto()
    MADE_FINAL = auto()
    NOTHING_TO_DO = auto()


@transaction.atomic
def _finalize_step(deal_id: int, now: datetime) -> Step:
    """Finish some of the open attempts; mark the deal in the step after which none is open."""
    # Without the key: whoever holds an attempt that is waited for here may be about to store a line
    # that refers to this row, and must not have to wait in turn.
    deal = Deal.objects.select_for_update(no_key=True).get(pk=deal_id)
    if deal.date is None or deal.finalized_at is not None or not deal.is_past_final(now):
        return Step.NOTHING_TO_DO
    still_open = Attempt.objects.filter(deal=deal, ranked=True, finished_at=None).order_by("pk")
    for attempt_id in still_open.values_list("pk", flat=True)[:ATTEMPTS_A_STEP]:
        finish_as_it_stands(attempt_id=attempt_id, at=final_at(deal.date))
    if still_open.exists():
        return Step.MORE
    deal.finalized_at = now
    deal.save(update_fields=["finalized_at"])
    return Step.MADE_FINAL


def _let_others_write() -> None:
    """SQLite has one writer at a time, and those who wait look only now and then for their turn."""
    if connection.vendor == "sqlite":
        time.sleep(REST)
