"""The settings on pages: <html> says what was chosen, and the menu offers it all."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from game.board_settings import CHOICES
from game.models import Player
from tests.seat import CODE, WIN, Seat

pytestmark = pytest.mark.django_db


def page(path: str, player: Player | None = None) -> str:
    browser = Client()
    if player is not None:
        browser.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return str(browser.get(path).content.decode())


def attributes(text: str) -> dict[str, str]:
    """The data attributes of <html>, but for the game that a page is about."""
    tag = re.search(r"<html[^>]*>", text)
    assert tag
    return dict(re.findall(r'data-(?!game=)([\w-]+)="([^"]*)"', tag[0]))


def choose(player: Player, **settings: Any) -> None:
    player.settings = settings
    player.settings_changed_at = datetime(2026, 3, 1, 12, tzinfo=UTC)
    player.save()


def test_a_stranger_has_no_settings_that_the_server_knows() -> None:
    assert attributes(page("/")) == {}


def test_a_player_who_chose_nothing_is_known_to_have_chosen_nothing(ann: Seat) -> None:
    assert attributes(page("/", ann.player)) == {"settings-at": ""}


def test_every_page_says_what_its_reader_has_chosen(ann: Seat) -> None:
    choose(ann.player, theme="dark", four_colours=True, double_click=False, sound=False)
    for path in ("/", f"/play/{CODE}/", "/rules/easy-harp/", "/archive/", "/account/", "/gone/"):
        assert attributes(page(path, ann.player)) == {
            "settings-at": "2026-03-01T12:00:00+00:00",
            "theme": "dark",
            "four-colours": "on",
            "double-click": "off",
        }, path


def test_stored_settings_that_are_no_choice_do_not_reach_the_page(ann: Seat) -> None:
    choose(ann.player, theme='x" onload="alert(1)', felt="blue", hand="left")
    assert attributes(page("/", ann.player)) == {
        "settings-at": "2026-03-01T12:00:00+00:00",
        "hand": "left",
    }


def test_the_script_of_the_first_paint_comes_before_the_style_and_is_no_inline_one(
    ann: Seat,
) -> None:
    text = page("/")
    first = re.search(r'<script src="[^"]*first-paint[^"]*"></script>', text)
    style = re.search(r'<link rel="stylesheet"', text)
    assert first
    assert style
    assert first.start() < style.start() < text.index("<body")


def test_each_page_with_a_table_offers_every_setting_with_all_its_values(ann: Seat) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, WIN)
    for path in (f"/play/{CODE}/", f"/replays/{attempt}/", "/rules/easy-harp/"):
        text = page(path, ann.player)
        assert 'data-opens="settings"' in text, path
        for name, values in CHOICES.items():
            camel = re.sub("_(.)", lambda letter: letter[1].upper(), name)
            radios = re.findall(rf'type="radio" name="{camel}" value="(\w+)"', text)
            switches = text.count(f'type="checkbox" name="{camel}"')
            if isinstance(values[0], bool):
                assert (radios, switches) == ([], 1), (path, name)
            else:
                assert (sorted(radios), switches) == (sorted(map(str, values)), 0), (path, name)
