"""Everything that is kept of a player, for that player to take along."""

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Q
from knox.models import AuthToken

from game.board_settings import complete
from game.models import Attempt, Judgement, Player


def player_data(*, player: Player, now: datetime) -> dict[str, Any]:
    """Profile, attempts with their logs, tokens and judgements, as data for JSON.

    Decks, seeds and cards are the deals', not the player's: nothing of a deal that is not open yet
    is in it beyond its code.
    """
    attempts = Attempt.objects.filter(player=player).select_related("deal").order_by("pk")
    judgements = Judgement.objects.filter(Q(player=player) | Q(attempt__player=player))
    return {
        "exported_at": now,
        "profile": {
            "name": player.name,
            "guest": player.is_guest,
            "language": player.language,
            "settings": complete(player.settings),
            "settings_changed_at": player.settings_changed_at,
            "joined_at": player.joined_at,
            "signed_in_at": player.last_login,
            "email_addresses": list(
                EmailAddress.objects.filter(user=player).values("email", "verified", "primary")
            ),
            "tokens": list(AuthToken.objects.filter(user=player).values("created", "expiry")),
        },
        "attempts": [_attempt_data(attempt) for attempt in attempts.prefetch_related("batches")],
        "judgements": [
            {
                "kind": judgement.kind,
                "at": judgement.at,
                "reason": judgement.reason,
                "attempt": judgement.attempt_id,
            }
            for judgement in judgements.order_by("at", "pk")
        ],
    }


def _attempt_data(attempt: Attempt) -> dict[str, Any]:
    return {
        "id": attempt.pk,
        "code": attempt.deal.code,
        "ranked": attempt.ranked,
        "practice": attempt.practice,
        "whole_log": attempt.whole_log,
        "game_key": attempt.game_key,
        "started_at": attempt.started_at,
        "first_action_at": attempt.first_action_at,
        "last_action_at": attempt.last_action_at,
        "finished_at": attempt.finished_at,
        "disqualified_at": attempt.disqualified_at,
        "won": attempt.won,
        "score": attempt.score,
        "moves": attempt.moves,
        "undos": attempt.undos,
        "log": [
            {"ply": batch.first_ply, "arrived_at": batch.arrived_at, "actions": batch.tokens}
            for batch in attempt.batches.all()
        ],
    }
