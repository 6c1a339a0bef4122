"""Administration of boards: lines are read here; they follow from attempts."""

from django.contrib import admin
from django.http import HttpRequest

from leaderboard.models import Standing


@admin.register(Standing)
class StandingAdmin(admin.ModelAdmin[Standing]):
    """The lines of all boards, in their order."""

    list_display = ("deal", "player", "won", "score", "moves", "time_ms", "finished_at")
    list_filter = ("won", "deal__variant")
    list_select_related = ("deal", "player")
    search_fields = ("deal__code", "player__name")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: a line is written with its outcome."""
        return False

    def has_change_permission(
        self,
        request: HttpRequest,
        obj: Standing | None = None,
    ) -> bool:
        """Never."""
        return False

    def has_delete_permission(
        self,
        request: HttpRequest,
        obj: Standing | None = None,
    ) -> bool:
        """Never."""
        return False
