"""What can go wrong in the domain: each a code and its data. HTTP statuses live in harp_server."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from game.engine.cards import face_text
from game.engine.replay import Refusal, Reveal
from game.names import NAME_LENGTH, SHORTEST_NAME, NameFault


@dataclass(frozen=True, slots=True)
class AttemptState:
    """How an attempt stands, with the cards that turned up after the ply that was named."""

    ply: int
    score: int
    moves: int
    won: bool
    over: bool
    reveals: list[Reveal]

    def data(self) -> dict[str, Any]:
        """As a JSON object."""
        return {
            "ply": self.ply,
            "score": self.score,
            "moves": self.moves,
            "won": self.won,
            "over": self.over,
            "reveals": [reveal_data(reveal) for reveal in self.reveals],
        }


def reveal_data(reveal: Reveal) -> dict[str, Any]:
    """A card that turned up, as a JSON object: its ply, its deck position, its face as text."""
    return {"ply": reveal.ply, "at": reveal.at, "card": face_text(reveal.face)}


class HarpError(Exception):
    """A request that can't be met. `code` is for programs, the text for people; `retry_after` is in
    how many seconds it can be tried again, where that is known."""

    code: ClassVar[str]
    retry_after: int | None = None

    def data(self) -> dict[str, Any]:
        """What a program needs to know beyond the code."""
        return {}


class NotFound(HarpError):
    """It does not exist, or not for this player, or not yet."""

    code = "not-found"

    def __init__(self) -> None:
        super().__init__(_("There is no such thing here."))


class BadDealCode(HarpError):
    """Text that is no deal code."""

    code = "bad-deal-code"

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason

    def data(self) -> dict[str, Any]:
        """Which rule of codes it breaks."""
        return {"reason": self.reason}


class Malformed(HarpError):
    """A request of the wrong form; nothing was changed."""

    code = "malformed"


class LogFull(HarpError):
    """More actions than one attempt may hold; nothing was changed."""

    code = "log-full"

    def __init__(self, limit: int) -> None:
        super().__init__(_("An attempt holds %(limit)d actions at most.") % {"limit": limit})


@dataclass(eq=False)
class IllegalAction(HarpError):
    """The rules refuse an action. Those before it are kept (in a whole log: none)."""

    refusal: Refusal
    state: AttemptState | None = None
    code: ClassVar[str] = "illegal-action"

    def __str__(self) -> str:
        return _("Action %(index)d, %(token)s, is against the rules: %(reason)s.") % {
            "index": self.refusal.index,
            "token": self.refusal.token,
            "reason": self.refusal.reason.value,
        }

    def data(self) -> dict[str, Any]:
        """The index in the request, the token, the rule, and how the attempt stands."""
        refusal = {
            "index": self.refusal.index,
            "token": self.refusal.token,
            "reason": self.refusal.reason.value,
        }
        return refusal | (self.state.data() if self.state else {})


@dataclass(eq=False)
class StaleLog(HarpError):
    """The request contradicts the stored log: another device went on, or it skips a ply."""

    state: AttemptState
    log: list[str] = field(default_factory=list)
    code: ClassVar[str] = "stale-log"

    def __str__(self) -> str:
        return _("This attempt has gone on elsewhere; take its log and continue from there.")

    def data(self) -> dict[str, Any]:
        """How the attempt stands, and the stored log from the ply that the request named."""
        return {**self.state.data(), "log": self.log}


class AttemptOver(StaleLog):
    """The attempt takes no more actions."""

    code = "attempt-over"

    def __str__(self) -> str:
        return _("This attempt is over.")


class DayClosed(HarpError):
    """No ranked attempt can begin any more."""

    code = "day-closed"

    def __init__(self) -> None:
        super().__init__(_("This day is closed. You can still play its deal for practice."))


class RankedFirst(HarpError):
    """Practice would show the deal of an open day to a player whose ranked attempt is not over."""

    code = "ranked-first"

    def __init__(self) -> None:
        super().__init__(_("Your first attempt counts. You can practise once it is over."))


@dataclass(eq=False)
class PracticeOpen(HarpError):
    """Another practice game on the deal would have to end for this one."""

    attempt: int
    ply: int
    code: ClassVar[str] = "practice-open"

    def __str__(self) -> str:
        return _("You have another practice game on this deal.")

    def data(self) -> dict[str, Any]:
        """Which attempt it is, and how far it has got."""
        return {"attempt": self.attempt, "ply": self.ply}


class Spoiler(HarpError):
    """It would show a deal that the player has not finished."""

    code = "spoiler"

    def __init__(self) -> None:
        super().__init__(_("You can watch this once you have won, or when the day is final."))


class NameRefused(HarpError):
    """A public name that nobody can have."""

    code = "name-refused"

    def __init__(self, fault: NameFault) -> None:
        super().__init__(
            {
                NameFault.SHORT: _("A name has at least %(least)d characters."),
                NameFault.LONG: _("A name has at most %(most)d characters."),
                NameFault.CHARACTER: _(
                    "A name is made of letters and digits, with points, hyphens and underscores "
                    "between them."
                ),
                NameFault.JOINT: _(
                    "A name begins and ends with a letter or a digit, and has one point, hyphen or "
                    "underscore at a time."
                ),
                NameFault.NO_LETTER: _("A name has at least one letter."),
                NameFault.MIXED: _("The letters of a name are of one alphabet."),
                NameFault.REFUSED: _("This name is not to be had. Take another one."),
            }[fault]
            % {"least": SHORTEST_NAME, "most": NAME_LENGTH}
        )
        self.fault = fault

    def data(self) -> dict[str, Any]:
        """Which rule of names it breaks."""
        return {"reason": self.fault.value}


class NameTaken(HarpError):
    """Another player has this name, or one that looks like it."""

    code = "name-taken"

    def __init__(self) -> None:
        super().__init__(_("This name, or one that looks like it, is taken."))


class Banned(HarpError):
    """An administrator has shut the player out."""

    code = "banned"

    def __init__(self) -> None:
        super().__init__(
            _("This player is banned: signing in and playing are not possible any more.")
        )


class DayFull(HarpError):
    """The player had as much stored today as one may in a day; nothing was changed."""

    code = "day-full"

    def __init__(self, *, retry_after: int) -> None:
        super().__init__(
            _("You have played as much as this server keeps in a day. Go on when the next begins.")
        )
        self.retry_after = retry_after


class Busy(HarpError):
    """The database could not be asked just now; nothing was changed."""

    code = "busy"
    retry_after = 1

    def __init__(self) -> None:
        super().__init__(_("The server is very busy. Try again in a moment; nothing is lost."))


class PlayerMoved(HarpError):
    """The guest became part of an account while the request was on its way; it can be repeated."""

    code = "player-moved"
    retry_after = 1

    def __init__(self) -> None:
        super().__init__(_("You are being signed in; this is tried again by itself."))
