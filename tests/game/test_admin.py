"""Administration: every model can be looked at, and what was verified cannot be changed."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.test import Client

from game.models import Attempt, Batch, Deal, Player
from leaderboard.models import Standing
from tests.seat import WIN, Seat

pytestmark = pytest.mark.django_db

MODELS = [Player, Deal, Attempt, Batch, Standing]


@pytest.fixture
def staff(ann: Seat) -> Client:
    """An administrator's browser, with a game in the database."""
    ann.send_log(WIN)
    client = Client()
    client.force_login(Player.objects.create_superuser("Root", "a long password"))
    return client


def test_every_model_of_ours_is_in_the_administration() -> None:
    assert set(MODELS) <= set(admin.site._registry)


@pytest.mark.parametrize("model", MODELS)
def test_rows_are_listed_searched_and_shown(staff: Client, model: type[Deal]) -> None:
    name = model._meta.model_name
    url = f"/admin/{model._meta.app_label}/{name}/"
    row = model.objects.order_by("pk")[0]
    assert staff.get(url).status_code == 200
    assert staff.get(url, {"q": "1"}).status_code == 200
    assert staff.get(f"{url}{row.pk}/change/").status_code == 200


@pytest.mark.parametrize("model", [Deal, Attempt, Batch, Standing])
def test_what_was_verified_is_read_only(staff: Client, model: type[Deal]) -> None:
    url = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
    row = model.objects.get()
    before = model.objects.values().get()
    assert staff.get(f"{url}add/").status_code == 403
    assert staff.post(f"{url}{row.pk}/change/", {"score": 1, "code": "x"}).status_code == 403
    assert staff.post(f"{url}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    staff.post(url, {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})
    assert model.objects.values().get() == before


def test_no_deck_is_shown(staff: Client) -> None:
    deal = Deal.objects.get()
    for url in ("/admin/game/deal/", f"/admin/game/deal/{deal.pk}/change/"):
        assert deal.deck[:11] not in staff.get(url).content.decode()


def test_a_player_is_added_with_a_name_and_a_password(staff: Client) -> None:
    reply = staff.post(
        "/admin/game/player/add/",
        {"name": "Clerk", "password1": "pale blue dot 7", "password2": "pale blue dot 7",
         "usable_password": "true"},
    )  # fmt: skip
    assert reply.status_code == 302, reply.content
    player = Player.objects.get(name="Clerk")
    assert player.check_password("pale blue dot 7")
    assert player.name_key == "clerk"


@pytest.mark.parametrize("name", ["ANN", "\u0410nn", "a"], ids=["taken", "alike", "too short"])
def test_a_player_gets_no_name_that_they_could_not_choose_themselves(
    staff: Client, name: str
) -> None:
    reply = staff.post(
        "/admin/game/player/add/",
        {"name": name, "password1": "pale blue dot 7", "password2": "pale blue dot 7",
         "usable_password": "true"},
    )  # fmt: skip
    assert reply.status_code == 200
    assert reply.context["adminform"].form.errors.keys() == {"name"}
    assert Player.objects.count() == 2


def test_a_player_keeps_their_name_when_something_else_is_changed(staff: Client, ann: Seat) -> None:
    reply = staff.post(
        f"/admin/game/player/{ann.player.pk}/change/",
        {"name": ann.player.name, "language": "sv", "email": "", "is_staff": ""},
    )
    assert reply.status_code == 302, reply.context["adminform"].form.errors
    ann.player.refresh_from_db()
    assert (ann.player.name, ann.player.language) == ("Ann", "sv")


def test_the_administration_is_for_staff(ann: Seat) -> None:
    client = Client()
    client.force_login(ann.player)
    assert client.get("/admin/game/deal/").status_code == 302
    assert client.login(username="Ann", password="x") is False


def test_staff_sign_in_by_name_however_capitalised() -> None:
    Player.objects.create_superuser("Root", "a long password")
    assert Client().login(username="ROOT", password="a long password") is True


@pytest.fixture
def clerk(db: None) -> Client:
    """The browser of one who may administer players, and not do everything."""
    clerk = Player.objects.create_user("Clerk", "a long password", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(content_type__app_label="game"))
    client = Client()
    client.force_login(clerk, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize("page", ["change", "password", "delete"])
def test_who_administers_players_does_not_get_at_those_who_may_do_more(
    clerk: Client, page: str
) -> None:
    for kind in ("is_staff", "is_superuser"):
        boss = Player.objects.create_user(f"Boss-{kind[3:6]}", "a long password", **{kind: True})
        before = Player.objects.filter(pk=boss.pk).values().get()
        form = {
            "name": "Mine", "post": "yes", "is_superuser": "on",
            "password1": "pale blue dot 7", "password2": "pale blue dot 7",
        }  # fmt: skip
        assert clerk.post(f"/admin/game/player/{boss.pk}/{page}/", form).status_code == 403
        assert Player.objects.filter(pk=boss.pk).values().get() == before


def test_nobodys_password_is_for_other_staff_to_choose(clerk: Client, ann: Seat) -> None:
    path = f"/admin/game/player/{ann.player.pk}"
    form = {"password1": "pale blue dot 7", "password2": "pale blue dot 7"}
    assert clerk.post(f"{path}/password/", form).status_code == 403
    assert clerk.get(f"{path}/change/").status_code == 200
    ann.player.refresh_from_db()
    assert not ann.player.check_password("pale blue dot 7")
