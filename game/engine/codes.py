"""Deal codes: ``EH1-N-AAAAAAF`` is game letters, rules version, kind, payload, check letter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from string import ascii_uppercase
from typing import Final

from .errors import CodeError, CodeReason
from .rules import VERSION
from .variants import VARIANTS


class Kind(StrEnum):
    """What a deal is."""

    NUMBERED = "N"
    DAILY = "D"


FIRST_NUMBER: Final = 1
LAST_NUMBER: Final = 999_999

CODE_LENGTH: Final = len("EH1-N-AAAAAAF")

_EPOCH: Final = date(1970, 1, 1)
_LAST_DAY: Final = (date.max - _EPOCH).days
_PAYLOAD_LETTERS: Final = 6
_SHAPE: Final = re.compile(r"([A-Z]{2})([0-9]+)([A-Z])([A-Z]{6})([A-Z])")


@dataclass(frozen=True, slots=True)
class DealCode:
    """The name of a deal. It gives away nothing of a daily deal's cards. Raises CodeError where
    the variant is unknown or the payload is out of range."""

    variant: str
    kind: Kind
    payload: int
    """Numbered: the number - 1. Daily: days since 1970-01-01."""

    def __post_init__(self) -> None:
        if self.variant not in VARIANTS:
            games = ", ".join(VARIANTS)
            raise CodeError(
                CodeReason.UNKNOWN_GAME, f"There is no game {self.variant!a}; there are {games}."
            )
        if self.kind is Kind.NUMBERED and not 0 <= self.payload < LAST_NUMBER:
            raise CodeError(
                CodeReason.NUMBER_OUT_OF_RANGE,
                f"Deal numbers go from {FIRST_NUMBER} to {LAST_NUMBER}.",
            )
        if self.kind is Kind.DAILY and not 0 <= self.payload <= _LAST_DAY:
            raise CodeError(
                CodeReason.DATE_OUT_OF_RANGE, "Daily deals go from 1970 to the year 9999."
            )

    @classmethod
    def numbered(cls, variant: str, number: int) -> DealCode:
        """The code of deal `number`, 1 to 999,999, of a variant (``EH``); raises CodeError."""
        return cls(variant, Kind.NUMBERED, number - FIRST_NUMBER)

    @classmethod
    def daily(cls, variant: str, day: date) -> DealCode:
        """The code of the deal of a UTC calendar date; raises CodeError."""
        return cls(variant, Kind.DAILY, (day - _EPOCH).days)

    @property
    def number(self) -> int | None:
        """The number of a numbered deal; None for a daily one."""
        return self.payload + FIRST_NUMBER if self.kind is Kind.NUMBERED else None

    @property
    def date(self) -> date | None:
        """The UTC calendar date of a daily deal; None for a numbered one."""
        return _EPOCH + timedelta(days=self.payload) if self.kind is Kind.DAILY else None

    def __str__(self) -> str:
        payload = _payload_letters(self.payload)
        check = _check_letter(self.variant + self.kind + payload)
        return f"{self.variant}{VERSION}-{self.kind}-{payload}{check}"


def parse_code(text: str) -> DealCode:
    """Read a deal code as people type it: white space, hyphens and case do not matter.

    Raises CodeError, which says what is wrong.
    """
    letters = "".join(text.split()).replace("-", "")
    shape = _SHAPE.fullmatch(letters.upper()) if letters.isascii() else None
    if shape is None:
        raise CodeError(CodeReason.MALFORMED, "That is no deal code; one looks like EH1-N-AAAAAAF.")
    variant, version, kind, payload, check = shape.groups()
    if variant not in VARIANTS:
        raise CodeError(
            CodeReason.UNKNOWN_GAME, f"There is no game {variant}; there are {', '.join(VARIANTS)}."
        )
    if version != str(VERSION):
        raise CodeError(
            CodeReason.UNKNOWN_VERSION,
            f"There is no version {version[:9]} of the rules; this is version {VERSION}.",
        )
    if kind not in tuple(Kind):
        raise CodeError(
            CodeReason.UNKNOWN_KIND,
            f"There is no kind of deal {kind}; there are N (numbered) and D (daily).",
        )
    if check != _check_letter(variant + kind + payload):
        raise CodeError(
            CodeReason.CHECK_LETTER, "The check letter does not fit: there is a slip in the code."
        )
    return DealCode(variant, Kind(kind), _payload_number(payload))


def _payload_letters(number: int) -> str:
    letters = ""
    for _ in range(_PAYLOAD_LETTERS):
        number, value = divmod(number, len(ascii_uppercase))
        letters = ascii_uppercase[value] + letters
    return letters


def _payload_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * len(ascii_uppercase) + ascii_uppercase.index(letter)
    return number


def _check_letter(letters: str) -> str:
    total = sum(place * ascii_uppercase.index(letter) for place, letter in enumerate(letters, 1))
    return ascii_uppercase[total % len(ascii_uppercase)]
