"""How a player likes the board: kept with the player, the last change wins, nothing odd gets in."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from game.board_settings import CHOICES, chosen, complete
from game.export import player_data
from game.models import Player
from game.services.merging import merge_guest
from game.services.players import change_settings, create_guest, delete_player
from tests.seat import Seat, error_of

pytestmark = pytest.mark.django_db

SETTINGS = "/api/v1/me/settings/"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DEFAULTS = {name: values[0] for name, values in CHOICES.items()}


def change(seat: Seat, **changes: Any) -> Any:
    return seat.client.patch(SETTINGS, changes, format="json")


def guest() -> Player:
    return create_guest(language="en", randomness=random.Random(1))


def set_at(player: Player, at: datetime, **changes: Any) -> Player:
    return change_settings(player=player, changes=changes, changed_at=at, now=NOON)


def test_who_has_chosen_nothing_has_the_first_value_of_each(ann: Seat) -> None:
    assert ann.client.get(SETTINGS).json() == {**DEFAULTS, "changed_at": None}


def test_a_change_leaves_the_other_settings_and_the_other_players(ann: Seat, bob: Seat) -> None:
    change(ann, theme="dark")
    reply = change(ann, sound=True, letters="KnDK")
    assert reply.status_code == 200
    assert reply.json()["changed_at"] is not None
    expected = {**DEFAULTS, "theme": "dark", "sound": True, "letters": "KnDK"}
    assert ann.client.get(SETTINGS).json() == {**expected, "changed_at": reply.json()["changed_at"]}
    assert bob.client.get(SETTINGS).json() == {**DEFAULTS, "changed_at": None}


@pytest.mark.parametrize("name", CHOICES)
def test_each_value_of_each_setting_can_be_chosen(ann: Seat, name: str) -> None:
    for value in reversed(CHOICES[name]):
        assert change(ann, **{name: value}).json()[name] == value
        assert ann.client.get(SETTINGS).json()[name] == value


@pytest.mark.parametrize(
    "changes",
    [
        {"theme": "mauve"},
        {"theme": True},
        {"theme": None},
        {"theme": ["dark"]},
        {"sound": "yes"},
        {"sound": 1},
        {"sound": None},
        {"letters": "jqk"},
        {"changed_at": "yesterday"},
        {"sound": True, "motion": "slow"},
        [],
        "dark",
    ],
)
def test_what_is_no_choice_is_refused_and_changes_nothing(ann: Seat, changes: Any) -> None:
    error_of(ann.client.patch(SETTINGS, changes, format="json"), 400, "malformed")
    ann.player.refresh_from_db()
    assert (ann.player.settings, ann.player.settings_changed_at) == ({}, None)


def test_settings_that_there_are_not_are_not_kept(ann: Seat) -> None:
    assert change(ann, colour="mauve", theme="light").status_code == 200
    ann.player.refresh_from_db()
    assert ann.player.settings == {"theme": "light"}


def test_nobody_has_no_settings() -> None:
    error_of(APIClient().get(SETTINGS), 401, "not-signed-in")
    error_of(APIClient().patch(SETTINGS, {"theme": "dark"}, format="json"), 401, "not-signed-in")


def test_a_change_from_before_the_last_one_is_left_aside(ann: Seat) -> None:
    change(ann, theme="dark", changed_at="2026-03-01T12:00:00Z")
    reply = change(ann, theme="light", sound=True, changed_at="2026-03-01T11:59:59Z")
    assert reply.status_code == 200
    assert reply.json() == {**DEFAULTS, "theme": "dark", "changed_at": "2026-03-01T12:00:00Z"}
    assert change(ann, theme="light", changed_at="2026-03-01T12:00:01Z").json()["theme"] == "light"


def test_a_clock_that_is_ahead_does_not_lock_later_changes_out(ann: Seat) -> None:
    change(ann, theme="dark", changed_at="2199-01-01T00:00:00Z")
    ann.player.refresh_from_db()
    assert ann.player.settings_changed_at is not None
    assert ann.player.settings_changed_at <= timezone.now()
    assert change(ann, theme="light").json()["theme"] == "light"


def test_stored_settings_that_are_known_no_more_are_passed_over(ann: Seat) -> None:
    for stored in ({"theme": "mauve", "felt": "blue", "sound": 1, "hand": "left"}, ["dark"], "x"):
        Player.objects.filter(pk=ann.player.pk).update(settings=stored)
        known = {"hand": "left"} if isinstance(stored, dict) else {}
        assert ann.client.get(SETTINGS).json() == {**DEFAULTS, **known, "changed_at": None}
        assert change(ann).status_code == 200
        Player.objects.filter(pk=ann.player.pk).update(settings_changed_at=None)


@pytest.mark.parametrize(
    ("of_guest", "of_account", "theme", "hand"),
    [(2, 1, "dark", "left"), (1, 2, "light", "right"), (1, None, "dark", "left")],
)
def test_a_guest_who_signs_in_brings_settings_along_if_they_were_changed_last(
    ann: Seat, of_guest: int, of_account: int | None, theme: str, hand: str
) -> None:
    visitor = set_at(guest(), NOON - timedelta(days=9 - of_guest), theme="dark", hand="left")
    if of_account is not None:
        set_at(ann.player, NOON - timedelta(days=9 - of_account), theme="light", sound=True)
    merge_guest(guest=visitor, account=ann.player, now=NOON)
    ann.player.refresh_from_db()
    had = {"sound": True} if of_account is not None else {}
    assert complete(ann.player.settings) == {**DEFAULTS, **had, "theme": theme, "hand": hand}
    changed_at = NOON - timedelta(days=9 - max(of_guest, of_account or 0))
    assert ann.player.settings_changed_at == changed_at


def test_a_guest_without_settings_leaves_those_of_the_account(ann: Seat) -> None:
    set_at(ann.player, NOON, theme="dark")
    merge_guest(guest=guest(), account=ann.player, now=NOON)
    ann.player.refresh_from_db()
    assert (ann.player.settings, ann.player.settings_changed_at) == ({"theme": "dark"}, NOON)


def test_settings_are_exported_and_go_with_the_player(ann: Seat) -> None:
    set_at(ann.player, NOON, four_colours=True)
    ann.player.refresh_from_db()
    profile = player_data(player=ann.player, now=NOON)["profile"]
    assert profile["settings"] == {**DEFAULTS, "four_colours": True}
    assert profile["settings_changed_at"] == NOON
    delete_player(player=ann.player, now=NOON)
    ann.player.refresh_from_db()
    assert (ann.player.settings, ann.player.settings_changed_at) == ({}, None)


def test_only_the_very_values_are_choices() -> None:
    assert chosen({"sound": 0, "double_click": False, "theme": "dark"}) == {
        "double_click": False,
        "theme": "dark",
    }
