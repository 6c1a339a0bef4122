"""Names: which are allowed, which are the same to a reader, and that the database holds to it."""

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection
from hypothesis import given
from hypothesis import strategies as st

from game import names
from game.errors import NameRefused, NameTaken, NotFound
from game.models import Player
from game.names import NAME_LENGTH, NameFault, guest_name, name_fault, name_key, name_look, tidy
from game.selectors import player_by_name
from game.services.players import create_guest, free_name, rename_player

# ruff: noqa: RUF001 - letters that may be mistaken for others are what is tested


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "ann.lee",
        "Åsa-Maria",
        "x_1",
        "007bond",
        "Ελένη",
        "Вера",
        "Nguyễn",
        "さくらちゃん",
        "김민준",
        "王小明",
        "नमस्ते",
        "שלום",
        "Dickens",
        "therapist",
        "Scunthorpe",
        "Harpo",
        "Modest",
    ],
)
def test_a_name_is_of_one_script_with_digits_and_joints(name: str) -> None:
    assert name_fault(tidy(name)) is None


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("me", NameFault.SHORT),
        ("", NameFault.SHORT),
        ("a" * (NAME_LENGTH + 1), NameFault.LONG),
        ("two words", NameFault.CHARACTER),
        ("a/b", NameFault.CHARACTER),
        ("<b>x", NameFault.CHARACTER),
        ("ab\u200bcd", NameFault.CHARACTER),
        ("ab\u202ecd", NameFault.CHARACTER),
        ("\u0430bc\0", NameFault.CHARACTER),
        ("ʟara", NameFault.CHARACTER),
        ("ᎪᏞᎬ", NameFault.CHARACTER),
        ("Ann😀", NameFault.CHARACTER),
        ("z\u0335a\u0335p", NameFault.CHARACTER),
        (".ann", NameFault.JOINT),
        ("ann-", NameFault.JOINT),
        ("a..b", NameFault.JOINT),
        ("1234", NameFault.NO_LETTER),
        ("Аnna", NameFault.MIXED),
        ("Νick", NameFault.MIXED),
    ],
)
def test_what_is_no_name_is_refused_with_its_reason(name: str, fault: NameFault) -> None:
    assert name_fault(name) == fault


@pytest.mark.parametrize(
    "name",
    [
        "Admin",
        "admin1",
        "4dm1n",
        "the_administrator",
        "Moderator",
        "HARP",
        "guest",
        "Guest42",
        "myself",
        "deleted",
        "Deleted-7",
        "deleted_player",
        "null",
        "sh1t",
        "f.u.c.k.e.r",
    ],
)
def test_names_that_would_pass_for_somebody_or_offend_are_refused(name: str) -> None:
    assert name_fault(name) == NameFault.REFUSED


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("Iris", "lris"),
        ("Bob", "B0b"),
        ("Lilli", "1i11I"),
        ("Jose", "José"),
        ("ann.lee", "Ann_Lee"),
        ("ann-lee", "annlee"),
        ("Arnold", "Amold"),
        ("Vivvy", "Viwy"),
        ("Ann", "Ａｎｎ"),
        ("Μαρία", "ΜΑΡΙΑ"),
        ("Νίκη", "ΝΙΚΗ"),
        ("γιαγιά", "ΓΙΑΓΙΑ"),
        ("Вера", "ВЕРА"),
        ("שלום", "שָׁלוֹם"),
        ("محمد", "مُحَمَّد"),
        ("Søren", "Soren"),
        ("Straße", "strasse"),
    ],
)
def test_look_alikes_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Copa", "Сора"),
        ("NOTA", "ΝΟΤΑ"),
        ("TEXAS", "ΤΕΧΑЅ"),
        ("Bobby", "ВоЬЬу"),
        ("vivy", "νινγ"),
        ("Nikn", "Νικη"),
        ("NIKH", "ΝΙΚΗ"),
        ("3axap", "Захар"),
        ("ПАППА", "ΠΑΠΠΑ"),
        ("ГЕКТО", "ΓΕΚΤΟ"),
        ("hounց", "հօսոց"),
        ("カロニ", "力口二"),
        ("ヘヘヘ", "へへへ"),
        ("علی", "علي"),
    ],
)
def test_names_of_different_alphabets_that_look_alike_have_one_look(one: str, other: str) -> None:
    assert name_look(one) == name_look(other)
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anna"), ("Вера", "Bepa1"), ("Ole", "Olga"), ("Νίνα", "Vina")]
)
def test_names_that_differ_to_the_eye_are_different_names(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)
    assert name_look(one) != name_look(other)


def test_each_letter_looks_like_one_other_at_the_most() -> None:
    lines = [(line[0], line[1:].strip()) for line in names._data("twins.txt")]
    twins = [letter for _, letters in lines for letter in letters]
    assert len(twins) == len(set(twins))
    for first, letters in lines:
        assert first not in twins
        assert names._bare(first) == first
        assert all(names._bare(letter) == letter and letter.isalpha() for letter in letters)


def test_every_name_that_a_guest_can_get_is_allowed_and_like_no_other() -> None:
    stems = [mood + bird for mood in names._MOODS for bird in names._BIRDS]
    assert {name_fault(stem + "1000") for stem in stems} == {None}
    assert len({name_key(stem + "1000") for stem in stems}) == len(stems)
    assert len({name_look(stem + "1000") for stem in stems}) == len(stems)
    assert len({name_key(f"CalmWren{number}") for number in range(1000, 10_000)}) == 9_000
    assert name_fault(guest_name(random.Random(1))) is None


def test_every_deleted_player_has_a_key_of_their_own_and_no_name_has_it() -> None:
    assert len({name_key(f"deleted-{pk}") for pk in range(20_000)}) == 20_000


@given(st.text(max_size=2 * NAME_LENGTH))
def test_any_text_has_a_key_and_a_look_that_only_depend_on_the_tidied_name(text: str) -> None:
    for of in (name_key, name_look):
        key = of(text)
        assert "\0" not in key
        assert of(tidy(text)) == key
        if name_fault(tidy(text)) is None:
            assert key
            assert len(key) <= 4 * NAME_LENGTH


@given(st.text(alphabet="abilo01IO", min_size=3, max_size=8))
def test_a_key_tells_neither_case_nor_look_alike_letters_apart(text: str) -> None:
    swapped = text.translate(str.maketrans("il1IoO0", "1lIi0oO"))
    assert name_key(swapped) == name_key(text) == name_key(text.upper())


@pytest.mark.django_db
def test_a_look_alike_of_a_taken_name_is_refused() -> None:
    Player.objects.create_user("QuietHeron4821")
    with pytest.raises(NameTaken):
        free_name("QuietHer0n482l")


@pytest.mark.django_db
@pytest.mark.parametrize(("one", "other"), [("Iris", "lris"), ("Copa", "Сора"), ("Νίκη", "ΝΙΚΗ")])
def test_the_database_refuses_look_alikes_whoever_writes_them(one: str, other: str) -> None:
    Player.objects.create_user(one)
    with pytest.raises(NameTaken):
        free_name(other)
    with pytest.raises(IntegrityError):
        Player.objects.create_user(other)


@pytest.mark.django_db
def test_a_player_is_found_by_the_name_in_any_case_and_not_by_a_look_alike() -> None:
    iris = Player.objects.create_user("Iris")
    assert player_by_name("IRIS") == iris
    for name in ("lris", "Ir1s", "I.ris", "", "\0"):
        with pytest.raises(NotFound):
            player_by_name(name)


@pytest.mark.django_db
def test_a_player_may_spell_the_own_name_anew_and_keep_one_that_is_refused_today() -> None:
    ann = Player.objects.create_user("ann.lee")
    assert rename_player(player=ann, name="  Ann-Lee ").name == "Ann-Lee"
    old = Player.objects.create_user("Admin")
    assert rename_player(player=old, name="Admin").name == "Admin"
    with pytest.raises(NameRefused):
        rename_player(player=ann, name="Admin")


@pytest.mark.django_db
def test_of_look_alikes_who_were_stored_before_the_later_gets_its_id() -> None:
    for at, name in enumerate(["Νίκη", "ΝΙΚΗ", "Copa", "Bob", "Сора"]):
        player = Player.objects.create_user(f"Player{chr(97 + at)}")
        was = f"was {at}"
        Player.objects.filter(pk=player.pk).update(name=name, name_key=was, name_look=was)
    migration = import_module("game.migrations.0008_name_look")
    migration.look_alikes_are_told_apart(apps, None)
    stored = list(Player.objects.order_by("pk"))
    named = [player.name for player in stored]
    assert named == ["Νίκη", f"ΝΙΚΗ-{stored[1].pk}", "Copa", "Bob", f"Сора-{stored[4].pk}"]
    assert [player.name_key for player in stored] == [name_key(name) for name in named]
    assert [player.name_look for player in stored] == [name_look(name) for name in named]


@pytest.mark.django_db(transaction=True)
def test_of_players_who_take_look_alikes_at_once_one_gets_the_name() -> None:
    takers = [create_guest(language="en", randomness=random.Random(seed)) for seed in range(4)]
    wanted = ["Copa", "Сора", "C0PA", "C-opa"]

    def take(player: Player, name: str) -> bool:
        try:
            rename_player(player=player, name=name)
        except NameTaken:
            return False
        return True

    got = at_once([partial(take, p, n) for p, n in zip(takers, wanted, strict=True)])
    assert sorted(got) == [False, False, False, True]


def at_once(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """What calls return that run at the same time, each with its own connection."""

    def run(call: Callable[[], Any]) -> Any:
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result(timeout=30) for future in [pool.submit(run, call) for call in calls]]
