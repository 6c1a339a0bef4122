"""Administration of players, deals, attempts and logs. What was verified is read, never edited."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import BaseUserCreationForm, UserChangeForm
from django.core.exceptions import PermissionDenied, ValidationError
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from game.errors import NameRefused, NameTaken
from game.judging import judging_action
from game.models import Attempt, Batch, Daily, Deal, Judgement, Player
from game.services import moderation
from game.services.players import free_name


class ReadOnlyAdmin(admin.ModelAdmin[Any]):
    """Shows what the server verified; changing it by hand would make the record untrue."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_judge_permission(self, request: HttpRequest) -> bool:
        """Who may add judgements."""
        return request.user.has_perm("game.add_judgement")

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """By the filters that are shown, and nothing else: Django takes any field of the model, and
        a list that is filtered by how a deck begins tells the deck."""
        return any(
            f"{lookup}__".startswith(f"{field}__") for field in self.list_filter
        ) and super().lookup_allowed(lookup, value, request)


class NameForm(ModelForm[Player]):
    """A player whose name is as free and as well-formed as if they had chosen it themselves."""

    def clean_name(self) -> str:
        """The name as it is stored."""
        player = self.instance if self.instance.pk else None
        try:
            return free_name(self.cleaned_data["name"], player=player)
        except (NameRefused, NameTaken) as error:
            raise ValidationError(str(error), code=error.code) from None


class PlayerChangeForm(NameForm, UserChangeForm[Player]):
    """A player as they are."""


class PlayerCreationForm(NameForm, BaseUserCreationForm[Player]):
    """A player with a password."""

    class Meta:
        model = Player
        fields = ("name",)
        field_classes: dict[str, Any] = {}


@admin.register(Player)
class PlayerAdmin(UserAdmin[Player]):
    """Players: guests and accounts."""

    form = PlayerChangeForm
    add_form = PlayerCreationForm
    list_display = ("name", "is_guest", "email", "joined_at", "is_active", "is_staff")
    list_filter = ("is_guest", "is_staff", "is_active", "language")
    search_fields = ("name", "email")
    ordering = ("-joined_at",)
    # Bans go by an action, so that each has its reason.
    readonly_fields = ("joined_at", "last_login", "is_active")
    actions = (
        judging_action("ban", _("Ban these players"), moderation.ban_player, subject="player"),
        judging_action(
            "unban", _("Let these players in again"), moderation.unban_player, subject="player"
        ),
    )
    fieldsets = (
        (None, {"fields": ("name", "password", "email", "language")}),
        (
            _("Standing"),
            {"fields": ("is_guest", "is_active", "is_staff", "is_superuser", "groups")},
        ),
        (_("Dates"), {"fields": ("joined_at", "last_login")}),
    )
    add_fieldsets = ((None, {"fields": ("name", "password1", "password2")}),)

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> Any:
        """Who may administer players must not make themselves more than that."""
        fields = (*super().get_readonly_fields(request, obj), "is_guest")
        if request.user.is_superuser:
            return fields
        return (*fields, "is_staff", "is_superuser", "groups", "email", "password")

    filter_horizontal = ("groups",)

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Who may do everything is changed by their like alone: else whoever may administer players
        could take their account over."""
        return super().has_change_permission(request, obj) and _is_theirs(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """As for changes."""
        return super().has_delete_permission(request, obj) and _is_theirs(request, obj)

    def user_change_password(
        self,
        request: HttpRequest,
        id: str,  # noqa: A002 # Django's name
        form_url: str = "",
    ) -> HttpResponse:
        """Nobody's password is for other staff to choose: it would let them in as that player."""
        if not request.user.is_superuser:
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)

    def has_judge_permission(self, request: HttpRequest) -> bool:
        """Who may add judgements."""
        return request.user.has_perm("game.add_judgement")


def _is_theirs(request: HttpRequest, player: Player | None) -> bool:
    """Whether a player may be administered by who asks."""
    return bool(
        request.user.is_superuser or player is None or not (player.is_staff or player.is_superuser)
    )


@admin.register(Deal)
class DealAdmin(ReadOnlyAdmin):
    """Deals, without their decks."""

    list_display = ("code", "variant", "kind", "date", "created_at", "finalized_at", "voided_at")
    list_filter = ("kind", "variant", "date")
    search_fields = ("code",)
    fields = ("code", "variant", "kind", "date", "created_at", "finalized_at", "voided_at")
    actions = (
        judging_action("void", _("Declare these days void"), moderation.void_daily, subject="deal"),
        judging_action(
            "restore", _("Let these days count again"), moderation.restore_daily, subject="deal"
        ),
    )


@admin.register(Daily)
class DailyAdmin(ReadOnlyAdmin):
    """How daily deals were made: their commitments, never seed or draw."""

    list_display = ("deal", "commitment", "made_at")
    list_select_related = ("deal",)
    search_fields = ("deal__code", "commitment")
    fields = ("deal", "commitment", "made_at")


@admin.register(Judgement)
class JudgementAdmin(ReadOnlyAdmin):
    """Who decided what, and why."""

    list_display = ("at", "kind", "attempt", "player", "deal", "by", "reason")
    list_filter = ("kind",)
    list_select_related = ("attempt", "player", "deal", "by")


@admin.register(Attempt)
class AttemptAdmin(ReadOnlyAdmin):
    """Attempts and what their logs fold to."""

    list_display = (
        "id",
        "deal",
        "player",
        "won",
        "score",
        "moves",
        "ply",
        "started_at",
        "finished_at",
        "disqualified_at",
    )
    actions = (
        judging_action(
            "disqualify",
            _("Disqualify these attempts"),
            moderation.disqualify_attempt,
            subject="attempt",
        ),
        judging_action(
            "reinstate",
            _("Let these attempts count again"),
            moderation.reinstate_attempt,
            subject="attempt",
        ),
    )
    list_filter = ("won", "ranked", "practice", "whole_log", "deal__variant")
    list_select_related = ("deal", "player")
    search_fields = ("deal__code", "player__name")


@admin.register(Batch)
class BatchAdmin(ReadOnlyAdmin):
    """The logs, as they arrived."""

    list_display = ("attempt", "first_ply", "length", "arrived_at")
    list_select_related = ("attempt",)
    search_fields = ("=attempt__id",)
