"""Writes of deals."""

from datetime import datetime

from game.engine.cards import deck_text
from game.engine.codes import DealCode
from game.engine.shuffle import numbered_deck
from game.models import Deal


def numbered_deal(*, code: DealCode, now: datetime) -> Deal:
    """The row that a numbered deal would have, not stored."""
    return Deal(
        code=str(code),
        variant=code.variant,
        kind=code.kind,
        deck=deck_text(numbered_deck(code)),
        created_at=now,
    )


def ensure_numbered_deal(*, code: DealCode, now: datetime) -> Deal:
    """The row of a numbered deal, made when somebody first plays it; two who meet get the same."""
    deal = Deal.objects.filter(code=str(code)).first()
    if deal is None:
        Deal.objects.bulk_create([numbered_deal(code=code, now=now)], ignore_conflicts=True)
        deal = Deal.objects.get(code=str(code))
    return deal
