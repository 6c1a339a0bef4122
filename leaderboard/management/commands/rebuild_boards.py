"""manage.py rebuild_boards CODE ...: work boards out anew from the verified attempts."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from game import selectors as game_selectors
from game.errors import HarpError
from leaderboard.models import Standing
from leaderboard.services import refresh_lines


class Command(BaseCommand):
    """For repairs: a board's lines come out as they were, unless other hands had changed them."""

    help = "Work the boards of deals out anew from their verified attempts."

    def add_arguments(self, parser: CommandParser) -> None:
        """The deals' codes."""
        parser.add_argument("codes", nargs="+", metavar="CODE")

    def handle(self, *args: Any, codes: list[str], **options: Any) -> None:  # noqa: ARG002
        """Rebuild each board, and say how many lines it has."""
        for text in codes:
            try:
                code = game_selectors.read_code(text, now=timezone.now())
            except HarpError as error:
                raise CommandError(f"{text}: {error}") from None
            deal = game_selectors.stored_deal(code)
            if deal:
                refresh_lines(deal_id=deal.pk)
            lines = Standing.objects.filter(deal=deal).count() if deal else 0
            self.stdout.write(f"{code}: {lines} lines")
