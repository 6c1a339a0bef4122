"""Tasks of boards: thin calls, safe to run twice or late."""

from celery import shared_task

from leaderboard import rank_cache


@shared_task(ignore_result=True)
def build_wanted_ranks() -> None:
    """Build the rank caches of large boards that readers have missed."""
    rank_cache.build_wanted()
