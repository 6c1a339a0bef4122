"""Guests and accounts, by the pages: signing up, in and out, names, languages, bans, the end."""

import re
from datetime import UTC, datetime, timedelta
from http.cookies import SimpleCookie
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from knox.models import AuthToken
from rest_framework.throttling import ScopedRateThrottle

from game.engine.codes import parse_code
from game.errors import NotFound
from game.models import Attempt, Judgement, Player
from game.selectors import player_by_name
from game.services.attempts import append_actions, finish_attempt, start_attempt
from game.services.moderation import ban_player, unban_player
from game.services.players import GUESTS_KEPT, delete_player, expire_guests

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PASSWORD = "nine columns of cards"
CODE = "HO1-N-AAAAAEG"


@pytest.fixture(autouse=True)
def _forget() -> None:
    cache.clear()


@pytest.fixture
def browser() -> Client:
    """A browser that has not been here before; it checks CSRF."""
    return Client()


def guest_of(browser: Client) -> Player:
    """Make the browser a guest's."""
    reply = browser.post("/api/v1/guests/")
    assert reply.status_code == 201
    return Player.objects.get(name=reply.json()["name"])


def sign_up(browser: Client, **fields: str) -> Any:
    data = {
        "username": "Ann",
        "email": "ann@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
    }
    return browser.post("/account/sign-up/", data | fields)


def sign_in(browser: Client, email: str = "ann@example.org", password: str = PASSWORD) -> Any:
    return browser.post("/account/sign-in/", {"login": email, "password": password})


def me(browser: Client) -> Any:
    reply = browser.get("/api/v1/me/")
    return reply.json() if reply.status_code == 200 else None


def account(name: str = "Ann", email: str = "ann@example.org") -> Player:
    player = Player.objects.create_user(name, PASSWORD, email=email)
    EmailAddress.objects.create(user=player, email=email, primary=True, verified=True)
    return player


def play(player: Player, *, finish: bool = True, code: str = CODE, now: datetime = NOW) -> Attempt:
    """A game of one action; a stock turned, say."""
    attempt, _ = start_attempt(code=parse_code(code), player=player, now=now)
    append_actions(attempt_id=attempt.pk, player=player, ply=0, actions=["S"], clock=lambda: now)
    if finish:
        attempt = finish_attempt(attempt_id=attempt.pk, player=player, clock=lambda: now)
    return attempt


def link_in_mail() -> str:
    """The path of the link in the last mail."""
    found = re.search(r"https?://testserver(/\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


# ---- signing up ----


def test_a_guest_who_signs_up_is_the_same_player_with_everything(browser: Client) -> None:
    guest = guest_of(browser)
    attempt = play(guest)
    token = AuthToken.objects.create(guest)[0]
    reply = sign_up(browser)
    assert reply.status_code == 302
    assert reply["Location"] == "/account/"
    ann = Player.objects.get(name="Ann")
    assert ann.pk == guest.pk
    assert not ann.is_guest
    assert ann.email == "ann@example.org"
    assert ann.check_password(PASSWORD)
    assert me(browser)["name"] == "Ann"
    assert Attempt.objects.get(pk=attempt.pk).player == ann
    assert not AuthToken.objects.filter(
        pk=token.pk
    ).exists()  # who took it must not hold the account
    assert browser.get(f"/api/v1/boards/{CODE}/").json()["lines"][0]["player"] == {
        "name": "Ann",
        "guest": False,
    }


def test_a_guest_may_keep_the_name_that_was_given(browser: Client) -> None:
    guest = guest_of(browser)
    assert f'value="{guest.name}"' in browser.get("/account/sign-up/").content.decode()
    sign_up(browser, username=guest.name)
    assert Player.objects.get(pk=guest.pk).name == guest.name
    assert not Player.objects.get(pk=guest.pk).is_guest


def test_who_was_nobody_signs_up_in_the_language_of_the_page(browser: Client) -> None:
    browser.post("/account/language/", {"language": "sv"})
    sign_up(browser)
    assert me(browser) == {"name": "Ann", "guest": False, "language": "sv"}


@pytest.mark.parametrize("name", ["Admin", "me", "two words", "Αnn", "ann"])  # noqa: RUF001
def test_signing_up_needs_a_name_that_can_be_had(browser: Client, name: str) -> None:
    account()
    guest = guest_of(browser)
    reply = sign_up(browser, username=name, email="new@example.org")
    assert reply.status_code == 200
    assert reply.context["form"].errors["username"]
    assert Player.objects.get(pk=guest.pk).is_guest


def test_signing_up_with_an_address_in_use_looks_like_any_other_sign_up() -> None:
    account()
    used, fresh = Client(), Client()
    with_used = sign_up(used, username="Bea", email="ann@example.org")
    with_fresh = sign_up(fresh, username="Cid", email="cid@example.org")
    assert (with_used.status_code, with_used["Location"]) == (
        with_fresh.status_code,
        with_fresh["Location"],
    )
    pages = [
        client.get("/account/").content.decode().replace(name, "").replace(email, "")
        for client, name, email in [
            (used, "Bea", "ann@example.org"),
            (fresh, "Cid", "cid@example.org"),
        ]
    ]
    assert _without_tokens(pages[0]) == _without_tokens(pages[1])
    assert [sent.subject for sent in mail.outbox] == ["Harp: confirm your address"] * 2


def test_two_accounts_with_one_address_sign_in_each_by_its_password() -> None:
    account()
    sign_up(Client(), username="Bea", password1="another long one", password2="another long one")
    for password, name in [(PASSWORD, "Ann"), ("another long one", "Bea")]:
        browser = Client()
        assert sign_in(browser, password=password).status_code == 302
        assert me(browser)["name"] == name


def test_the_address_is_confirmed_by_the_link_in_the_mail_and_playing_does_not_wait_for_it(
    browser: Client,
) -> None:
    sign_up(browser)
    assert me(browser)["name"] == "Ann"
    path = link_in_mail()
    assert "ann@example.org" in browser.get(path).content.decode()
    browser.post(path)
    assert EmailAddress.objects.get(email="ann@example.org").verified


def test_a_mail_that_cannot_be_sent_hinders_nobody(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.message.EmailMessage.send", fail)
    assert sign_up(browser).status_code == 302
    assert me(browser)["name"] == "Ann"
    assert "could not be sent" in browser.get("/account/").content.decode()


def test_mails_are_files_in_embedded_mode() -> None:
    from harp_server.settings import base

    assert base.EMAIL_BACKEND == "django.core.mail.backends.filebased.EmailBackend"
    assert base.EMAIL_FILE_PATH == base.VAR_DIR / "mail"


# ---- signing in ----


def test_a_guest_who_signs_in_brings_everything_along(browser: Client) -> None:
    ann = account()
    guest = guest_of(browser)
    attempt = play(guest)
    reply = browser.post(
        "/account/sign-in/?next=/account/export/",
        {"login": "Ann@Example.org", "password": PASSWORD, "next": "/account/export/"},
    )
    assert reply["Location"] == "/account/export/"
    assert me(browser)["name"] == "Ann"
    assert not Player.objects.filter(pk=guest.pk).exists()
    assert Attempt.objects.get(pk=attempt.pk).player == ann
    lines = browser.get(f"/api/v1/boards/{CODE}/").json()["lines"]
    assert [line["player"]["name"] for line in lines] == ["Ann"]


def test_a_failed_sign_in_leaves_the_guest_alone(browser: Client) -> None:
    account()
    guest = guest_of(browser)
    reply = sign_in(browser, password="wrong")
    assert reply.status_code == 200
    assert me(browser)["name"] == guest.name


def test_a_wrong_password_and_an_unknown_address_are_told_alike() -> None:
    account()
    wrong = sign_in(Client(), password="wrong").context["form"].errors
    unknown = sign_in(Client(), email="nobody@example.org").context["form"].errors
    assert wrong == unknown


def test_signing_in_is_limited_by_address_of_the_account() -> None:
    account()
    for _ in range(5):
        sign_in(Client(), password="wrong")
    assert "Too many" in str(sign_in(Client()).context["form"].errors)


def test_who_has_an_account_is_led_away_from_signing_up_and_in(browser: Client) -> None:
    sign_up(browser)
    for path in ("/account/sign-up/", "/account/sign-in/"):
        assert browser.get(path)["Location"] == "/account/"
        assert browser.post(path, {})["Location"] == "/account/"


def test_sessions_elsewhere_that_are_under_way_are_told_to_come_again(browser: Client) -> None:
    account()
    guest = guest_of(browser)
    attempt = play(guest, finish=False)
    late = Client()
    late.cookies = SimpleCookie(
        {settings.SESSION_COOKIE_NAME: browser.cookies[settings.SESSION_COOKIE_NAME].value}
    )
    sign_in(browser)
    body = {"ply": 1, "actions": ["S"]}
    path = f"/api/v1/attempts/{attempt.pk}/actions/"
    reply = late.post(path, body, content_type="application/json")
    assert reply.status_code == 503
    assert reply.json()["error"]["code"] == "player-moved"
    assert reply["Retry-After"] == "1"
    # It must not take the cookie away that the browser has got in between.
    assert settings.SESSION_COOKIE_NAME not in reply.cookies
    assert settings.SESSION_COOKIE_NAME not in late.get("/account/").cookies
    assert browser.post(path, body, content_type="application/json").status_code == 200


def test_names_are_not_changed_without_end(browser: Client) -> None:
    guest_of(browser)
    replies = [browser.post("/account/name/", {"name": f"Bea-{n}"}) for n in "abcdefghijk"]
    assert [reply.status_code for reply in replies] == [302] * 10 + [429]


# ---- passwords and addresses ----


def test_a_forgotten_password_is_changed_by_mail_and_the_guest_stays_meanwhile(
    browser: Client,
) -> None:
    account()
    guest = guest_of(browser)
    attempt = play(guest)
    browser.post("/account/password/reset/", {"email": "ann@example.org"})
    form = browser.get(link_in_mail(), follow=True)
    assert me(browser)["name"] == guest.name
    path = form.redirect_chain[-1][0]
    browser.post(path, {"password1": "a wholly new one", "password2": "a wholly new one"})
    assert me(browser)["name"] == guest.name
    assert sign_in(browser, password="a wholly new one").status_code == 302
    assert Attempt.objects.get(pk=attempt.pk).player.name == "Ann"


def test_a_reset_tells_nobody_whether_the_address_is_known() -> None:
    account()
    replies = [
        Client().post("/account/password/reset/", {"email": email})
        for email in ("ann@example.org", "nobody@example.org")
    ]
    assert len({(reply.status_code, reply["Location"]) for reply in replies}) == 1
    assert len(mail.outbox) == 2


def test_a_link_in_a_mail_does_not_sign_a_guest_out(browser: Client) -> None:
    sign_up(Client())
    guest = guest_of(browser)
    browser.get(link_in_mail())
    browser.post(link_in_mail())
    assert me(browser)["name"] == guest.name
    assert EmailAddress.objects.get(email="ann@example.org").verified


def test_an_address_is_changed_after_the_password_and_the_link(browser: Client) -> None:
    sign_up(browser)
    reply = browser.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    assert reply["Location"].startswith("/account/password-again/")
    cache.clear()
    browser.post(reply["Location"], {"password": PASSWORD})
    browser.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    browser.post(link_in_mail())
    assert Player.objects.get(name="Ann").email == "new@example.org"


def test_guests_have_neither_address_nor_password_to_change(browser: Client) -> None:
    guest_of(browser)
    for path in ("/account/email/", "/account/password/"):
        assert browser.get(path)["Location"] == "/account/sign-up/"


# ---- the page ----


def test_the_page_tells_a_guest_what_an_account_brings(browser: Client) -> None:
    guest_of(browser)
    page = browser.get("/account/").content.decode()
    assert "comes along" in page
    assert "/account/sign-up/" in page


@pytest.mark.parametrize(
    "path",
    [
        "",
        "sign-in/",
        "sign-up/",
        "sign-out/",
        "delete/",
        "password/reset/",
        "password/reset/sent/",
        "password/reset/done/",
        "banned/",
        "email/sent/",
    ],
)
def test_pages_have_no_script_or_style_of_their_own(browser: Client, path: str) -> None:
    guest_of(browser)
    reply = browser.get(f"/account/{path}")
    assert reply.status_code == 200
    assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=", reply.content.decode())


def test_a_name_is_changed_on_the_page_and_on_boards(browser: Client) -> None:
    guest = guest_of(browser)
    play(guest)
    assert browser.post("/account/name/", {"name": "Bea"}).status_code == 302
    assert me(browser)["name"] == "Bea"
    board = browser.get(f"/api/v1/boards/{CODE}/").json()
    assert board["lines"][0]["player"]["name"] == "Bea"
    reply = browser.post("/account/name/", {"name": "Harp"})
    assert reply.status_code == 400
    assert "not to be had" in reply.content.decode()


def test_a_language_that_pages_do_not_come_in_is_kept_and_not_half_spoken(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "SPOKEN_LANGUAGES", ["en"])
    sign_up(browser)
    browser.post("/account/language/", {"language": "el"})
    assert me(browser)["language"] == "el"
    assert browser.get("/account/")["Content-Language"] == "en"
    stranger = Client(headers={"Accept-Language": "sv"})
    assert stranger.get("/account/")["Content-Language"] == "en"


def test_a_language_is_kept_on_the_player_and_spoken_on_every_device(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "SPOKEN_LANGUAGES", ["en", "el"])
    sign_up(browser)
    browser.post("/account/language/", {"language": "el", "next": "https://elsewhere.example/"})
    elsewhere = Client()
    sign_in(elsewhere)
    assert elsewhere.get("/account/")["Content-Language"] == "el"
    assert me(elsewhere)["language"] == "el"
    browser.post("/account/language/", {"language": "xx"})
    assert me(browser)["language"] == "el"


def test_a_language_leads_back_to_a_page_of_ours_alone(browser: Client) -> None:
    for wanted, target in [
        ("/boards/x/", "/boards/x/"),
        ("https://elsewhere.example/", "/account/"),
        ("//elsewhere.example/", "/account/"),
    ]:
        reply = browser.post("/account/language/", {"language": "sv", "next": wanted})
        assert reply["Location"] == target


def test_signing_out_warns_a_guest(browser: Client) -> None:
    guest_of(browser)
    assert "no password to come back by" in browser.get("/account/sign-out/").content.decode()
    browser.post("/account/sign-out/")
    assert me(browser) is None


# ---- bans ----


@pytest.fixture
def judge() -> Player:
    """Who bans."""
    return Player.objects.create_superuser("Judge", PASSWORD)


def test_a_banned_player_can_neither_act_nor_sign_in_and_is_told(
    browser: Client, judge: Player
) -> None:
    sign_up(browser)
    ann = Player.objects.get(name="Ann")
    attempt = play(ann, finish=False)
    token = AuthToken.objects.create(ann)[1]
    ban_player(player=ann, by=judge, reason="a script", now=NOW)
    path = f"/api/v1/attempts/{attempt.pk}/actions/"
    body = {"ply": 1, "actions": ["S"]}
    by_session = browser.post(path, body, content_type="application/json")
    by_token = Client().post(
        path, body, content_type="application/json", headers={"authorization": f"Token {token}"}
    )
    for reply in (by_session, by_token):
        assert reply.status_code == 403
        assert reply.json()["error"]["code"] == "banned"
    assert browser.post("/api/v1/guests/").status_code == 403
    assert "is banned" in browser.get("/account/").content.decode()
    reply = Client().post(
        "/account/sign-in/", {"login": "ann@example.org", "password": PASSWORD}, follow=True
    )
    assert "is banned" in reply.content.decode()
    assert Attempt.objects.get(pk=attempt.pk).ply == 1
    unban_player(player=ann, by=judge, reason="a mistake", now=NOW)
    assert me(browser)["name"] == "Ann"


def test_a_guest_who_signs_in_to_a_banned_account_stays_a_guest(
    browser: Client, judge: Player
) -> None:
    ban_player(player=account(), by=judge, reason="a script", now=NOW)
    guest = guest_of(browser)
    assert sign_in(browser)["Location"] == "/account/banned/"
    assert me(browser)["name"] == guest.name


# ---- the end ----


def test_deleting_asks_for_the_password_and_leaves_only_lines(browser: Client) -> None:
    sign_up(browser)
    ann = Player.objects.get(name="Ann")
    kept = play(ann)
    play(ann, finish=False, now=NOW + timedelta(hours=1))
    AuthToken.objects.create(ann)
    elsewhere = Client()
    sign_in(elsewhere)
    assert browser.post("/account/delete/", {"password": "wrong"}).status_code == 400
    reply = browser.post("/account/delete/", {"password": PASSWORD})
    assert reply.status_code == 200
    gone = Player.objects.get(pk=ann.pk)
    assert gone.is_deleted
    assert gone.email == ""
    assert not gone.has_usable_password()
    assert me(browser) is None
    assert me(elsewhere) is None
    assert not AuthToken.objects.filter(user=gone).exists()
    assert not EmailAddress.objects.filter(user=gone).exists()
    assert list(Attempt.objects.filter(player=gone)) == [kept]
    (line,) = browser.get(f"/api/v1/boards/{CODE}/").json()["lines"]
    assert line["player"] == {"name": "deleted player", "guest": False, "deleted": True}
    assert line["attempt"] == kept.pk
    assert browser.get(f"/api/v1/attempts/{kept.pk}/replay/").status_code == 200
    for name in ("Ann", gone.name, "deleted player"):
        assert browser.get(f"/api/v1/players/{name}/").status_code == 404
        with pytest.raises(NotFound):
            player_by_name(name)
    assert sign_in(Client()).status_code == 200
    assert sign_up(Client()).status_code == 302  # the name and the address are free again


def test_a_guest_is_forgotten_on_a_plain_yes(browser: Client) -> None:
    guest = guest_of(browser)
    play(guest)
    assert b"password" not in browser.get("/account/delete/").content.lower()
    assert browser.post("/account/delete/").status_code == 200
    assert Player.objects.get(pk=guest.pk).is_deleted
    assert me(browser) is None


def test_what_was_decided_about_a_deleted_player_is_kept(judge: Player) -> None:
    ann = account()
    ban_player(player=ann, by=judge, reason="a script", now=NOW)
    unban_player(player=ann, by=judge, reason="a mistake", now=NOW)
    delete_player(player=ann, now=NOW)
    assert Judgement.objects.filter(player=ann).count() == 2
    with pytest.raises(NotFound):
        delete_player(player=ann, now=NOW)


def test_guests_who_never_played_expire(browser: Client) -> None:
    joined = NOW - GUESTS_KEPT
    makers = {
        name: Client() for name in ("idle", "looked", "played", "recent", "opened", "signed_up")
    }
    players = {name: guest_of(client) for name, client in makers.items()}
    Player.objects.update(joined_at=joined - timedelta(milliseconds=1))
    Player.objects.filter(pk=players["recent"].pk).update(joined_at=joined)
    start_attempt(code=parse_code(CODE), player=players["looked"], now=joined - timedelta(days=1))
    start_attempt(code=parse_code(CODE), player=players["opened"], now=NOW - timedelta(days=1))
    play(players["played"], finish=False)
    sign_up(makers["signed_up"])
    assert expire_guests(now=NOW) == 2
    assert expire_guests(now=NOW) == 0
    left = set(Player.objects.values_list("pk", flat=True))
    assert left == {players[name].pk for name in ("opened", "played", "recent", "signed_up")}


# ---- limits ----


@pytest.fixture
def three_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network may make three guests in an hour."""
    rates = {**ScopedRateThrottle.THROTTLE_RATES, "guests": "3/hour"}
    monkeypatch.setattr(ScopedRateThrottle, "THROTTLE_RATES", rates)


@pytest.mark.usefixtures("three_guests")
def test_new_guests_are_counted_by_network_and_known_ones_not_at_all() -> None:
    def make(address: str, client: Client | None = None) -> int:
        return (client or Client()).post("/api/v1/guests/", REMOTE_ADDR=address).status_code

    known = Client()
    assert [make("192.0.2.1", known) for _ in range(9)] == [201, *[200] * 8]
    assert [make("192.0.2.1") for _ in range(3)] == [201, 201, 429]
    assert make("::ffff:192.0.2.1") == 429
    assert make("192.0.2.2") == 201
    assert make("192.0.2.1", known) == 200
    assert [make(f"2001:db8:0:1::{host}") for host in range(1, 5)] == [201, 201, 201, 429]
    assert make("2001:db8:0:2::1") == 201
    reply = Client().post("/api/v1/tokens/", REMOTE_ADDR="192.0.2.1")
    assert reply.status_code == 429
    assert int(reply["Retry-After"]) > 0
    assert known.post("/api/v1/tokens/", REMOTE_ADDR="192.0.2.1").status_code == 201


@pytest.mark.usefixtures("three_guests")
def test_behind_proxies_the_address_is_the_one_that_they_saw(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from rest_framework.settings import api_settings

    def make(forwarded: str) -> int:
        reply = Client().post(
            "/api/v1/guests/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=forwarded
        )
        return reply.status_code

    assert [make(f"192.0.2.{host}") for host in range(4)] == [201, 201, 201, 429]
    monkeypatch.setattr(api_settings, "NUM_PROXIES", 1)
    assert [make(f"198.51.100.{host}, 192.0.2.7:4711") for host in range(4)] == [201] * 3 + [429]
    assert make("198.51.100.1, [2001:db8::1]:80") == 201
    assert make("junk") == 201


def _without_tokens(page: str) -> str:
    return re.sub(r'value="[^"]{30,}"', "", page)


# ---- what a new password ends, and a database that is busy ----


def test_a_new_password_ends_the_tokens_that_the_old_one_let_in(browser: Client) -> None:
    sign_up(browser)
    ann = Player.objects.get(name="Ann")
    AuthToken.objects.create(ann)
    new = "another-string-of-a-harp"
    browser.post(
        "/account/password/", {"oldpassword": PASSWORD, "password1": new, "password2": new}
    )
    ann.refresh_from_db()
    assert ann.check_password(new)
    assert not AuthToken.objects.filter(user=ann).exists()


@pytest.mark.parametrize("path", ["/api/v1/me/", "/account/"])
def test_a_player_whose_session_can_not_be_read_is_told_to_come_again(
    browser: Client, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    guest_of(browser)

    def busy(*_: Any) -> None:
        raise OperationalError("couldn't get a connection after 10.00 sec")

    monkeypatch.setattr("django.contrib.auth.get_user", busy)
    monkeypatch.setattr("django.contrib.auth.middleware.auth.get_user", busy)
    reply = browser.get(path)
    assert reply.status_code == 503
    assert reply["Retry-After"]
