"""The shapes of what the game's calls take and give."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from game.api.fields import PlyField, TokensField
from game.engine.table import opening
from game.engine.variants import VARIANTS
from game.errors import reveal_data
from game.limits import MAX_BATCH_ACTIONS, MAX_LOG_ACTIONS
from game.models import Attempt, Player


class PlayerSerializer(serializers.ModelSerializer[Player]):
    """A player as everybody sees them."""

    guest = serializers.BooleanField(source="is_guest", read_only=True)

    class Meta:
        model = Player
        fields = ["name", "guest"]
        read_only_fields = fields


class MeSerializer(PlayerSerializer):
    """The player who asks."""

    class Meta(PlayerSerializer.Meta):
        fields = ["name", "guest", "language"]
        read_only_fields = fields


class TokenSerializer(serializers.Serializer[Any]):
    """A token, shown this once: the server keeps a digest."""

    token = serializers.CharField()
    expires_at = serializers.DateTimeField()
    player = PlayerSerializer()


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
    practice = serializers.BooleanField(source="attempt.practice")
    player = PlayerSerializer(source="attempt.player")
    started_at = serializers.DateTimeField(source="attempt.started_at")
    first_action_at = serializers.DateTimeField(source="attempt.first_action_at", allow_null=True)
    last_action_at = serializers.DateTimeField(source="attempt.last_action_at", allow_null=True)
    finished_at = serializers.DateTimeField(source="attempt.finished_at", allow_null=True)
    server_now = serializers.SerializerMethodField()
    opening = serializers.SerializerMethodField()
    deck = serializers.SerializerMethodField()
    log = TokensField()
    reveals = RevealSerializer(many=True)
    ply = serializers.IntegerField(source="attempt.ply")
    score = serializers.IntegerField(source="attempt.score")
    moves = serializers.IntegerField(source="attempt.moves")
    won = serializers.BooleanField(source="attempt.won")
    over = serializers.BooleanField(source="attempt.is_over")
    outcome = serializers.SerializerMethodField()

    @extend_schema_field(serializers.DateTimeField())
    def get_server_now(self, _view: Any) -> str:
        """The server's clock, to show times by."""
        return str(serializers.DateTimeField().to_representation(self.context["now"]))

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

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_deck(self, view: Any) -> str | None:
        """The whole deck, when anybody may see it."""
        return view.attempt.deal.deck if view.attempt.deal.is_open else None

    @extend_schema_field(OutcomeSerializer(allow_null=True))
    def get_outcome(self, view: Any) -> dict[str, Any] | None:
        """The verified outcome, once there is one."""
        return outcome_of(view.attempt)


class StartSerializer(serializers.Serializer[Any]):
    """How to start: practice is told apart on daily deals alone."""

    practice = serializers.BooleanField(default=False)


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


class KeptLogSerializer(serializers.Serializer[Any]):
    """The attempt that a whole log became."""

    attempt = serializers.IntegerField()
    outcome = OutcomeSerializer()


class DealSerializer(serializers.Serializer[Any]):
    """A deal, with its deck when that is open."""

    code = serializers.CharField()
    variant = serializers.ChoiceField(choices=list(VARIANTS))
    kind = serializers.ChoiceField(choices=["N", "D"])
    number = serializers.IntegerField(allow_null=True)
    deck = serializers.CharField(allow_null=True)
    open_attempt = serializers.IntegerField(
        allow_null=True, help_text="Your attempt that still takes actions."
    )


class ReplaySerializer(serializers.Serializer[Any]):
    """A game to watch."""

    attempt = serializers.IntegerField(source="attempt.pk")
    code = serializers.CharField(source="attempt.deal.code")
    variant = serializers.ChoiceField(choices=list(VARIANTS), source="attempt.deal.variant")
    deck = serializers.SerializerMethodField()
    actions = TokensField()
    times = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="For each action, milliseconds since the first; null for a whole log.",
    )
    reveals = RevealSerializer(many=True)
    player = PlayerSerializer(source="attempt.player")
    outcome = serializers.SerializerMethodField()

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_deck(self, view: Any) -> str | None:
        """The whole deck, when anybody may see it."""
        return view.attempt.deal.deck if view.attempt.deal.is_open else None

    @extend_schema_field(OutcomeSerializer(allow_null=True))
    def get_outcome(self, view: Any) -> dict[str, Any] | None:
        """The verified outcome; null while the attempt is open."""
        return outcome_of(view.attempt)
