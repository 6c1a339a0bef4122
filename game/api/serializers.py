"""The shapes of what the game's calls take and give."""

from datetime import date, datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from game.api.fields import GameKeyField, PlyField, SwitchField, TokensField
from game.board_settings import CHOICES, complete
from game.engine.table import opening
from game.engine.variants import VARIANTS
from game.errors import reveal_data
from game.limits import MAX_BATCH_ACTIONS, MAX_LOG_ACTIONS
from game.models import Attempt, Daily, Player
from game.schedule import closes_at, final_at, opens_at


class PlayerSerializer(serializers.ModelSerializer[Player]):
    """A player as everybody sees them; a deleted one has only what stands for a name."""

    name = serializers.CharField(source="shown_name", read_only=True)
    guest = serializers.BooleanField(source="is_guest", read_only=True)

    class Meta:
        model = Player
        fields = ["name", "guest"]
        read_only_fields = fields


class ShownPlayerSerializer(PlayerSerializer):
    """Whose game it is: `deleted` is there, and true, where nobody is behind the name any more."""

    deleted = serializers.BooleanField(source="is_deleted", required=False)

    class Meta(PlayerSerializer.Meta):
        fields = ["name", "guest", "deleted"]
        read_only_fields = ["name", "guest"]

    def to_representation(self, instance: Player) -> dict[str, Any]:
        """Without `deleted` for almost all."""
        shown = super().to_representation(instance)
        if not instance.is_deleted:
            del shown["deleted"]
        return shown


class MeSerializer(PlayerSerializer):
    """The player who asks."""

    class Meta(PlayerSerializer.Meta):
        fields = ["name", "guest", "language"]
        read_only_fields = fields


class SettingsSerializer(serializers.Serializer[Player]):
    """What a player has chosen of the board, or what holds as long as nothing is."""

    theme = serializers.ChoiceField(CHOICES["theme"])
    high_contrast = SwitchField()
    four_colours = SwitchField(help_text="Diamonds are blue, clubs green.")
    large_print = SwitchField()
    letters = serializers.ChoiceField(
        CHOICES["letters"], help_text="Of jack, queen and king; `language`: the reader's."
    )
    hand = serializers.ChoiceField(CHOICES["hand"], help_text="The stock lies on its side.")
    motion = serializers.ChoiceField(CHOICES["motion"])
    sound = SwitchField()
    double_click = SwitchField(help_text="Easy Harp: two quick taps look for a place.")
    interactive_rules = SwitchField(help_text="A refused move is explained.")
    changed_at = serializers.DateTimeField(
        allow_null=True,
        help_text="Of the last change. A change that was made before it is left aside; one without "
        "a time was made just now.",
    )

    def to_representation(self, instance: Player) -> dict[str, Any]:
        """All settings of a player."""
        stored = {**complete(instance.settings), "changed_at": instance.settings_changed_at}
        return super().to_representation(stored)  # type: ignore[arg-type]


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
    ranked = serializers.BooleanField(source="attempt.ranked")
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

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_deck(self, view: Any) -> str | None:
        """The whole deck, when anybody may see it."""
        return view.attempt.deal.deck if view.attempt.deal.is_open else None

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


class DailySerializer(serializers.Serializer[Any]):
    """What makes a deal that of a day. Seed and draw are null until it is final."""

    date = serializers.DateField(source="deal.date")
    commitment = serializers.CharField()
    made_at = serializers.DateTimeField()
    committed_beforehand = serializers.BooleanField(source="is_committed_beforehand")
    opens_at = serializers.SerializerMethodField()
    closes_at = serializers.SerializerMethodField()
    final_at = serializers.SerializerMethodField()
    final = serializers.BooleanField(source="deal.is_open")
    voided = serializers.SerializerMethodField()
    seed = serializers.SerializerMethodField()
    draw = serializers.SerializerMethodField()

    @extend_schema_field(serializers.DateTimeField())
    def get_opens_at(self, daily: Daily) -> str:
        """When the deal came to exist."""
        return _time(opens_at(_date(daily)))

    @extend_schema_field(serializers.DateTimeField())
    def get_closes_at(self, daily: Daily) -> str:
        """From when no ranked attempt begins."""
        return _time(closes_at(_date(daily)))

    @extend_schema_field(serializers.DateTimeField())
    def get_final_at(self, daily: Daily) -> str:
        """From when no ranked attempt takes actions."""
        return _time(final_at(_date(daily)))

    @extend_schema_field(serializers.BooleanField())
    def get_voided(self, daily: Daily) -> bool:
        """Whether its results count for nothing."""
        return daily.deal.voided_at is not None

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_seed(self, daily: Daily) -> str | None:
        """What the deal was drawn from, as hexadecimal digits."""
        return daily.seed if daily.deal.is_open else None

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_draw(self, daily: Daily) -> int | None:
        """Which draw of the seed it is."""
        return daily.draw if daily.deal.is_open else None


def _date(daily: Daily) -> date:
    day = daily.deal.date
    assert day is not None, "a daily deal has its date, by a constraint"
    return day


def _time(moment: datetime) -> str:
    return str(serializers.DateTimeField().to_representation(moment))


class OwnAttemptSerializer(serializers.ModelSerializer[Attempt]):
    """The ranked attempt of the player who asks, in short."""

    over = serializers.SerializerMethodField()

    def get_over(self, attempt: Attempt) -> bool:
        """Whether it takes no more actions."""
        return attempt.is_over_at(self.context["now"])

    class Meta:
        model = Attempt
        fields = ["id", "ply", "score", "moves", "won", "over"]
        read_only_fields = fields


class DayDealSerializer(serializers.Serializer[Any]):
    """A day's deal of one variant."""

    code = serializers.CharField(source="deal.code")
    variant = serializers.ChoiceField(choices=list(VARIANTS), source="deal.variant")
    daily = DailySerializer()
    players = serializers.IntegerField(help_text="Whose ranked attempt has begun.")
    winners = serializers.IntegerField()
    own = OwnAttemptSerializer(allow_null=True)


class DaySerializer(serializers.Serializer[Any]):
    """A day and its deals, by the server's clock."""

    date = serializers.DateField()
    server_now = serializers.DateTimeField()
    opens_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField()
    final_at = serializers.DateTimeField()
    deals = DayDealSerializer(many=True)


class DayQuerySerializer(serializers.Serializer[Any]):
    """Which day; today if none is named."""

    date = serializers.DateField(required=False)


class CommitmentSerializer(serializers.ModelSerializer[Daily]):
    """What is public of a daily deal from the moment it is made."""

    date = serializers.DateField(source="deal.date")
    variant = serializers.ChoiceField(choices=list(VARIANTS), source="deal.variant")

    class Meta:
        model = Daily
        fields = ["date", "variant", "commitment", "made_at"]
        read_only_fields = fields


class CommitmentQuerySerializer(serializers.Serializer[Any]):
    """How many, and before which day."""

    limit = serializers.IntegerField(min_value=1, max_value=400, default=80)
    before = serializers.DateField(required=False)


class DealSerializer(serializers.Serializer[Any]):
    """A deal, with its deck when that is open."""

    code = serializers.CharField()
    variant = serializers.ChoiceField(choices=list(VARIANTS))
    kind = serializers.ChoiceField(choices=["N", "D"])
    number = serializers.IntegerField(allow_null=True)
    deck = serializers.CharField(
        allow_null=True, help_text="Of a numbered deal, or of a daily one that is final."
    )
    open_attempt = serializers.IntegerField(
        allow_null=True, help_text="Your attempt that is not finished; the ranked one first."
    )
    daily = DailySerializer(allow_null=True)


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
    player = ShownPlayerSerializer(source="attempt.player")
    outcome = serializers.SerializerMethodField()

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_deck(self, view: Any) -> str | None:
        """The whole deck, when anybody may see it."""
        return view.attempt.deal.deck if view.attempt.deal.is_open else None

    @extend_schema_field(OutcomeSerializer(allow_null=True))
    def get_outcome(self, view: Any) -> dict[str, Any] | None:
        """The verified outcome; null while the attempt is open."""
        return outcome_of(view.attempt)
