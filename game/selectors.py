"""Reads of the game: what a page or a call may see."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain, repeat

from game.engine.codes import DealCode, Kind, parse_code
from game.engine.errors import CodeError
from game.engine.replay import Reveal, opening_reveals
from game.errors import AttemptState, BadDealCode, NotFound
from game.events import AttemptFinished
from game.models import Attempt, Deal, Player
from game.names import name_key
from game.progress import Progress, progress_of, tokens_between


def read_code(text: str) -> DealCode:
    """The deal code that a person or a program gave, forgivingly read.

    Raises BadDealCode for what is no code, and NotFound for a deal that does not exist (yet).
    """
    try:
        code = parse_code(text)
    except CodeError as error:
        raise BadDealCode(error.reason.value, error.message) from None
    if code.kind != Kind.NUMBERED:
        raise NotFound
    return code


def stored_deal(code: DealCode) -> Deal | None:
    """The deal's row; a numbered deal has none until somebody plays it."""
    return Deal.objects.filter(code=str(code)).first()


def open_attempt(*, code: DealCode, player: Player) -> Attempt | None:
    """The player's attempt on the deal that still takes actions."""
    return Attempt.objects.filter(deal__code=str(code), player=player, finished_at=None).first()


def own_attempt(*, attempt_id: int, player: Player) -> Attempt:
    """An attempt of the player's. Raises NotFound."""
    attempt = (
        Attempt.objects.select_related("deal", "player")
        .filter(pk=attempt_id, player=player)
        .first()
    )
    if attempt is None:
        raise NotFound
    return attempt


def reveals_since(attempt: Attempt, progress: Progress, ply: int) -> list[Reveal]:
    """The cards that turned up after `ply`, in order; the opening's face-up cards have ply 0."""
    faces = attempt.deal.faces
    turned = zip(progress.turned_at, progress.table.turned, strict=True)
    return [Reveal(when, at, faces[at]) for when, at in turned if when > ply]


def all_reveals(attempt: Attempt) -> list[Reveal]:
    """Every card that has turned up, the opening's face-up cards first."""
    opening = opening_reveals(attempt.deal.rules, attempt.deal.faces)
    return opening + reveals_since(attempt, progress_of(attempt), 0)


def state_of(attempt: Attempt, progress: Progress, *, since: int) -> AttemptState:
    """How the attempt stands, with the reveals since a ply."""
    return AttemptState(
        ply=attempt.ply,
        score=attempt.score,
        moves=attempt.moves,
        won=attempt.won,
        over=attempt.is_over,
        reveals=reveals_since(attempt, progress, since),
    )


@dataclass(frozen=True, slots=True)
class AttemptView:
    """Everything that its player may know of an attempt: what a client needs to go on with it."""

    attempt: Attempt
    log: list[str]
    reveals: list[Reveal]


def attempt_view(*, attempt_id: int, player: Player) -> AttemptView:
    """The player's own attempt, to resume. Raises NotFound."""
    attempt = own_attempt(attempt_id=attempt_id, player=player)
    return AttemptView(
        attempt=attempt,
        log=tokens_between(attempt, 0, attempt.ply),
        reveals=all_reveals(attempt),
    )


@dataclass(frozen=True, slots=True)
class Replay:
    """A game to watch: its actions, and for each the milliseconds since the first (a whole log
    has none)."""

    attempt: Attempt
    actions: list[str]
    times: list[int] | None
    reveals: list[Reveal]


def replay(*, attempt_id: int, viewer: Player | None) -> Replay:
    """The finished attempt of anybody, or one's own. Raises NotFound."""
    attempt = Attempt.objects.select_related("deal", "player").filter(pk=attempt_id).first()
    if attempt is None or attempt.ply == 0:
        raise NotFound
    if not attempt.is_over and (viewer is None or attempt.player_id != viewer.pk):
        raise NotFound
    batches = list(attempt.batches.all())
    times: list[int] | None = None
    if (first := attempt.first_action_at) is not None:
        times = list(
            chain.from_iterable(
                repeat(_milliseconds(first, batch.arrived_at), batch.length) for batch in batches
            )
        )
    return Replay(
        attempt=attempt,
        actions=list(chain.from_iterable(batch.tokens for batch in batches)),
        times=times,
        reveals=all_reveals(attempt),
    )


def _milliseconds(start: datetime, end: datetime) -> int:
    return (end - start) // timedelta(milliseconds=1)


def player_by_name(name: str) -> Player:
    """The player of that name, however capitalised. Raises NotFound."""
    key = name_key(name)
    if "\0" in key:  # which PostgreSQL can't even compare
        raise NotFound
    player = Player.objects.filter(name_key=key, is_active=True).first()
    if player is None:
        raise NotFound
    return player


def result_of(attempt: Attempt) -> AttemptFinished:
    """What is told of a finished attempt, then and whenever its board is worked out anew."""
    if attempt.finished_at is None:
        raise ValueError("the attempt is still open")
    return AttemptFinished(
        attempt_id=attempt.pk,
        deal_id=attempt.deal_id,
        player_id=attempt.player_id,
        practice=attempt.practice,
        won=attempt.won,
        score=attempt.score,
        moves=attempt.moves,
        time_ms=attempt.time_ms,
        finished_at=attempt.finished_at,
    )


def finished_attempts(*, deal_id: int) -> Iterator[AttemptFinished]:
    """The results on a deal, in the order in which they were finished."""
    finished = Attempt.objects.filter(deal_id=deal_id, finished_at__isnull=False, ply__gt=0)
    return (result_of(attempt) for attempt in finished.order_by("finished_at", "pk").iterator())
