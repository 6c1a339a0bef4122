"""Administration of players, deals, attempts and logs. What was verified is read, never edited."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import BaseUserCreationForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from game.models import Attempt, Batch, Deal, Player


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


class PlayerCreationForm(BaseUserCreationForm[Player]):
    """A player with a password."""

    class Meta:
        model = Player
        fields = ("name",)
        field_classes: dict[str, Any] = {}


@admin.register(Player)
class PlayerAdmin(UserAdmin[Player]):
    """Players: guests and accounts."""

    add_form = PlayerCreationForm
    list_display = ("name", "is_guest", "email", "joined_at", "is_active", "is_staff")
    list_filter = ("is_guest", "is_staff", "is_active", "language")
    search_fields = ("name", "email")
    ordering = ("-joined_at",)
    readonly_fields = ("joined_at", "last_login")
    fieldsets = (
        (None, {"fields": ("name", "password", "email", "language")}),
        (
            _("Standing"),
            {"fields": ("is_guest", "is_active", "is_staff", "is_superuser", "groups")},
        ),
        (_("Dates"), {"fields": ("joined_at", "last_login")}),
    )
    add_fieldsets = ((None, {"fields": ("name", "password1", "password2")}),)
    filter_horizontal = ("groups",)


@admin.register(Deal)
class DealAdmin(ReadOnlyAdmin):
    """Deals, without their decks."""

    list_display = ("code", "variant", "kind", "created_at")
    list_filter = ("variant", "kind")
    search_fields = ("code",)
    fields = ("code", "variant", "kind", "created_at")


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
    )
    list_filter = ("won", "practice", "whole_log", "deal__variant")
    list_select_related = ("deal", "player")
    search_fields = ("deal__code", "player__name")


@admin.register(Batch)
class BatchAdmin(ReadOnlyAdmin):
    """The logs, as they arrived."""

    list_display = ("attempt", "first_ply", "length", "arrived_at")
    list_select_related = ("attempt",)
    search_fields = ("=attempt__id",)
