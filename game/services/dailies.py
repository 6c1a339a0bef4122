"""Writes of daily deals: made ahead, committed to, and made final. Each is safe to repeat."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from itertools import count

import structlog
from django.db import IntegrityError, transaction

from game.engine.cards import Deck, deck_text
from game.engine.codes import DealCode
from game.engine.shuffle import commitment, draw_key, shuffle
from game.engine.variants import VARIANTS
from game.models import Attempt, Daily, Deal
from game.schedule import PREPARED_DAYS, day_of, final_at
from game.services.attempts import finish_as_it_stands
from game.services.certification import is_certified

logger = structlog.get_logger(__name__)

SEED_BYTES = 32

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


@transaction.atomic
def finalize_deal(*, deal_id: int, now: datetime) -> bool:
    """Finish what is open on a daily deal as it stands, and mark it final: its secrets are out.

    False where it is too early, or done already.
    """
    # Without the key: whoever holds an attempt that is waited for here may be about to store a line
    # that refers to this row, and must not have to wait in turn.
    deal = Deal.objects.select_for_update(no_key=True).get(pk=deal_id)
    if deal.date is None or deal.finalized_at is not None or not deal.is_past_final(now):
        return False
    still_open = Attempt.objects.filter(deal=deal, ranked=True, finished_at=None)
    for attempt_id in still_open.order_by("pk").values_list("pk", flat=True):
        finish_as_it_stands(attempt_id=attempt_id, at=final_at(deal.date))
    deal.finalized_at = now
    deal.save(update_fields=["finalized_at"])
    return True
