"""Who a request is from: by email and password, and by token."""

from typing import Any, Final

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from drf_spectacular.contrib.knox_auth_token import KnoxTokenScheme
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from game.errors import Banned
from game.models import Player

_MOST_ACCOUNTS: Final = 5
"""Of one address; each costs a hash of the password."""


class EmailBackend(AuthenticationBackend):  # type: ignore[misc]
    """Signs in by email and password.

    Several accounts may have one address, of which one at most has confirmed it: a person who
    forgot the first and made another one can sign in to either, by its password.
    """

    def _authenticate_by_email(self, email: str, password: str) -> Player | None:
        email = email.lower()
        confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), email=email, verified=True)
        players = Player.objects.filter(email=email).order_by(Exists(confirmed).desc(), "pk")
        for player in players[:_MOST_ACCOUNTS]:
            if self._check_password(player, password):
                return player
        return None


class PlayerTokenAuthentication(TokenAuthentication):  # type: ignore[misc]
    """Tokens of clients that are no browsers."""

    def authenticate_credentials(self, token: bytes) -> Any:
        """The player and the token; knox itself fails on one in no encoding. Raises
        AuthenticationFailed."""
        if not token.isalnum():  # of bytes: ASCII alone
            raise AuthenticationFailed(_("Invalid token."))
        return super().authenticate_credentials(token)

    def validate_user(self, auth_token: Any) -> tuple[Player, Any]:
        """The player of a token. Raises Banned."""
        if not auth_token.user.is_active:
            raise Banned
        return auth_token.user, auth_token


class TokenScheme(KnoxTokenScheme):  # type: ignore[no-untyped-call]  # it registers itself
    """The OpenAPI document's words for it."""

    target_class = "game.authentication.PlayerTokenAuthentication"
