"""States that were kept before, as a table of 64-bit keys."""

from __future__ import annotations

from typing import Final

import numpy as np

from .arrays import Keys
from .compiled import compiled

_ODD: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX_1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2: Final = np.uint64(0x94D049BB133111EB)


@compiled
def mixed(key: np.uint64) -> np.uint64:
    """Spread the bits of a key (the finish of splitmix64), so that keys can be added up."""
    key = key + _ODD
    key = (key ^ (key >> np.uint64(30))) * _MIX_1
    key = (key ^ (key >> np.uint64(27))) * _MIX_2
    return key ^ (key >> np.uint64(31))


@compiled
def is_known(table: Keys, key: np.uint64) -> bool:
    """Whether the key is in the table, whose length is a power of two."""
    last = np.uint64(len(table) - 1)
    at = key & last
    while table[at]:
        if table[at] == key:
            return True
        at = (at + np.uint64(1)) & last
    return False


@compiled
def remember(table: Keys, key: np.uint64) -> bool:
    """Put the key into the table; False where it was there already."""
    last = np.uint64(len(table) - 1)
    at = key & last
    while table[at]:
        if table[at] == key:
            return False
        at = (at + np.uint64(1)) & last
    table[at] = key
    return True
