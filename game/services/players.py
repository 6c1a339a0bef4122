"""Writes of players."""

import random

from django.db import IntegrityError, transaction

from game.models import Player
from game.names import guest_name


def create_guest(*, language: str, randomness: random.Random) -> Player:
    """A guest under a name that nobody has."""
    while True:
        try:
            with transaction.atomic():
                return Player.objects.create_user(
                    guest_name(randomness), is_guest=True, language=language
                )
        except IntegrityError:
            continue  # the name is taken: throw again
