"""What a player can choose of the board: a closed list of names with their values."""

from collections.abc import Mapping
from typing import Any, Final

Value = str | bool

CHOICES: Final[dict[str, tuple[Value, ...]]] = {
    "theme": ("system", "light", "dark"),
    "high_contrast": (False, True),
    "four_colours": (False, True),
    "large_print": (False, True),
    "letters": ("language", "JQK", "KnDK"),
    "hand": ("right", "left"),
    "motion": ("normal", "fast", "off"),
    "sound": (False, True),
    "double_click": (True, False),
    "interactive_rules": (True, False),
}
"""The values of each setting; the first one holds until the player chooses another."""


def chosen(stored: Any) -> dict[str, Value]:
    """Of stored settings those that can be chosen today; whatever else was stored is left out."""
    if not isinstance(stored, Mapping):
        return {}
    return {name: value for name, value in stored.items() if _is_choice(name, value)}


def complete(stored: Any) -> dict[str, Value]:
    """All settings: the chosen ones, and what holds for the others."""
    return {name: values[0] for name, values in CHOICES.items()} | chosen(stored)


def _is_choice(name: Any, value: Any) -> bool:
    # 1 equals True, and is no choice.
    return any(type(value) is type(each) and value == each for each in CHOICES.get(name, ()))
