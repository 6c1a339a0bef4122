"""The words of the games in the languages that they are played in, for the page of words."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypedDict, cast

LANGUAGES: Final = ("en", "sv", "el")


class Word(TypedDict):
    """A term, as its language's players call it, and what it means, in that language."""

    term: str
    meaning: str


WORDS: Final = cast(
    "list[Mapping[str, Word]]",
    json.loads(Path(__file__).with_name("words.json").read_text(encoding="utf-8")),
)
"""Each thing by language."""
