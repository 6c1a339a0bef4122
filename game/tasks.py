"""Tasks of the game: thin calls of services, safe to run twice or late; no argument is secret."""

import secrets

from celery import shared_task
from django.utils import timezone

from game.services import dailies, players


@shared_task(ignore_result=True)
def prepare_dailies() -> None:
    """Make the deals of today and of the days ahead, where they are missing."""
    dailies.prepare_dailies(now=timezone.now(), randomness=secrets.token_bytes)


@shared_task(ignore_result=True)
def finalize_due_days() -> None:
    """Make final every day whose grace hour is over."""
    dailies.finalize_due_days(now=timezone.now())


@shared_task(ignore_result=True)
def expire_guests() -> None:
    """Forget guests who came long ago and never played, and sign-ins that are over."""
    players.expire_guests(now=timezone.now())
    players.forget_expired_sign_ins(now=timezone.now())
