"""`/healthz`: whether this process can serve, which is whether its database answers."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from structlog import get_logger

_log = get_logger(__name__)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 # called by Django
    """200, or 503 where the database does not answer; nothing of why is told outside.

    Redis is a cache and a wire: a process without it still serves.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        _log.warning("database_down", error=str(error))
        return HttpResponse("database down\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")
