"""What the pages say of a day and of its deals."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from frontend.games import GAMES, Game
from game import selectors
from game.schedule import closes_at, final_at, opens_at
from leaderboard import selectors as boards
from leaderboard.selectors import Line

if TYPE_CHECKING:
    from game.models import Attempt, Daily, Deal, Player

LEADERS: Final = 3


class DayState(StrEnum):
    """How a daily deal stands."""

    OPEN = "open"
    GRACE = "grace"
    """Nobody can begin any more; who has begun can finish."""
    SETTLING = "settling"
    """Over, and about to be marked final."""
    FINAL = "final"
    VOID = "void"


def state_of(deal: "Deal", *, now: datetime) -> DayState:
    """How a daily deal stands. Secrets go by the mark, not by the clock."""
    assert deal.date is not None, "it is a daily deal"
    if deal.voided_at is not None:
        return DayState.VOID
    if deal.finalized_at is not None:
        return DayState.FINAL
    if now < closes_at(deal.date):
        return DayState.OPEN
    return DayState.GRACE if now < final_at(deal.date) else DayState.SETTLING


@dataclass(frozen=True, slots=True)
class DayTimes:
    """When a day opens and closes, and the server's clock, by which the page counts down."""

    date: date
    opens_at: datetime
    closes_at: datetime
    final_at: datetime
    server_now: datetime


def times_of(day: date, *, now: datetime) -> DayTimes:
    """The times of a day."""
    return DayTimes(day, opens_at(day), closes_at(day), final_at(day), now)


@dataclass(frozen=True, slots=True)
class DealCard:
    """A day's deal as a day's page shows it."""

    game: Game
    deal: "Deal"
    state: DayState
    players: int
    winners: int
    leaders: list[Line]
    own: "Attempt | None"
    own_line: Line | None


def cards_of(day: date, *, now: datetime, player: "Player | None") -> list[DealCard]:
    """The deals of a day, in the order of the games. Raises NotFound for a day to come."""
    return [
        DealCard(
            game=GAMES[shown.deal.variant],
            deal=shown.deal,
            state=state_of(shown.deal, now=now),
            players=shown.players,
            winners=shown.winners,
            leaders=boards.board_top(deal_id=shown.deal.pk, limit=LEADERS)[1],
            own=shown.own,
            own_line=boards.own_line(deal_id=shown.deal.pk, player_id=player.pk)
            if player and shown.own and shown.own.is_over
            else None,
        )
        for shown in selectors.day_deals(day=day, now=now, player=player)
    ]


def daily_data(daily: "Daily", *, now: datetime) -> dict[str, Any]:
    """What a page's script knows of a daily deal. Seed and draw only once it is final."""
    deal = daily.deal
    assert deal.date is not None, "it is a daily deal"
    times = times_of(deal.date, now=now)
    return {
        "date": times.date,
        "state": state_of(deal, now=now),
        "commitment": daily.commitment,
        "opens_at": times.opens_at,
        "closes_at": times.closes_at,
        "final_at": times.final_at,
        "server_now": now,
        "seed": daily.seed if deal.is_open else None,
    }


def next_deal(cards: Iterable[selectors.DayDeal], *, after: str) -> str | None:
    """The code of the day's deal to play after that of a variant: the next not yet played."""
    order = list(cards)
    at = next((index for index, card in enumerate(order) if card.deal.variant == after), -1)
    for card in [*order[at + 1 :], *order[:at]]:
        if card.own is None or not card.own.is_over:
            return card.deal.code
    return None
