"""The sentences of all pages: found in the code, kept in catalogs, shipped in each language.

For those who build and test Harp: what serves the pages imports nothing from here.
"""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
LANGUAGES: Final = ("sv", "el")
"""What the English of the code is translated to."""
GAMES: Final = ("Easy Harp", "Harpan", "Spindelharpan")
"""What one game says in words of its own has a second entry, with the game as its context."""
