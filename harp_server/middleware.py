"""What holds for every request: its reply has its id, a busy database is a reason to come again, a
cookie that we never gave is none, and pages come in the languages that are spoken."""

import re
from collections.abc import Callable
from typing import Final

import structlog
from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers

from game.middleware import busy


def request_id() -> str:
    """The id under which the log has the present request; empty outside of one."""
    return str(structlog.contextvars.get_contextvars().get("request_id", ""))


class ReplyMiddleware:
    """Names the request in its reply, and answers 503 where no database connection could be had."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the id to whatever the reply is."""
        named = request_id()
        response = self.get_response(request)
        response.headers["X-Request-ID"] = named
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A pool without a free connection, or SQLite locked for its whole timeout."""
        if not isinstance(exception, OperationalError):
            return None
        return busy(request, exception)


_SESSION_KEY: Final = re.compile(r"[0-9a-z]{32}")
"""What Django makes; anything else was never given to anybody."""


def session_cookie_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Whoever comes with a session cookie of no possible form comes without one.

    It reaches neither the database, which may refuse it (PostgreSQL takes no NUL), nor the cache.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        cookie = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        if cookie is not None and not _SESSION_KEY.fullmatch(cookie):
            del request.COOKIES[settings.SESSION_COOKIE_NAME]
        return get_response(request)

    return middleware


class SpokenLocaleMiddleware(LocaleMiddleware):
    """The language that the browser asks for, if the pages come in it."""

    def process_request(self, request: HttpRequest) -> None:
        """Choose the language of the reply."""
        super().process_request(request)
        if translation.get_language() not in settings.SPOKEN_LANGUAGES:
            translation.activate(settings.LANGUAGE_CODE)
            request.LANGUAGE_CODE = settings.LANGUAGE_CODE

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Say that the reply is in the language of the browser, of a cookie, or of the player."""
        response = super().process_response(request, response)
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        return response
