"""The days of daily deals: UTC calendar dates, and what happens when. Pure: `now` comes in."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

GRACE: Final = timedelta(hours=1)
"""How long after closing an attempt that was begun in time may go on."""

PREPARED_DAYS: Final = 7
"""How many days ahead deals are made, so that an outage of days goes unnoticed."""


def day_of(now: datetime) -> date:
    """The day that is open at a moment, whatever the time zone that it is given in."""
    return now.astimezone(UTC).date()


def opens_at(day: date) -> datetime:
    """Midnight in UTC. From then on the deal exists for everybody."""
    return datetime.combine(day, time.min, UTC)


def closes_at(day: date) -> datetime:
    """The next midnight. From then on no ranked attempt can begin."""
    return opens_at(day) + timedelta(days=1)


def final_at(day: date) -> datetime:
    """The end of the grace hour. From then on no ranked attempt takes actions."""
    return closes_at(day) + GRACE
