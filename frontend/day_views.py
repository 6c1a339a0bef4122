"""The pages of days: today's deals, those of a day that has passed, and the way to any of them."""

import calendar
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from frontend.days import DayState, cards_of, times_of
from frontend.games import GAMES
from frontend.visitors import player_of
from game import selectors
from game.engine.codes import DealCode
from game.errors import NotFound
from game.schedule import day_of

_WEEK: Final = calendar.Calendar(calendar.MONDAY)


@require_safe
@never_cache
def today(request: HttpRequest) -> HttpResponse:
    """The deals of the day that is open, and every other way into a game."""
    now = timezone.now()
    day = day_of(now)
    context = {
        "times": times_of(day, now=now),
        "cards": cards_of(day, now=now, player=player_of(request)),
        "yesterday": day - timedelta(days=1),
        "games": GAMES.values(),
    }
    return render(request, "today.html", context)


@require_safe
@never_cache
def day(request: HttpRequest, day: date) -> HttpResponse:
    """The deals of a day that is over; today's have the first page."""
    now = timezone.now()
    if day == day_of(now):
        return redirect("pages:home")
    try:
        cards = cards_of(day, now=now, player=player_of(request))
    except NotFound:
        raise Http404 from None
    first, last = selectors.first_day(), day_of(now)
    if not cards and (first is None or day < first):
        raise Http404
    context = {
        "times": times_of(day, now=now),
        "cards": cards,
        # All deals of a day go together, but for those that were voided.
        "state": next((card.state for card in cards if card.state != DayState.VOID), DayState.VOID),
        "previous": day - timedelta(days=1) if first and first < day else None,
        "next": day + timedelta(days=1) if day < last else None,
    }
    return render(request, "day.html", context)


@dataclass(frozen=True, slots=True)
class _Cell:
    """A day of the calendar; `address` None where it leads nowhere."""

    date: date
    within: bool
    day: selectors.ArchiveDay | None
    code: DealCode | None


@require_safe
@never_cache
def archive(request: HttpRequest) -> HttpResponse:
    """A month of days, of all games or of one: `?month=2026-01&variant=EH`."""
    now = timezone.now()
    this_month = day_of(now).replace(day=1)
    month = _month(request.GET.get("month", "")) or this_month
    variant = request.GET.get("variant")
    if variant not in GAMES:
        variant = None
    first = selectors.first_day() or this_month
    month = min(max(month, first.replace(day=1)), this_month)
    weeks = _WEEK.monthdatescalendar(month.year, month.month)
    found = selectors.archive_days(
        first=weeks[0][0], last=weeks[-1][-1], now=now, player=player_of(request), variant=variant
    )
    by_date = {archived.date: archived for archived in found}
    context: dict[str, Any] = {
        "month": month,
        "weekdays": weeks[0],
        "weeks": [[_cell(each, month, by_date.get(each), variant) for each in w] for w in weeks],
        "previous": month - timedelta(days=1) if first < month else None,
        "next": month + timedelta(days=31) if month < this_month else None,
        "today": day_of(now),
        "variant": variant,
        "games": GAMES.values(),
        "empty": not found,
    }
    return render(request, "archive.html", context)


def _cell(
    each: date, month: date, found: selectors.ArchiveDay | None, variant: str | None
) -> _Cell:
    within = each.month == month.month
    code = DealCode.daily(variant, each) if variant and found else None
    return _Cell(each, within, found if within else None, code)


def _month(text: str) -> date | None:
    """The first day of a month that an address names."""
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError:
        return None
