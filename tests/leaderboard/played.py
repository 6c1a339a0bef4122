"""Boards for tests: verified results without their games."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from game.engine.codes import DealCode
from game.models import Attempt, Deal, Player
from game.selectors import result_of
from game.services.deals import ensure_numbered_deal
from leaderboard.models import Standing
from leaderboard.services import record_result

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

_numbers = count(1)


class PlayedDeal:
    """A deal that no other test plays, its players, and results put on its board."""

    def __init__(self, players: int = 0, *, variant: str = "HO") -> None:
        self.deal: Deal = ensure_numbered_deal(
            code=DealCode.numbered(variant, 500_000 + next(_numbers)), now=NOON
        )
        self.code = self.deal.code
        self._seconds = count(1)
        self.players = [self.player() for _ in range(players)]

    def player(self) -> Player:
        """One more player."""
        return Player.objects.create(name=f"P{next(_numbers)}", password="!")

    def finish(
        self,
        player: Player,
        *,
        won: bool = False,
        score: int = 0,
        moves: int = 10,
        time_ms: int | None = 1_000,
    ) -> Attempt:
        """A finished attempt, recorded as the game does it."""
        began = NOON + timedelta(seconds=next(self._seconds))
        times: dict[str, Any] = {"whole_log": True}
        if time_ms is not None:
            times = {
                "first_action_at": began,
                "last_action_at": began + timedelta(milliseconds=time_ms),
            }
        attempt = Attempt.objects.create(
            deal=self.deal,
            player=player,
            started_at=began,
            finished_at=began + timedelta(milliseconds=time_ms or 0),
            ply=moves,
            moves=moves,
            score=score,
            won=won,
            **times,
        )
        record_result(result_of(attempt))
        return attempt

    def keys(self) -> list[str]:
        """The order keys of the lines, sorted by Python."""
        lines = Standing.objects.filter(deal=self.deal)
        return sorted(lines.values_list("order_key", flat=True).order_by())
