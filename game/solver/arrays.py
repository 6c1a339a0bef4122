"""What the compiled functions work on: plain arrays, by the type of their numbers."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Cards: TypeAlias = npt.NDArray[np.uint8]
"""A state as one row of small numbers; each family of games has its layout."""

Numbers: TypeAlias = npt.NDArray[np.int32]

Keys: TypeAlias = npt.NDArray[np.uint64]

Weights: TypeAlias = npt.NDArray[np.float32]

Order: TypeAlias = npt.NDArray[np.int64]
