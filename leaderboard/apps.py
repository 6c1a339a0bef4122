"""Boards: the order of verified results."""

from django.apps import AppConfig


class LeaderboardConfig(AppConfig):
    """Standings, and the boards read from them."""

    name = "leaderboard"

    def ready(self) -> None:
        """Listen to what happens in the game."""
        from leaderboard import receivers

        receivers.connect()
