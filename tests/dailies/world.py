"""A day in which a deal is played, watched and talked about, with every reply written down."""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Final

from django.core.cache import cache
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import TestCase
from django.urls import Resolver404, resolve
from rest_framework.test import APIClient

from game.engine.actions import COLUMN_DIGITS, FOUNDATION_LETTERS, parse_token, token_of
from game.engine.cards import Deck
from game.engine.errors import Refused
from game.engine.legal import legal_actions
from game.engine.rules import Rules
from game.engine.table import Table, apply, opening
from game.engine.variants import VARIANTS
from game.models import Attempt, Deal, Player
from game.progress import recent
from tests.conftest import Clock
from tests.dailies.deals import CLOSING, DAY, FINAL, NOON, put

NOBODY: Final = "nobody"
PLAYERS: Final = ("Ann", "Bob", "Cat")

ALL_TOKENS: Final = [
    "S",
    "U",
    "WF",
    *(f"W{to}" for to in COLUMN_DIGITS),
    *(f"{source}F" for source in COLUMN_DIGITS),
    *(
        f"{source}{to}{count}"
        for source in COLUMN_DIGITS
        for to in COLUMN_DIGITS
        for count in ("", "x2", "x3", "x13")
    ),
    *(f"{place}{to}" for place in FOUNDATION_LETTERS for to in COLUMN_DIGITS),
]


@dataclass(frozen=True)
class Said:
    """One reply of the server."""

    who: str
    call: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


@dataclass
class World:
    """The server on a day with one deal, from before the first start on."""

    clock: Clock
    deal: Deal
    said: list[Said] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clients = {NOBODY: APIClient()}
        for name in PLAYERS:
            self.clients[name] = APIClient()
            self.clients[name].force_login(Player.objects.create_user(name, joined_at=NOON))

    @property
    def code(self) -> str:
        """The deal's."""
        return self.deal.code

    def call(self, who: str, method: str, path: str, body: Any = None) -> Any:
        """Ask the server, and write down what it says."""
        self.clock.ahead(milliseconds=137)
        kwargs = {} if body is None else {"data": body, "format": "json"}
        with TestCase.captureOnCommitCallbacks(execute=True):
            reply = getattr(self.clients[who], method)(path, **kwargs)
        self.said.append(
            Said(
                who=who,
                call=f"{method} {path} {str(body)[:60]}",
                status=reply.status_code,
                headers=headers_of(reply),
                body=_without_tokens(b"".join(reply)),
            )
        )
        return reply

    def get(self, who: str, path: str) -> Any:
        """GET below /api/v1/."""
        return self.call(who, "get", f"/api/v1/{path}")

    def post(self, who: str, path: str, body: Any = None) -> Any:
        """POST below /api/v1/."""
        return self.call(who, "post", f"/api/v1/{path}", body or {})

    def start(self, who: str, *, practice: bool = False) -> int:
        """The id of a new attempt."""
        reply = self.post(who, f"deals/{self.code}/attempts/", {"practice": practice})
        assert reply.status_code == 201, reply.content
        return int(reply.json()["id"])

    def append(self, who: str, attempt: int, ply: int, actions: list[str]) -> Any:
        """The reply to actions from a ply on."""
        return self.post(who, f"attempts/{attempt}/actions/", {"ply": ply, "actions": actions})

    def play(self, who: str, attempt: int, tokens: list[str], *, most: int = 9) -> Iterator[int]:
        """Play a log in batches of 1 to `most`; the ply after each."""
        chance = random.Random(" ".join(tokens))
        ply = 0
        while ply < len(tokens):
            batch = tokens[ply : ply + chance.randint(1, most)]
            reply = self.append(who, attempt, ply, batch)
            assert reply.status_code == 200, reply.content
            ply += len(batch)
            yield ply

    def look(self, attempt: int) -> None:
        """Everything that can be asked about the day and an attempt on it, by everybody."""
        for who in self.clients:
            for path in (
                f"deals/{self.code}/",
                "daily/",
                f"daily/?date={DAY}",
                "commitments/",
                f"boards/{self.code}/",
                f"boards/{self.code}/?limit=1&around=Ann",
                f"attempts/{attempt}/",
                f"attempts/{attempt}/replay/",
                "players/Ann/",
            ):
                self.get(who, path)
            for page in pages(self.code, attempt):
                self.call(who, "get", page)
            self.call(who, "options", f"/api/v1/attempts/{attempt}/actions/")
            self.call(who, "head", f"/api/v1/deals/{self.code}/")

    def try_what_is_refused(self, attempt: int, tokens: list[str], illegal: list[str]) -> None:
        """Everything that is not taken, on an attempt of Ann's after these tokens."""
        end = len(tokens)
        for token in illegal:
            self.append("Ann", attempt, end, [token])
        self.append("Ann", attempt, max(end - 2, 0), [*tokens[-2:], *illegal[:1]])
        self.append("Ann", attempt, 0, tokens)
        self.append("Ann", attempt, end, [])
        self.append("Ann", attempt, end + 1, ["S"])
        self.append("Ann", attempt, 0, ["99x13", "S"])
        self.append("Ann", attempt, end, ["no token"])
        self.append("Ann", attempt, end, ["S"] * 2001)
        self.append("Bob", attempt, end, ["S"])
        self.append(NOBODY, attempt, end, ["S"])
        self.post("Bob", f"attempts/{attempt}/finish/")
        for who in self.clients:
            self.post(who, f"deals/{self.code}/logs/", {"actions": ["S"]})
            self.post(who, f"deals/{self.code}/logs/", {"actions": illegal[:1]})

    def declare_winner(self, who: str) -> None:
        """Let a player's open attempt be a won one, without playing it."""
        Attempt.objects.filter(player__name=who, finished_at=None).update(
            won=True, finished_at=self.clock.now
        )


def pages(code: str, attempt: int, day: date = DAY) -> list[str]:
    """The addresses of pages about a deal, an attempt on it, and its day; those that there are."""
    wanted = [
        "/",
        f"/days/{day}/",
        "/archive/",
        f"/play/{code}/",
        f"/boards/{code}/",
        f"/replays/{attempt}/",
        f"/replays/{attempt}/?with={attempt + 1}",
        f"/embed/replays/{attempt}/",
        "/players/Ann/",
        f"/open/?code={code}",
        "/account/export/",
    ]
    return [page for page in wanted if _is_page(page.split("?")[0])]


def _is_page(path: str) -> bool:
    try:
        resolve(path)
    except Resolver404:
        return False
    return True


_OF_THE_MOMENT: Final = {"Expires", "X-Request-ID"}
"""Headers that say nothing but when a reply was given, and by which number it is in the log."""


def headers_of(reply: Any) -> tuple[tuple[str, str], ...]:
    """A reply's headers, without those of the moment."""
    headers = dict(reply.headers)
    if policy := headers.get("Content-Security-Policy"):  # its parts come in any order
        headers["Content-Security-Policy"] = "; ".join(sorted(policy.split("; ")))
    return tuple(
        sorted((name, value) for name, value in headers.items() if name not in _OF_THE_MOMENT)
    )


_CSRF = re.compile(rb'(csrf\w*" (?:value|content)=")[^"]+')


def _without_tokens(body: bytes) -> bytes:
    """A page without what is random in every one."""
    return _CSRF.sub(rb"\1", body)


@contextmanager
def world(clock: Clock, variant: str, deck: Deck | None = None) -> Iterator[World]:
    """A server that begins at noon with ids from 1 on, and is forgotten afterwards."""
    clock.now = NOON
    with transaction.atomic():
        _count_from_one()
        recent.clear()
        cache.clear()
        yield World(clock, put(variant, deck=deck))
        transaction.set_rollback(True)
    recent.clear()


def _count_from_one() -> None:
    """Make ids the same in every world: on SQLite they are undone with the rest."""
    if connection.vendor == "postgresql":
        ours = ("game_", "leaderboard_")
        sequences = [
            sequence
            for sequence in connection.introspection.sequence_list()
            if sequence["table"].startswith(ours)
        ]
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_by_name_sql(no_style(), sequences):
                cursor.execute(statement)


@dataclass(frozen=True)
class Game:
    """A game as far as it was played, on a deck."""

    rules: Rules
    deck: Deck
    tokens: list[str]
    table: Table

    def __repr__(self) -> str:
        return f"Game({self.rules.variant}, {len(self.tokens)})"

    @property
    def hidden(self) -> list[int]:
        """Deck positions that have not turned up."""
        return [at for at in range(len(self.deck)) if not self.table.known >> at & 1]

    def illegal(self, chance: random.Random, *, each: int) -> list[str]:
        """Tokens that are refused now, at most so many for each reason."""
        by_reason: dict[str, list[str]] = {}
        for token in ALL_TOKENS:
            try:
                apply(self.rules, self.deck, self.table, parse_token(token))
            except Refused as refused:
                by_reason.setdefault(refused.reason, []).append(token)
        return [
            token
            for tokens in by_reason.values()
            for token in chance.sample(tokens, min(each, len(tokens)))
        ]

    def other_deck(self, chance: random.Random) -> Deck:
        """A deck that agrees on all that has turned up, and differs wherever it can elsewhere."""
        hidden = self.hidden
        deck = list(self.deck)
        for _ in range(50):
            faces = [self.deck[at] for at in hidden]
            chance.shuffle(faces)
            for at, face in zip(hidden, faces, strict=True):
                deck[at] = face
            if tuple(deck) != self.deck:
                return tuple(deck)
        raise AssertionError("what is hidden can not be arranged in another way")


def recorded(variant: str, deck: Deck, tokens: list[str]) -> Game:
    """The game of these tokens."""
    rules = VARIANTS[variant]
    table = opening(rules)
    for token in tokens:
        table = apply(rules, deck, table, parse_token(token))
    return Game(rules, deck, tokens, table)


def at_random(variant: str, plies: int, chance: random.Random) -> Game:
    """A game of legal actions on a shuffled deck; some are taken back."""
    rules = VARIANTS[variant]
    deck = list(rules.unshuffled())
    chance.shuffle(deck)
    table = opening(rules)
    tokens: list[str] = []
    while len(tokens) < plies:
        options = [token_of(action) for action in legal_actions(rules, deck, table)]
        # The stock alone would turn everything up, and get nowhere.
        moves = [token for token in options if token != "S"]
        if moves and chance.random() < 0.7:
            options = moves
        if table.undoable and chance.random() < 0.1:
            options = ["U"]
        if not options:
            break
        tokens.append(chance.choice(options))
        table = apply(rules, deck, table, parse_token(tokens[-1]))
    return Game(rules, tuple(deck), tokens, table)


def whole_day(clock: Clock, game: Game, deck: Deck, illegal: list[str]) -> list[Said]:
    """Everything that is said of a game on a deck while it is played, lost, practised and closed.

    Nobody turns up a card that the game has not turned up.
    """
    tokens = game.tokens
    with world(clock, game.rules.variant, deck) as day:
        day.get("Ann", "variants/")
        day.get("Ann", f"deals/{day.code}/")
        day.post("Bob", f"deals/{day.code}/attempts/", {"practice": True})
        attempt = day.start("Ann")
        day.post("Ann", f"deals/{day.code}/attempts/")
        for ply in day.play("Ann", attempt, tokens):
            if ply % 3 == 0:
                day.get("Ann", f"attempts/{attempt}/")
        for who, plies in (("Bob", len(tokens) // 2), ("Cat", 1)):
            day.start(who)
            own = Attempt.objects.get(player__name=who).pk
            for _ in day.play(who, own, tokens[:plies]):
                pass
        day.declare_winner("Cat")
        day.look(attempt)
        day.try_what_is_refused(attempt, tokens, illegal)
        if game.table.undoable:
            day.append("Ann", attempt, len(tokens), ["U"])
            day.append("Ann", attempt, len(tokens) + 1, tokens[-1:])

        day.post("Ann", f"attempts/{attempt}/finish/")
        for who in day.clients:
            for path in (f"attempts/{attempt}/replay/", f"boards/{day.code}/", "daily/"):
                day.get(who, path)
        day.get("Ann", f"deals/{day.code}/")
        day.get("Ann", f"attempts/{attempt}/")
        day.get("Bob", "players/Ann/")
        practice = day.start("Ann", practice=True)
        for _ in day.play("Ann", practice, tokens, most=40):
            pass
        day.get("Ann", f"attempts/{practice}/")
        day.get("Cat", f"attempts/{practice}/replay/")
        day.try_what_is_refused(practice, tokens, illegal[::4])
        day.append("Ann", attempt, len(tokens) + 2, ["S"])

        for moment in (CLOSING, FINAL + timedelta(hours=3)):
            clock.now = moment
            day.get("Bob", f"attempts/{attempt}/replay/")
            day.get(NOBODY, f"attempts/{attempt}/replay/")
            day.get(NOBODY, f"daily/?date={DAY}")
            day.get("Ann", f"deals/{day.code}/")
            day.post("Bob", f"deals/{day.code}/logs/", {"actions": illegal[:1]})
            bobs = Attempt.objects.get(player__name="Bob").pk
            day.append("Bob", bobs, len(tokens) // 2, illegal[:1])
            day.post("Bob", f"attempts/{bobs}/finish/")
        return day.said
