"""The account's pages: what a player keeps here, and signing up, in and out by django-allauth."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, cast

from allauth.account import views as allauth_views
from allauth.decorators import rate_limit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from frontend.account_forms import DeleteForm, LanguageForm, NameForm
from game.errors import Malformed, NameRefused, NameTaken, NotFound
from game.export import player_data
from game.services import players
from leaderboard import selectors as boards

if TYPE_CHECKING:
    from game.models import Player

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]

_ALL_LINES: Final = 1_000_000


def _player_of(request: HttpRequest) -> "Player | None":
    return request.user if request.user.is_authenticated else None


def _of_player(
    view: "Callable[Concatenate[HttpRequest, Player, P], HttpResponseBase]",
) -> View[P]:
    """A page of who is signed in, guest or account; others are shown how to be."""

    @wraps(view)
    def page(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        player = _player_of(request)
        if player is None:
            return redirect("account")
        return view(request, player, *args, **kwargs)

    return page


def _of_account(view: View[P]) -> View[P]:
    """A page that makes no sense for guests, who have neither address nor password."""

    @wraps(view)
    def page(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        player = _player_of(request)
        if player is not None and player.is_guest:
            return redirect("account_signup")
        return view(request, *args, **kwargs)

    return page


@require_safe
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """Who one is here, and what one can do about it."""
    player = _player_of(request)
    form = NameForm(player, initial={"name": player.name}) if player else None
    return _account_page(request, player, form)


def _account_page(
    request: HttpRequest, player: "Player | None", name_form: NameForm | None, status: int = 200
) -> HttpResponse:
    language = player.language if player else getattr(request, "LANGUAGE_CODE", None)
    context = {
        "player": player,
        "name_form": name_form,
        # Nothing to choose while the pages come in one language.
        "language_form": LanguageForm(initial={"language": language})
        if len(settings.SPOKEN_LANGUAGES) > 1
        else None,
    }
    return render(request, "account/account.html", context, status=status)


def _posted(
    view: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """What is sent from the account's page; who only comes to its address is led there."""

    @wraps(view)
    def posted(request: HttpRequest) -> HttpResponseBase:
        return view(request) if request.method == "POST" else redirect("account")

    return posted


@_posted
@_of_player
@rate_limit(action="rename")  # type: ignore[untyped-decorator]
def rename(request: HttpRequest, player: "Player") -> HttpResponse:
    """Take another public name."""
    form = NameForm(player, request.POST)
    if form.is_valid():
        try:
            players.rename_player(player=player, name=form.cleaned_data["name"])
        except (NameRefused, NameTaken) as error:  # since it was looked up
            form.add_error("name", str(error))
        else:
            messages.success(request, _("This is your name now."))
            return redirect("account")
    return _account_page(request, player, form, status=400)


@_posted
def language(request: HttpRequest) -> HttpResponse:
    """Read in another language: kept for a player, and for this browser."""
    form = LanguageForm(request.POST)
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        target = "account"
    response = redirect(target)
    if form.is_valid():
        chosen = form.cleaned_data["language"]
        if (player := _player_of(request)) is not None:
            players.choose_language(player=player, language=chosen)
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            chosen,
            max_age=settings.SESSION_COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response


@require_safe
@never_cache
@_of_player
@rate_limit(action="export", limit_get=True)  # type: ignore[untyped-decorator]
def export(_request: HttpRequest, player: "Player") -> HttpResponse:
    """All that is kept of the player, as a file."""
    data = player_data(player=player, now=timezone.now())
    data["lines"] = [
        {
            "code": line.deal.code,
            "attempt": line.attempt_id,
            "won": line.won,
            "score": line.score,
            "moves": line.moves,
            "time_ms": line.time_ms,
            "finished_at": line.finished_at,
        }
        for line in boards.results_of(player_id=player.pk, limit=_ALL_LINES)
    ]
    response = JsonResponse(data, json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="harp.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@_of_player
def delete(request: HttpRequest, player: "Player") -> HttpResponse:
    """Be forgotten: asks for the password, or a guest for a plain yes."""
    form = DeleteForm(player, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            players.delete_player(player=player, now=timezone.now())
        except Malformed as error:
            form.add_error(None, str(error))
        except NotFound:
            return redirect("account")
        else:
            logout(request)
            return render(request, "account/deleted.html")
    return render(
        request,
        "account/delete.html",
        {"form": form, "player": player},
        status=400 if form.is_bound else 200,
    )


class _ForGuestsToo:
    """Of the pages at which an account begins: those who have one have no need of them."""

    request: HttpRequest

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Send accounts to their page."""
        player = _player_of(request)
        if player is not None and not player.is_guest:
            return redirect("account")
        return cast(
            "HttpResponseBase",
            super().dispatch(request, *args, **kwargs),  # type: ignore[misc]
        )


class SignInView(_ForGuestsToo, allauth_views.LoginView):  # type: ignore[misc]
    """Sign in; a guest brings everything along."""


class SignUpView(_ForGuestsToo, allauth_views.SignupView):  # type: ignore[misc]
    """Sign up; a guest becomes the account."""

    def get_initial(self) -> dict[str, Any]:
        """A guest may keep the name."""
        player = _player_of(self.request)
        return {**super().get_initial(), **({"username": player.name} if player else {})}

    def form_valid(self, form: Any) -> HttpResponse:
        """Make the account and sign in to it."""
        try:
            return cast("HttpResponse", super().form_valid(form))
        except (NameRefused, NameTaken) as error:  # since it was looked up
            form.add_error("username", str(error))
            return cast("HttpResponse", self.form_invalid(form))
        except NotFound:  # signed up or in already, in another tab
            return redirect("account")


class _KeepsGuest:
    """Of the pages that a mail leads to, which sign out whoever else is signed in: but a guest, who
    could never come back, is no stranger; more likely the owner of the mail."""

    request: HttpRequest

    def logout(self) -> None:
        """Sign out, guests excepted."""
        player = _player_of(self.request)
        if player is None or not player.is_guest:
            super().logout()  # type: ignore[misc]


class ResetPasswordView(_KeepsGuest, allauth_views.PasswordResetFromKeyView):  # type: ignore[misc]
    """Choose a new password, by the link in a mail."""


class ConfirmEmailView(_KeepsGuest, allauth_views.ConfirmEmailView):  # type: ignore[misc]
    """Confirm an address, by the link in a mail."""


sign_in = SignInView.as_view()
sign_up = SignUpView.as_view()
reset_password = ResetPasswordView.as_view()
confirm_email = ConfirmEmailView.as_view()
change_email = _of_account(allauth_views.email)
change_password = _of_account(allauth_views.password_change)
