"""What the database itself refuses of players, deals, attempts and batches, whoever writes."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError, models, transaction
from django.db.models import ProtectedError, RestrictedError

from game.limits import MAX_LOG_ACTIONS
from game.models import Attempt, Batch, Deal, Player
from tests.conftest import NOON
from tests.seat import WIN, Seat

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


def refuse(model: type[models.Model], **changes: Any) -> None:
    """The database has to refuse these changes to the only row."""
    rows = model._default_manager.all()
    assert rows.count() == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.update(**changes)


def allow(model: type[models.Model], **changes: Any) -> None:
    assert model._default_manager.update(**changes) == 1


@pytest.fixture
def player(db: None) -> Player:
    """A guest."""
    return Player.objects.create_user("Ann", is_guest=True)


@pytest.fixture
def attempt(ann: Seat) -> Attempt:
    """An open attempt with one batch of five actions."""
    pk = ann.start()["id"]
    ann.append(pk, 0, WIN[:5])
    return Attempt.objects.get(pk=pk)


# Players


def test_a_player_has_a_name(player: Player) -> None:
    refuse(Player, name="")


@pytest.mark.parametrize("name", ["Ann", "ANN", "ann", "\uff21nn"])
def test_names_that_differ_in_case_or_form_alone_are_one(player: Player, name: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create_user(name)


def test_a_name_and_its_key_are_kept_in_step(player: Player) -> None:
    player.name = "Bob"
    player.save(update_fields=["name"])
    assert Player.objects.get(name_key="bob").name == "Bob"


def test_of_the_accounts_with_one_address_one_at_most_has_confirmed_it() -> None:
    ann, bob = (Player.objects.create_user(name, email="x@example.org") for name in ("Ann", "Bob"))
    EmailAddress.objects.create(user=ann, email="x@example.org", verified=True)
    second = EmailAddress.objects.create(user=bob, email="x@example.org", verified=False)
    second.verified = True
    with pytest.raises(IntegrityError), transaction.atomic():
        second.save()


@pytest.mark.parametrize(
    "changes", [{"is_staff": True}, {"is_superuser": True}, {"email": "ann@example.org"}]
)
def test_a_guest_is_no_staff_and_has_no_address(player: Player, changes: dict[str, Any]) -> None:
    refuse(Player, **changes)
    allow(Player, is_guest=False, **changes)


# Deals


@pytest.fixture
def deal(db: None) -> Deal:
    """A numbered deal."""
    return Deal.objects.create(
        code="EH1-N-AAAAAAF", variant="EH", kind="N", deck="AS", created_at=NOON
    )


def test_a_code_names_one_deal(deal: Deal) -> None:
    deal.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        deal.save(force_insert=True)


@pytest.mark.parametrize(
    "changes",
    [
        {"variant": "XX", "code": "XX1-N-AAAAAAF"},
        {"variant": "", "code": "EH1-N-AAAAAAF"},
        {"kind": "X"},
        {"kind": ""},
        {"variant": "HT"},
        {"code": "HT1-N-AAAAAAF"},
        {"code": "EH1-N-AAAAAA"},
        {"code": ""},
        {"deck": ""},
    ],
    ids=str,
)
def test_a_deal_has_a_known_variant_and_kind_a_fitting_code_and_a_deck(
    deal: Deal, changes: dict[str, str]
) -> None:
    refuse(Deal, **changes)


def test_a_deal_that_was_played_cannot_be_deleted(attempt: Attempt) -> None:
    with pytest.raises((ProtectedError, RestrictedError)):
        Deal.objects.get().delete()


# Attempts


def test_a_player_has_one_open_attempt_a_deal(attempt: Attempt) -> None:
    second = Attempt(deal=attempt.deal, player=attempt.player, started_at=NOON, score=0)
    with pytest.raises(IntegrityError), transaction.atomic():
        second.save()
    second.finished_at = NOON
    second.save()


@pytest.mark.parametrize(
    "changes",
    [{"ply": 6}, {"moves": 4}, {"undos": 1}, {"ply": 6, "moves": 6, "undos": 1}],
    ids=str,
)
def test_ply_counts_every_move_and_undo(attempt: Attempt, changes: dict[str, int]) -> None:
    refuse(Attempt, **changes)
    allow(Attempt, ply=7, moves=6, undos=1)


@pytest.mark.parametrize("name", ["ply", "moves", "undos"])
def test_counts_are_not_negative(attempt: Attempt, name: str) -> None:
    counts = {"ply": 0, "moves": 1, "undos": -1} if name == "undos" else {"ply": 0, "moves": -1}
    refuse(Attempt, **{"undos": 1, **counts})


def test_a_log_is_bounded(attempt: Attempt) -> None:
    allow(Attempt, ply=MAX_LOG_ACTIONS, moves=MAX_LOG_ACTIONS)
    refuse(Attempt, ply=MAX_LOG_ACTIONS + 1, moves=MAX_LOG_ACTIONS + 1)


def test_a_won_attempt_is_finished(attempt: Attempt) -> None:
    refuse(Attempt, won=True)
    allow(Attempt, won=True, finished_at=attempt.last_action_at)


@pytest.mark.parametrize(
    "changes",
    [
        {"first_action_at": None},
        {"last_action_at": None},
        {"first_action_at": None, "last_action_at": None},
        {"started_at": NOON + SECOND},
        {"last_action_at": NOON - SECOND},
        {"ply": 0, "moves": 0},
        {"whole_log": True, "finished_at": NOON},
    ],
    ids=str,
)
def test_times_are_in_order_and_there_when_there_are_actions(
    attempt: Attempt, changes: dict[str, Any]
) -> None:
    allow(Attempt, started_at=NOON, first_action_at=NOON, last_action_at=NOON)
    refuse(Attempt, **changes)


def test_a_whole_log_is_finished(ann: Seat) -> None:
    ann.send_log(["S"])
    refuse(Attempt, finished_at=None)


def test_a_whole_log_has_no_times_of_actions(ann: Seat) -> None:
    ann.send_log(["S"])
    refuse(Attempt, first_action_at=NOON)
    refuse(Attempt, last_action_at=NOON)


def test_a_game_key_is_of_one_whole_log(ann: Seat, attempt: Attempt) -> None:
    refuse(Attempt, game_key=uuid4())
    ann.send_log(["S"], game_key=str(uuid4()))
    whole = Attempt.objects.get(whole_log=True)
    whole.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        whole.save(force_insert=True)


def test_an_attempt_cannot_end_before_its_last_action(attempt: Attempt) -> None:
    allow(Attempt, started_at=NOON, first_action_at=NOON, last_action_at=NOON + SECOND)
    refuse(Attempt, finished_at=NOON)


def test_an_attempt_without_actions_cannot_end_before_it_began(ann: Seat) -> None:
    ann.start()
    refuse(Attempt, started_at=NOON, finished_at=NOON - SECOND)
    allow(Attempt, started_at=NOON, finished_at=NOON)


# Batches


def test_one_batch_begins_at_a_ply(attempt: Attempt) -> None:
    second = Batch(attempt=attempt, first_ply=0, length=1, actions="S", arrived_at=NOON)
    with pytest.raises(IntegrityError), transaction.atomic():
        second.save()
    second.first_ply = 5
    second.save()


def test_a_batch_is_not_empty(attempt: Attempt) -> None:
    refuse(Batch, length=0)
    refuse(Batch, actions="")


def test_a_batch_begins_at_0_or_later(attempt: Attempt) -> None:
    refuse(Batch, first_ply=-1)


def test_a_batch_fits_into_the_log(attempt: Attempt) -> None:
    allow(Batch, first_ply=MAX_LOG_ACTIONS - 5)
    refuse(Batch, first_ply=MAX_LOG_ACTIONS - 4)
    refuse(Batch, length=MAX_LOG_ACTIONS)
