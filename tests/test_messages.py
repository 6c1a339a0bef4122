"""Every sentence is marked, translated whole, and comes to its readers in their language."""

import json
import re
import subprocess
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings
from django.core import mail
from django.test import Client

from frontend.messages import GAMES, LANGUAGES, catalogs, extraction
from game.models import Player

ROOT = Path(__file__).resolve().parents[1]
# What is the same in all languages: names, keys, units, codes, addresses.
UNIVERSAL = re.compile(
    r"Harp|Easy Harp|Harpan|Spindelharpan|UTC|JSON|SHA-256|API"
    r"|Enter|Shift|Ctrl|Esc|Space|Home|End|[JQKDn]|Kn|HMAC|EH1[-\w]*|https?\S*"
)
SILENT = ("script", "style", "code", "pre")
SAID = {"aria-label", "aria-roledescription", "title", "alt", "placeholder"}


@pytest.fixture(scope="module")
def template() -> Catalog:
    return catalogs.template_of(extraction.messages())


# ---- completeness ----


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalog_has_what_the_code_says_and_nothing_else(
    language: str, template: Catalog
) -> None:
    kept = catalogs.path_of(language).read_bytes()
    fresh = catalogs.text_of(catalogs.updated(catalogs.read(language), template))
    assert fresh == kept, "run script/messages"


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_translated_with_all_its_values(language: str) -> None:
    assert catalogs.faults(catalogs.read(language)) == []


def test_what_is_untranslated_doubtful_or_lacks_a_value_is_a_fault() -> None:
    catalog = Catalog(locale="sv")
    catalog.add("whole {name}", "hel {name}")
    catalog.add("none")
    catalog.add("half %(name)s", "halv")
    catalog.add("doubt", "tvivel", flags=["fuzzy"])
    catalog.add(("{count} move", "{count} moves"), ("ett drag", "{count} drag"))
    catalog.add(("{count} card", "{count} cards"), ("ett kort", ""))
    assert catalogs.faults(catalog) == [
        "untranslated: none",
        "other values than the English has: half %(name)s",
        "doubtful: doubt",
        "untranslated: {count} cards",
    ]
    catalog.add("stock", context=GAMES[0])
    assert catalogs.missing(catalog) == {
        "none": "",
        "doubt": "",
        "{count} cards": ["", ""],
        GAMES[0]: {"stock": ""},
    }


def test_translations_are_filled_in_also_those_of_one_game() -> None:
    catalog = Catalog(locale="sv")
    catalog.add("stock", locations=[("frontend/src/pages/table-view.ts", 0)])
    catalog.add(("{count} move", "{count} moves"))
    unknown = catalogs.fill(
        catalog,
        {
            "stock": "talong",
            "{count} moves": ["{count} drag", "{count} drag"],
            "gone": "borta",
            GAMES[2]: {"stock": "lek", "gone too": "borta"},
        },
    )
    assert unknown == ["gone", "gone too"]
    assert catalogs.missing(catalog) == {}
    script = catalogs.script_of(catalog)
    assert json.loads(script[script.index("messages:") + 9 : -3]) == {
        "stock": "talong",
        "Spindelharpan\x04stock": "lek",
    }


# ---- nothing is left unmarked ----


class _Text(HTMLParser):
    """What a page says: its texts, and the attributes that are read."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self._silent = 0
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in SILENT
        self.said += [value for name, value in attrs if name in SAID and value]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.said.append(data)


def _unmarked(source: str) -> Iterator[str]:
    source = re.sub(
        r"{%\s*(blocktrans\w*|comment)\b.*?{%\s*end\1\s*%}", " ", source, flags=re.DOTALL
    )
    source = re.sub(r"{% block body_class %}.*?{% endblock %}", " ", source)
    source = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", " ", source, flags=re.DOTALL)
    for text in _Text(source).said:
        if re.search(r"[^\W\d_]{2}", UNIVERSAL.sub("", text)):
            yield " ".join(text.split())


def test_templates_say_nothing_that_is_not_marked() -> None:
    found = {
        (path.relative_to(ROOT).as_posix(), text)
        for path in extraction.templates()
        # The rules are whole pages in each language.
        if not re.search(r"\.(en|sv|el)\.html$", path.name)
        for text in _unmarked(path.read_text(encoding="utf-8"))
    }
    assert found == set()


def test_an_unmarked_text_or_label_in_a_template_is_found() -> None:
    source = """<p title="Say it">{% translate "Marked" %} Harp {{ name }}</p>
      <a class="one">Not marked</a>{% blocktranslate %}Marked {{ too }}{% endblocktranslate %}"""
    assert list(_unmarked(source)) == ["Say it", "Not marked"]


def test_the_browsers_code_says_nothing_that_is_not_marked() -> None:
    assert extraction.typescript()["unmarked"] == []


# ---- it comes to its readers ----


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_has_the_catalogs_words(language: str) -> None:
    read = """
        await import(process.argv[1]);
        const { t, plural } = await import("./frontend/src/pages/i18n.ts");
        console.log(JSON.stringify([t("Undone."), t("column {number}", { number: 3 })]));
    """
    script = ROOT / "frontend/static/build" / f"messages.{language}.js"
    run = subprocess.run(
        ["node", "--input-type=module", "-e", read, str(script)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    wanted = {"sv": ["Ångrat.", "kolumn 3"], "el": ["Αναιρέθηκε.", "στήλη 3"]}
    assert json.loads(run.stdout) == wanted[language]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "today", "script"),
    [("en", "Today", None), ("sv", "I dag", "messages.sv"), ("el", "Σήμερα", "messages.el")],
)
def test_a_page_comes_in_the_language_that_the_browser_asks_for(
    language: str, today: str, script: str | None
) -> None:
    reply = Client(headers={"Accept-Language": f"{language}, en;q=0.5"}).get("/")
    page = reply.content.decode()
    assert f'<html lang="{language}"' in page
    assert reply["Content-Language"] == language
    assert {"Accept-Language", "Cookie"} <= set(re.split(r",\s*", reply["Vary"]))
    assert re.search(rf">{today}</a>", page)
    scripts = re.findall(r"/build/(messages\.\w+)", page)
    assert scripts == ([script] if script else [])


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/rules/", "/archive/", "/open/?code=x", "/account/"])
def test_every_page_offers_the_languages_and_comes_back(address: str) -> None:
    browser = Client(enforce_csrf_checks=True)
    page = browser.get(address).content.decode()
    form = re.search(r'<form class="languages".*?</form>', page, re.DOTALL)
    assert form
    assert re.findall(r'<button[^>]* value="(\w+)"', form[0]) == ["en", "sv", "el"]
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0])) | {"language": "sv"}
    reply = browser.post("/account/language/", sent)
    assert (reply.status_code, reply["Location"]) == (302, address)
    assert '<html lang="sv"' in browser.get(address).content.decode()
    elsewhere = Client()
    assert '<html lang="en"' in elsewhere.get(address).content.decode()


@pytest.mark.django_db
def test_a_date_is_written_as_its_readers_write_it() -> None:
    pages = [
        Client(headers={"Accept-Language": language}).get("/").content.decode()
        for language in ("sv", "el")
    ]
    dates = [re.search(r"<h1>(.*?)</h1>", page) for page in pages]
    genitive = "\N{GREEK SMALL LETTER OMICRON}\N{GREEK SMALL LETTER UPSILON}"
    for date, ending in zip(dates, ["", genitive], strict=True):
        assert date
        assert re.fullmatch(rf"\w+ \d+ \w+{ending} \d{{4}}", date[1])


@pytest.mark.django_db
def test_a_mail_is_in_its_readers_language_and_not_in_that_of_who_asks() -> None:
    Player.objects.create(name="Elin", email="elin@example.org", is_guest=False, language="sv")
    player = Player.objects.get(name="Elin")
    player.set_password("a long enough one")
    player.save()
    asking = Client(headers={"Accept-Language": "el"})
    asking.post("/account/password/reset/", {"email": "elin@example.org"})
    assert [letter.subject for letter in mail.outbox] == ["Harp: ett nytt lösenord"]


@pytest.mark.django_db
def test_a_refused_form_says_why_in_its_readers_language() -> None:
    browser = Client(headers={"Accept-Language": "sv"})
    reply = browser.post(
        "/account/sign-up/",
        {"username": "x", "email": "wrong", "password1": "short", "password2": "short"},
    )
    page = reply.content.decode()
    errors = re.findall(r'<ul class="errorlist[^>]*>(.*?)</ul>', page, re.DOTALL)
    assert any("Ett namn har minst" in error for error in errors)
    assert any("Lösenordet" in error for error in errors)


def test_every_language_that_is_offered_is_spoken() -> None:
    assert sorted(settings.SPOKEN_LANGUAGES) == sorted(dict(settings.LANGUAGES))
    assert sorted(settings.SPOKEN_LANGUAGES) == sorted(["en", *LANGUAGES])
