"""The shapes of players, their settings and their tokens."""

from typing import Any

from rest_framework import serializers

from game.api.fields import SwitchField
from game.board_settings import CHOICES, complete
from game.models import Player


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
