"""The game's calls: they translate between HTTP and services or selectors, and nothing else."""

import random
from typing import Any, cast

from django.contrib.auth import login
from django.utils import timezone, translation
from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from knox.models import AuthToken
from rest_framework import exceptions
from rest_framework.authentication import SessionAuthentication
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from game import selectors
from game.api.accounts import OfPlayer
from game.api.attempt_serializers import (
    AppendSerializer,
    AttemptSerializer,
    FinishedSerializer,
    KeptLogSerializer,
    LogSerializer,
    OutcomeSerializer,
    PlayOnSerializer,
    ReplaySerializer,
    StartSerializer,
    StateSerializer,
    outcome_of,
)
from game.api.deal_serializers import (
    CommitmentQuerySerializer,
    CommitmentSerializer,
    DayQuerySerializer,
    DaySerializer,
    DealSerializer,
)
from game.api.player_serializers import (
    MeSerializer,
    PlayerSerializer,
    SettingsSerializer,
    TokenSerializer,
)
from game.engine.variants import VARIANTS, rules_data
from game.limits import MAX_LOG_ACTIONS, MAX_LOG_BODY_BYTES
from game.models import Player
from game.schedule import closes_at, day_of, final_at, opens_at
from game.services import attempts
from game.services.players import change_settings, create_guest
from game.services.playing_on import play_on
from game.throttles import GuestDayThrottle, GuestThrottle, TokenThrottle, spend_storage

_RANDOMNESS = random.SystemRandom()


def player_of(request: Request) -> Player | None:
    """Who asks, if they are signed in."""
    return request.user if isinstance(request.user, Player) else None


def checked(serializer: Serializer[Any]) -> dict[str, Any]:
    """The request's data. Raises ValidationError, a 400."""
    serializer.is_valid(raise_exception=True)
    return cast("dict[str, Any]", serializer.validated_data)


class PlayerView(OfPlayer, APIView):
    """A call that needs to know who asks."""

    permission_classes: list[type[BasePermission]] = [IsAuthenticated]

    @property
    def player(self) -> Player:
        """Who asks."""
        return cast("Player", self.request.user)


class VariantsView(APIView):
    """The rules as data."""

    @extend_schema(
        operation_id="variants", responses={200: {"type": "array", "items": {"type": "object"}}}
    )
    def get(self, request: Request) -> Response:
        """The eight variants, each a value of the engine's vocabulary (docs/rules.md)."""
        return Response([rules_data(rules) for rules in VARIANTS.values()])


class GuestsView(APIView):
    """Guests of the browser."""

    throttle_classes = [GuestThrottle, GuestDayThrottle]
    authentication_classes = [SessionAuthentication]

    @extend_schema(
        operation_id="create_guest",
        request=None,
        responses={201: PlayerSerializer, 200: PlayerSerializer},
    )
    def post(self, request: Request) -> Response:
        """Make a guest and sign this browser in. Who is signed in already stays who they are."""
        player = player_of(request)
        if player is not None:
            return Response(PlayerSerializer(player).data)
        # DRF checks CSRF for those who are signed in; this call signs in.
        SessionAuthentication().enforce_csrf(request)
        player = create_guest(
            language=translation.get_language_from_request(request), randomness=_RANDOMNESS
        )
        login(request._request, player, backend="django.contrib.auth.backends.ModelBackend")
        return Response(PlayerSerializer(player).data, 201)


class TokensView(OfPlayer, APIView):
    """Tokens of clients that are no browsers."""

    throttle_classes = [GuestThrottle, GuestDayThrottle, TokenThrottle]

    @extend_schema(operation_id="create_token", request=None, responses={201: TokenSerializer})
    def post(self, request: Request) -> Response:
        """A token (for `Authorization: Token ...`) of the player who asks, or of a new guest."""
        player = player_of(request) or create_guest(
            language=translation.get_language_from_request(request), randomness=_RANDOMNESS
        )
        instance, token = AuthToken.objects.create(player)
        kept = {"token": token, "expires_at": instance.expiry, "player": player}
        return Response(TokenSerializer(kept).data, 201)

    @extend_schema(operation_id="revoke_token", responses={204: None})
    def delete(self, request: Request) -> Response:
        """Revoke the token that this request carries."""
        if not isinstance(request.successful_authenticator, TokenAuthentication):
            raise exceptions.NotAuthenticated
        cast("AuthToken", request.auth).delete()
        return Response(status=204)


class MeView(PlayerView):
    """The player who asks."""

    @extend_schema(operation_id="me", responses={200: MeSerializer})
    def get(self, request: Request) -> Response:
        """Who the cookie or the token stands for."""
        return Response(MeSerializer(self.player).data)


class SettingsView(PlayerView):
    """How the player who asks likes the board."""

    @property
    def throttle_scope(self) -> str | None:
        """Changes are counted, looks are not."""
        return "settings" if self.request.method == "PATCH" else None

    @extend_schema(operation_id="settings", responses={200: SettingsSerializer})
    def get(self, request: Request) -> Response:
        """All settings."""
        return Response(SettingsSerializer(self.player).data)

    @extend_schema(
        operation_id="change_settings",
        request=SettingsSerializer,
        responses={200: SettingsSerializer},
    )
    def patch(self, request: Request) -> Response:
        """Change those that are named; all settings as they are then. The last change wins."""
        changes = checked(SettingsSerializer(data=request.data, partial=True))
        changed_at = changes.pop("changed_at", None)
        player = change_settings(
            player=self.player, changes=changes, changed_at=changed_at, now=timezone.now()
        )
        return Response(SettingsSerializer(player).data)


class DealView(APIView):
    """A deal."""

    @extend_schema(operation_id="deal", responses={200: DealSerializer})
    def get(self, request: Request, code: str) -> Response:
        """The deal of a code, which is read forgivingly; a numbered one with its deck."""
        now = timezone.now()
        deal_code = selectors.read_code(code, now=now)
        stored = selectors.stored_deal(deal_code)
        player = player_of(request)
        attempt = player and selectors.open_attempt(code=deal_code, player=player)
        deal = {
            "code": str(deal_code),
            "variant": deal_code.variant,
            "kind": deal_code.kind,
            "number": deal_code.number,
            "deck": selectors.open_deck(deal_code, stored),
            "open_attempt": attempt.pk if attempt else None,
            "daily": stored.daily if stored and stored.date else None,
        }
        return Response(DealSerializer(deal).data)


class DayView(APIView):
    """The deals of a day."""

    @extend_schema(operation_id="daily", parameters=[DayQuerySerializer], responses=DaySerializer)
    def get(self, request: Request) -> Response:
        """A day's deals: when they open and close, who plays, how you stand."""
        now = timezone.now()
        query = checked(DayQuerySerializer(data=request.query_params))
        day = query.get("date", day_of(now))
        deals = selectors.day_deals(day=day, now=now, player=player_of(request))
        shown = {
            "date": day,
            "server_now": now,
            "opens_at": opens_at(day),
            "closes_at": closes_at(day),
            "final_at": final_at(day),
            "deals": deals,
        }
        return Response(DaySerializer(shown, context={"now": now}).data)


class CommitmentsView(APIView):
    """The commitments to daily deals, those of days ahead too."""

    @extend_schema(
        operation_id="commitments",
        parameters=[CommitmentQuerySerializer],
        responses=CommitmentSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The commitment of every deal that was made, with the time of its making; latest first."""
        query = checked(CommitmentQuerySerializer(data=request.query_params))
        made = selectors.commitments()
        if "before" in query:
            made = made.filter(deal__date__lt=query["before"])
        return Response(CommitmentSerializer(made[: query["limit"]], many=True).data)


class StartView(PlayerView):
    """Attempts on a deal."""

    throttle_scope = "actions"

    @extend_schema(
        operation_id="start_attempt",
        request=StartSerializer,
        responses={201: AttemptSerializer, 200: AttemptSerializer},
    )
    def post(self, request: Request, code: str) -> Response:
        """Start an attempt (201), or get back the one that is open (200)."""
        wanted = checked(StartSerializer(data=request.data))
        now = timezone.now()
        spend_storage(player_id=self.player.pk, actions=0, now=now)
        attempt, is_new = attempts.start_attempt(
            code=selectors.read_code(code, now=now),
            player=self.player,
            now=now,
            practice=wanted["practice"],
        )
        view = selectors.attempt_view(attempt_id=attempt.pk, player=self.player)
        return Response(AttemptSerializer(view, context={"now": now}).data, 201 if is_new else 200)


class AttemptView(PlayerView):
    """An attempt of the player's own."""

    @extend_schema(operation_id="attempt", responses={200: AttemptSerializer})
    def get(self, request: Request, attempt_id: int) -> Response:
        """All that is needed to go on with it, on any device."""
        view = selectors.attempt_view(attempt_id=attempt_id, player=self.player)
        return Response(AttemptSerializer(view, context={"now": timezone.now()}).data)


class ActionsView(PlayerView):
    """The log of an attempt."""

    throttle_scope = "actions"

    @extend_schema(
        operation_id="append_actions",
        request=AppendSerializer,
        responses={200: StateSerializer},
    )
    def post(self, request: Request, attempt_id: int) -> Response:
        """Add actions from a ply on; what is stored already is skipped, so it may be repeated."""
        data = checked(AppendSerializer(data=request.data))
        spend_storage(player_id=self.player.pk, actions=len(data["actions"]), now=timezone.now())
        attempt, state = attempts.append_actions(
            attempt_id=attempt_id,
            player=self.player,
            ply=data["ply"],
            actions=data["actions"],
            clock=timezone.now,
        )
        return Response({**state.data(), "outcome": outcome_of(attempt)})


class FinishView(PlayerView):
    """The end of an attempt that is not won."""

    throttle_scope = "actions"

    @extend_schema(
        operation_id="finish_attempt",
        request=None,
        responses={200: FinishedSerializer},
    )
    def post(self, request: Request, attempt_id: int) -> Response:
        """Give up: the result is what was played so far. A win finishes by itself."""
        attempt = attempts.finish_attempt(
            attempt_id=attempt_id, player=self.player, clock=timezone.now
        )
        return Response({"outcome": outcome_of(attempt)})


class LogsView(PlayerView):
    """Whole games on a deal."""

    throttle_scope = "logs"
    max_body_bytes = MAX_LOG_BODY_BYTES

    @extend_schema(
        operation_id="play_whole_log",
        request=LogSerializer,
        responses={201: KeptLogSerializer, 200: KeptLogSerializer},
    )
    def post(self, request: Request, code: str) -> Response:
        """Verify and keep a whole game on an open deck, all of it or nothing; 200 where it was kept
        before under its key."""
        data = checked(LogSerializer(data=request.data))
        now = timezone.now()
        spend_storage(player_id=self.player.pk, actions=len(data["actions"]), now=now)
        attempt, is_new = attempts.play_whole_log(
            code=selectors.read_code(code, now=now),
            player=self.player,
            actions=data["actions"],
            game_key=data["game_key"],
            now=now,
        )
        kept = {"attempt": attempt.pk, "outcome": OutcomeSerializer(attempt).data}
        return Response(kept, 201 if is_new else 200)


class ReplayView(APIView):
    """A game to watch."""

    throttle_scope = "replays"

    @extend_schema(operation_id="replay", responses={200: ReplaySerializer})
    def get(self, request: Request, attempt_id: int) -> Response:
        """The actions of a finished attempt, with their times."""
        view = selectors.replay(attempt_id=attempt_id, viewer=player_of(request))
        return Response(ReplaySerializer(view).data)


class PlayOnView(PlayerView):
    """Practice from a game's table on."""

    throttle_scope = "actions"

    @extend_schema(
        operation_id="play_on",
        request=PlayOnSerializer,
        responses={201: AttemptSerializer, 200: AttemptSerializer},
    )
    def post(self, request: Request, attempt_id: int) -> Response:
        """Begin practice (201) with the first actions of a game that you may watch."""
        data = checked(PlayOnSerializer(data=request.data))
        now = timezone.now()
        spend_storage(player_id=self.player.pk, actions=min(data["ply"], MAX_LOG_ACTIONS), now=now)
        attempt, is_new = play_on(
            attempt_id=attempt_id,
            ply=data["ply"],
            player=self.player,
            clock=timezone.now,
            replace=data["replace"],
        )
        view = selectors.attempt_view(attempt_id=attempt.pk, player=self.player)
        return Response(AttemptSerializer(view, context={"now": now}).data, 201 if is_new else 200)
