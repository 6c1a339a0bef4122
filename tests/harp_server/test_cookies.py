"""A cookie that we never gave is no cookie: who sends one is a visitor like any other."""

from typing import Final

import pytest
from django.test import Client

from game.models import Player

pytestmark = pytest.mark.django_db

FORGED: Final = {
    "empty": "",
    "short": "a" * 31,
    "long": "a" * 33,
    "very long": "a" * 5_000,
    "well-formed": "a" * 32,
    "NUL": "a" * 31 + "\0",
    "NUL in the middle": "a\0b" * 12,
    "upper case": "A" * 32,
    "blanks": "a b c",
    "control": "\x7f" * 32,
    "bytes": "\xff\xfe" * 16,
    "other digits": "\u0663" * 32,
    "SQL": "' OR 1=1 --",
    "path": "../../secret_key",
    "quoted": '"\\000\\377"',
}
COOKIES: Final = ("sessionid", "csrftoken", "django_language", "messages")


def latin(text: str) -> str:
    """As bytes of UTF-8 look in a header before anybody reads them."""
    return text.encode().decode("latin-1")


@pytest.mark.parametrize("path", ["/", "/account/sign-in/"])
@pytest.mark.parametrize("value", FORGED.values(), ids=FORGED)
def test_a_page_shows_itself_to_who_comes_with_forged_cookies(value: str, path: str) -> None:
    for name in COOKIES:
        reply = Client().get(path, headers={"Cookie": latin(f"{name}={value}")})
        assert reply.status_code == 200, name


@pytest.mark.parametrize("value", FORGED.values(), ids=FORGED)
def test_a_forged_session_is_nobody(value: str) -> None:
    cookie = {"Cookie": latin(f"sessionid={value}")}
    assert Client().get("/api/v1/me/", headers=cookie).status_code == 401
    assert Client().get("/admin/", headers=cookie).status_code == 302


@pytest.mark.parametrize("value", FORGED.values(), ids=FORGED)
def test_a_forged_session_becomes_a_guest_like_any_visitor(value: str) -> None:
    client = Client()
    reply = client.post("/api/v1/guests/", headers={"Cookie": latin(f"sessionid={value}")})
    assert reply.status_code == 201
    assert client.cookies["sessionid"].value != value
    assert client.get("/api/v1/me/").json()["name"] == Player.objects.get().name


def test_a_session_that_was_given_still_is_one() -> None:
    client = Client()
    client.post("/api/v1/guests/")
    assert client.get("/api/v1/me/").status_code == 200
