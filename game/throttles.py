"""Limits on what makes rows before anybody has played."""

from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle, SimpleRateThrottle
from rest_framework.views import APIView

from game.addresses import client_network


class _Scoped(ScopedRateThrottle):
    """Counts in the scope of the class, whatever the view's own scope is."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether it is within the limit, and count it."""
        self.rate = self.get_rate()
        if self.rate is None:
            return True
        self.num_requests, self.duration = self.parse_rate(self.rate)
        return SimpleRateThrottle.allow_request(self, request, view)


class GuestThrottle(_Scoped):
    """New guests, by the network that they come from; who is signed in makes none."""

    scope = "guests"

    def get_cache_key(self, request: Request, _view: APIView) -> str | None:
        """One count for a network."""
        if request.method != "POST" or request.user.is_authenticated:
            return None
        return self.cache_format % {"scope": self.scope, "ident": client_network(request)}


class TokenThrottle(_Scoped):
    """Tokens of a player who is signed in."""

    scope = "tokens"

    def get_cache_key(self, request: Request, _view: APIView) -> str | None:
        """One count for a player."""
        if request.method != "POST" or not request.user.is_authenticated:
            return None
        return self.cache_format % {"scope": self.scope, "ident": request.user.pk}
