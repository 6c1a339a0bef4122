"""What keeps other sites and injected markup out is on every reply, errors too."""

from typing import Any

import pytest
from django.test import Client

from tests.seat import CODE, Seat

pytestmark = pytest.mark.django_db

ADDRESSES = [
    ("/", 200),
    ("/archive/", 200),
    ("/open/?code=%3Cb%3E", 400),
    (f"/play/{CODE}/", 200),
    (f"/boards/{CODE}/", 200),
    ("/players/Ann/", 200),
    ("/rules/easy-harp/", 200),
    ("/account/", 200),
    ("/account/sign-in/", 200),
    ("/account/sign-up/", 200),
    ("/account/export/", 302),
    ("/admin/login/", 302),
    ("/nothing/", 404),
    ("/healthz", 200),
    ("/api/v1/variants/", 200),
    ("/api/v1/me/", 401),
    ("/api/v1/nothing/", 404),
    ("/api/schema/", 200),
]


def directives(reply: Any) -> dict[str, str]:
    parts = (part.partition(" ") for part in reply["Content-Security-Policy"].split("; "))
    return {name: value for name, _, value in parts}


@pytest.mark.parametrize(("address", "status"), ADDRESSES)
def test_every_reply_has_them(ann: Seat, address: str, status: int) -> None:
    reply = Client().get(address)
    assert reply.status_code == status
    assert reply["X-Frame-Options"] == "DENY"
    assert reply["X-Content-Type-Options"] == "nosniff"
    assert reply["Referrer-Policy"] == "same-origin"
    assert reply["Cross-Origin-Opener-Policy"] == "same-origin"
    assert reply["X-Request-ID"]
    policy = directives(reply)
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["form-action"] == "'self'"


def test_a_failure_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.selectors.first_day", lambda: 1 / 0)
    reply = Client(raise_request_exception=False).get("/archive/")
    assert reply.status_code == 500
    assert directives(reply)["script-src"] == "'self'"
    assert reply["X-Frame-Options"] == "DENY"


def test_cookies_are_not_for_other_sites_and_the_session_not_for_scripts() -> None:
    browser = Client()
    browser.get(f"/play/{CODE}/")
    browser.post("/api/v1/guests/")
    assert browser.cookies["sessionid"]["httponly"]
    assert browser.cookies["sessionid"]["samesite"] == "Lax"
    assert browser.cookies["csrftoken"]["samesite"] == "Lax"
