"""Functions that numba compiles to machine code, and where it keeps them.

Numba's own cache notices a change of the file that a function stands in, not of what the function
calls elsewhere. So each state of the solver's sources has its own folder, below the environment.
With NUMBA_DISABLE_JIT=1 the functions run as plain Python.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., object])

_SOURCES: Final = Path(__file__).parent
_CACHES: Final = Path(sys.prefix) / "var" / "solver"


def _cache_folder() -> Path | None:
    """The folder of these sources, made here; None where this environment can't be written to.

    Folders of earlier sources of the same place are removed.
    """
    state = hashlib.sha256()
    for source in sorted(_SOURCES.rglob("*.py")):
        state.update(source.read_bytes())
    place = hashlib.sha256(str(_SOURCES).encode()).hexdigest()[:8]
    folder = _CACHES / f"{place}-{state.hexdigest()[:12]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            return None
        for other in _CACHES.glob(f"{place}-*"):
            if other != folder:
                shutil.rmtree(other, ignore_errors=True)
    except OSError:
        return None
    return folder


if "NUMBA_CACHE_DIR" not in os.environ and (_folder := _cache_folder()):
    os.environ["NUMBA_CACHE_DIR"] = str(_folder)

import numba  # noqa: E402 - it reads the folder when it is imported
import numpy as np  # noqa: E402

if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
    np.seterr(over="ignore")  # 64-bit keys run over on purpose


def compiled(function: Function) -> Function:
    """The function as machine code, compiled at its first call or taken from the cache."""
    return cast(Function, numba.njit(cache=True, nogil=True, error_model="numpy")(function))
