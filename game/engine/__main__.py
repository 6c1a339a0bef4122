"""``python -m game.engine deal | replay | variants``: the engine from a terminal, as JSON.

Bad input ends it with one sentence on standard error and exit status 2. A sentence never repeats a
seed, a key or a deck.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, NoReturn

from .cards import Deck, deck_text, parse_deck
from .codes import DealCode, Kind, parse_code
from .errors import EngineError
from .replay import Replayed, fold
from .rules import Rules
from .shuffle import PUBLIC_KEY, SEED_BYTES, commitment, draw_key, shuffle
from .table import opening
from .variants import VARIANTS, rules_data
from .view import layout

_HEX = re.compile(r"(?:[0-9a-fA-F]{2})+")
_DRAW = re.compile(r"[0-9]{1,9}")


class BadInput(Exception):
    """What is wrong with the input, in a sentence."""


@dataclass(frozen=True)
class Secrets:
    """The options that deal a daily deal."""

    seed: bytes | None
    draw: int | None
    key: bytes | None

    def __repr__(self) -> str:
        return "<Secrets>"

    def key_of(self, code: DealCode) -> bytes:
        """The key of a deal; raises BadInput where the options do not give one."""
        key = self.key
        if self.seed is not None and self.draw is not None:
            key = draw_key(self.seed, str(code), self.draw)
        if code.kind is Kind.NUMBERED:
            if key not in (None, PUBLIC_KEY):
                raise BadInput("A numbered deal has the public key; leave out --seed and --key.")
            return PUBLIC_KEY
        if key is None:
            raise BadInput("A daily deal needs --seed and --draw, or --key.")
        return key


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    try:
        for text in _output(_parser().parse_args(arguments)):
            print(text)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BadInput as bad:
        print(f"python -m game.engine: {bad}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        _write_no_more()
        return 1
    except OSError as error:
        print(f"python -m game.engine: {error.strerror or error}.", file=sys.stderr)
        _write_no_more()
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def _output(options: argparse.Namespace) -> Iterator[str]:
    """The texts that the command prints, one after the other."""
    if options.command == "variants":
        yield json.dumps([rules_data(rules) for rules in VARIANTS.values()], indent=2)
        return
    secrets = _secrets(options)
    if options.command == "deal":
        yield json.dumps(_deal(options.code, secrets))
    elif sys.stdin is None:
        raise BadInput("There is no standard input.")
    else:
        yield from map(json.dumps, _replays(sys.stdin.buffer, secrets))


def _write_no_more() -> None:
    """Keep Python from flushing once more at exit what could not be written, and complaining."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message[:1].upper()}{message[1:].rstrip('.')}.")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m game.engine", description=__doc__, allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    deal = commands.add_parser("deal", help="deal a code", allow_abbrev=False)
    deal.add_argument("code", metavar="CODE", help="such as EH1-N-AAAAAAF")
    replay = commands.add_parser(
        "replay", help="play JSON lines from standard input", allow_abbrev=False
    )
    commands.add_parser("variants", help="the rules of all variants")
    for command in (deal, replay):
        command.add_argument("--seed", metavar="HEX", help="secret seed of a daily deal")
        command.add_argument("--draw", metavar="N", help="which draw of the seed, from 0")
        command.add_argument("--key", metavar="HEX", help="key of a daily deal")
    return parser


def _secrets(options: argparse.Namespace) -> Secrets:
    seed, draw, key = options.seed, options.draw, options.key
    if key is not None and (seed is not None or draw is not None):
        raise BadInput("Give either --seed and --draw, or --key.")
    if (seed is None) != (draw is None):
        raise BadInput("--seed and --draw go together.")
    if draw is not None and not _DRAW.fullmatch(draw):
        raise BadInput("--draw is a whole number from 0 to 999999999.")
    if seed is not None and not (_HEX.fullmatch(seed) and len(seed) == 2 * SEED_BYTES):
        raise BadInput(f"--seed is {2 * SEED_BYTES} hexadecimal digits.")
    if key is not None and not _HEX.fullmatch(key):
        raise BadInput("--key is an even number of hexadecimal digits.")
    return Secrets(
        seed=None if seed is None else bytes.fromhex(seed),
        draw=None if draw is None else int(draw),
        key=None if key is None else bytes.fromhex(key),
    )


def _deal(text: str, secrets: Secrets) -> dict[str, Any]:
    code = _code(text)
    rules = VARIANTS[code.variant]
    key = secrets.key_of(code)
    deck = shuffle(rules, key, str(code))
    dealt = {"code": str(code), "deck": deck_text(deck), **layout(opening(rules), deck)}
    if secrets.seed is not None:
        dealt |= {"key": key.hex(), "commitment": commitment(str(code), secrets.seed)}
    return dealt


def _replays(lines: BinaryIO, secrets: Secrets) -> Iterator[dict[str, Any]]:
    """What comes of each line; raises BadInput with the number of a line that is no game."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            game = _game(line)
            code = None if game.get("code") is None else _code(_text(game, "code"))
            rules, deck = _given_deck(game) if code is None else _dealt_deck(game, code, secrets)
            replayed = fold(rules, deck, _actions(game))
        except BadInput as bad:
            raise BadInput(f"Line {number}: {bad}") from None
        yield {"code": None if code is None else str(code), **_told(replayed, deck)}


def _told(replayed: Replayed, deck: Deck) -> dict[str, Any]:
    table = replayed.table
    told: dict[str, Any] = {
        "moves": table.moves,
        "score": table.score,
        "won": table.won,
        "ply": table.ply,
        "turned": list(table.turned),
        "after": layout(table, deck),
    }
    refused = replayed.refused
    if refused is not None:
        told["refused"] = {
            "index": refused.index,
            "token": refused.token,
            "reason": refused.reason,
        }
    return told


def _game(line: bytes) -> dict[str, Any]:
    try:
        game = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadInput("this is not UTF-8.") from None
    except json.JSONDecodeError as error:
        raise BadInput(f"this is not JSON ({error.msg} at character {error.pos + 1}).") from None
    except (RecursionError, ValueError):
        raise BadInput("this JSON is too deep, or has too long a number.") from None
    if not isinstance(game, dict):
        raise BadInput("a game is a JSON object.")
    return game


def _text(game: dict[str, Any], name: str) -> str:
    value = game.get(name)
    if not isinstance(value, str):
        raise BadInput(f'a game has a text under "{name}".')
    return value


def _actions(game: dict[str, Any]) -> list[str]:
    actions = game.get("actions")
    if not isinstance(actions, list) or not all(isinstance(token, str) for token in actions):
        raise BadInput('a game has a list of texts under "actions".')
    return actions


def _code(text: str) -> DealCode:
    try:
        return parse_code(text)
    except EngineError as error:
        raise BadInput(str(error)) from None


def _dealt_deck(game: dict[str, Any], code: DealCode, secrets: Secrets) -> tuple[Rules, Deck]:
    rules = VARIANTS[code.variant]
    deck = shuffle(rules, secrets.key_of(code), str(code))
    if game.get("variant", code.variant) != code.variant:
        raise BadInput('the "variant" is not that of the code.')
    if "deck" in game and _text(game, "deck").split() != deck_text(deck).split():
        raise BadInput('the "deck" is not that of the code.')
    return rules, deck


def _given_deck(game: dict[str, Any]) -> tuple[Rules, Deck]:
    if "variant" not in game:
        raise BadInput('a game has a "code", or a "variant" and a "deck".')
    rules = VARIANTS.get(_text(game, "variant"))
    if rules is None:
        raise BadInput(f"there is no such variant; there are {', '.join(VARIANTS)}.")
    try:
        deck = parse_deck(_text(game, "deck"))
    except EngineError as error:
        raise BadInput(f"the deck has what is {error}.") from None
    if len(deck) != rules.cards:
        raise BadInput(f"a deck of {rules.variant} has {rules.cards} cards, not {len(deck)}.")
    if sorted(deck) != sorted(rules.unshuffled()):
        raise BadInput(f"a deck of {rules.variant} has each card {rules.copies} times.")
    return rules, deck


if __name__ == "__main__":
    sys.exit(main())
