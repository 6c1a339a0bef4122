"""Judgements of administrators: each with who, when and why, and at once on every board."""

from datetime import datetime

import structlog
from django.db import transaction
from django.utils.translation import gettext as _

from game.errors import Malformed
from game.events import CountingChanged, counting_changed
from game.models import Attempt, Deal, Judgement, Player

logger = structlog.get_logger(__name__)


@transaction.atomic
def disqualify_attempt(*, attempt: Attempt, by: Player, reason: str, now: datetime) -> None:
    """Take a result off the boards. Its log stays, and can still be watched."""
    _set_disqualified(attempt, now)
    _record(Judgement.Kind.DISQUALIFIED, by=by, reason=reason, now=now, attempt=attempt)


@transaction.atomic
def reinstate_attempt(*, attempt: Attempt, by: Player, reason: str, now: datetime) -> None:
    """Let a disqualified result count again."""
    _set_disqualified(attempt, None)
    _record(Judgement.Kind.REINSTATED, by=by, reason=reason, now=now, attempt=attempt)


@transaction.atomic
def ban_player(*, player: Player, by: Player, reason: str, now: datetime) -> None:
    """Shut a player out, and take all their lines off the boards.

    Raises Malformed for oneself, and for staff unless one may do everything.
    """
    if player.pk == by.pk or ((player.is_staff or player.is_superuser) and not by.is_superuser):
        raise Malformed(_("This player is not yours to ban."))
    _set_active(player, active=False)
    _record(Judgement.Kind.BANNED, by=by, reason=reason, now=now, player=player)


@transaction.atomic
def unban_player(*, player: Player, by: Player, reason: str, now: datetime) -> None:
    """Let a player in again, with all their lines."""
    _set_active(player, active=True)
    _record(Judgement.Kind.UNBANNED, by=by, reason=reason, now=now, player=player)


@transaction.atomic
def void_daily(*, deal: Deal, by: Player, reason: str, now: datetime) -> None:
    """Declare a daily deal void: its results can be watched, and count for nothing."""
    _set_voided(deal, now)
    _record(Judgement.Kind.VOIDED, by=by, reason=reason, now=now, deal=deal)


@transaction.atomic
def restore_daily(*, deal: Deal, by: Player, reason: str, now: datetime) -> None:
    """Let a voided daily deal count again, with all its results."""
    _set_voided(deal, None)
    _record(Judgement.Kind.RESTORED, by=by, reason=reason, now=now, deal=deal)


def _set_voided(deal: Deal, at: datetime | None) -> None:
    """Raises Malformed for what is no daily deal."""
    if deal.date is None:
        raise Malformed(_("Only a daily deal can be voided."))
    locked = Deal.objects.select_for_update(no_key=True).get(pk=deal.pk)
    if locked.voided_at is None or at is None:
        locked.voided_at = at
        locked.save(update_fields=["voided_at"])
    # Whoever is finishing an attempt is waited for: one who saw the day as it was has a line that
    # must be taken away, or has none that must be given.
    still_open = Attempt.objects.filter(deal=locked, finished_at=None).order_by("pk")
    list(still_open.select_for_update().values_list("pk"))
    _tell(CountingChanged(deal_id=locked.pk))


def _set_disqualified(attempt: Attempt, at: datetime | None) -> None:
    locked = Attempt.objects.select_for_update().get(pk=attempt.pk)
    locked.disqualified_at = at
    locked.save(update_fields=["disqualified_at"])
    _tell(CountingChanged(deal_id=locked.deal_id, player_id=locked.player_id))


def _set_active(player: Player, *, active: bool) -> None:
    locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    locked.is_active = active
    locked.save(update_fields=["is_active"])
    _tell(CountingChanged(player_id=locked.pk))


def _tell(event: CountingChanged) -> None:
    counting_changed.send(sender=Judgement, event=event)


def _record(
    kind: Judgement.Kind,
    *,
    by: Player,
    reason: str,
    now: datetime,
    attempt: Attempt | None = None,
    player: Player | None = None,
    deal: Deal | None = None,
) -> None:
    if not reason.strip():
        raise Malformed(_("A judgement needs its reason."))
    judgement = Judgement.objects.create(
        kind=kind, by=by, reason=reason.strip(), at=now, attempt=attempt, player=player, deal=deal
    )
    logger.info("judgement", kind=kind.value, judgement=judgement.pk, by=by.pk)
