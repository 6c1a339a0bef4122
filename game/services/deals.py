"""Writes of deals."""

from datetime import datetime

from game.engine.cards import deck_text
from game.engine.codes import DealCode
from game.engine.shuffle import numbered_deck
from game.models import Deal


def ensure_numbered_deal(*, code: DealCode, now: datetime) -> Deal:
    """The row of a numbered deal, made when somebody first plays it; two who meet get the same."""
    deal, _ = Deal.objects.get_or_create(
        code=str(code),
        defaults={
            "variant": code.variant,
            "kind": code.kind,
            "deck": deck_text(numbered_deck(code)),
            "created_at": now,
        },
    )
    return deal
