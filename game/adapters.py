"""Where django-allauth's sign-up and sign-in meet the game's players."""

from smtplib import SMTPException
from typing import Any

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.forms import ValidationError
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from game.addresses import client_network
from game.errors import Banned, NameRefused, NameTaken, NotFound
from game.middleware import session_moved, spoken
from game.models import Player
from game.services.merging import merge_guest
from game.services.players import become_account, create_account, free_name

logger = structlog.get_logger(__name__)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts are players: a guest who signs up becomes one, a guest who signs in joins one."""

    def get_client_ip(self, request: HttpRequest) -> str:
        """The network by which attempts to sign up and in are limited."""
        return client_network(request)

    def clean_username(self, username: str, **_: Any) -> str:
        """The name as it is stored. Raises ValidationError where it can't be had."""
        player = self.request.user if isinstance(self.request.user, Player) else None
        try:
            return free_name(username, player=player)
        except (NameRefused, NameTaken) as error:
            raise ValidationError(str(error), code=error.code) from None

    def save_user(self, request: HttpRequest, _user: Any, form: Any, **_: Any) -> Player:
        """The account that was signed up for. Raises NameRefused, NameTaken."""
        data = form.cleaned_data
        wanted = {
            "name": data["username"],
            "email": data["email"],
            "password_hash": data["password_hash"],
        }
        if isinstance(request.user, Player) and request.user.is_guest:
            return become_account(guest=request.user, **wanted)
        return create_account(language=translation.get_language_from_request(request), **wanted)

    def login(self, request: HttpRequest, user: Any) -> None:
        """Sign in; a guest who was signed in brings everything along."""
        before = request.user
        if isinstance(before, Player) and before.is_guest:
            if before.pk != user.pk:
                try:
                    merge_guest(guest=before, account=user, now=timezone.now())
                except (Banned, NotFound):  # since the password was checked
                    raise ImmediateHttpResponse(redirect("account_inactive")) from None
            session_moved(request.session.session_key)
        super().login(request, user)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail in its reader's language. Where that fails, say so on the page, the same for
        known and unknown."""
        user = context.get("user")
        language = user.language if isinstance(user, Player) else translation.get_language()
        try:
            with spoken(language):
                super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException) as error:
            logger.error("mail-failed", template=template_prefix, error=str(error))
            messages.error(self.request, _("The mail could not be sent. Try again later."))
