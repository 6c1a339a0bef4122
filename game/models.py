"""What is stored of the game. The log is the truth; an attempt's numbers are folded from it."""

from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game.engine.cards import Deck, parse_deck
from game.engine.codes import CODE_LENGTH, DealCode, Kind, parse_code
from game.engine.rules import Rules
from game.engine.variants import VARIANTS
from game.limits import MAX_LOG_ACTIONS
from game.names import DELETED_PREFIX, NAME_LENGTH, name_key, name_look
from game.schedule import final_at, opens_at

models.CharField.register_lookup(Length)


class PlayerManager(BaseUserManager["Player"]):
    """Makes players; `name` is the only thing that every player has."""

    def create_user(self, name: str, password: str | None = None, **fields: Any) -> "Player":
        """A player with a password, or with none that fits (a guest)."""
        player = self.model(name=name, **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, name: str, password: str | None = None, **fields: Any) -> "Player":
        """An administrator."""
        return self.create_user(name, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "Player":
        """The player of that name, however it is capitalised."""
        return self.get(name_key=name_key(username or ""))


class Player(AbstractBaseUser, PermissionsMixin):
    """A person who plays: a guest from the first click, an account after signing up."""

    name = models.CharField(_("public name"), max_length=NAME_LENGTH, unique=True)
    # Neither name can be taken for another's, in its own alphabet or in any (names.py).
    name_key = models.CharField(max_length=4 * NAME_LENGTH, unique=True, editable=False)
    name_look = models.CharField(max_length=4 * NAME_LENGTH, unique=True, editable=False)
    # Not unique: who signs up with the address of another must not learn that it is in use. Of the
    # accounts with one address, at most one has confirmed it.
    email = models.EmailField(_("email address"), db_index=True, blank=True, default="")
    is_guest = models.BooleanField(_("guest"), default=False)
    language = models.CharField(
        _("language"), max_length=7, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE
    )
    settings = models.JSONField(
        _("settings of the board"),
        default=dict,
        blank=True,
        help_text=_("What the player has chosen; the rest holds as game/board_settings.py says."),
    )
    settings_changed_at = models.DateTimeField(
        _("settings changed"), null=True, blank=True, editable=False
    )
    is_staff = models.BooleanField(_("staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now)
    deleted_at = models.DateTimeField(
        _("deleted"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("Nothing is left but the lines on boards, which belong to nobody."),
    )

    USERNAME_FIELD = "name"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]  # by which administrators sign in, too

    objects = PlayerManager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="player_has_name"),
            models.CheckConstraint(
                condition=Q(is_guest=False) | Q(is_staff=False, is_superuser=False, email=""),
                name="guest_is_no_staff",
            ),
            models.CheckConstraint(
                condition=Q(deleted_at=None)
                | Q(
                    name__startswith=DELETED_PREFIX,
                    email="",
                    is_guest=False,
                    is_staff=False,
                    is_superuser=False,
                ),
                name="deleted_player_is_nobody",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_deleted(self) -> bool:
        """Whether the player is gone, and only their lines are left."""
        return self.deleted_at is not None

    @property
    def shown_name(self) -> str:
        """The name to show, in the reader's language where it stands for nobody."""
        return gettext("deleted player") if self.is_deleted else self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep what names are compared by in step with the name."""
        self.name_key, self.name_look = name_key(self.name), name_look(self.name)
        if (fields := kwargs.get("update_fields")) is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "name_key", "name_look"}
        super().save(*args, **kwargs)


class Deal(models.Model):
    """One deal: its code and, for ever, the deck that was played, whatever becomes of shuffles."""

    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True)
    variant = models.CharField(
        _("variant"),
        max_length=2,
        choices=[(code, rules.title) for code, rules in VARIANTS.items()],
    )
    kind = models.CharField(
        _("kind"),
        max_length=1,
        choices=[(Kind.NUMBERED.value, _("numbered")), (Kind.DAILY.value, _("daily"))],
    )
    deck = models.TextField(_("deck"), editable=False)
    date = models.DateField(_("date"), null=True, blank=True, help_text=_("Of a daily deal."))
    created_at = models.DateTimeField(_("made"))
    finalized_at = models.DateTimeField(
        _("final since"),
        null=True,
        blank=True,
        help_text=_("By this mark, not by the clock, a daily deal's secrets are shown."),
    )
    voided_at = models.DateTimeField(_("voided"), null=True, blank=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        constraints = [
            models.CheckConstraint(
                condition=Q(variant__in=list(VARIANTS)), name="deal_variant_is_known"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=[kind.value for kind in Kind]), name="deal_kind_is_known"
            ),
            models.CheckConstraint(
                condition=Q(code__length=CODE_LENGTH, code__startswith=F("variant")),
                name="deal_code_fits_variant",
            ),
            models.CheckConstraint(condition=~Q(deck=""), name="deal_has_deck"),
            models.UniqueConstraint(fields=["date", "variant"], name="one_daily_a_day_and_variant"),
            models.CheckConstraint(
                condition=Q(kind=Kind.DAILY, date__isnull=False)
                | Q(kind=Kind.NUMBERED, date=None, finalized_at=None, voided_at=None),
                name="deal_days_are_of_dailies",
            ),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def deal_code(self) -> DealCode:
        """The code, read."""
        return parse_code(self.code)

    @property
    def rules(self) -> Rules:
        """The rules of its variant."""
        return VARIANTS[self.variant]

    @property
    def faces(self) -> Deck:
        """The face at each deck position; secret while the deal is."""
        return parse_deck(self.deck)

    @property
    def is_open(self) -> bool:
        """Whether anybody may see the deck."""
        return self.kind == Kind.NUMBERED or self.finalized_at is not None

    @property
    def shown_deck(self) -> str | None:
        """The deck as text, if anybody may see it."""
        return self.deck if self.is_open else None

    def is_past_final(self, now: datetime) -> bool:
        """Whether ranked attempts take no more actions, be the day marked final yet or not."""
        return self.date is not None and now >= final_at(self.date)


class Daily(models.Model):
    """How a daily deal was made. Seed and draw are secret until the deal is final."""

    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, related_name="daily")
    seed = models.CharField(max_length=64, editable=False)
    draw = models.PositiveIntegerField(editable=False)
    commitment = models.CharField(_("commitment"), max_length=64, editable=False)
    made_at = models.DateTimeField(_("made"), help_text=_("The commitment is public since then."))

    class Meta:
        verbose_name = _("daily deal")
        verbose_name_plural = _("daily deals")
        constraints = [
            models.CheckConstraint(
                condition=Q(seed__length=64, commitment__length=64), name="daily_is_committed"
            ),
        ]

    def __str__(self) -> str:
        return str(self.deal)

    @property
    def is_committed_beforehand(self) -> bool:
        """Whether the commitment was public before the deal opened."""
        return self.deal.date is not None and self.made_at < opens_at(self.deal.date)


class Attempt(models.Model):
    """One player's play of one deal. `ply` to `won` are folded from its batches, and written
    with them."""

    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="attempts")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="attempts")
    ranked = models.BooleanField(
        _("ranked"), default=False, help_text=_("The player's one attempt on a daily deal.")
    )
    practice = models.BooleanField(
        _("practice"), default=False, help_text=_("It counts for no board.")
    )
    whole_log = models.BooleanField(
        _("whole log"), default=False, help_text=_("Sent in one piece, so it has no time.")
    )
    game_key = models.UUIDField(
        null=True,
        editable=False,
        help_text=_("Made up by the client for the game: a log sent again with it is kept once."),
    )
    started_at = models.DateTimeField(_("started"))
    first_action_at = models.DateTimeField(_("first action"), null=True, blank=True)
    last_action_at = models.DateTimeField(_("last action"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    ply = models.PositiveIntegerField(_("ply"), default=0)
    score = models.IntegerField(_("score"))
    moves = models.PositiveIntegerField(_("moves"), default=0)
    undos = models.PositiveIntegerField(_("undos"), default=0)
    won = models.BooleanField(_("won"), default=False)
    is_paced = models.BooleanField(
        _("paced"),
        default=True,
        help_text=_("No more actions arrived at once than a person can play; else it has no time."),
    )
    disqualified_at = models.DateTimeField(_("disqualified"), null=True, blank=True)

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        indexes = [
            models.Index(fields=["player", "-finished_at"], name="attempt_of_player"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["deal", "player", "practice"],
                condition=Q(finished_at=None),
                name="one_open_attempt_a_deal",
            ),
            models.UniqueConstraint(
                fields=["deal", "player"],
                condition=Q(ranked=True),
                name="first_try_counts",
            ),
            models.UniqueConstraint(fields=["game_key"], name="one_attempt_a_game_key"),
            models.CheckConstraint(
                condition=Q(ranked=False) | Q(practice=False), name="ranked_is_no_practice"
            ),
            models.CheckConstraint(
                condition=Q(ply=F("moves") + F("undos")), name="attempt_counts_every_action"
            ),
            models.CheckConstraint(
                condition=Q(ply__lte=MAX_LOG_ACTIONS), name="attempt_log_is_bounded"
            ),
            models.CheckConstraint(
                condition=Q(won=False) | Q(finished_at__isnull=False),
                name="attempt_won_is_finished",
            ),
            models.CheckConstraint(
                condition=Q(whole_log=True, first_action_at=None, last_action_at=None)
                | Q(whole_log=False, ply=0, first_action_at=None, last_action_at=None)
                | Q(
                    whole_log=False,
                    ply__gt=0,
                    # Told apart, since a check that comes to NULL passes.
                    first_action_at__isnull=False,
                    last_action_at__isnull=False,
                    first_action_at__gte=F("started_at"),
                    last_action_at__gte=F("first_action_at"),
                ),
                name="attempt_times_are_in_order",
            ),
            models.CheckConstraint(
                condition=Q(finished_at=None)
                | Q(finished_at__gte=F("started_at"), last_action_at=None)
                | Q(finished_at__gte=F("last_action_at"), last_action_at__isnull=False),
                name="attempt_ends_last",
            ),
            models.CheckConstraint(
                condition=Q(whole_log=False) | Q(finished_at__isnull=False),
                name="attempt_whole_log_is_finished",
            ),
            models.CheckConstraint(
                condition=Q(game_key=None) | Q(whole_log=True), name="attempt_key_is_of_whole_log"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}/{self.pk}"

    @property
    def is_over(self) -> bool:
        """Whether it is finished."""
        return self.finished_at is not None

    def is_over_at(self, now: datetime) -> bool:
        """Whether it takes no more actions: finished, or ranked and past the end of its day."""
        return self.is_over or (self.ranked and self.deal.is_past_final(now))

    @property
    def time_ms(self) -> int | None:
        """Milliseconds from the first action to the last, by the server's clock.

        None for a whole log, and for one that came in pieces so large that the server did not see
        how long it took.
        """
        if not self.is_paced or self.first_action_at is None or self.last_action_at is None:
            return None
        return (self.last_action_at - self.first_action_at) // timedelta(milliseconds=1)


class Batch(models.Model):
    """Actions of an attempt that arrived together. Batches are only ever added."""

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="batches")
    first_ply = models.PositiveIntegerField(_("first ply"))
    length = models.PositiveIntegerField(_("length"))
    actions = models.TextField(_("actions"), help_text=_("Tokens, parted by spaces."))
    arrived_at = models.DateTimeField(_("arrived"))

    class Meta:
        verbose_name = _("batch")
        verbose_name_plural = _("batches")
        ordering = ["first_ply"]
        constraints = [
            # Of two writers who both append at one ply, the database lets one through.
            models.UniqueConstraint(fields=["attempt", "first_ply"], name="one_batch_a_ply"),
            models.CheckConstraint(
                condition=Q(length__gte=1) & ~Q(actions=""), name="batch_is_not_empty"
            ),
            models.CheckConstraint(
                condition=Q(first_ply__lte=MAX_LOG_ACTIONS - F("length")), name="batch_fits_the_log"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.attempt_id}@{self.first_ply}"

    @property
    def tokens(self) -> list[str]:
        """The actions as tokens."""
        return self.actions.split(" ")


class Judgement(models.Model):
    """What an administrator decided, on what, and why. It is kept, also when it is lifted."""

    class Kind(models.TextChoices):
        """What was decided."""

        DISQUALIFIED = "disqualified", _("attempt disqualified")
        REINSTATED = "reinstated", _("attempt reinstated")
        BANNED = "banned", _("player banned")
        UNBANNED = "unbanned", _("ban lifted")
        VOIDED = "voided", _("day voided")
        RESTORED = "restored", _("day counts again")

    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    attempt = models.ForeignKey(Attempt, on_delete=models.SET_NULL, null=True, blank=True)
    player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="judgements"
    )
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, null=True, blank=True)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="judgements_made")
    reason = models.TextField(_("reason"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("judgement")
        verbose_name_plural = _("judgements")
        ordering = ["-at"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="judgement_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.at:%Y-%m-%d}"
