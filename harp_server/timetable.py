"""What runs by the clock, and how often: read by Celery's beat and by the embedded scheduler."""

from datetime import timedelta
from typing import Final

TIMETABLE: Final[dict[str, timedelta]] = {
    "game.tasks.finalize_due_days": timedelta(seconds=30),
    "game.tasks.prepare_dailies": timedelta(minutes=10),
    "game.tasks.expire_guests": timedelta(hours=6),
    "leaderboard.tasks.build_wanted_ranks": timedelta(seconds=10),
}
"""The task's name and its interval. Tasks look up themselves what there is to do."""
