"""``python -m game.engine`` as it is run: every recorded game, and every kind of bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from game.engine.variants import VARIANTS, rules_data
from tests.engine.recorded import dailies, load, variant_of, vectors

ROOT = Path(__file__).parent.parent.parent
COMMAND = [sys.executable, "-m", "game.engine"]
DAILY = dailies()[0]
SECRETS = ["--seed", DAILY["seed"], "--draw", str(DAILY["draw"])]


def run(*arguments: str, lines: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments], input=lines, capture_output=True, cwd=ROOT, check=False, timeout=120
    )


def replay(games: list[dict[str, Any]], *options: str) -> list[dict[str, Any]]:
    lines = "".join(json.dumps(game) + "\n" for game in games)
    done = run("replay", *options, lines=lines.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


def asked(vector: dict[str, Any], *more: str) -> dict[str, Any]:
    """A vector as a line for `replay`: by its code, or by its variant and deck."""
    actions = [*vector["actions"], *more]
    if "code" in vector:
        return {"code": vector["code"], "actions": actions}
    return {"variant": vector["variant"], "deck": vector["deck"], "actions": actions}


def test_replay_plays_every_recorded_game_to_its_layout() -> None:
    told = replay([asked(vector) for vector in vectors()])
    for vector, game in zip(vectors(), told, strict=True):
        assert game == {
            "code": vector.get("code"),
            "moves": vector["after"]["moves"],
            "score": vector["after"]["score"],
            "won": vector["won"],
            "ply": len(vector["actions"]),
            "turned": vector["turned"],
            "after": vector["after"],
        }


def test_replay_plays_every_recorded_game_from_its_deck_as_well() -> None:
    games = [
        {"variant": variant_of(v), "deck": v["deck"], "actions": v["actions"]} for v in vectors()
    ]
    for vector, game in zip(vectors(), replay(games), strict=True):
        assert game["code"] is None
        assert (game["after"], game["turned"]) == (vector["after"], vector["turned"])


def test_replay_stops_at_every_recorded_refusal_with_the_table_before_it() -> None:
    cases = [(vector, *refusal) for vector in vectors() for refusal in vector["refused_after"]]
    games = [asked(vector, token, "S") for vector, token, _ in cases]
    for (vector, token, reason), game in zip(cases, replay(games), strict=True):
        index = len(vector["actions"])
        assert game["refused"] == {"index": index, "token": token, "reason": reason}
        assert (game["after"], game["ply"]) == (vector["after"], index)
        assert game["turned"] == vector["turned"]


def test_replay_wins_every_recorded_win() -> None:
    wins = load("wins")["games"]
    games = [{"code": code, "actions": win["actions"]} for code, win in wins.items()]
    for (code, win), game in zip(wins.items(), replay(games), strict=True):
        assert game["code"] == code
        assert (game["won"], game["score"], game["moves"]) == (True, win["score"], win["moves"])


@pytest.mark.parametrize("deal", dailies(), ids=lambda deal: deal["code"])
def test_replay_wins_every_daily_deal_by_seed_and_by_key(deal: dict[str, Any]) -> None:
    game = {"code": deal["code"], "actions": deal["actions"]}
    for options in (
        ["--seed", deal["seed"], "--draw", str(deal["draw"])],
        ["--key", deal["key"]],
    ):
        (told,) = replay([game], *options)
        assert (told["won"], told["score"], told["moves"]) == (True, deal["score"], deal["moves"])


def test_replay_reads_codes_as_people_type_them_and_passes_over_empty_lines() -> None:
    lines = b'\n  \n{"code": " eh1 n aaaaaa f", "actions": ["S"]}\r\n\n'
    (line,) = run("replay", lines=lines).stdout.splitlines()
    assert json.loads(line)["code"] == "EH1-N-AAAAAAF"


def test_replay_of_nothing_prints_nothing() -> None:
    done = run("replay")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_replay_prints_the_games_before_a_bad_line() -> None:
    done = run("replay", lines=b'{"code": "EH1-N-AAAAAAF", "actions": []}\nx\n')
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr.startswith(b"python -m game.engine: Line 2: ")


@pytest.mark.parametrize("variant", VARIANTS)
def test_deal_prints_the_opening_of_a_numbered_deal(variant: str) -> None:
    vector = next(v for v in vectors() if variant_of(v) == variant and not v["actions"])
    dealt = json.loads(run("deal", vector["code"].lower()).stdout)
    assert dealt == {"code": vector["code"], "deck": vector["deck"], **vector["after"]}


@pytest.mark.parametrize("deal", dailies(), ids=lambda deal: deal["code"])
def test_deal_prints_key_and_commitment_with_a_seed_alone(deal: dict[str, Any]) -> None:
    by_seed = run("deal", deal["code"], "--seed", deal["seed"].upper(), "--draw", str(deal["draw"]))
    seeded = json.loads(by_seed.stdout)
    assert (seeded["key"], seeded["commitment"]) == (deal["key"], deal["commitment"])
    assert (seeded["code"], seeded["deck"]) == (deal["code"], deal["deck"])
    keyed = json.loads(run("deal", deal["code"], "--key", deal["key"]).stdout)
    assert {**keyed, "key": seeded["key"], "commitment": seeded["commitment"]} == seeded
    assert "key" not in keyed


def test_variants_prints_all_rules_in_their_order() -> None:
    printed = json.loads(run("variants").stdout)
    assert printed == json.loads(json.dumps([rules_data(rules) for rules in VARIANTS.values()]))


def test_the_browser_has_the_variants_that_the_command_prints() -> None:
    exported = ROOT / "frontend" / "src" / "engine" / "variants.json"
    assert run("variants").stdout == exported.read_bytes(), (
        "run: python -m game.engine variants > frontend/src/engine/variants.json"
    )


def complains(done: subprocess.CompletedProcess[bytes]) -> str:
    """The one sentence on standard error."""
    assert done.returncode == 2
    text = done.stderr.decode("ascii")
    assert text.startswith("python -m game.engine: ")
    assert text.endswith(".\n")
    assert text.count("\n") == 1
    assert "Traceback" not in text
    return text.removeprefix("python -m game.engine: ").strip()


@pytest.mark.parametrize(
    ("arguments", "about"),
    [
        ([], "COMMAND"),
        (["shuffle"], "shuffle"),
        (["deal"], "CODE"),
        (["deal", "EH1-N-AAAAAAF", "more"], "more"),
        (["deal", "EH1-N-AAAAAAF", "--sed", "00"], "--sed"),
        (["variants", "--key", "00"], "--key"),
        (["deal", "EH1-N-AAAAAAG"], "check letter"),
        (["deal", "EH2-N-AAAAAAF"], "version 2"),
        (["deal", "XY1-N-AAAAAAF"], "no game XY"),
        (["deal", "\u00e9"], "no deal code"),
        (["deal", ""], "no deal code"),
        (["deal", DAILY["code"]], "--seed and --draw, or --key"),
        (["deal", DAILY["code"], "--seed", DAILY["seed"]], "together"),
        (["deal", DAILY["code"], "--draw", "0"], "together"),
        (["deal", DAILY["code"], *SECRETS, "--key", DAILY["key"]], "either"),
        (["deal", DAILY["code"], "--key", DAILY["key"], "--draw", "0"], "either"),
        (["deal", DAILY["code"], "--seed", DAILY["seed"][1:], "--draw", "0"], "64 hexadecimal"),
        (["deal", DAILY["code"], "--seed", DAILY["seed"] + "00", "--draw", "0"], "64 hexadecimal"),
        (["deal", DAILY["code"], "--seed", "g" * 64, "--draw", "0"], "64 hexadecimal"),
        (["deal", DAILY["code"], "--seed", "", "--draw", "0"], "64 hexadecimal"),
        (["deal", DAILY["code"], "--key", "abc"], "hexadecimal"),
        (["deal", DAILY["code"], "--key", "\u0661\u0661"], "hexadecimal"),
        (["deal", DAILY["code"], "--key", ""], "hexadecimal"),
        (["deal", DAILY["code"], "--seed", DAILY["seed"], "--draw=-1"], "whole number"),
        (["deal", DAILY["code"], "--seed", DAILY["seed"], "--draw", "true"], "whole number"),
        (["deal", DAILY["code"], "--seed", DAILY["seed"], "--draw", "1.0"], "whole number"),
        (["deal", DAILY["code"], "--seed", DAILY["seed"], "--draw", "9" * 5000], "whole number"),
        (["deal", DAILY["code"], "--seed", DAILY["seed"], "--draw", "\u0663"], "whole number"),
        (["deal", DAILY["code"], "--seed"], "--seed"),
        (["deal", "EH1-N-AAAAAAF", *SECRETS], "public key"),
        (["replay", "--key", "xy"], "hexadecimal"),
    ],
)
def test_bad_arguments_end_in_one_sentence(arguments: list[str], about: str) -> None:
    done = run(*arguments)
    assert about in complains(done)
    assert done.stdout == b""


DECK = next(v["deck"] for v in vectors() if variant_of(v) == "HT")
GAME = {"variant": "HT", "deck": DECK, "actions": ["S"]}


@pytest.mark.parametrize(
    ("line", "about"),
    [
        (b"\xff\xfe", "UTF-8"),
        (b'{"code": "EH1-N-AAAAAAF", "actions": ["\xe9"]}', "UTF-8"),
        (b"{", "JSON"),
        (b"not json", "JSON"),
        (b'{"code": "EH1-N-AAAAAAF", "actions": []} {}', "JSON"),
        (b"[" * 100_000, "JSON"),
        (b'{"a": ' * 100_000, "JSON"),
        (b"1" * 5000, "number"),
        (b"[]", "object"),
        (b"null", "object"),
        (b'"EH1-N-AAAAAAF"', "object"),
        (b"{}", '"code"'),
        ({"actions": []}, '"code"'),
        ({"code": None, "actions": []}, '"code"'),
        ({"code": 1, "actions": []}, '"code"'),
        ({"code": True, "actions": []}, '"code"'),
        ({"code": ["EH1-N-AAAAAAF"], "actions": []}, '"code"'),
        ({"code": "EH1-N-AAAAAAG", "actions": []}, "check letter"),
        ({"code": "EH1-N-AAAAAAF"}, '"actions"'),
        ({"code": "EH1-N-AAAAAAF", "actions": "SSS"}, '"actions"'),
        ({"code": "EH1-N-AAAAAAF", "actions": {"0": "S"}}, '"actions"'),
        ({"code": "EH1-N-AAAAAAF", "actions": ["S", 5]}, '"actions"'),
        ({"code": "EH1-N-AAAAAAF", "actions": [None]}, '"actions"'),
        ({"code": "EH1-N-AAAAAAF", "actions": [["S"]]}, '"actions"'),
        ({"code": "EH1-N-AAAAAAF", "deck": DECK, "actions": []}, '"deck"'),
        ({"code": "EH1-N-AAAAAAF", "variant": "HT", "actions": []}, '"variant"'),
        ({"code": DAILY["code"], "actions": []}, "--seed and --draw, or --key"),
        (GAME | {"variant": "XX"}, "variant"),
        (GAME | {"variant": "ht"}, "variant"),
        (GAME | {"variant": ["HT"]}, '"variant"'),
        (GAME | {"variant": None}, '"variant"'),
        (GAME | {"variant": "EH"}, "104 cards"),
        (GAME | {"variant": "SO"}, "104 cards"),
        ({"variant": "HT", "actions": []}, '"deck"'),
        (GAME | {"deck": DECK.split()}, '"deck"'),
        (GAME | {"deck": ""}, "52 cards, not 0"),
        (GAME | {"deck": DECK[3:]}, "52 cards, not 51"),
        (GAME | {"deck": DECK + " AS"}, "52 cards, not 53"),
        (GAME | {"deck": DECK.replace("AS", "AH")}, "each card"),
        (GAME | {"deck": DECK.replace("AS", "1S")}, "1S"),
        (GAME | {"deck": DECK.lower()}, "card"),
        (GAME | {"deck": DECK.replace(" ", "")}, "card"),
    ],
)
def test_a_line_that_is_no_game_ends_in_one_sentence(
    line: bytes | dict[str, Any], about: str
) -> None:
    data = line if isinstance(line, bytes) else json.dumps(line).encode()
    sentence = complains(run("replay", lines=data + b"\n"))
    assert sentence.startswith("Line 1: ")
    assert about in sentence


def test_tokens_of_strange_characters_are_refused_and_told() -> None:
    strange = ["", "\ud800", "\u0663", "S\x00", "x" * 10_000]
    for token, game in zip(
        strange,
        replay([{"code": "EH1-N-AAAAAAF", "actions": ["S", token]} for token in strange]),
        strict=True,
    ):
        assert game["refused"] == {"index": 1, "token": token, "reason": "bad-token"}


def test_no_complaint_repeats_a_secret() -> None:
    seed = DAILY["seed"]
    for arguments in (
        ["deal", DAILY["code"], "--seed", seed, "--draw", "x"],
        ["deal", DAILY["code"], "--seed", seed + "0", "--draw", "0"],
        ["deal", DAILY["code"], "--key", seed + "x"],
        ["deal", "EH1-N-AAAAAAF", "--key", seed],
    ):
        assert seed not in complains(run(*arguments))


def test_a_reader_that_stops_early_is_no_error_to_speak_of() -> None:
    lines = b'{"code": "EH1-N-AAAAAAF", "actions": []}\n' * 2000
    with subprocess.Popen(
        [*COMMAND, "replay"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        try:
            process.stdin.write(lines)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")  # noqa: PTH110
def test_a_full_disk_ends_in_one_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "variants"],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            check=False,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr
