"""What the game does when something happens to an account."""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set

from game.models import Player
from game.services.players import end_tokens


def connect() -> None:
    """Begin to listen."""
    for signal in (password_changed, password_reset, password_set):
        signal.connect(_password_changed, dispatch_uid="game")


def _password_changed(user: Player, **_: Any) -> None:
    """A new password ends what was let in by the old one; sessions end by themselves."""
    end_tokens(player_id=user.pk)
