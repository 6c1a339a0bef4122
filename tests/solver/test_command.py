"""manage.py solve: what it prints, and how it ends."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from game.engine.codes import parse_code
from game.engine.replay import fold
from game.engine.shuffle import draw_key, numbered_deck, shuffle
from game.engine.variants import VARIANTS

SEED = "3b276b23911bc26b2d91c2dae8f313b28373502a8728428722d2e9069bd62ef1"


def solve(*arguments: str, code: int = 0) -> list[dict[str, Any]]:
    out = StringIO()
    if code:
        with pytest.raises(SystemExit) as end:
            call_command("solve", *arguments, stdout=out, stderr=StringIO())
        assert end.value.code == code
    else:
        call_command("solve", *arguments, stdout=out, stderr=StringIO())
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_deal_is_one_json_line() -> None:
    [told] = solve("HT1-N-AAAAABP", "--seconds", "120")
    assert set(told) == {"code", "won", "actions", "score", "moves", "seconds", "states"}
    code = parse_code(told["code"])
    outcome = fold(VARIANTS["HT"], numbered_deck(code), told["actions"])
    assert told["won"]
    assert outcome.table.won
    assert (outcome.table.score, outcome.table.moves) == (told["score"], told["moves"])


def test_a_daily_deal_by_its_seed_and_draw() -> None:
    text = "SO1-D-AABEGSN"
    [told] = solve(text, "--seed", SEED, "--draw", "0", "--seconds", "120")
    deck = shuffle(VARIANTS["SO"], draw_key(bytes.fromhex(SEED), text, 0), text)
    assert fold(VARIANTS["SO"], deck, told["actions"]).table.won


def test_no_line_is_status_1() -> None:
    [told] = solve("EH1-N-AAAAAAF", "--seconds", "0.001", code=1)
    assert not told["won"]
    assert told["actions"] is told["score"] is told["moves"] is None


def test_many_deals_are_a_line_each() -> None:
    told = solve("--numbers", "2-3", "--variant", "HT", "--seconds", "120")
    assert [parse_code(each["code"]).number for each in told] == [2, 3]


def test_shortest_uses_its_time_and_comes_out_shorter() -> None:
    [first] = solve("HT1-N-AAAAABP", "--seconds", "120")
    [shorter] = solve("HT1-N-AAAAABP", "--seconds", "3", "--shortest")
    assert shorter["moves"] < first["moves"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["EH1-N-AAAAAAA"],
        ["EH1-N-AAAAAAF", "--variant", "EH"],
        ["EH1-N-AAAAAAF", "--seed", SEED, "--draw", "0"],
        ["EH1-D-AABEGSL"],
        ["EH1-D-AABEGSL", "--seed", "12", "--draw", "0"],
        ["EH1-N-AAAAAAF", "--draw", "-1"],
        ["EH1-N-AAAAAAF", "--seconds", "nan"],
        ["EH1-N-AAAAAAF", "--improve", "--shortest"],
        ["--numbers", "3-1", "--variant", "EH"],
        ["--numbers", "0-1", "--variant", "EH"],
        ["--numbers", "1-2"],
    ],
)
def test_bad_input_is_an_error(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("solve", *arguments)
