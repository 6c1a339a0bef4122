"""Who looks at a page."""

from typing import TYPE_CHECKING

from django.http import HttpRequest

if TYPE_CHECKING:
    from game.models import Player


def player_of(request: HttpRequest) -> "Player | None":
    """The player who is signed in, if anybody is."""
    return request.user if request.user.is_authenticated else None
