"""The pages: each reads by selectors and renders a template. Only playing writes, by the API."""

import random
import re
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from frontend.days import daily_data, next_deal, times_of
from frontend.days import state_of as day_state_of
from frontend.games import GAMES
from frontend.visitors import player_of
from game import selectors
from game.engine.codes import FIRST_NUMBER, LAST_NUMBER, DealCode
from game.errors import BadDealCode, NotFound
from leaderboard import selectors as boards

_RANDOMNESS: Final = random.SystemRandom()
_PAGE_LINES: Final = 50
_BESIDE_LINES: Final = 10
# A code inside of something longer that was pasted: an address, a sentence.
_CODE_WITHIN: Final = re.compile(r"\b[A-Za-z]{2}[0-9]+-[A-Za-z]-[A-Za-z]{7}\b")


def _wrong_code(request: HttpRequest, typed: str, reason: str, status: int) -> HttpResponse:
    """The page that says what is wrong with a code and lets it be mended."""
    context = {"typed": typed, "reason": reason, "games": GAMES.values()}
    return render(request, "open.html", context, status=status)


def _deal_page(
    view: Callable[[HttpRequest, DealCode], HttpResponse],
) -> Callable[[HttpRequest, str], HttpResponse]:
    """A page of a deal: codes are read forgivingly, other spellings lead to the one address."""

    @wraps(view)
    def page(request: HttpRequest, code: str) -> HttpResponse:
        try:
            deal_code = selectors.read_code(code, now=timezone.now())
        except BadDealCode as error:
            return _wrong_code(request, code, error.reason, status=404)
        except NotFound:
            return _wrong_code(request, code, "not-there", status=404)
        if str(deal_code) != code:
            name = request.resolver_match.view_name if request.resolver_match else "pages:play"
            query = request.META.get("QUERY_STRING", "")
            return redirect(reverse(name, args=[deal_code]) + (f"?{query}" if query else ""))
        try:
            return view(request, deal_code)
        except NotFound:  # a day that had no deal
            return _wrong_code(request, code, "not-there", status=404)

    return page


@require_safe
def open_deal(request: HttpRequest) -> HttpResponse:
    """A code that somebody typed or pasted: to its game, or what is wrong with it."""
    typed = request.GET.get("code", "").strip()[:500]
    if not typed:
        return _wrong_code(request, "", "", status=200)
    within = _CODE_WITHIN.search(typed)
    try:
        code = selectors.read_code(within[0] if within else typed, now=timezone.now())
        selectors.stored_deal(code)  # a day may have passed without
    except BadDealCode as error:
        return _wrong_code(request, typed, error.reason, status=400)
    except NotFound:
        return _wrong_code(request, typed, "not-there", status=404)
    return redirect("pages:play", code)


@require_safe
@never_cache
def new_deal(request: HttpRequest, variant: str) -> HttpResponse:  # noqa: ARG001
    """Some deal of a variant."""
    if variant not in GAMES:
        raise Http404
    number = _RANDOMNESS.randint(FIRST_NUMBER, LAST_NUMBER)
    return redirect("pages:play", DealCode.numbered(variant, number))


@require_safe
@never_cache
@ensure_csrf_cookie
@_deal_page
def play(request: HttpRequest, code: DealCode) -> HttpResponse:
    """The table. A numbered deal begins with its first action, a daily one when its player says so;
    either makes a guest if nobody is here."""
    now = timezone.now()
    player = player_of(request)
    stored = selectors.stored_deal(code)
    attempt = (
        selectors.open_attempt(code=code, player=player, wanted=request.GET.get("attempt"))
        if player
        else None
    )
    ranked = (
        selectors.ranked_attempt(deal=stored, player=player)
        if player and stored and stored.date
        else None
    )
    if attempt is not None and attempt.is_over_at(now):
        attempt = None  # its day has ended, and it is about to be finished
    is_daily = stored is not None and stored.date is not None
    deal = {
        "code": str(code),
        "variant": code.variant,
        "deck": selectors.open_deck(code, stored),
        "open_attempt": attempt.pk if attempt else None,
        "daily": daily_data(stored.daily, now=now) if stored and is_daily else None,
        "ranked_over": ranked is not None and ranked.is_over_at(now),
        "player": player.name if player else None,
    }
    page = boards.board_page(
        deal_id=stored.pk if stored else None,
        player_id=player.pk if player else None,
        limit=_BESIDE_LINES,
    )
    context = {
        "code": str(code),
        "game": GAMES[code.variant],
        "deal": deal,
        "page": page,
        "ranked": ranked,
    }
    if stored and stored.date:
        day = selectors.day_deals(day=stored.date, now=now, player=player)
        context |= {
            "times": times_of(stored.date, now=now),
            "state": day_state_of(stored, now=now),
            "void_reason": selectors.void_reason(deal=stored),
            "next_deal": next_deal(day, after=code.variant),
        }
    return render(request, "play.html", context)


def _around(name: str | None, request: HttpRequest) -> int | None:
    """Whom a board is asked to show the lines around: "me", or a player's name. Raises NotFound."""
    if name == "me":
        player = player_of(request)
        return player.pk if player else None
    return selectors.player_by_name(name).pk if name else None


@require_safe
@never_cache
@_deal_page
def board(request: HttpRequest, code: DealCode) -> HttpResponse:
    """The standings of a deal."""
    now = timezone.now()
    player = player_of(request)
    stored = selectors.stored_deal(code)
    around = request.GET.get("around")
    try:
        page = boards.board_page(
            deal_id=stored.pk if stored else None,
            player_id=player.pk if player else None,
            around=_around(around, request),
            cursor=request.GET.get("cursor"),
            limit=_PAGE_LINES,
        )
    except (boards.BadCursor, NotFound):
        return redirect("pages:board", code)
    is_daily = stored is not None and stored.date is not None
    context: dict[str, Any] = {
        "code": str(code),
        "game": GAMES[code.variant],
        "page": page,
        "first_page": page.previous is None,
        "own_shown": page.own is not None
        and any(line.position == page.own.position for line in page.lines),
        "board": {
            "code": str(code),
            "variant": code.variant,
            "own": page.own.standing.attempt_id if page.own else None,
            "player": player.name if player else None,
            "around": around,
            # Lines at a cursor stand still.
            "live": "cursor" not in request.GET,
            "daily": daily_data(stored.daily, now=now) if stored and is_daily else None,
        },
    }
    if stored and stored.date:
        previous, following = selectors.neighbours(deal=stored, now=now)
        state = day_state_of(stored, now=now)
        context |= {
            "deal": stored,
            "times": times_of(stored.date, now=now),
            "state": state,
            "daily": stored.daily,
            "previous_day": previous,
            "next_day": following,
            "void_reason": selectors.void_reason(deal=stored),
        }
    return render(request, "board.html", context)


@require_safe
@never_cache
def player(request: HttpRequest, name: str) -> HttpResponse:
    """A player, as everybody may see them."""
    try:
        shown = selectors.player_by_name(name)
    except NotFound:
        raise Http404 from None
    if shown.name != name:
        return redirect("pages:player", shown.name)
    bests = boards.bests_of(player_id=shown.pk)
    context = {
        "shown": shown,
        "bests": [bests[variant] for variant in GAMES if variant in bests],
        "results": boards.results_of(player_id=shown.pk),
        "bankroll": selectors.bankroll(player=shown),
    }
    return render(request, "player.html", context)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """A form whose token does not fit: the page was open for long, or cookies are off."""
    return render(request, "403.html", status=403)
