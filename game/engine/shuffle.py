"""The shuffle: the same deck from the same key and code, in any language.

Words come from HMAC-SHA-256 in counter mode, the order from Fisher and Yates. Changing anything
here changes old deals, so a change needs a new version of the rules.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from typing import Final

from .cards import Deck
from .codes import DealCode, Kind
from .rules import Rules
from .variants import VARIANTS

PUBLIC_KEY: Final = b"harp"
"""The key of all numbered deals."""

SEED_BYTES: Final = 32
"""Length of the secret seed of a daily deal."""

_WORDS: Final = 1 << 32


def shuffle(rules: Rules, key: bytes, code: str) -> Deck:
    """The deck of the deal `code` (the full code as printed) under a key."""
    deck = list(rules.unshuffled())
    words = _words(key, code)
    for last in range(len(deck) - 1, 0, -1):
        other = bounded(words, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def numbered_deck(code: DealCode) -> Deck:
    """The deck of a numbered deal; raises ValueError for a daily one, whose key is secret."""
    if code.kind is not Kind.NUMBERED:
        raise ValueError("only numbered deals have the public key")
    return shuffle(VARIANTS[code.variant], PUBLIC_KEY, str(code))


def draw_key(seed: bytes, code: str, draw: int) -> bytes:
    """The key of draw 0, 1, 2 ... of a daily deal."""
    return hmac.digest(seed, f"{code}#{draw}".encode("ascii"), hashlib.sha256)


def commitment(code: str, seed: bytes) -> str:
    """What is published before a daily deal opens: 64 hexadecimal digits that bind its seed."""
    return hashlib.sha256(f"{code}:{seed.hex()}".encode("ascii")).hexdigest()


def _words(key: bytes, code: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(key, f"{code}/{block}".encode("ascii"), hashlib.sha256)
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def bounded(words: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1, each equally likely: words of the uneven rest are passed over."""
    end = _WORDS - _WORDS % n
    for word in words:
        if word < end:
            return word % n
    raise AssertionError("the words never end")
