"""The shapes of attempts, their logs and their replays."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from game.api.fields import GameKeyField, PlyField, TokensField
from game.api.player_serializers import PlayerSerializer, ShownPlayerSerializer
from game.engine.table import opening
from game.engine.variants import VARIANTS
from game.errors import reveal_data
from game.limits import MAX_BATCH_ACTIONS, MAX_LOG_ACTIONS
from game.models import Attempt


class OutcomeSerializer(serializers.ModelSerializer[Attempt]):
    """What the server worked out from the log of a finished attempt."""

    time_ms = serializers.IntegerField(
        allow_null=True, help_text="From the first action to the last; null for a whole log."
    )

    class Meta:
        model = Attempt
        fields = ["won", "score", "moves", "undos", "time_ms", "finished_at"]
        read_only_fields = fields


def outcome_of(attempt: Attempt) -> dict[str, Any] | None:
    """The outcome as data; None while the attempt is open, or when nothing was played."""
    if not attempt.is_over or attempt.ply == 0:
        return None
    return dict(OutcomeSerializer(attempt).data)


class RevealSerializer(serializers.Serializer[Any]):
    """A card that turned up, at a ply (0: in the opening), at a position of the deck."""

    ply = serializers.IntegerField()
    at = serializers.IntegerField()
    card = serializers.CharField()

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """The engine's reveal as data."""
        return reveal_data(instance)


class OpeningSerializer(serializers.Serializer[Any]):
    """The table before the first action, in deck positions, deepest card first; of the stock the
    next card first."""

    columns = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    hidden = serializers.ListField(child=serializers.IntegerField())
    stock = serializers.ListField(child=serializers.IntegerField())
    waste = serializers.ListField(child=serializers.IntegerField())
    foundations = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField())
    )


class AttemptSerializer(serializers.Serializer[Any]):
    """An attempt as its player may see it: fold the log over the opening with what is revealed."""

    id = serializers.IntegerField(source="attempt.pk")
    code = serializers.CharField(source="attempt.deal.code")
    variant = serializers.ChoiceField(choices=list(VARIANTS), source="attempt.deal.variant")
    ranked = serializers.BooleanField(source="attempt.ranked")
    practice = serializers.BooleanField(source="attempt.practice")
    player = PlayerSerializer(source="attempt.player")
    started_at = serializers.DateTimeField(source="attempt.started_at")
    first_action_at = serializers.DateTimeField(source="attempt.first_action_at", allow_null=True)
    last_action_at = serializers.DateTimeField(source="attempt.last_action_at", allow_null=True)
    finished_at = serializers.DateTimeField(source="attempt.finished_at", allow_null=True)
    server_now = serializers.SerializerMethodField()
    opening = serializers.SerializerMethodField()
    deck = serializers.CharField(
        source="attempt.deal.shown_deck", allow_null=True, help_text="When anybody may see it."
    )
    log = TokensField()
    reveals = RevealSerializer(many=True)
    ply = serializers.IntegerField(source="attempt.ply")
    score = serializers.IntegerField(source="attempt.score")
    moves = serializers.IntegerField(source="attempt.moves")
    won = serializers.BooleanField(source="attempt.won")
    over = serializers.SerializerMethodField()
    outcome = serializers.SerializerMethodField()

    @extend_schema_field(serializers.DateTimeField())
    def get_server_now(self, _view: Any) -> str:
        """The server's clock, to show times by."""
        return str(serializers.DateTimeField().to_representation(self.context["now"]))

    @extend_schema_field(serializers.BooleanField())
    def get_over(self, view: Any) -> bool:
        """Whether it takes no more actions."""
        over: bool = view.attempt.is_over_at(self.context["now"])
        return over

    @extend_schema_field(OpeningSerializer())
    def get_opening(self, view: Any) -> dict[str, Any]:
        """The opening table."""
        table = opening(view.attempt.deal.rules)
        return {
            "columns": table.columns,
            "hidden": table.hidden,
            "stock": table.stock,
            "waste": table.waste,
            "foundations": table.foundations,
        }

    @extend_schema_field(OutcomeSerializer(allow_null=True))
    def get_outcome(self, view: Any) -> dict[str, Any] | None:
        """The verified outcome, once there is one."""
        return outcome_of(view.attempt)


class StartSerializer(serializers.Serializer[Any]):
    """How to start. Practice has no line, on a numbered deal neither."""

    practice = serializers.BooleanField(default=False)


class PlayOnSerializer(serializers.Serializer[Any]):
    """From which ply of a game to play on."""

    ply = PlyField()
    replace = serializers.BooleanField(
        default=False, help_text="Whether another practice game on the deal may end for it."
    )


class AppendSerializer(serializers.Serializer[Any]):
    """Actions for the log from position `ply` on."""

    ply = PlyField()
    actions = TokensField(max_length=MAX_BATCH_ACTIONS)


class StateSerializer(serializers.Serializer[Any]):
    """How an attempt stands, with the cards that turned up since the ply that was named."""

    ply = serializers.IntegerField()
    score = serializers.IntegerField()
    moves = serializers.IntegerField()
    won = serializers.BooleanField()
    over = serializers.BooleanField()
    reveals = RevealSerializer(many=True)
    outcome = OutcomeSerializer(allow_null=True)


class FinishedSerializer(serializers.Serializer[Any]):
    """The outcome of a finished attempt; null when nothing was played, so that it has no line."""

    outcome = OutcomeSerializer(allow_null=True)


class LogSerializer(serializers.Serializer[Any]):
    """One whole game."""

    actions = TokensField(max_length=MAX_LOG_ACTIONS)
    game_key = GameKeyField(
        default=None,
        help_text="Made up by the client for this game. Sent again with the same key, after a "
        "reply that was lost, the game is not kept twice.",
    )


class KeptLogSerializer(serializers.Serializer[Any]):
    """The attempt that a whole log became."""

    attempt = serializers.IntegerField()
    outcome = OutcomeSerializer()


class ReplaySerializer(serializers.Serializer[Any]):
    """A game to watch."""

    attempt = serializers.IntegerField(source="attempt.pk")
    code = serializers.CharField(source="attempt.deal.code")
    variant = serializers.ChoiceField(choices=list(VARIANTS), source="attempt.deal.variant")
    deck = serializers.CharField(
        source="attempt.deal.shown_deck", allow_null=True, help_text="When anybody may see it."
    )
    actions = TokensField()
    times = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="For each action, milliseconds since the first; null for a whole log.",
    )
    reveals = RevealSerializer(many=True)
    player = ShownPlayerSerializer(source="attempt.player")
    outcome = serializers.SerializerMethodField()

    @extend_schema_field(OutcomeSerializer(allow_null=True))
    def get_outcome(self, view: Any) -> dict[str, Any] | None:
        """The verified outcome; null while the attempt is open."""
        return outcome_of(view.attempt)
