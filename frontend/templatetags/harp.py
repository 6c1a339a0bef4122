"""What the pages' templates say of games, times and requests."""

import unicodedata
from datetime import datetime, timedelta
from typing import Any

import structlog
from django import template
from django.conf import settings
from django.utils.formats import number_format
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from frontend.games import GAMES, Game
from game.board_settings import CHOICES, chosen

register = template.Library()


@register.filter
def duration(milliseconds: int | None) -> str:
    """Milliseconds in whole seconds, as a clock shows them ("4:05", "1:02:03"); None is a dash."""
    if milliseconds is None:
        return "\N{EN DASH}"
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@register.filter
def game(variant: str) -> Game:
    """The game of a variant, in words."""
    return GAMES[variant]


@register.filter
def isolated(name: str) -> str:
    """A name inside a sentence, so that one that is written from the right turns nothing around."""
    if any(unicodedata.bidirectional(character) in ("R", "AL") for character in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


@register.filter
def points(score: int, variant: str) -> str:
    """A score as its players know it: in Las Vegas, dollars."""
    if variant != "HV":
        return number_format(score, force_grouping=True)
    return f"\N{MINUS SIGN}${-score}" if score < 0 else f"${score}"


@register.filter
def until(moment: datetime, now: datetime) -> str:
    """How long it is from now to a moment: "5 h 12 min", "12 min"; the page's script counts on."""
    minutes = max(0, -((now - moment) // timedelta(minutes=1)))
    hours, minutes = divmod(minutes, 60)
    if hours:
        return gettext("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}
    return gettext("%(minutes)d min") % {"minutes": minutes}


@register.simple_tag
def spoken_languages() -> list[tuple[str, str]]:
    """The languages that pages come in, by code, each with its own name; none if it is but one."""
    spoken = [each for each in settings.LANGUAGES if each[0] in settings.SPOKEN_LANGUAGES]
    return spoken if len(spoken) > 1 else []


@register.simple_tag
def request_id() -> str:
    """The id under which the server's log tells of this request; empty where it has none."""
    return str(structlog.contextvars.get_contextvars().get("request_id", ""))


@register.simple_tag
def settings_attributes(user: Any) -> SafeString:
    """The settings of who looks at the page, as attributes of <html>, each after a space.

    Those that were chosen (`data-theme="dark" data-four-colours="on"`), and when
    (`data-settings-at`). For a stranger none: a script looks up what the browser remembers.
    """
    # An error's page may have no user at all.
    if not getattr(user, "is_authenticated", False):
        return SafeString()
    at = user.settings_changed_at
    attributes = {"settings-at": at.isoformat() if at else ""}
    for name, value in chosen(user.settings).items():
        if value != CHOICES[name][0]:
            word = value if isinstance(value, str) else "on" if value else "off"
            attributes[name.replace("_", "-")] = word
    return format_html_join("", ' data-{}="{}"', attributes.items())
