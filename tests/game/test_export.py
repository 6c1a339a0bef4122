"""The export of a player's data: all of it, and nothing of a deal that is not open."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from knox.models import AuthToken

from game.engine.cards import deck_text, face_text, parse_deck
from game.engine.codes import parse_code
from game.engine.shuffle import commitment
from game.export import player_data
from game.models import Attempt, Daily, Deal, Player
from game.schedule import opens_at
from game.services.attempts import append_actions, finish_attempt, start_attempt
from game.services.moderation import ban_player, disqualify_attempt, unban_player

pytestmark = pytest.mark.django_db

DAILY: Final = json.loads(
    (Path(__file__).parents[1] / "data" / "dailies.json").read_text()
)["dailies"][1]  # fmt: skip
NOON: Final = datetime(2026, 1, 1, 12, tzinfo=UTC)
NUMBERED: Final = "HO1-N-AAAAAEG"


def put_daily() -> Deal:
    """The recorded daily deal, on its day."""
    code = parse_code(DAILY["code"])
    assert code.date is not None
    seed = bytes.fromhex(DAILY["seed"])
    made_at = opens_at(code.date) - timedelta(days=1)
    deal = Deal.objects.create(
        code=str(code),
        variant=code.variant,
        kind=code.kind,
        date=code.date,
        deck=deck_text(parse_deck(DAILY["deck"])),
        created_at=made_at,
    )
    Daily.objects.create(
        deal=deal,
        seed=seed.hex(),
        draw=DAILY["draw"],
        commitment=commitment(str(code), seed),
        made_at=made_at,
    )
    return deal


def play(player: Player, code: str, actions: list[str], *, finish: bool = False) -> Attempt:
    attempt, _ = start_attempt(code=parse_code(code), player=player, now=NOON)
    for ply, action in enumerate(actions):
        append_actions(
            attempt_id=attempt.pk, player=player, ply=ply, actions=[action], clock=lambda: NOON
        )
    if finish:
        finish_attempt(attempt_id=attempt.pk, player=player, clock=lambda: NOON)
    return attempt


@pytest.fixture
def ann() -> Player:
    """An account with games, a token and a history."""
    put_daily()
    ann = Player.objects.create_user("Ann", "a long password", email="ann@example.org")
    EmailAddress.objects.create(user=ann, email="ann@example.org", primary=True)
    AuthToken.objects.create(ann)
    play(ann, DAILY["code"], DAILY["actions"][:5])
    numbered = play(ann, NUMBERED, ["S", "S", "U"], finish=True)
    judge = Player.objects.create_superuser("Judge", "a long password")
    disqualify_attempt(attempt=numbered, by=judge, reason="a script", now=NOON)
    ban_player(player=ann, by=judge, reason="many scripts", now=NOON)
    unban_player(player=ann, by=judge, reason="a mistake", now=NOON + timedelta(hours=1))
    return ann


@pytest.fixture
def exported(ann: Player) -> dict[str, Any]:
    """What Ann downloads."""
    browser = Client()
    browser.force_login(ann, backend="django.contrib.auth.backends.ModelBackend")
    reply = browser.get("/account/export/")
    assert reply.status_code == 200
    assert reply["Content-Type"] == "application/json"
    assert "attachment" in reply["Content-Disposition"]
    assert "no-store" in reply["Cache-Control"]
    return dict(json.loads(reply.content))


def test_all_that_is_kept_of_a_player_is_in_it(exported: dict[str, Any]) -> None:
    profile = exported["profile"]
    assert profile["name"] == "Ann"
    assert profile["email_addresses"][0]["email"] == "ann@example.org"
    assert len(profile["tokens"]) == 1
    daily, numbered = exported["attempts"]
    assert (daily["code"], daily["ranked"], daily["finished_at"]) == (DAILY["code"], True, None)
    assert [batch["actions"] for batch in daily["log"]] == [[a] for a in DAILY["actions"][:5]]
    assert numbered["moves"] == 2
    assert numbered["undos"] == 1
    assert numbered["disqualified_at"] is not None
    reasons = [judgement["reason"] for judgement in exported["judgements"]]
    assert sorted(reasons) == ["a mistake", "a script", "many scripts"]
    assert "Judge" not in json.dumps(exported)


def test_lines_are_in_it(ann: Player) -> None:
    attempt = play(ann, "HO1-N-AAAAADX", ["S"], finish=True)
    browser = Client()
    browser.force_login(ann, backend="django.contrib.auth.backends.ModelBackend")
    (line,) = browser.get("/account/export/").json()["lines"]
    assert (line["attempt"], line["code"]) == (attempt.pk, "HO1-N-AAAAADX")


def test_nothing_of_an_open_deal_is_in_it_that_its_player_did_not_do(
    exported: dict[str, Any],
) -> None:
    text = json.dumps(exported)
    for secret in ("seed", "key", "deck"):
        assert DAILY[secret] not in text
        assert f'"{secret}"' not in text
    cards = {face_text(face) for face in parse_deck(DAILY["deck"])}
    daily = {name: value for name, value in exported["attempts"][0].items() if name != "log"}
    words = set(json.dumps(daily).replace('"', " ").replace(",", " ").split())
    assert not words & cards


def test_two_decks_make_no_difference_to_it_before_a_card_has_turned(ann: Player) -> None:
    before = player_data(player=ann, now=NOON)
    Deal.objects.filter(code=DAILY["code"]).update(
        deck=deck_text(tuple(reversed(parse_deck(DAILY["deck"]))))
    )
    assert player_data(player=ann, now=NOON) == before


def test_it_is_for_who_is_signed_in_alone() -> None:
    assert Client().get("/account/export/")["Location"] == "/account/"
