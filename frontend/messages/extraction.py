"""Finds what is marked for translation: in Python, templates, TypeScript, and what we build on."""

import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from gettext import GNUTranslations
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import django
from babel.messages.extract import extract_from_file
from django.template import engines
from django.template.base import Template
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

from frontend.messages import GAMES, LANGUAGES, ROOT

_PACKAGES: Final = ("frontend", "game", "leaderboard", "harp_server")
_KEYWORDS: Final[dict[str, Any]] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
# Modules whose sentences reach our pages. They have catalogs of their own; what these lack is ours.
_BORROWED: Final = (
    "allauth.account.adapter",
    "allauth.account.forms",
    "allauth.account.models",
    "allauth.core.internal.cryptokit",
    "django.contrib.auth.password_validation",
    "django.core.validators",
    "django.forms.fields",
)
# Of these we say in our own words also what they have words for: they would address the reader in
# the polite plural, and call a password by two names on one form.
_SAID_OUR_WAY: Final = frozenset(
    (
        "Current Password",
        "Email",
        "Enter a valid email address.",
        "Incorrect password.",
        "New Password",
        "New Password (again)",
        "Password",
        "Password (again)",
        "Please type your current password.",
        "Remember Me",
        "The email address and/or password you specified are not correct.",
        "The new value must be different from the current one.",
        "The password is too similar to the %(verbose_name)s.",
        "This email address is already associated with this account.",
        "This field is required.",
        "This password is entirely numeric.",
        "This password is too common.",
        "This password is too short. It must contain at least %d character.",
        "Too many failed login attempts. Try again later.",
        "You cannot remove your primary email address.",
        "You must type the same password each time.",
        "Your password can't be a commonly used password.",
        "Your password can't be entirely numeric.",
        "Your password can't be too similar to your other personal information.",
        "Your password must contain at least %(min_length)d character.",
    )
)


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence in English, where it is said, and in which context if it has one."""

    text: str
    file: str
    plural: str | None = None
    context: str | None = None
    comments: tuple[str, ...] = ()


def messages() -> Iterator[Message]:
    """Everything that people are told. Needs Django to be set up, and Node."""
    for package in _PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                yield from _of_python(path, path.relative_to(ROOT).as_posix())
    for path in templates():
        yield from _of_template(path)
    yield from _of_typescript()
    yield from _borrowed()


def templates() -> list[Path]:
    """Our templates, of pages and of mails."""
    return sorted(
        path
        for package in _PACKAGES
        for path in (ROOT / package).glob("templates/**/*")
        if path.suffix in (".html", ".txt")
    )


def _of_python(path: Path, file: str) -> Iterator[Message]:
    found = extract_from_file("python", path, _KEYWORDS, comment_tags=("Translators:",))
    for _line, message, comments, context in found:
        text, plural = (message, None) if isinstance(message, str) else (message[0], message[1])
        yield Message(text, file, plural, context, tuple(comments))


def _of_template(path: Path) -> Iterator[Message]:
    file = path.relative_to(ROOT).as_posix()
    source = path.read_text(encoding="utf-8")
    if re.search(r"""\b_\(["']""", source):
        raise ValueError(f"{file}: mark by {{% translate %}}, not by _()")
    engine = engines["django"].engine  # type: ignore[attr-defined]
    nodes: Any = Template(source, engine=engine).nodelist
    for node in nodes.get_nodes_by_type(TranslateNode):
        text = node.filter_expression.var.literal
        if isinstance(text, str):
            for context in _contexts(node):
                yield Message(text.replace("%", "%%"), file, context=context)
    for node in nodes.get_nodes_by_type(BlockTranslateNode):
        text, _names = node.render_token_list(node.singular)
        plural = node.render_token_list(node.plural)[0] if node.plural else None
        for context in _contexts(node):
            yield Message(text, file, plural, context)


def _contexts(node: Any) -> Sequence[str | None]:
    """The context that a template writes down; what it looks up can be each of the games."""
    if not node.message_context:
        return [None]
    written = node.message_context.var
    return [written] if isinstance(written, str) else GAMES


def typescript() -> dict[str, list[dict[str, str]]]:
    """What typescript.ts beside this finds: `messages`, and `unmarked` text that looks said."""
    run = subprocess.run(
        ["node", "frontend/messages/typescript.ts"],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, list[dict[str, str]]] = json.loads(run.stdout)
    return found


def _of_typescript() -> Iterator[Message]:
    for found in typescript()["messages"]:
        yield Message(found["text"], found["file"], found.get("plural"))


def _borrowed() -> Iterator[Message]:
    """Sentences of packages: those that have no words for them in some language, and ours."""
    roots = {name: _package(name) for name in ("django", "allauth")}
    modules = [import_module(name) for name in _BORROWED]
    paths = [Path(module.__file__ or "") for module in modules]
    known = {
        language: _known(language, roots["django"], roots["allauth"]) for language in LANGUAGES
    }
    for module, path in zip(modules, paths, strict=True):
        for message in _of_python(path, module.__name__):
            wanted = (message.text, 0) if message.plural else message.text
            ours = message.text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") in _SAID_OUR_WAY
            if ours or not all(wanted in words for words in known.values()):
                yield message


def _package(name: str) -> Path:
    return Path(import_module(name).__file__ or "").parent


def _known(language: str, *packages: Path) -> set[Any]:
    """The keys that the packages' own catalogs have words for, as `gettext` keeps them."""
    known: set[Any] = set()
    for package in packages:
        for path in package.glob(f"**/locale/{language}/LC_MESSAGES/django.mo"):
            with path.open("rb") as file:
                catalog: dict[Any, str] = GNUTranslations(file)._catalog  # type: ignore[attr-defined]
            known |= {key for key, text in catalog.items() if text}
    return known


def set_up() -> None:
    """Start Django, which reads the templates."""
    django.setup()
