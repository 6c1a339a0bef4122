"""The benchmark of the ranks fills tables by hand: it has to keep step with the models."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

if os.environ.get("REDIS_URL"):
    # Without Redis there are no ranks to measure, and no such test either.

    def test_the_ranks_are_measured_on_few_lines() -> None:
        run = subprocess.run(
            [sys.executable, "-m", "bench.rank", "--lines", "12000", "--readers", "3"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=300,
        )
        # Missing its target on so few lines says nothing; the ratio must be there.
        assert "ratio" in run.stdout, run.stderr
