"""The pages that show a game, move by move: our own, and one for the pages of others."""

import re
from typing import TYPE_CHECKING, Any, Final

from allauth.decorators import rate_limit
from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from frontend.days import state_of as day_state_of
from frontend.days import times_of
from frontend.games import GAMES
from frontend.visitors import player_of
from game import selectors
from game.errors import NotFound, Spoiler, reveal_data
from game.selectors import Replay
from leaderboard import selectors as boards

if TYPE_CHECKING:
    from game.models import Attempt, Player

BESIDE: Final = "with"
"""The parameter of an address that names the attempt to show beside another."""
_STRANGER: Final[dict[str, Any]] = {"user": AnonymousUser()}
"""For templates that would ask who looks."""
_OWN: Final = 10
_BEST: Final = 50
_ID: Final = re.compile("[0-9]{1,18}")


@require_safe
@never_cache
@rate_limit(action="replay", limit_get=True)  # type: ignore[untyped-decorator]
def replay(request: HttpRequest, attempt_id: int) -> HttpResponse:
    """A game to watch, alone or beside another of the same deal; or, while that would spoil it,
    when it can be watched."""
    viewer = player_of(request)
    try:
        watched = _watched(request, attempt_id, viewer=viewer)
    except NotFound:
        raise Http404 from None
    except Spoiler:
        return _spoiler(request, attempt_id)
    if watched is None:
        return redirect("pages:replay", attempt_id)
    context = _context(watched) | {"beside": _beside(watched, viewer)}
    return render(request, "replay.html", context)


@require_safe
@never_cache
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@rate_limit(action="replay", limit_get=True)  # type: ignore[untyped-decorator]
def embedded(request: HttpRequest, attempt_id: int) -> HttpResponse:
    """A game as part of another site's page.

    What it shows of games is what a stranger may see, whoever looks; it sets no cookie.
    """
    try:
        watched = _watched(request, attempt_id, viewer=None)
    except NotFound:
        return render(request, "embed_nothing.html", _STRANGER | {"spoiler": False}, status=404)
    except Spoiler:
        deal = selectors.deal_of_attempt(attempt_id=attempt_id)
        context = _STRANGER | {"spoiler": True, "deal": deal, "game": GAMES[deal.variant]}
        return render(request, "embed_nothing.html", context, status=403)
    if watched is None:
        return redirect("pages:embed", attempt_id)
    return render(request, "embed.html", _context(watched) | _STRANGER | {"embedded": True})


def _watched(
    request: HttpRequest, attempt_id: int, *, viewer: "Player | None"
) -> list[Replay] | None:
    """The games that an address asks for; None where what it names beside the first is no other
    attempt.

    Raises NotFound, and Spoiler where either would give anything away.
    """
    watched = [selectors.replay(attempt_id=attempt_id, viewer=viewer)]
    if (beside := request.GET.get(BESIDE)) is None:
        return watched
    if not _ID.fullmatch(beside) or int(beside) == attempt_id:
        return None
    # Before it is looked at: a spoiler is then one of this deal.
    if selectors.deal_of_attempt(attempt_id=int(beside)) != watched[0].attempt.deal:
        raise NotFound
    watched.append(selectors.replay(attempt_id=int(beside), viewer=viewer))
    return watched


def _beside(watched: list[Replay], viewer: "Player | None") -> "list[Attempt] | None":
    """The games to choose from, to stand beside the first: the viewer's own and the best; None
    where the viewer may see no others' and has no other."""
    deal = watched[0].attempt.deal
    shown = {each.attempt.pk for each in watched}
    own = selectors.own_games(deal=deal, player=viewer, limit=_OWN) if viewer else []
    games = {attempt.pk: attempt for attempt in own}
    watches_others = selectors.watches_others(deal=deal, viewer=viewer)
    if watches_others:
        _, lines = boards.board_top(deal_id=deal.pk, limit=_BEST)
        games |= {line.standing.attempt_id: line.standing.attempt for line in lines}
    others = [attempt for pk, attempt in games.items() if pk not in shown]
    return others if others or watches_others else None


def _context(watched: list[Replay]) -> dict[str, Any]:
    """What the templates show of games of one deal."""
    attempt = watched[0].attempt
    deal = attempt.deal
    data = {
        "variant": deal.variant,
        "deck": deal.shown_deck,
        "games": [_game_data(each) for each in watched],
    }
    beside = f"?{BESIDE}={watched[1].attempt.pk}" if len(watched) > 1 else ""
    return {
        "attempt": attempt,
        "other": watched[1].attempt if len(watched) > 1 else None,
        "deal": deal,
        "code": deal.code,
        "game": GAMES[deal.variant],
        "data": data,
        "here": reverse("pages:replay", args=[attempt.pk]) + beside,
        "embed": reverse("pages:embed", args=[attempt.pk]) + beside,
    }


def _game_data(watched: Replay) -> dict[str, Any]:
    return {
        "attempt": watched.attempt.pk,
        "player": watched.attempt.player.shown_name,
        "actions": watched.actions,
        "times": watched.times,
        "reveals": [reveal_data(reveal) for reveal in watched.reveals],
    }


def _spoiler(request: HttpRequest, attempt_id: int) -> HttpResponse:
    """The page in place of a replay that would show an open day's cards."""
    now = timezone.now()
    player = player_of(request)
    deal = selectors.deal_of_attempt(attempt_id=attempt_id)
    assert deal.date is not None, "the cards of a numbered deal are no secret"
    ranked = selectors.ranked_attempt(deal=deal, player=player) if player else None
    context = {
        "code": deal.code,
        "game": GAMES[deal.variant],
        "deal": deal,
        "times": times_of(deal.date, now=now),
        "state": day_state_of(deal, now=now),
        "played": ranked is not None and ranked.is_over_at(now),
        "begun": ranked is not None,
    }
    return render(request, "spoiler.html", context, status=403)
