"""What the database itself refuses of a line."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from game.models import Attempt, Deal
from leaderboard.models import Standing
from tests.seat import WIN, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def standing(ann: Seat) -> Standing:
    """Ann's line."""
    ann.send_log(WIN)
    return Standing.objects.get()


def refuse(**changes: Any) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Standing.objects.update(**changes)


def copy_of(standing: Standing, attempt: Attempt, **changes: Any) -> Standing:
    values = dict(Standing.objects.filter(pk=standing.pk).values().get())
    del values["id"]
    return Standing(**{**values, "attempt_id": attempt.pk, **changes})


def test_a_player_has_one_line_on_a_deal(standing: Standing, ann: Seat) -> None:
    ann.send_log(WIN[:5])
    other = Attempt.objects.exclude(pk=standing.attempt_id).get()
    second = copy_of(standing, other, order_key="0" * 53)
    with pytest.raises(IntegrityError), transaction.atomic():
        second.save(force_insert=True)


def test_no_two_lines_of_a_deal_have_one_place(standing: Standing, bob: Seat) -> None:
    attempt = bob.start()["id"]
    second = copy_of(standing, Attempt.objects.get(pk=attempt), player_id=bob.player.pk)
    with pytest.raises(IntegrityError), transaction.atomic():
        second.save(force_insert=True)


def test_an_attempt_has_one_line(standing: Standing, bob: Seat) -> None:
    second = copy_of(
        standing,
        Attempt.objects.get(),
        player_id=bob.player.pk,
        order_key="0" * 53,
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        second.save(force_insert=True)


@pytest.mark.parametrize("key", ["", "0" * 52])
def test_the_key_of_the_order_is_whole(standing: Standing, key: str) -> None:
    refuse(order_key=key)


def test_a_time_is_not_negative(standing: Standing) -> None:
    refuse(time_ms=-1)


def test_moves_are_not_negative(standing: Standing) -> None:
    refuse(moves=-1)


def test_a_deal_with_lines_cannot_be_deleted(standing: Standing) -> None:
    with pytest.raises(ProtectedError):
        Deal.objects.get().delete()
