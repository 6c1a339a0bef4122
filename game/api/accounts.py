"""What calls have to know of guests who turn into accounts while the call is on its way."""

from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError
from rest_framework.response import Response

from game.errors import NotFound, PlayerMoved
from game.models import Player


class OfPlayer:
    """A call of a player. One that finds its guest gone, merged into an account, is told to come
    again: as the account it finds all that the guest had, and nothing was written for the guest."""

    request: Any

    def handle_exception(self, error: Exception) -> Response:
        """Tell what was not found because the player moved from what is not there."""
        gone = (NotFound, ObjectDoesNotExist, IntegrityError)
        if isinstance(error, gone) and _is_gone(self.request.user):
            error = PlayerMoved()
        response: Response = super().handle_exception(error)  # type: ignore[misc]
        return response


def _is_gone(player: Any) -> bool:
    """Whether it is a guest whose row was removed since the request came."""
    return (
        isinstance(player, Player)
        and player.is_guest
        and not Player.objects.filter(pk=player.pk).exists()
    )
