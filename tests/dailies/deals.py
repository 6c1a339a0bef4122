"""Daily deals that the tests put on a day: finished ones of dailies.json, and other decks."""

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

from game.engine.cards import Deck, deck_text, parse_deck
from game.engine.codes import DealCode
from game.engine.rules import Rules
from game.engine.shuffle import commitment
from game.engine.variants import VARIANTS
from game.models import Daily, Deal
from game.schedule import opens_at

DAY: Final = date(2026, 1, 1)
"""The day that the tests are about; that of the deals of dailies.json."""

NEXT_DAY: Final = DAY + timedelta(days=1)
NOON: Final = datetime(2026, 1, 1, 12, tzinfo=UTC)
CLOSING: Final = datetime(2026, 1, 2, tzinfo=UTC)
FINAL: Final = datetime(2026, 1, 2, 1, tzinfo=UTC)
MS: Final = timedelta(milliseconds=1)

SEED: Final = bytes(range(7, 39))
"""The seed of a deal whose deck comes from a test and not from a draw."""


@dataclass(frozen=True)
class Finished:
    """A daily deal with its secrets, and a line that wins it."""

    code: str
    variant: str
    seed: bytes
    draw: int
    key: bytes
    commitment: str
    deck: Deck
    win: list[str]
    score: int

    @property
    def rules(self) -> Rules:
        """The rules of its variant."""
        return VARIANTS[self.variant]


def _finished() -> dict[str, Finished]:
    data = json.loads((Path(__file__).parents[1] / "data" / "dailies.json").read_text())
    return {
        deal["code"][:2]: Finished(
            code=deal["code"],
            variant=deal["code"][:2],
            seed=bytes.fromhex(deal["seed"]),
            draw=deal["draw"],
            key=bytes.fromhex(deal["key"]),
            commitment=deal["commitment"],
            deck=parse_deck(deal["deck"]),
            win=deal["actions"],
            score=deal["score"],
        )
        for deal in data["dailies"]
    }


FINISHED: Final = _finished()
"""By variant; all of them of DAY."""

CODE: Final = FINISHED["HT"].code
WIN: Final = FINISHED["HT"].win


def put(variant: str, day: date = DAY, *, deck: Deck | None = None) -> Deal:
    """A daily deal, made the day before, on any deck: the recorded one's, if none is given."""
    code = DealCode.daily(variant, day)
    seed, draw = SEED, 0
    if deck is None:
        finished = FINISHED[variant]
        seed, draw, deck = finished.seed, finished.draw, finished.deck
    made_at = opens_at(day) - timedelta(days=1)
    deal = Deal.objects.create(
        code=str(code),
        variant=variant,
        kind=code.kind,
        date=day,
        deck=deck_text(deck),
        created_at=made_at,
    )
    Daily.objects.create(
        deal=deal,
        seed=seed.hex(),
        draw=draw,
        commitment=commitment(str(code), seed),
        made_at=made_at,
    )
    return deal
