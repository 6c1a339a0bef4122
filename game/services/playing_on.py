"""Playing on from where somebody's game was: practice that begins with its first actions."""

from django.utils.translation import gettext as _

from game import selectors
from game.errors import Malformed, PracticeOpen
from game.models import Attempt, Player
from game.progress import tokens_between
from game.services.attempts import (
    Clock,
    append_actions,
    check_practice,
    finish_attempt,
    open_or_new,
)


def play_on(
    *, attempt_id: int, ply: int, player: Player, clock: Clock, replace: bool = False
) -> tuple[Attempt, bool]:
    """Begin practice with the first `ply` actions of a game, and whether it is new.

    The engine plays the actions again, as the practice's own; it counts for no board, on a numbered
    deal neither. What comes back when it is asked for again is the same practice. Another one that
    is open on the deal ends as it stands if `replace` says so.

    Raises NotFound and Spoiler as watching the game would, RankedFirst where practice may not begin
    yet, Malformed for a ply that leaves nothing to play, and PracticeOpen.
    """
    now = clock()
    watched = selectors.replay(attempt_id=attempt_id, viewer=player)
    deal = watched.attempt.deal
    check_practice(deal, player, now)
    last = len(watched.actions)
    if ply > last or (ply == last and watched.attempt.won):
        raise Malformed(_("From there nothing is left to play."))
    actions = watched.actions[:ply]
    attempt, is_new = open_or_new(deal, player, now, practice=True)
    if attempt.ply and tokens_between(attempt, 0, attempt.ply) != actions:
        if not replace:
            raise PracticeOpen(attempt.pk, attempt.ply)
        finish_attempt(attempt_id=attempt.pk, player=player, clock=clock)
        attempt, is_new = open_or_new(deal, player, now, practice=True)
    if actions:
        attempt, __ = append_actions(
            attempt_id=attempt.pk, player=player, ply=0, actions=actions, clock=clock
        )
    return attempt, is_new
