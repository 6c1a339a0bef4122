"""Reads of the game: what a page or a call may see."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import chain, repeat

from django.db.models import Count, Min, Q, QuerySet, Sum

from game.engine.cards import deck_text
from game.engine.codes import DealCode, Kind, parse_code
from game.engine.errors import CodeError
from game.engine.replay import Reveal, opening_reveals
from game.engine.shuffle import numbered_deck
from game.engine.variants import LAS_VEGAS, VARIANTS
from game.errors import AttemptState, BadDealCode, NotFound, Spoiler
from game.events import AttemptFinished
from game.models import Attempt, Daily, Deal, Judgement, Player
from game.names import is_same_name, name_key, name_look
from game.progress import Progress, progress_of, tokens_between
from game.schedule import day_of


def read_code(text: str, *, now: datetime) -> DealCode:
    """The deal code that a person or a program gave, forgivingly read.

    Raises BadDealCode for what is no code, and NotFound for the deal of a day that has not begun.
    """
    try:
        code = parse_code(text)
    except CodeError as error:
        raise BadDealCode(error.reason.value, error.message) from None
    if code.date is not None and code.date > day_of(now):
        raise NotFound
    return code


def stored_deal(code: DealCode) -> Deal | None:
    """The deal's row; a numbered deal has none until somebody plays it.

    Raises NotFound for a day that had no such deal.
    """
    deal = Deal.objects.filter(code=str(code)).first()
    if deal is None and code.kind == Kind.DAILY:
        raise NotFound
    return deal


def open_deck(code: DealCode, stored: Deal | None) -> str | None:
    """The deck as text, if anybody may see it; `stored` is the deal's row, if it has one.

    Of a stored deal it is the deck that was played, whatever a shuffle would give today.
    """
    if stored is not None:
        return stored.shown_deck
    return deck_text(numbered_deck(code)) if code.kind == Kind.NUMBERED else None


def published_deal(*, code: DealCode, now: datetime) -> Deal:
    """The daily deal of a day that has begun. Raises NotFound."""
    began = code.date is not None and code.date <= day_of(now)
    deal = stored_deal(code) if began else None
    if deal is None:
        raise NotFound
    return deal


def ranked_attempt(*, deal: Deal, player: Player) -> Attempt | None:
    """The player's one ranked attempt on a daily deal, open or over."""
    return (
        Attempt.objects.select_related("deal", "player")
        .filter(deal=deal, player=player, ranked=True)
        .first()
    )


def open_attempt(*, code: DealCode, player: Player, wanted: str | None = None) -> Attempt | None:
    """The player's attempt on the deal that is not finished: the one whose id is `wanted`; else
    the one that counts before practice."""
    open_ones = Attempt.objects.filter(deal__code=str(code), player=player, finished_at=None)
    attempts = list(open_ones.order_by("practice"))
    return next((each for each in attempts if str(each.pk) == wanted), next(iter(attempts), None))


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


def state_of(attempt: Attempt, progress: Progress, *, since: int, now: datetime) -> AttemptState:
    """How the attempt stands, with the reveals since a ply."""
    return AttemptState(
        ply=attempt.ply,
        score=attempt.score,
        moves=attempt.moves,
        won=attempt.won,
        over=attempt.is_over_at(now),
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
    """One's own attempt, or a finished one of anybody's that gives nothing away.

    Raises NotFound, and Spoiler for an attempt on an open day to a viewer who has not won it.
    """
    attempt = Attempt.objects.select_related("deal", "player").filter(pk=attempt_id).first()
    if attempt is None or attempt.ply == 0:
        raise NotFound
    is_own = viewer is not None and attempt.player_id == viewer.pk
    if not is_own and not (attempt.is_over and attempt.player.is_active):
        raise NotFound
    if not is_own and not watches_others(deal=attempt.deal, viewer=viewer):
        raise Spoiler
    batches = list(attempt.batches.filter(first_ply__lt=attempt.ply))
    times: list[int] | None = None
    if attempt.is_paced and (first := attempt.first_action_at) is not None:
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


def watches_others(*, deal: Deal, viewer: Player | None) -> bool:
    """Whether games of others on a deal give nothing away: its deck is open, or the viewer's own
    ranked attempt is won."""
    if deal.is_open:
        return True
    ranked = ranked_attempt(deal=deal, player=viewer) if viewer else None
    return ranked is not None and ranked.won


def own_games(*, deal: Deal, player: Player, limit: int) -> list[Attempt]:
    """The player's finished attempts on a deal that can be watched, the latest first."""
    own = Attempt.objects.select_related("deal", "player").filter(deal=deal, player=player)
    return list(own.filter(ply__gt=0, finished_at__isnull=False).order_by("-finished_at")[:limit])


def _milliseconds(start: datetime, end: datetime) -> int:
    return (end - start) // timedelta(milliseconds=1)


def like_named(name: str) -> QuerySet[Player]:
    """The players who have this name, or one that may be taken for it."""
    return Player.objects.filter(Q(name_key=name_key(name)) | Q(name_look=name_look(name)))


def player_by_name(name: str) -> Player:
    """The player of that name, however capitalised. Raises NotFound."""
    player = Player.objects.filter(name_key=name_key(name), is_active=True, deleted_at=None).first()
    if player is None or not is_same_name(player.name, name):
        raise NotFound
    return player


def result_of(attempt: Attempt) -> AttemptFinished:
    """What is told of a finished attempt, then and whenever its board is worked out anew."""
    if attempt.finished_at is None:
        raise ValueError("the attempt is still open")
    return AttemptFinished(
        attempt_id=attempt.pk,
        deal_id=attempt.deal_id,
        variant=attempt.deal.variant,
        player_id=attempt.player_id,
        counts=not attempt.practice
        and attempt.disqualified_at is None
        and attempt.player.is_active
        and attempt.deal.voided_at is None,
        won=attempt.won,
        score=attempt.score,
        moves=attempt.moves,
        time_ms=attempt.time_ms,
        finished_at=attempt.finished_at,
    )


def counting_results(
    *, deal_id: int | None = None, player_id: int | None = None
) -> Iterator[AttemptFinished]:
    """The results that count for boards, of a deal or a player or both, in the order of finishing.

    Practice does not count, nor what was disqualified, nor anything of a banned player's or on a
    day that was voided.
    """
    counting = _counting().select_related("deal", "player")
    if deal_id is not None:
        counting = counting.filter(deal_id=deal_id)
    if player_id is not None:
        counting = counting.filter(player_id=player_id)
    return (result_of(attempt) for attempt in counting.order_by("finished_at", "pk").iterator())


def _counting() -> QuerySet[Attempt]:
    return Attempt.objects.filter(
        finished_at__isnull=False,
        ply__gt=0,
        practice=False,
        disqualified_at=None,
        player__is_active=True,
        deal__voided_at=None,
    )


@dataclass(frozen=True, slots=True)
class Bankroll:
    """What a player has won and lost in Las Vegas: the scores of `games` games, added up."""

    games: int
    dollars: int


def bankroll(*, player: Player) -> Bankroll:
    """Of all finished games that count for boards, won or given up, dailies and numbered deals
    alike; a deal that was played again cost its stake again."""
    games = _counting().filter(player=player, deal__variant=LAS_VEGAS.variant)
    return Bankroll(**games.aggregate(games=Count("pk"), dollars=Sum("score", default=0)))


@dataclass(frozen=True, slots=True)
class DayDeal:
    """A day's deal of one variant, with how many play it and how the player who asks stands."""

    deal: Deal
    daily: Daily
    players: int
    winners: int
    own: Attempt | None


def day_deals(*, day: date, now: datetime, player: Player | None) -> list[DayDeal]:
    """The deals of a day, in the order of the variants; none where none were made.

    Raises NotFound for a day that has not begun.
    """
    if day > day_of(now):
        raise NotFound
    counted = Q(
        attempts__ranked=True,
        attempts__ply__gt=0,
        attempts__disqualified_at=None,
        attempts__player__is_active=True,
    )
    deals = (
        Deal.objects.filter(date=day)
        .select_related("daily")
        .annotate(
            players=Count("attempts", filter=counted),
            winners=Count("attempts", filter=counted & Q(attempts__won=True)),
        )
    )
    own = {
        attempt.deal_id: attempt
        for attempt in Attempt.objects.select_related("deal").filter(
            deal__date=day, player=player, ranked=True
        )
    }
    order = list(VARIANTS)
    return [
        DayDeal(deal, deal.daily, deal.players, deal.winners, own.get(deal.pk))
        for deal in sorted(deals, key=lambda deal: order.index(deal.variant))
    ]


@dataclass(frozen=True, slots=True)
class ArchiveDay:
    """A day that had deals: how many of them the player who asks began and won, and whether any
    was voided."""

    date: date
    deals: int
    voided: int
    begun: int
    won: int


def archive_days(
    *, first: date, last: date, now: datetime, player: Player | None, variant: str | None = None
) -> list[ArchiveDay]:
    """The days from `first` to `last` that had deals, of one variant or of any, in order."""
    deals = Deal.objects.filter(date__gte=first, date__lte=min(last, day_of(now)))
    own = Attempt.objects.filter(
        player=player, ranked=True, deal__date__gte=first, deal__date__lte=last
    )
    if variant is not None:
        deals, own = deals.filter(variant=variant), own.filter(deal__variant=variant)
    played = {
        day: (begun, won)
        for day, begun, won in own.values_list("deal__date").annotate(
            begun=Count("pk"), won_ones=Count("pk", filter=Q(won=True))
        )
    }
    counted = (
        deals.values_list("date")
        .annotate(deals=Count("pk"), voided=Count("voided_at"))
        .order_by("date")
    )
    return [
        ArchiveDay(day, count, voided, *played.get(day, (0, 0)))
        for day, count, voided in counted
        if day is not None
    ]


def first_day() -> date | None:
    """The day of the oldest daily deal."""
    day: date | None = Deal.objects.aggregate(day=Min("date"))["day"]
    return day


def neighbours(*, deal: Deal, now: datetime) -> tuple[Deal | None, Deal | None]:
    """The deals of the same variant on the day before and on the day after that have one."""
    others = Deal.objects.filter(variant=deal.variant, date__lte=day_of(now))
    before = others.filter(date__lt=deal.date).order_by("-date").first()
    return before, others.filter(date__gt=deal.date).order_by("date").first()


def void_reason(*, deal: Deal) -> str | None:
    """Why a daily deal was voided; None for one that was not."""
    if deal.voided_at is None:
        return None
    judgement = Judgement.objects.filter(deal=deal, kind=Judgement.Kind.VOIDED).first()
    return judgement.reason if judgement else None


def deal_of_attempt(*, attempt_id: int) -> Deal:
    """The deal that an attempt is on. Raises NotFound."""
    attempt = Attempt.objects.select_related("deal").filter(pk=attempt_id).first()
    if attempt is None:
        raise NotFound
    return attempt.deal


def commitments() -> QuerySet[Daily]:
    """All that were made, the latest day first: what may be known of days ahead, and no more."""
    return Daily.objects.select_related("deal").order_by("-deal__date", "pk")
