"""The shapes of what the boards' calls take and give."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from game.engine.variants import VARIANTS
from leaderboard.models import Standing
from leaderboard.selectors import MAX_PAGE, PAGE


class NamedPlayerSerializer(serializers.Serializer[Any]):
    """Whose line it is: `deleted` is there, and true, where nobody is behind the name any more."""

    name = serializers.CharField(source="shown_name")
    guest = serializers.BooleanField(source="is_guest")
    deleted = serializers.BooleanField(source="is_deleted", required=False)

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Without `deleted` for almost all."""
        shown = super().to_representation(instance)
        if not shown["deleted"]:
            del shown["deleted"]
        return shown


class StandingSerializer(serializers.ModelSerializer[Standing]):
    """A verified result."""

    attempt = serializers.IntegerField(source="attempt_id", help_text="Its replay's attempt.")
    player = NamedPlayerSerializer()
    undos = serializers.IntegerField(source="attempt.undos")
    time_ms = serializers.IntegerField(
        allow_null=True, help_text="From the first action to the last; null for a whole log."
    )

    class Meta:
        model = Standing
        fields = ["attempt", "player", "won", "score", "moves", "undos", "time_ms", "finished_at"]
        read_only_fields = fields


class LineSerializer(serializers.Serializer[Any]):
    """A result at its place on a board."""

    rank = serializers.IntegerField(help_text="Shared by equal lines: 1, 2, 2, 4.")
    position = serializers.IntegerField(help_text="From 1, without ties.")
    attempt = serializers.IntegerField(source="standing.attempt_id")
    player = NamedPlayerSerializer(source="standing.player")
    won = serializers.BooleanField(source="standing.won")
    score = serializers.IntegerField(source="standing.score")
    moves = serializers.IntegerField(source="standing.moves")
    undos = serializers.IntegerField(source="standing.attempt.undos")
    time_ms = serializers.IntegerField(source="standing.time_ms", allow_null=True)
    finished_at = serializers.DateTimeField(source="standing.finished_at")


class BoardQuerySerializer(serializers.Serializer[Any]):
    """Which lines of a board."""

    limit = serializers.IntegerField(min_value=1, max_value=MAX_PAGE, default=PAGE)
    cursor = serializers.CharField(required=False, max_length=100)
    around = serializers.CharField(
        required=False, max_length=100, help_text="A player's name, or `me`."
    )


class BoardSerializer(serializers.Serializer[Any]):
    """Some lines of a board."""

    code = serializers.CharField()
    variant = serializers.ChoiceField(choices=list(VARIANTS))
    open_deck = serializers.BooleanField(help_text="Anybody may see the deck: solvers welcome.")
    total = serializers.IntegerField()
    lines = LineSerializer(many=True)
    own = LineSerializer(allow_null=True)
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)


class DealStandingSerializer(StandingSerializer):
    """A verified result, and on which deal."""

    code = serializers.CharField(source="deal.code")
    variant = serializers.ChoiceField(choices=list(VARIANTS), source="deal.variant")

    class Meta(StandingSerializer.Meta):
        fields = ["code", "variant", *StandingSerializer.Meta.fields]
        read_only_fields = fields


class BankrollSerializer(serializers.Serializer[Any]):
    """The scores of all a player's finished games of Las Vegas that count, added up."""

    games = serializers.IntegerField()
    dollars = serializers.IntegerField()


class ProfileSerializer(serializers.Serializer[Any]):
    """A player as everybody may see them."""

    name = serializers.CharField(source="player.name")
    guest = serializers.BooleanField(source="player.is_guest")
    joined_at = serializers.DateTimeField(source="player.joined_at")
    results = DealStandingSerializer(many=True, help_text="The latest lines.")
    bests = serializers.SerializerMethodField()
    bankroll = BankrollSerializer()

    @extend_schema_field(
        serializers.DictField(child=DealStandingSerializer(), help_text="By variant.")
    )
    def get_bests(self, profile: dict[str, Any]) -> dict[str, Any]:
        """The best won line of each variant."""
        return {
            variant: DealStandingSerializer(standing).data
            for variant, standing in profile["bests"].items()
        }
