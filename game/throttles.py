"""How often calls may be made, and how much a player may have stored; counted in the cache."""

import math
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle, SimpleRateThrottle

from game.addresses import client_network
from game.errors import DayFull
from game.limits import ACTIONS_A_ROW, STORED_A_DAY
from game.schedule import closes_at, day_of

if TYPE_CHECKING:
    from rest_framework.views import APIView  # which itself imports this module, by the settings

_DAY_SECONDS: Final = 24 * 3600


class CallThrottle(ScopedRateThrottle):
    """A call's own limit (`throttle_scope`): by player, or by network where nobody is signed in."""

    def get_ident(self, request: Request) -> str:
        """Where it comes from; an IPv6 subscriber can't have a new count for each request."""
        return client_network(request)


class _Scoped(ScopedRateThrottle):
    """Counts in the scope of the class, whatever the view's own scope is."""

    def allow_request(self, request: Request, view: "APIView") -> bool:
        """Whether it is within the limit, and count it."""
        self.rate = self.get_rate()
        if self.rate is None:
            return True
        self.num_requests, self.duration = self.parse_rate(self.rate)
        return SimpleRateThrottle.allow_request(self, request, view)


class GuestThrottle(_Scoped):
    """New guests, by the network that they come from; who is signed in makes none."""

    scope = "guests"

    def get_cache_key(self, request: Request, _view: "APIView") -> str | None:
        """One count for a network."""
        if request.method != "POST" or request.user.is_authenticated:
            return None
        return self.cache_format % {"scope": self.scope, "ident": client_network(request)}


class GuestDayThrottle(GuestThrottle):
    """The same over a day: whoever keeps just within the other limit fills the database too."""

    scope = "guests_day"


class TokenThrottle(_Scoped):
    """Tokens of a player who is signed in."""

    scope = "tokens"

    def get_cache_key(self, request: Request, _view: "APIView") -> str | None:
        """One count for a player."""
        if request.method != "POST" or not request.user.is_authenticated:
            return None
        return self.cache_format % {"scope": self.scope, "ident": request.user.pk}


def spend_storage(*, player_id: int, actions: int, now: datetime) -> None:
    """Count what a request asks to have stored towards what its player may in a day.

    Raises DayFull.
    """
    day = day_of(now)
    key = f"stored:{player_id}:{day}"
    cache.add(key, 0, _DAY_SECONDS)
    try:
        spent = cache.incr(key, ACTIONS_A_ROW + actions)
    except ValueError:
        return  # the cache is away: then nothing is limited
    if spent > STORED_A_DAY:
        raise DayFull(retry_after=math.ceil((closes_at(day) - now).total_seconds()))
