"""Who asks: guests of the browser by session and CSRF, other clients by token."""

import hashlib
import random
from datetime import timedelta

import pytest
from django.utils import timezone
from knox.models import AuthToken
from rest_framework.test import APIClient

from game.models import Player
from game.names import NAME_LENGTH, guest_name, name_key
from game.services import players
from game.services.players import create_guest
from tests.seat import CODE, Seat, error_of

pytestmark = pytest.mark.django_db

GUESTS = "/api/v1/guests/"
TOKENS = "/api/v1/tokens/"
ME = "/api/v1/me/"
SECRET = "a" * 32


@pytest.fixture
def browser() -> APIClient:
    """A browser that has looked at a page, so that it has the cookie against forgery."""
    browser = APIClient(enforce_csrf_checks=True)
    browser.cookies["csrftoken"] = SECRET
    return browser


def test_a_guest_is_made_and_signed_in_with_one_call(browser: APIClient) -> None:
    reply = browser.post(GUESTS, headers={"X-CSRFToken": SECRET})
    assert reply.status_code == 201
    player = Player.objects.get()
    assert reply.json() == {"name": player.name, "guest": True}
    assert not player.has_usable_password()
    assert not player.is_staff
    me = browser.get(ME).json()
    assert me == {"name": player.name, "guest": True, "language": "en"}


def test_a_second_call_from_the_same_browser_gets_the_same_guest(browser: APIClient) -> None:
    first = browser.post(GUESTS, headers={"X-CSRFToken": SECRET})
    token = browser.cookies["csrftoken"].value  # signing in makes a new one
    second = browser.post(GUESTS, headers={"X-CSRFToken": token})
    assert second.status_code == 200
    assert second.json() == first.json()
    assert Player.objects.count() == 1


def test_the_guest_stays_over_a_closed_browser(browser: APIClient) -> None:
    cookie = browser.post(GUESTS, headers={"X-CSRFToken": SECRET}).cookies["sessionid"]
    assert cookie["max-age"] == 400 * 86_400
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"


def test_no_guest_is_made_without_the_token_against_forgery(browser: APIClient) -> None:
    error_of(browser.post(GUESTS), 403, "forbidden")
    error_of(browser.post(GUESTS, headers={"X-CSRFToken": "b" * 32}), 403, "forbidden")
    error_of(APIClient(enforce_csrf_checks=True).post(GUESTS), 403, "forbidden")
    assert not Player.objects.exists()


@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
def test_no_guest_is_made_for_another_site(browser: APIClient, origin: str) -> None:
    reply = browser.post(GUESTS, headers={"X-CSRFToken": SECRET, "Origin": origin})
    error_of(reply, 403, "forbidden")
    assert not Player.objects.exists()


def test_calls_that_write_by_session_need_the_token_against_forgery(browser: APIClient) -> None:
    browser.post(GUESTS, headers={"X-CSRFToken": SECRET})
    url = f"/api/v1/deals/{CODE}/attempts/"
    error_of(browser.post(url), 403, "forbidden")
    token = browser.cookies["csrftoken"].value
    assert browser.post(url, headers={"X-CSRFToken": token}).status_code == 201


def test_calls_by_token_need_none() -> None:
    client = APIClient(enforce_csrf_checks=True)
    token = client.post(TOKENS).json()["token"]
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    assert client.post(f"/api/v1/deals/{CODE}/attempts/").status_code == 201


def test_nobody_is_not_signed_in(anybody: APIClient) -> None:
    error_of(anybody.get(ME), 401, "not-signed-in")


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("sv", "sv"),
        ("el-GR,el;q=0.9", "el"),
        ("fr", "en"),
        ("sv-SE;q=0.2,en;q=0.9", "en"),
        ("", "en"),
    ],
)
def test_a_guest_has_the_language_that_the_browser_asks_for(
    browser: APIClient, asked: str, language: str
) -> None:
    browser.post(GUESTS, headers={"X-CSRFToken": SECRET, "Accept-Language": asked})
    assert Player.objects.get().language == language


# Tokens


def test_anybody_gets_a_new_guest_with_a_token(anybody: APIClient) -> None:
    reply = anybody.post(TOKENS)
    assert reply.status_code == 201
    body = reply.json()
    player = Player.objects.get()
    assert body["player"] == {"name": player.name, "guest": True}
    assert set(body) == {"token", "expires_at", "player"}
    lasts = AuthToken.objects.get().expiry - timezone.now()
    assert timedelta(days=364) < lasts <= timedelta(days=365)
    anybody.credentials(HTTP_AUTHORIZATION=f"Token {body['token']}")
    assert anybody.get(ME).json()["name"] == player.name


def test_a_player_gets_more_tokens_of_their_own(ann: Seat) -> None:
    body = ann.client.post(TOKENS).json()
    assert body["player"] == {"name": "Ann", "guest": False}
    other = APIClient()
    other.credentials(HTTP_AUTHORIZATION=f"token {body['token']}")
    assert other.get(ME).json()["name"] == "Ann"


def test_a_token_is_stored_as_a_digest_alone(anybody: APIClient) -> None:
    token = anybody.post(TOKENS).json()["token"]
    (row,) = AuthToken.objects.values()
    assert all(token not in str(value) for value in row.values())
    assert row["digest"] == hashlib.sha512(token.encode()).hexdigest()
    assert len(row["token_key"]) <= 15


def test_a_revoked_token_is_worth_nothing_and_others_stay(ann: Seat) -> None:
    other = APIClient()
    token = ann.client.post(TOKENS).json()["token"]
    other.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    reply = other.delete(TOKENS)
    assert (reply.status_code, reply.content) == (204, b"")
    error_of(other.get(ME), 401, "not-signed-in")
    assert ann.client.get(ME).status_code == 200


def test_revoking_needs_a_token(browser: APIClient, anybody: APIClient) -> None:
    error_of(anybody.delete(TOKENS), 401, "not-signed-in")
    browser.post(GUESTS, headers={"X-CSRFToken": SECRET})
    token = browser.cookies["csrftoken"].value
    error_of(browser.delete(TOKENS, headers={"X-CSRFToken": token}), 401, "not-signed-in")


def test_an_expired_token_is_worth_nothing(ann: Seat) -> None:
    AuthToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    error_of(ann.client.get(ME), 401, "not-signed-in")


@pytest.mark.parametrize(
    "header",
    [
        "Token",
        "Token ",
        "Token x",
        "Token a b",
        "Token " + "0" * 64,
        "Token " + "z" * 64,
        "Token \xff\xfe",
        "Token " + "\u00e4" * 64,
        "Token " + "x" * 5_000,
        "Token 00\x0000",
    ],
    ids=lambda header: ascii(header[:12]),
)
def test_a_wrong_token_is_401_everywhere(anybody: APIClient, header: str) -> None:
    anybody.credentials(HTTP_AUTHORIZATION=header)
    for path in (ME, f"/api/v1/boards/{CODE}/", f"/api/v1/deals/{CODE}/"):
        reply = anybody.get(path)
        error_of(reply, 401, "not-signed-in")
        assert reply["WWW-Authenticate"] == "Token"


def test_a_token_whose_end_is_wrong_is_401(anybody: APIClient) -> None:
    token = anybody.post(TOKENS).json()["token"]
    for wrong in (token[:-1], token[:-1] + "z", token[:-1] + "\u00e4", token + "0", token[:15]):
        anybody.credentials(HTTP_AUTHORIZATION=f"Token {wrong}")
        error_of(anybody.get(ME), 401, "not-signed-in")


def test_the_token_of_a_player_who_was_shut_out_opens_nothing(ann: Seat) -> None:
    Player.objects.update(is_active=False)
    error_of(ann.client.get(ME), 403, "banned")
    error_of(ann.client.post(f"/api/v1/deals/{CODE}/attempts/"), 403, "banned")


# Names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "aNN"),
        ("Straße", "STRASSE"),
        ("Åsa", "A\u030aSA"),
        ("Ωmega", "\u2126MEGA"),
        ("ﬁsh", "Fish"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
        ("１２", "12"),  # noqa: RUF001 - that look alike is the matter
    ],
)
def test_names_that_nobody_should_have_to_tell_apart_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)
    assert name_key(name_key(one)) == name_key(one)


def test_names_that_differ_have_different_keys() -> None:
    assert len({name_key(name) for name in ("Ann", "Anna", "Aña", "Anm")}) == 4


def test_guest_names_fit_and_are_ascii_letters_and_digits() -> None:
    names = {guest_name(random.Random(seed)) for seed in range(2_000)}
    assert len(names) > 1_950
    assert all(name.isascii() and name.isalnum() for name in names)
    assert max(map(len, names)) <= NAME_LENGTH


def test_a_taken_guest_name_is_thrown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    names = iter(["CalmRobin1000", "calmrobin1000", "CalmRobin1000", "CalmRobin2000"])
    monkeypatch.setattr(players, "guest_name", lambda _randomness: next(names))
    first = create_guest(language="en", randomness=random.Random(1))
    second = create_guest(language="sv", randomness=random.Random(1))
    assert (first.name, second.name) == ("CalmRobin1000", "CalmRobin2000")
