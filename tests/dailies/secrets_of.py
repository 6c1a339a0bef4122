"""What of a daily deal is secret, in every form in which it could slip out, and a search for it."""

import base64
import re
from collections.abc import Collection
from typing import Final

from game.engine.cards import deck_text, face_text
from game.engine.shuffle import draw_key
from game.models import Deal

RUN: Final = 12
"""So many consecutive cards of a deck never appear by chance."""

_DIGITS: Final = 16

_CARD: Final = re.compile(r"[A2-9TJQK][SHDC]")
_NUMBER: Final = re.compile(r"\d+")


class Secrets:
    """The secrets of a deal; of the deck, the runs of cards that somebody has not seen."""

    def __init__(self, deal: Deal) -> None:
        self.faces = deal.faces
        seed = bytes.fromhex(deal.daily.seed)
        key = draw_key(seed, deal.code, deal.daily.draw)
        self._texts = {deck_text(self.faces)}
        self._bytes = {seed, key}
        for secret in (seed, key):
            self._texts |= {str(int.from_bytes(secret, "big")), repr(secret), str(list(secret))}
            for encode in (base64.b64encode, base64.urlsafe_b64encode, base64.b32encode):
                self._texts.add(encode(secret).decode().rstrip("="))
            digits = secret.hex()
            # Part of it is too much already.
            self._texts |= {
                digits[at : at + _DIGITS] for at in range(0, len(digits) - _DIGITS, _DIGITS // 2)
            }

    def found_in(self, text: str | bytes, *, seen: Collection[int] = ()) -> str | None:
        """What of the secrets is in a text, for somebody who has seen these deck positions."""
        if isinstance(text, bytes):
            if any(secret in text for secret in self._bytes):
                return "seed or key as bytes"
            text = text.decode("utf-8", errors="replace")
        lower = text.lower()
        for secret in self._texts:
            if secret in text or secret.lower() in lower:
                return f"seed, key or deck: {secret}"
        cards = " ".join(_CARD.findall(text))
        numbers = f" {' '.join(_NUMBER.findall(text))} "
        for first in range(len(self.faces) - RUN + 1):
            if any(at in seen for at in range(first, first + RUN)):
                continue
            run = self.faces[first : first + RUN]
            if " ".join(map(face_text, run)) in cards:
                return f"cards from {first} on, as text"
            if f" {' '.join(map(str, run))} " in numbers:
                return f"cards from {first} on, as numbers"
        return None
