"""The catalogs, frontend/locale/*/LC_MESSAGES/django.po: read, updated, filled, compiled.

Of each comes a `django.mo` for Python and templates, and for the browser a small script,
`static/build/messages.<language>.js`, that pages in that language load before their own.
"""

import json
import re
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from frontend.messages import GAMES, LANGUAGES, ROOT
from frontend.messages import extraction as found

LOCALE: Final = ROOT / "frontend" / "locale"
SCRIPTS: Final = ROOT / "frontend" / "static" / "build"
_HEADER: Final = """\
# Harp in {language}, kept by script/messages; frontend/words.json has the words of the games.
#"""
_PLACEHOLDER: Final = re.compile(r"%\((\w+)\)[sd]|\{(\w+)\}")

Translations = Mapping[str, "str | list[str] | Mapping[str, str | list[str]]"]
"""Translations by their English; plural forms as a list; those of one game under its name."""


def path_of(language: str) -> Path:
    """The catalog of a language."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def read(language: str) -> Catalog:
    """The catalog as it is kept; an empty one for a new language."""
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain="django", ignore_obsolete=True)


def text_of(catalog: Catalog) -> bytes:
    """The catalog as its file is written: in order, and without what changes by itself."""
    catalog.header_comment = _HEADER.format(language=catalog.locale)
    catalog.fuzzy = False
    out = BytesIO()
    write_po(out, catalog, width=100, sort_output=True, ignore_obsolete=True, include_lineno=False)
    # Dates and versions in the head would make every run a change.
    kept = (b'"Language:', b'"Plural-Forms:', b'"MIME-Version:', b'"Content-')
    head, blank, rest = out.getvalue().partition(b"\n\n")
    lines = [
        line for line in head.splitlines() if not line.startswith(b'"') or line.startswith(kept)
    ]
    return b"\n".join(lines) + blank + rest


def write(language: str, catalog: Catalog) -> None:
    """Keep the catalog."""
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text_of(catalog))


def template_of(messages: Iterable[found.Message]) -> Catalog:
    """What is to be translated."""
    template = Catalog(fuzzy=False)
    for message in messages:
        template.add(
            (message.text, message.plural) if message.plural else message.text,
            locations=[(message.file, 0)],
            auto_comments=list(message.comments),
            context=message.context,
        )
    return template


def updated(catalog: Catalog, template: Catalog) -> Catalog:
    """The catalog with what is new in the code, without what is gone from it."""
    wanted = Catalog(fuzzy=False)
    for message in template:
        if message.id:
            _add(wanted, message, message.context)
    for message in catalog:
        plain = template.get(message.id)
        if message.context in GAMES and plain is not None:
            _add(wanted, plain, message.context)
    catalog.update(wanted, no_fuzzy_matching=True)
    return catalog


def _add(catalog: Catalog, message: Message, context: str | None) -> None:
    catalog.add(
        message.id,
        locations=message.locations,
        auto_comments=message.auto_comments,
        context=context,
    )


def missing(catalog: Catalog) -> dict[str, Any]:
    """What has no translation yet, or only a doubtful one, in the form that `fill` takes."""
    gaps: dict[str, Any] = {}
    for message in catalog:
        if message.id and (message.fuzzy or not _is_whole(message)):
            at = gaps.setdefault(message.context, {}) if message.context else gaps
            one = isinstance(message.id, str)
            at[_english(message)] = "" if one else [""] * catalog.num_plurals
    return gaps


def fill(catalog: Catalog, translations: Translations) -> list[str]:
    """Put translations in. Returns those keys that no sentence has."""
    unknown: list[str] = []
    by_english = {_english(message): message for message in catalog if message.id}
    by_english |= {_english(plain): plain for plain in catalog if plain.id and not plain.context}
    for english, said in translations.items():
        if isinstance(said, Mapping):
            unknown += _fill_game(catalog, english, said, by_english)
        elif (message := by_english.get(english)) is None:
            unknown.append(english)
        else:
            message.string = _string(said)
            message.flags.discard("fuzzy")
    return unknown


def _fill_game(
    catalog: Catalog,
    game: str,
    said: Mapping[str, "str | list[str]"],
    by_english: Mapping[str, Message],
) -> list[str]:
    if game not in GAMES:
        return [game]
    unknown = [english for english in said if english not in by_english]
    for english in said.keys() - set(unknown):
        _add(catalog, by_english[english], game)
        message = catalog.get(by_english[english].id, game)
        assert message is not None, "it was just added"
        message.string = _string(said[english])
    return unknown


def _string(said: str | list[str]) -> str | tuple[str, ...]:
    return said if isinstance(said, str) else tuple(said)


def faults(catalog: Catalog) -> list[str]:
    """What keeps a catalog from being shipped: gaps, doubts, and values that a translation lost."""
    found: list[str] = []
    for message in catalog:
        if not message.id:
            continue
        english = _english(message)
        if message.fuzzy:
            found.append(f"doubtful: {english}")
        elif not _is_whole(message):
            found.append(f"untranslated: {english}")
        elif any(_values(form) != _values(english) for form in _several_forms(message)):
            found.append(f"other values than the English has: {english}")
    return found


def _several_forms(message: Message) -> list[str]:
    """The forms that must name all values: one thing need not be counted ("one move")."""
    if isinstance(message.id, str):
        return [str(message.string)]
    return [str(form) for form in tuple(message.string or ())[1:]]


def _values(text: str) -> set[str]:
    return {python or script for python, script in _PLACEHOLDER.findall(text)}


def _is_whole(message: Message) -> bool:
    if isinstance(message.id, str):
        return bool(message.string)
    return isinstance(message.string, tuple) and all(message.string)


def _english(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[1]


def compile_all() -> None:
    """Write what Python and the browser read."""
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        if not path_of(language).exists():
            continue
        catalog = read(language)
        with path_of(language).with_suffix(".mo").open("wb") as file:
            write_mo(file, catalog)
        (SCRIPTS / f"messages.{language}.js").write_text(script_of(catalog), encoding="utf-8")


def script_of(catalog: Catalog) -> str:
    """The browser's share of a catalog: frontend/src/pages/i18n.ts says how it is read."""
    messages: dict[str, Any] = {}
    for message in catalog:
        if any(str(file).endswith(".ts") for file, _line in message.locations):
            text = message.id if isinstance(message.id, str) else message.id[0]
            key = f"{message.context}\x04{text}" if message.context else text
            if _is_whole(message):
                messages[key] = message.string
    words = json.dumps(messages, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return (
        f"globalThis.harpMessages={{form:(n)=>Number({catalog.plural_expr}),messages:{words}}};\n"
    )
