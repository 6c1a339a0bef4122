"""The pages of the rules: long prose, so each language has a template of its own."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import select_template
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from frontend.games import GAMES
from frontend.glossary import LANGUAGES, WORDS


def _told(request: HttpRequest, name: str, variants: str = "", **context: Any) -> HttpResponse:
    """A page in the reader's language, or in English; it offers deals of these variants."""
    language = (get_language() or "en").partition("-")[0]
    template = select_template([f"rules/{name}.{language}.html", f"rules/{name}.en.html"])
    games = [GAMES[variant] for variant in variants.split()]
    context |= {"games": games, "game": games[0] if games else None}
    return HttpResponse(template.render(context, request))


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """All games in short, and what they share."""
    return _told(request, "index")


@require_safe
def easy_harp(request: HttpRequest) -> HttpResponse:
    """The rules of Easy Harp."""
    return _told(request, "easy_harp", "EH")


@require_safe
def harpan(request: HttpRequest) -> HttpResponse:
    """The rules of Harpan's four variants."""
    return _told(request, "harpan", "HT HO HS HV")


@require_safe
def spindelharpan(request: HttpRequest) -> HttpResponse:
    """The rules of Spindelharpan's three variants."""
    return _told(request, "spindelharpan", "SO ST SF")


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """The words in all languages, the reader's own first, with what they mean in it."""
    language = (get_language() or "en").partition("-")[0]
    own = language if language in LANGUAGES else "en"
    order = [own, *(each for each in LANGUAGES if each != own)]
    words = [
        {
            "meaning": word[own]["meaning"],
            "terms": [{"language": each, "term": word[each]["term"]} for each in order],
        }
        for word in WORDS
    ]
    return _told(request, "glossary", words=words, languages=order)
