"""The one table from what can go wrong to HTTP, and the one form of an error."""

import math
from typing import Any, Final

import structlog
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from game.errors import (
    AttemptOver,
    BadDealCode,
    Banned,
    Busy,
    DayClosed,
    DayFull,
    HarpError,
    IllegalAction,
    LogFull,
    Malformed,
    NameRefused,
    NameTaken,
    NotFound,
    PlayerMoved,
    PracticeOpen,
    RankedFirst,
    Spoiler,
    StaleLog,
)
from harp_server.parsers import BodyTooLarge

STATUS: Final[dict[type[HarpError], int]] = {
    BadDealCode: 400,
    Malformed: 400,
    LogFull: 400,
    NameRefused: 400,
    Banned: 403,
    Spoiler: 403,
    NotFound: 404,
    StaleLog: 409,
    DayClosed: 409,
    RankedFirst: 409,
    PracticeOpen: 409,
    AttemptOver: 409,
    NameTaken: 409,
    IllegalAction: 422,
    DayFull: 429,
    Busy: 503,
    PlayerMoved: 503,
}

_PAGE_RETRY_AFTER: Final = 60
"""Seconds; how long a limit of a page really lasts is not told to us."""

_FRAMEWORK_CODE: Final[dict[type[exceptions.APIException], str]] = {
    exceptions.ValidationError: "malformed",
    exceptions.ParseError: "malformed",
    exceptions.NotAuthenticated: "not-signed-in",
    exceptions.AuthenticationFailed: "not-signed-in",
    exceptions.PermissionDenied: "forbidden",
    exceptions.NotFound: "not-found",
    exceptions.MethodNotAllowed: "method-not-allowed",
    exceptions.NotAcceptable: "not-acceptable",
    exceptions.UnsupportedMediaType: "unsupported-media-type",
    exceptions.Throttled: "too-fast",
}


def error_body(code: str, message: str, data: dict[str, Any] | None = None) -> dict[str, Any]:
    """The form of every error."""
    return {"error": {"code": code, "message": message, **(data or {})}}


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's hook: a reply for what is foreseen; None, a plain 500 that is logged, for the rest."""
    if isinstance(error, HarpError):
        set_rollback()
        status = STATUS[type(error)]
        again = {"Retry-After": str(error.retry_after)} if error.retry_after else None
        return Response(error_body(error.code, str(error), error.data()), status, headers=again)
    if isinstance(error, BodyTooLarge):
        message = _("The body is too large.")
        return Response(error_body("too-large", message, {"limit": error.limit}), 413)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if not isinstance(error, exceptions.APIException):
        return None
    set_rollback()
    headers: dict[str, str] = {}
    data: dict[str, Any] = {}
    message = str(error.detail)
    if isinstance(error, exceptions.ValidationError):
        message = _("The request is not of the form that this call takes.")
        data["fields"] = error.detail
    if isinstance(error, exceptions.Throttled):
        message = _("Too many requests; wait a little.")
        headers["Retry-After"] = str(math.ceil(getattr(error, "wait", None) or 1))
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    code = _FRAMEWORK_CODE.get(type(error), "error")
    return Response(error_body(code, message, data), error.status_code, headers=headers)


def _plain(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    """An error outside the framework: JSON below /api/, else the page of that status."""
    if request.path.startswith("/api/"):
        return JsonResponse(error_body(code, message), status=status)
    return render(request, f"{status}.html", status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400."""
    if request.path.startswith("/api/"):
        return JsonResponse(error_body("malformed", _("The request is malformed.")), status=400)
    return HttpResponse(_("The request is malformed."), status=400, content_type="text/plain")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404."""
    return _plain(request, 404, "not-found", _("There is no such thing here."))


def too_fast(request: HttpRequest) -> HttpResponse:
    """allauth's handler429, for the limits of pages."""
    response = _plain(request, 429, "too-fast", _("Too many requests; wait a little."))
    response.headers["Retry-After"] = str(_PAGE_RETRY_AFTER)
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500: no trace, only the id by which the log tells more."""
    message = _("Something went wrong here; it was written down.")
    if request.path.startswith("/api/"):
        named = structlog.contextvars.get_contextvars().get("request_id")
        return JsonResponse(error_body("server-error", message, {"request_id": named}), status=500)
    return _plain(request, 500, "server-error", message)
