"""What every request needs to know of its player: language, ban, and a sign-in under way."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import structlog
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import translation

from game.errors import Banned, Busy, HarpError, PlayerMoved
from game.models import Player

logger = structlog.get_logger(__name__)

_MOVED_SECONDS: Final = 60


def session_moved(session_key: str | None) -> None:
    """Remember for a minute that this session ended because its guest became part of an account.

    Requests that are still on their way with its cookie are then told to come again, with the
    cookie that the browser has by then.
    """
    if session_key:
        cache.set(_moved(session_key), True, _MOVED_SECONDS)


def player_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Speak the player's language. Keep the banned from acting, and say so (`request.is_banned`).

    It asks nothing of the database for requests without a session.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        request.is_banned = False  # type: ignore[attr-defined]
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return get_response(request)
        try:
            player = request.user if isinstance(request.user, Player) else None
        except OperationalError as error:
            request.user = AnonymousUser()  # whoever looks next would ask the database again
            return busy(request, error)
        if player is not None:
            with spoken(player.language) as language:
                request.LANGUAGE_CODE = language
                response = get_response(request)
                response.headers["Content-Language"] = language
                return response
        is_call = request.path.startswith("/api/")
        if cache.get(_moved(request.COOKIES[settings.SESSION_COOKIE_NAME])):
            # Else the old session's end would take the new session's cookie along.
            del request.COOKIES[settings.SESSION_COOKIE_NAME]
            return _refusal(PlayerMoved(), 503) if is_call else get_response(request)
        request.is_banned = _is_banned(request)  # type: ignore[attr-defined]
        if is_call and request.is_banned and request.method not in ("GET", "HEAD", "OPTIONS"):  # type: ignore[attr-defined]
            return _refusal(Banned(), 403)
        return get_response(request)

    return middleware


@contextmanager
def spoken(language: str | None) -> Iterator[str]:
    """Speak a language, or English where pages do not come in it."""
    if language is None or language not in settings.SPOKEN_LANGUAGES:
        language = settings.LANGUAGE_CODE
    with translation.override(language):
        yield language


def busy(request: HttpRequest, error: OperationalError) -> HttpResponse:
    """No database connection could be had, or SQLite was locked for its whole timeout."""
    logger.warning("database_busy", reason=str(error).splitlines()[0])
    if request.path.startswith("/api/"):
        return _refusal(Busy(), 503)
    return HttpResponse(str(Busy()), status=503, headers={"Retry-After": "1"})


def _is_banned(request: HttpRequest) -> bool:
    """Whether the session is one of a player who may not use it any more."""
    player_id = request.session.get(SESSION_KEY)
    return player_id is not None and Player.objects.filter(pk=player_id, is_active=False).exists()


def _moved(session_key: str) -> str:
    return f"moved-session:{session_key}"


def _refusal(error: HarpError, status: int) -> JsonResponse:
    body = {"error": {"code": error.code, "message": str(error), **error.data()}}
    again = {"Retry-After": str(error.retry_after)} if error.retry_after else None
    return JsonResponse(body, status=status, headers=again)
