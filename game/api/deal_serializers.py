"""The shapes of deals and days; secrets of a daily deal only where it is final."""

from datetime import date, datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from game.engine.variants import VARIANTS
from game.models import Attempt, Daily
from game.schedule import closes_at, final_at, opens_at


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
