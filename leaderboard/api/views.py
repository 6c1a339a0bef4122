"""The boards' calls."""

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from game import selectors as game_selectors
from leaderboard import selectors
from leaderboard.api.serializers import BoardQuerySerializer, BoardSerializer, ProfileSerializer


class BoardView(APIView):
    """The standings of a deal."""

    @extend_schema(
        operation_id="board",
        parameters=[BoardQuerySerializer],
        responses=BoardSerializer,
    )
    def get(self, request: Request, code: str) -> Response:
        """Lines in the one order of results, from the top, at a cursor, or around a player."""
        query = BoardQuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        deal_code = game_selectors.read_code(code, now=timezone.now())
        deal = game_selectors.stored_deal(deal_code)
        around = query.validated_data.get("around")
        if around == "me":
            centre = request.user.pk
        else:
            centre = game_selectors.player_by_name(around).pk if around else None
        try:
            page = selectors.board_page(
                deal_id=deal.pk if deal else None,
                player_id=request.user.pk,
                around=centre,
                cursor=query.validated_data.get("cursor"),
                limit=query.validated_data["limit"],
            )
        except selectors.BadCursor:
            raise ValidationError({"cursor": [_("This cursor comes from no page.")]}) from None
        board = {
            "code": str(deal_code),
            "variant": deal_code.variant,
            "open_deck": deal is None or deal.date is None,
            "total": page.total,
            "lines": page.lines,
            "own": page.own,
            "next": page.next,
            "previous": page.previous,
        }
        return Response(BoardSerializer(board).data)


class PlayerView(APIView):
    """A player, as everybody may see them."""

    @extend_schema(operation_id="player", responses=ProfileSerializer)
    def get(self, request: Request, name: str) -> Response:
        """Public profile, latest results, the best line of each variant, and the bankroll."""
        player = game_selectors.player_by_name(name)
        profile = {
            "player": player,
            "results": selectors.results_of(player_id=player.pk),
            "bests": selectors.bests_of(player_id=player.pk),
            "bankroll": game_selectors.bankroll(player=player),
        }
        return Response(ProfileSerializer(profile).data)
