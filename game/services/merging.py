"""A guest signs in to an account: all that the guest played becomes the account's, in one piece."""

from datetime import datetime
from itertools import groupby

import structlog
from django.db.models import Q
from knox.models import AuthToken

from game.board_settings import chosen
from game.errors import Banned, NotFound
from game.events import CountingChanged, counting_changed
from game.models import Attempt, Judgement, Player
from game.schedule import final_at
from game.services.attempts import finish_as_it_stands
from game.services.players import with_locked

logger = structlog.get_logger(__name__)


def merge_guest(*, guest: Player, account: Player, now: datetime) -> bool:
    """Bring everything of a guest's to an account, and remove the guest; False where there is no
    such guest any more.

    Of two ranked attempts on one deal one stays ranked and the other becomes practice: one that was
    played before one that was only opened; a finished one before an open one, whose player has
    seen the deal elsewhere; else the one that began first. If either was disqualified, the one that
    stays is. Of two that are open in one slot (ranked, practice, or on a numbered deal) the one
    that comes later in this order is finished as it stands. Finished attempts on numbered deals all
    count. The lines of both are worked out anew. The account keeps its name and language;
    of the settings those hold that were changed last.

    Raises NotFound for an account that is gone, Banned for one that is shut out.
    """

    def merge(players: dict[int, Player], attempts: list[Attempt]) -> bool:
        target = players.get(account.pk)
        if target is None or target.is_guest or target.is_deleted:
            raise NotFound
        if not target.is_active:
            raise Banned
        source = players.get(guest.pk)
        if source is None or not source.is_guest or not source.is_active:
            return False
        moved = [attempt for attempt in attempts if attempt.player_id == source.pk]
        for _, on_deal in groupby(sorted(attempts, key=_deal_then_claim), _deal_of):
            _bring_together(list(on_deal), target, now)
        # Not brought along: whoever took a guest's token must not hold the account's.
        AuthToken.objects.filter(user=source).delete()
        Judgement.objects.filter(player=source).update(player=target)
        if source.joined_at < target.joined_at:
            target.joined_at = source.joined_at
            target.save(update_fields=["joined_at"])
        _bring_settings(source, target)
        # First the guest's lines go: an attempt has one line.
        _tell(CountingChanged(player_id=source.pk))
        for deal_id in sorted({attempt.deal_id for attempt in moved}):
            _tell(CountingChanged(deal_id=deal_id, player_id=target.pk))
        if Attempt.objects.filter(player=source).exists():
            raise RuntimeError("an attempt of the guest's was left behind")
        source.delete()
        logger.info("guest-merged", player=target.pk, guest=guest.pk, attempts=len(moved))
        return True

    def concerned() -> Q:
        """The guest's attempts, and of the account's those on the same deals."""
        deals = Attempt.objects.filter(player=guest.pk).values("deal")
        return Q(player=guest.pk) | Q(player=account.pk, deal__in=deals)

    return with_locked(Q(pk__in=[guest.pk, account.pk]), concerned, merge)


def _bring_settings(guest: Player, account: Player) -> None:
    """Let the guest's settings hold for the account, if they were changed later."""
    at, before = guest.settings_changed_at, account.settings_changed_at
    if at is None or (before is not None and before >= at):
        return
    account.settings = chosen(account.settings) | chosen(guest.settings)
    account.settings_changed_at = at
    account.save(update_fields=["settings", "settings_changed_at"])


def _bring_together(attempts: list[Attempt], player: Player, now: datetime) -> None:
    """Make one player's of two players' attempts on a deal, given in the order of their claims."""
    finished = _finish_all_but_first(attempts, now)
    ranked = [attempt for attempt in attempts if attempt.ranked]
    for attempt in ranked[1:]:
        attempt.ranked, attempt.practice = False, True
        ranked[0].disqualified_at = ranked[0].disqualified_at or attempt.disqualified_at
    # What has become practice may still be open, beside practice that was open before.
    finished |= _finish_all_but_first(
        [attempt for attempt in attempts if attempt.pk not in finished], now
    )
    # Those that give up their place first, so that at no moment two have one.
    for attempt in sorted(attempts, key=lambda attempt: attempt.ranked):
        Attempt.objects.filter(pk=attempt.pk).update(
            player=player,
            ranked=attempt.ranked,
            practice=attempt.practice,
            disqualified_at=attempt.disqualified_at,
        )


def _finish_all_but_first(attempts: list[Attempt], now: datetime) -> set[int]:
    """Finish as they stand the attempts that are open in a slot where one of a better claim is."""
    taken: set[bool] = set()
    finished: set[int] = set()
    for attempt in attempts:
        if attempt.is_over:
            continue
        if attempt.practice not in taken:
            taken.add(attempt.practice)
            continue
        day = attempt.deal.date
        # Past its day's end a ranked attempt is over at that end, whoever says so.
        at = min(now, final_at(day)) if attempt.ranked and day else now
        finish_as_it_stands(attempt_id=attempt.pk, at=at)
        finished.add(attempt.pk)
    return finished


def _tell(event: CountingChanged) -> None:
    counting_changed.send(sender=Attempt, event=event)


def _deal_of(attempt: Attempt) -> int:
    return attempt.deal_id


def _deal_then_claim(attempt: Attempt) -> tuple[int, bool, bool, datetime, int]:
    unplayed, unfinished = attempt.ply == 0, attempt.ranked and not attempt.is_over
    return attempt.deal_id, unplayed, unfinished, attempt.started_at, attempt.pk
