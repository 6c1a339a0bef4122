"""The game: players, deals, attempts, and the engine that verifies them."""

from django.apps import AppConfig


class GameConfig(AppConfig):
    """Deals, attempts and their logs."""

    name = "game"

    def ready(self) -> None:
        """Listen to what happens to accounts."""
        from game import receivers

        receivers.connect()
