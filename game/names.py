"""Public names: which are allowed, which are mistaken for each other, and how a guest gets one.

A name is letters of one script with digits, points, hyphens and underscores between them. Two names
that a reader might take for each other have the same key or the same look, which are unique in the
database; so of two who choose look-alikes at the same moment one is refused. The rules follow
Unicode's advice for identifiers (UAX 31, UTS 39) as far as a leaderboard needs them. The words and
letters that they need are data, in name_data/.
"""

import codecs
import random
import re
import unicodedata
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

NAME_LENGTH: Final = 24
SHORTEST_NAME: Final = 3
JOINTS: Final = "_-."

DELETED_PREFIX: Final = "deleted-"
"""Begins what is stored as the name of a deleted player; nobody can choose such a name."""

# fmt: off
_MOODS = [
    "Amber", "Autumn", "Boreal", "Brave", "Bright", "Calm", "Clear", "Cool", "Dawn", "Early",
    "Fair", "Fleet", "Gentle", "Glad", "Golden", "Grand", "Honest", "Keen", "Kind", "Light",
    "Lucid", "Lucky", "Mellow", "Merry", "Misty", "Modest", "North", "Noble", "Patient", "Quick",
    "Quiet", "Rapid", "Serene", "Sharp", "Silver", "Still", "Sunny", "Tidal", "Warm", "Wise",
]
_BIRDS = [
    "Avocet", "Bittern", "Bunting", "Crane", "Curlew", "Dipper", "Dove", "Dunlin", "Egret",
    "Eider", "Finch", "Gannet", "Goldcrest", "Grebe", "Heron", "Hoopoe", "Kestrel", "Knot",
    "Lapwing", "Lark", "Linnet", "Martin", "Merlin", "Nuthatch", "Oriole", "Osprey", "Petrel",
    "Pipit", "Plover", "Puffin", "Raven", "Robin", "Ruff", "Siskin", "Skua", "Snipe", "Starling",
    "Stork", "Swallow", "Swift", "Tern", "Thrush", "Wagtail", "Warbler", "Waxwing", "Wren",
]
# fmt: on


_DIGITS: Final = "0123456789"

# By how Unicode names its letters; what may stand together is one script.
_SCRIPTS: Final = {
    "LATIN": "Latin",
    "GREEK": "Greek",
    "CYRILLIC": "Cyrillic",
    "ARMENIAN": "Armenian",
    "GEORGIAN": "Georgian",
    "HEBREW": "Hebrew",
    "ARABIC": "Arabic",
    "DEVANAGARI": "Devanagari",
    "BENGALI": "Bengali",
    "TAMIL": "Tamil",
    "TELUGU": "Telugu",
    "THAI": "Thai",
    "HANGUL": "Hangul",
    "CJK": "East Asian",
    "HIRAGANA": "East Asian",
    "KATAKANA": "East Asian",
    "KATAKANA-HIRAGANA": "East Asian",
}
# In these an accent is part of a composed letter; a loose one can only confuse.
_COMPOSED_SCRIPTS: Final = {"Latin", "Greek", "Cyrillic"}
_MOST_MARKS: Final = 2

# Latin letters that are no ASCII letter with accents, with what they are read as.
_LATIN: Final = {
    "\u0131": "i", "ø": "o", "đ": "d", "ł": "l", "ħ": "h", "ŧ": "t", "ŋ": "n", "æ": "ae", "œ": "oe",
    "ð": "d", "þ": "p", "ə": "e", "ß": "ss", "ẞ": "ss",
}  # fmt: skip

# Alike in any company; the last two are the Greek and the Cyrillic o.
_ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "\u03bf": "o", "\u043e": "o"})

_LEET: Final = str.maketrans("013457", "oieast")


class NameFault(StrEnum):
    """Why a name can't be had."""

    SHORT = "too-short"
    LONG = "too-long"
    CHARACTER = "bad-character"
    JOINT = "bad-joint"
    NO_LETTER = "no-letter"
    MIXED = "mixed-scripts"
    REFUSED = "refused"


def tidy(name: str) -> str:
    """The name as it is stored: composed (NFKC), and without spaces around it."""
    return unicodedata.normalize("NFKC", name).strip()


def name_fault(name: str) -> NameFault | None:
    """What is wrong with a tidied name, if anything; not whether it is taken."""
    if len(name) < SHORTEST_NAME:
        return NameFault.SHORT
    if len(name) > NAME_LENGTH:
        return NameFault.LONG
    if any(_kind(character) is None for character in name):
        return NameFault.CHARACTER
    if name[0] in JOINTS or name[-1] in JOINTS or re.search(f"[{re.escape(JOINTS)}]{{2}}", name):
        return NameFault.JOINT
    scripts = {kind for kind in map(_kind, name) if kind not in ("digit", "joint", "mark")}
    if not scripts:
        return NameFault.NO_LETTER
    # Korean is at home with Chinese characters too.
    if len(scripts) > 1 and not (scripts == {"Hangul", "East Asian"} and _has_no_kana(name)):
        return NameFault.MIXED
    if not _marks_are_in_place(name, scripts):
        return NameFault.CHARACTER
    if _is_refused(name):
        return NameFault.REFUSED
    return None


def name_key(name: str) -> str:
    """What a name has in common with all that are the same name, or nearly, in its own alphabet.

    Case, accents, joints and the form of characters don't count; i, I, l, 1 are one letter and o,
    O, 0 another. Defined for any text, also for what is no name.
    """
    text = _readable(name)
    # What is nothing but joints and marks is no name, and still must have a key of its own.
    return _alike(text) or text


def name_look(name: str) -> str:
    """What a name has in common with all that look like it as it is written, in any alphabet.

    It tells capitals from small letters where they look like different letters: so it stands beside
    the key, and not in its place.
    """
    text = _readable(name)
    twins = _twins()
    return _alike("".join(twins.get(_bare(character), character) for character in text)) or text


def is_same_name(one: str, other: str) -> bool:
    """Whether two texts are one name, however capitalised; look-alikes are not."""
    return tidy(one).casefold() == tidy(other).casefold()


def _readable(name: str) -> str:
    """A tidied text without NUL, which no database takes, not even to look for."""
    return tidy(name.replace("\0", ""))


def _alike(text: str) -> str:
    """A text with one letter for all that look alike in any company."""
    return _plain(text).translate(_ALIKE).replace("vv", "w").replace("rn", "m")


def _kind(character: str) -> str | None:
    """The script of a letter, or "digit", "joint", "mark"; None for what no name may hold."""
    if character in _DIGITS:
        return "digit"
    if character in JOINTS:
        return "joint"
    category = unicodedata.category(character)
    if category in ("Mn", "Mc"):
        return "mark"
    if category not in ("Lu", "Ll", "Lo") and character != "ー":
        return None
    script = _SCRIPTS.get(unicodedata.name(character, "").split(" ")[0])
    if script == "Latin" and not _is_plain_latin(character):
        return None
    return script


def _is_plain_latin(letter: str) -> bool:
    """Whether a Latin letter is in use in names; phonetic signs and such only pose as others."""
    bare = _bare(letter).lower()
    return "a" <= bare <= "z" or bare in _LATIN


def _has_no_kana(name: str) -> bool:
    return not any(
        unicodedata.name(character, "").startswith(("HIRAGANA", "KATAKANA")) for character in name
    )


def _marks_are_in_place(name: str, scripts: set[str | None]) -> bool:
    """Whether marks follow letters, few at a time, in scripts that have need of them."""
    run = _MOST_MARKS + 1
    for character in name:
        kind = _kind(character)
        if kind != "mark":
            run = 0 if kind not in ("digit", "joint") else _MOST_MARKS + 1
            continue
        run += 1
        if run > _MOST_MARKS or scripts & _COMPOSED_SCRIPTS:
            return False
    return True


def _bare(letter: str) -> str:
    """A letter without its accents."""
    return unicodedata.normalize("NFD", letter)[0]


def _plain(text: str) -> str:
    """In small letters, without accents and joints."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    kept = (
        _LATIN.get(character, character)
        for character in decomposed
        if character not in JOINTS and not _is_accent(character)
    )
    return unicodedata.normalize("NFKC", "".join(kept))


def _is_accent(character: str) -> bool:
    """Whether it is a mark that a reader may overlook: a general one, or a point of Hebrew or
    Arabic, where most go without. Those of Indic scripts are vowels."""
    return unicodedata.category(character) == "Mn" and unicodedata.name(character, "").startswith(
        ("COMBINING", "HEBREW", "ARABIC")
    )


def _is_refused(name: str) -> bool:
    """Whether it is reserved, or a word that nobody should have to read on a board."""
    plain = _plain(name)
    undressed = plain.translate(_LEET)
    without_number = _plain(name.rstrip(_DIGITS))
    readings = {plain, undressed, without_number, without_number.translate(_LEET)}
    within, whole = _refused_words()
    return bool(readings & whole) or any(word in reading for reading in readings for word in within)


@cache
def _refused_words() -> tuple[frozenset[str], frozenset[str]]:
    """Words that a name must not hold, and words that it must not be."""
    words = [*_data("reserved.txt"), *(codecs.decode(w, "rot13") for w in _data("obscene.txt"))]
    within = frozenset(_plain(word[1:]) for word in words if word.startswith("*"))
    return within, frozenset(_plain(word) for word in words if not word.startswith("*"))


@cache
def _twins() -> dict[str, str]:
    """For a letter that looks like one of another alphabet, as it is written, that other one."""
    return {twin: line[0] for line in _data("twins.txt") for twin in line[1:].strip()}


def _data(file: str) -> list[str]:
    """The entries of a file of name_data/: its lines, without comments."""
    text = (Path(__file__).parent / "name_data" / file).read_text("utf-8")
    return [line for line in map(str.strip, text.splitlines()) if line and line[0] != "#"]


def guest_name(randomness: random.Random) -> str:
    """A name for a guest, such as "QuietHeron4821"; about 16 million of them."""
    mood, bird = randomness.choice(_MOODS), randomness.choice(_BIRDS)
    return f"{mood}{bird}{randomness.randrange(1000, 10_000)}"
