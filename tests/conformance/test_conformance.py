"""Two engines, one truth: the browser's engine plays what Python's plays, state by state.

Python makes up games and says what comes of every token; one Node process replays them all on the
whole decks and on views with reveals. HARP_FULL=1 plays 2,000 games a variant instead of 300.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from game.engine.actions import Action, ActionKind, parse_token, token_of
from game.engine.cards import Deck, face_text, parse_deck
from game.engine.codes import parse_code
from game.engine.errors import BadToken, Refused
from game.engine.legal import legal_actions
from game.engine.replay import fold
from game.engine.rules import Rules
from game.engine.shuffle import numbered_deck
from game.engine.table import Table, apply
from game.engine.variants import VARIANTS
from game.engine.view import known_faces

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests/data"
RUNNER = Path(__file__).with_name("play.ts")

GAMES = 2_000 if os.environ.get("HARP_FULL") == "1" else 300
TOKENS_A_GAME = 120
BATCH = 300  # games that one Node process replays; their states are kept until it has answered

GRAMMAR = [
    "S",
    "U",
    *(f"W{to}" for to in "0123456789F"),
    *(f"{source}F" for source in "0123456789"),
    *(f"{source}{to}" for source in "0123456789" for to in "0123456789"),
    *(
        f"{source}{to}x{count}"
        for source in "0123456789"
        for to in "0123456789"
        for count in range(2, 14)
    ),
    *(f"{place}{to}" for place in "abcdefgh" for to in "0123456789"),
]
"""Every token."""

SHORT = [token for token in GRAMMAR if "x" not in token and token[0] not in "abcdefgh"]

NO_TOKENS = [
    *["", " S", "S\n", "S ", "s", "u", "UU", "W", "WW", "Wa", "5", "F5", "a", "aF", "i1", "5Fx2"],
    *["53x", "53x0", "53x1", "53x02", "53x14", "53x20", "53X2", "a1x2", "53x\u0663", "\u0665F"],
]
"""Texts that are no tokens, though digits of other scripts make some look so."""


@dataclass
class Game:
    """A game to be played by both engines, and what Python says of it."""

    variant: str
    undo_limit: int
    deck: Deck
    prefix: list[str]
    tokens: list[str] = field(default_factory=list)
    tries: list[str] = field(default_factory=list)
    reveals: list[dict[str, Any]] = field(default_factory=list)
    said: dict[str, Any] = field(default_factory=dict)

    def line(self, **more: object) -> str:
        """What the runner reads."""
        sent = asdict(self)
        del sent["said"]
        return json.dumps(sent | more)


class Player:
    """Plays a Game in Python, on the whole deck and on what has turned up, and notes outcomes."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = replace(VARIANTS[game.variant], undo_limit=game.undo_limit)
        replayed = fold(self.rules, game.deck, game.prefix)
        if replayed.refused:  # a golden line that undoes more than a shortened memory holds
            del game.prefix[replayed.refused.index :]
        self.table = replayed.table
        self.known = list(known_faces(game.deck, self.table))
        self.outcomes: list[int | str] = []
        self.texts: list[str] = []
        for reveal in replayed.reveals:
            self._reveal(reveal.ply, reveal.at)
        self.legal = legal_actions(self.rules, game.deck, self.table)
        game.said["prefix"] = crc32(state_text(self.table, self.legal).encode())
        game.said["steps"] = self.outcomes

    def _reveal(self, ply: int, at: int) -> None:
        face = self.game.deck[at]
        self.known[at] = face
        self.game.reveals.append({"ply": ply, "at": at, "card": face_text(face)})

    def play(self, token: str) -> None:
        """Play a token on; a refused one is noted and passed over."""
        rules, deck, before = self.rules, self.game.deck, self.table
        self.game.tokens.append(token)
        try:
            action = parse_token(token)
            after = apply(rules, deck, before, action)
        except (BadToken, Refused) as refused:
            self._note(refused.reason.value)
            return
        blind = apply(rules, self.known, before, action)
        fresh = after.turned[len(before.turned) :]
        pending = state_text(blind, legal_actions(rules, self.known, blind)) if fresh else ""
        for at in fresh:
            self._reveal(after.ply, at)
        if fresh:
            blind = apply(rules, self.known, before, action)
        assert blind == after
        self.table = after
        self.legal = legal_actions(rules, deck, after)
        self._note(state_text(after, self.legal) + pending)

    def _note(self, text: str) -> None:
        self.texts.append(text)
        self.outcomes.append(crc32(text.encode()) if text[0] == "[" else text)

    def try_each(self, tokens: Iterable[str]) -> None:
        """Note what would come of each token on the table as it stands."""
        said: list[int | str] = []
        for token in tokens:
            self.game.tries.append(token)
            try:
                after = apply(self.rules, self.game.deck, self.table, parse_token(token))
            except (BadToken, Refused) as refused:
                said.append(refused.reason.value)
            else:
                said.append(crc32(json.dumps(after.turned, separators=(",", ":")).encode()))
        self.game.said["tries"] = said


def state_text(table: Table, legal: Iterable[Action]) -> str:
    """All that a table shows, and the legal actions, as text."""
    return json.dumps(
        [
            table.columns,
            table.hidden,
            table.stock,
            table.waste,
            table.foundations,
            table.score,
            table.won,
            table.moves,
            table.undos,
            table.turned,
            table.undoable,
            table.forgotten > 0,
            sorted([token_of(action) for action in legal]),
        ],
        separators=(",", ":"),
    )


def choose(rng: random.Random, table: Table, legal: list[Action]) -> str:
    """A token for a player who would rather get on than turn the stock, and who errs at times."""
    luck = rng.random()
    if luck < 0.02:
        return rng.choice(NO_TOKENS)
    if luck < 0.11:
        return rng.choice(rng.choice([GRAMMAR, SHORT, ["S"]]))
    if luck < 0.17 or not legal:
        return "U"
    home: list[Action] = []
    forward: list[Action] = []
    aside: list[Action] = []
    for action in legal:
        kind = action.kind
        if kind in (ActionKind.COLUMN_TO_FOUNDATION, ActionKind.WASTE_TO_FOUNDATION):
            home.append(action)
        elif kind is ActionKind.WASTE_TO_COLUMN:
            forward.append(action)
        elif kind is ActionKind.COLUMN_TO_COLUMN:
            face_up = len(table.columns[action.source]) - table.hidden[action.source]
            (forward if action.count == face_up else aside).append(action)
        elif kind is ActionKind.TAKE_BACK:
            aside.append(action)
    if home and luck < 0.60:
        return token_of(rng.choice(home))
    if forward and luck < 0.80:
        return token_of(rng.choice(forward))
    if aside and luck < 0.88:
        return token_of(rng.choice(aside))
    return token_of(legal[0] if luck < 0.97 else rng.choice(legal))


def random_game(rng: random.Random, rules: Rules, golden: list[Game], number: int) -> Player:
    """One game in four goes on from the middle of a golden one, so that ends are reached too."""
    if golden and number % 4 == 0:
        start = rng.choice(golden)
        deck = start.deck
        prefix = start.tokens[: rng.randint(len(start.tokens) // 2, len(start.tokens))]
    else:
        cards = list(rules.unshuffled())
        rng.shuffle(cards)
        deck, prefix = tuple(cards), []
    # A short memory meets its end within a short game.
    undo_limit = rng.choice([rules.undo_limit, 4, 13])
    player = Player(Game(rules.variant, undo_limit, deck, prefix))
    while len(player.outcomes) < TOKENS_A_GAME:
        if rng.random() < 0.01:
            for _ in range(rng.randint(2, 30)):
                player.play("U")
        player.play(choose(rng, player.table, player.legal))
    player.try_each(GRAMMAR + NO_TOKENS if number % 50 == 0 else rng.sample(GRAMMAR, 40))
    return player


def golden_games(variant: str) -> Iterator[Game]:
    """The golden lines of a variant, as tokens to be played from the opening."""

    def game(deck: Deck, tokens: list[str]) -> Game:
        return Game(variant, VARIANTS[variant].undo_limit, deck, [], tokens)

    for code, line in json.loads((DATA / "wins.json").read_text())["games"].items():
        if code.startswith(variant):
            yield game(numbered_deck(parse_code(code)), line["actions"])
    others = json.loads((DATA / "dailies.json").read_text())["dailies"]
    others += json.loads((DATA / "vectors.json").read_text())["games"]
    for line in others:
        if line.get("code", line.get("variant")).startswith(variant) and line["actions"]:
            yield game(parse_deck(line["deck"]), line["actions"])


@pytest.fixture(scope="module")
def node() -> str:
    """The Node of the project's own environment, else the machine's."""
    path = os.pathsep.join([str(ROOT / ".venv/bin"), os.environ.get("PATH", os.defpath)])
    found = shutil.which("node", path=path)
    if found is None:
        pytest.skip("no Node on this machine: script/bootstrap installs it")
    return found


def replay_in_node(node: str, lines: Iterable[str]) -> list[dict[str, Any]]:
    """What the browser's engine says of the games."""
    done = subprocess.run(
        [node, str(RUNNER)],
        input="\n".join(lines) + "\n",
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def compare(node: str, players: list[Player]) -> None:
    """Fail at the first game in which the engines part, with both states side by side."""
    answers = replay_in_node(node, (player.game.line() for player in players))
    for player, answer in zip(players, answers, strict=True):
        game = player.game
        if answer["steps"] != game.said["steps"]:
            pairs = zip(answer["steps"], game.said["steps"], strict=True)
            at = next(index for index, (theirs, ours) in enumerate(pairs) if theirs != ours)
            (shown,) = replay_in_node(node, [game.line(show=at)])
            log = " ".join(game.prefix + game.tokens[: at + 1])
            assert shown["steps"][at] == player.texts[at], f"{game.variant} {game.deck}: {log}"
        assert answer == game.said | {"differs": None}, game


@pytest.mark.parametrize("variant", VARIANTS)
def test_both_engines_play_random_games_alike(variant: str, node: str) -> None:
    """Every state, its legal actions, every refusal; on whole decks and on views with reveals."""
    rng = random.Random(f"conformance {variant}")
    golden = list(golden_games(variant))
    rules = VARIANTS[variant]
    for first in range(0, GAMES, BATCH):
        numbers = range(first, min(first + BATCH, GAMES))
        compare(node, [random_game(rng, rules, golden, number) for number in numbers])


@pytest.mark.parametrize("variant", VARIANTS)
def test_both_engines_play_golden_games_alike(variant: str, node: str) -> None:
    """Every state of the golden games, and at their ends every token there is."""
    players = []
    for game in golden_games(variant):
        tokens, game.tokens = game.tokens, []
        player = Player(game)
        for token in tokens:
            player.play(token)
        player.try_each(GRAMMAR + NO_TOKENS)
        players.append(player)
    assert players
    compare(node, players)
