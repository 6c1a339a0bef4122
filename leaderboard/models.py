"""The lines of boards: one a player and deal, always one whole run's."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from leaderboard.ranking import KEY_LENGTH, RANK_LENGTH

STAMP_LENGTH = 16


class Board(models.Model):
    """The state of a deal's standings as a whole, once there has been a line."""

    deal = models.OneToOneField(
        "game.Deal", on_delete=models.CASCADE, primary_key=True, related_name="board"
    )
    # Replaced with every change of the lines, in the same transaction: caches are right as long as
    # they hold the same one. Random, so that no other database or past has it too.
    stamp = models.CharField(max_length=STAMP_LENGTH, editable=False)

    class Meta:
        verbose_name = _("board")
        verbose_name_plural = _("boards")

    def __str__(self) -> str:
        return str(self.deal_id)


class Standing(models.Model):
    """A player's line on the board of a deal; all of it can be worked out anew from the attempt."""

    deal = models.ForeignKey("game.Deal", on_delete=models.PROTECT, related_name="standings")
    variant = models.CharField(_("variant"), max_length=2)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="standings"
    )
    attempt = models.OneToOneField(
        "game.Attempt", on_delete=models.CASCADE, related_name="standing"
    )
    won = models.BooleanField(_("won"))
    score = models.IntegerField(_("score"))
    moves = models.PositiveIntegerField(_("moves"))
    time_ms = models.BigIntegerField(_("time in ms"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"))
    order_key = models.CharField(max_length=KEY_LENGTH, editable=False)

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        ordering = ["deal", "order_key"]
        indexes = [
            models.Index(fields=["player", "-finished_at"], name="standing_latest"),
            models.Index(fields=["player", "variant", "order_key"], name="standing_best"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["deal", "player"], name="one_line_a_player"),
            models.UniqueConstraint(fields=["deal", "order_key"], name="order_is_total"),
            models.CheckConstraint(
                condition=Q(order_key__length=KEY_LENGTH), name="order_key_is_whole"
            ),
            models.CheckConstraint(
                condition=Q(time_ms=None) | Q(time_ms__gte=0), name="time_is_not_negative"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}/{self.player_id}"

    @property
    def rank_part(self) -> str:
        """Equal for lines that share a rank number."""
        return self.order_key[:RANK_LENGTH]
