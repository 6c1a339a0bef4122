"""Writes of players: guests, accounts, names, and the end of both."""

import random
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

import structlog
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import IntegrityError, OperationalError, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _
from knox.models import AuthToken

from game.board_settings import chosen
from game.errors import Malformed, NameRefused, NameTaken, NotFound
from game.models import Attempt, Player
from game.names import DELETED_PREFIX, guest_name, name_fault, tidy
from game.selectors import like_named

logger = structlog.get_logger(__name__)

GUESTS_KEPT: Final = timedelta(days=30)
"""How long a guest who never played is kept."""

_ROUNDS: Final = 5
_T = TypeVar("_T")


def create_guest(*, language: str, randomness: random.Random) -> Player:
    """A guest under a name that nobody has."""
    while True:
        try:
            with transaction.atomic():
                return Player.objects.create_user(
                    guest_name(randomness), is_guest=True, language=language
                )
        except IntegrityError:
            continue  # the name is taken: throw again


def free_name(name: str, *, player: Player | None = None) -> str:
    """The name as it would be stored, if the player (or a new one) can have it now.

    Raises NameRefused, and NameTaken for one that another has or that looks like another's.
    """
    name = tidy(name)
    fault = name_fault(name)
    if player is not None and player.name == name:
        return name  # what one has can be kept, whatever the rules say today
    if fault is not None:
        raise NameRefused(fault)
    others = like_named(name)
    if (others.exclude(pk=player.pk) if player else others).exists():
        raise NameTaken
    return name


@transaction.atomic
def rename_player(*, player: Player, name: str) -> Player:
    """Give a player another name; attempts and lines go with the player.

    Raises NotFound for one who is gone, NameRefused, NameTaken.
    """
    player = _locked(player.pk)
    player.name = free_name(name, player=player)
    _save_named(player, ["name"])
    return player


@transaction.atomic
def choose_language(*, player: Player, language: str) -> None:
    """Keep the language that the player reads in. Raises Malformed for one that there is not."""
    if language not in dict(settings.LANGUAGES):
        raise Malformed(_("There is no such language here."))
    Player.objects.filter(pk=player.pk).update(language=language)


@transaction.atomic
def change_settings(
    *, player: Player, changes: Mapping[str, Any], changed_at: datetime | None, now: datetime
) -> Player:
    """Change some settings of the board; the player as they are afterwards.

    The last change wins: one that was made before the stored one (a device was offline) is left
    aside. Raises NotFound for one who is gone.
    """
    player = _locked(player.pk)
    at = min(changed_at or now, now)
    if player.settings_changed_at is None or player.settings_changed_at <= at:
        player.settings = chosen(player.settings) | chosen(changes)
        player.settings_changed_at = at
        player.save(update_fields=["settings", "settings_changed_at"])
    return player


@transaction.atomic
def create_account(*, name: str, email: str, password_hash: str, language: str) -> Player:
    """A player who can sign in anywhere. Raises NameRefused, NameTaken.

    Hashing takes long on purpose, and is done before, lest others wait for this transaction.
    """
    player = Player(
        name=free_name(name), email=email.lower(), password=password_hash, language=language
    )
    _save_named(player, None)
    return player


@transaction.atomic
def become_account(*, guest: Player, name: str, email: str, password_hash: str) -> Player:
    """Make an account of a guest: the same player, with everything played so far.

    Raises NotFound where the guest is a guest no more, NameRefused, NameTaken.
    """
    player = _locked(guest.pk)
    if not player.is_guest:
        raise NotFound
    player.name = free_name(name, player=player)
    player.email = email.lower()
    player.is_guest = False
    player.password = password_hash
    _save_named(player, ["name", "email", "is_guest", "password"])
    end_tokens(player_id=player.pk)
    return player


def end_tokens(*, player_id: int) -> None:
    """Revoke a player's tokens: whoever had one must sign in again."""
    AuthToken.objects.filter(user=player_id).delete()


def forget_expired_sign_ins(*, now: datetime) -> None:
    """Remove sessions and tokens that nobody can use any more."""
    AuthToken.objects.filter(expiry__lt=now).delete()
    Session.objects.filter(expire_date__lt=now).delete()


def delete_player(*, player: Player, now: datetime) -> None:
    """Erase all that is known of a player. Verified results stay, as those of a deleted player.

    What is not on a board by right (open attempts, practice, what was never played) goes with its
    logs; so do address, password, tokens and, by the changed password, all sessions. Raises
    NotFound for one who is gone, Malformed for staff.
    """

    def erase(players: dict[int, Player], _attempts: list[Attempt]) -> None:
        if player.pk not in players or players[player.pk].is_deleted:
            raise NotFound
        gone = players[player.pk]
        if gone.is_staff or gone.is_superuser:
            raise Malformed(_("An administrator's account is deleted by another administrator."))
        private = Q(finished_at=None) | Q(practice=True) | Q(ply=0)
        Attempt.objects.filter(private, player=gone).delete()
        AuthToken.objects.filter(user=gone).delete()
        EmailAddress.objects.filter(user=gone).delete()
        gone.groups.clear()
        gone.user_permissions.clear()
        gone.name = f"{DELETED_PREFIX}{gone.pk}"
        gone.email = ""
        gone.is_guest = False
        gone.language = settings.LANGUAGE_CODE
        gone.settings = {}
        gone.settings_changed_at = None
        gone.last_login = None
        gone.deleted_at = now
        gone.set_unusable_password()
        gone.save()

    with_locked(Q(pk=player.pk), lambda: Q(player=player.pk), erase)
    logger.info("player-deleted", player=player.pk)


def expire_guests(*, now: datetime) -> int:
    """Remove guests who came GUESTS_KEPT ago or longer, never played an action, and have opened no
    deal since; how many."""
    cutoff = now - GUESTS_KEPT
    played = Attempt.objects.filter(Q(ply__gt=0) | Q(started_at__gte=cutoff), player=OuterRef("pk"))
    due = Player.objects.filter(
        Q(is_guest=True, is_active=True, joined_at__lt=cutoff), ~Exists(played)
    ).order_by("pk")
    return sum(_expire(guest, cutoff) for guest in due.values_list("pk", flat=True))


def _expire(guest_id: int, cutoff: datetime) -> bool:
    """Remove one guest, unless an action came in between or the guest has signed up."""

    def remove(players: dict[int, Player], attempts: list[Attempt]) -> bool:
        guest = players.get(guest_id)
        if (
            guest is None
            or not guest.is_guest
            or any(attempt.ply or attempt.started_at >= cutoff for attempt in attempts)
        ):
            return False
        guest.delete()
        return True

    return with_locked(Q(pk=guest_id), lambda: Q(player=guest_id), remove)


def with_locked(
    players: Q, attempts: Callable[[], Q], work: Callable[[dict[int, Player], list[Attempt]], _T]
) -> _T:
    """Work on players with these attempts of theirs, in one transaction in which nobody else can
    add actions to the attempts or give the players new ones.

    An action locks its attempt first and a finish then its player (for the line on the board), so
    the locks are taken in that order; an attempt that began in between makes it start again.
    """
    for last in (*[False] * (_ROUNDS - 1), True):
        try:
            with transaction.atomic():
                held = list(
                    Attempt.objects.select_for_update(of=("self",), no_key=True)
                    .select_related("deal")
                    .filter(attempts())
                    .order_by("pk")
                )
                locked = Player.objects.select_for_update().filter(players).order_by("pk")
                by_id = {player.pk: player for player in locked}
                wanted = Attempt.objects.filter(attempts()).values_list("pk", flat=True)
                if set(wanted) == {attempt.pk for attempt in held}:
                    return work(by_id, held)
        except OperationalError:  # two who wait for each other: PostgreSQL lets one try again
            if last:
                raise
    raise OperationalError("attempts of these players kept coming while they were being locked")


def _locked(player_id: int) -> Player:
    player = Player.objects.select_for_update().filter(pk=player_id, deleted_at=None).first()
    if player is None:
        raise NotFound
    return player


def _save_named(player: Player, fields: Iterable[str] | None) -> None:
    """Save a player with a name that was free a moment ago. Raises NameTaken."""
    try:
        with transaction.atomic():
            player.save(update_fields=fields)
    except IntegrityError:
        if not like_named(player.name).exclude(pk=player.pk).exists():
            raise
        raise NameTaken from None
