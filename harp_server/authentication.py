"""Tokens of clients that are no browsers, as django-rest-knox keeps them."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.contrib.knox_auth_token import KnoxTokenScheme
from knox import auth
from rest_framework.exceptions import AuthenticationFailed


class TokenAuthentication(auth.TokenAuthentication):  # type: ignore[misc]  # knox has no types
    """`Authorization: Token ...`; knox's own fails, not in its sense, on a token in no encoding."""

    def authenticate_credentials(self, token: bytes) -> Any:
        """The player and the token. Raises AuthenticationFailed."""
        if not token.isalnum():  # of bytes: ASCII alone
            raise AuthenticationFailed(_("Invalid token."))
        return super().authenticate_credentials(token)


class TokenScheme(KnoxTokenScheme):  # type: ignore[no-untyped-call]  # it registers itself
    """The OpenAPI document's words for it."""

    target_class = "harp_server.authentication.TokenAuthentication"
