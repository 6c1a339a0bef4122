"""A numbered deal that the browser deals without the server has the server's deck."""

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from game.engine.cards import deck_text
from game.engine.codes import FIRST_NUMBER, LAST_NUMBER, DealCode
from game.engine.shuffle import numbered_deck
from game.engine.variants import VARIANTS

RUNNER = Path(__file__).with_name("deal.ts")
DEALS = 25
"""Of each variant."""


def test_the_browser_deals_what_the_server_deals() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.fail("no Node is installed (script/bootstrap installs it)")
    some = random.Random(4)
    numbers = [FIRST_NUMBER, LAST_NUMBER, *(some.randint(2, LAST_NUMBER) for _ in range(DEALS))]
    codes = [DealCode.numbered(variant, number) for variant in VARIANTS for number in numbers]
    lines = "".join(f"{code}\n" for code in codes)
    run = subprocess.run([node, RUNNER], input=lines, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == [deck_text(numbered_deck(code)) for code in codes]
