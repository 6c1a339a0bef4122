"""What makes the pages an app that installs: its manifest."""

from typing import Final

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

_SPRUCE: Final = "#1d4a3c"
"""The table by day, as styles/tokens.css has it: the frame of the app, and its first screen."""


@require_safe
@cache_control(max_age=3600)
@vary_on_headers("Accept-Language", "Cookie")
def manifest(request: HttpRequest) -> JsonResponse:  # noqa: ARG001 # called by Django
    """The web app manifest (W3C), in the reader's language."""
    return JsonResponse(
        {
            "id": "/",
            "name": _("Harp: the day's patience"),
            "short_name": "Harp",
            "description": _("Each day one secret deal for all, in three patiences."),
            "lang": get_language(),
            "start_url": reverse("pages:home"),
            "scope": "/",
            "display": "standalone",
            "orientation": "any",
            "theme_color": _SPRUCE,
            "background_color": _SPRUCE,
            "categories": ["games", "cards"],
            "icons": [
                _icon("icon-192", 192, "any"),
                _icon("icon-512", 512, "any"),
                _icon("icon-maskable-512", 512, "maskable"),
            ],
        },
        content_type="application/manifest+json",
    )


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    """One picture of the mark, `size` pixels square."""
    return {
        "src": static(f"img/{name}.png"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }
