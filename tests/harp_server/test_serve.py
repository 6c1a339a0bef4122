"""`python -m harp_server.serve`: what stands in its way is said in a sentence, never by a trace."""

import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def serve(var: Path, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Start the server, which has to end by itself."""
    own = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-m", "harp_server.serve", *options],
        cwd=ROOT,
        env={**own, "HARP_VAR": str(var), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def assert_says(run: subprocess.CompletedProcess[str], *parts: str) -> None:
    assert run.returncode == 1, run.stderr
    assert run.stdout == ""
    (line,) = run.stderr.splitlines()
    assert line.startswith("Harp can't start: ")
    for part in parts:
        assert part in line


@pytest.fixture
def used_port() -> Iterator[int]:
    """A port on which somebody listens."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening.getsockname()[1]


def test_a_used_port_is_named_with_another_to_take(used_port: int, tmp_path: Path) -> None:
    run = serve(tmp_path / "var", "--port", str(used_port))
    assert_says(run, f"port {used_port} on 127.0.0.1", f"script/server --port {used_port + 1}")
    assert not (tmp_path / "var").exists()


def test_the_port_comes_from_the_environment_too(used_port: int, tmp_path: Path) -> None:
    assert_says(serve(tmp_path / "var", HARP_PORT=str(used_port)), f"port {used_port}")


@pytest.mark.parametrize("port", ["70000", "-1"])
def test_a_number_that_is_no_port_is_named(port: str, tmp_path: Path) -> None:
    assert_says(serve(tmp_path / "var", "--port", port), f"{port} is no port")


def test_a_host_that_is_not_ours_is_named(tmp_path: Path) -> None:
    assert_says(serve(tmp_path / "var", "--host", "203.0.113.1"), "203.0.113.1")


@pytest.mark.parametrize(
    ("options", "environment"), [(["--port", "x"], {}), ([], {"HARP_PORT": "x"})]
)
def test_text_for_a_port_is_told_by_the_usage(
    options: list[str], environment: dict[str, str], tmp_path: Path
) -> None:
    run = serve(tmp_path / "var", *options, **environment)
    assert run.returncode == 2
    assert run.stderr.startswith("usage: script/server")
    assert "Traceback" not in run.stderr


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def test_a_file_in_the_place_of_var_is_named(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("")
    run = serve(tmp_path / "var", "--port", free_port())
    assert_says(run, f"{tmp_path / 'var'} should be a folder but is a file")


def test_a_broken_key_is_named(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("x")
    assert_says(serve(tmp_path, "--port", free_port()), "secret_key holds no key")


@pytest.mark.parametrize(
    "content",
    [b"this is no database" * 100, b"SQLite format 3\x00" + b"\xff" * 5_000],
    ids=["text", "header"],
)
def test_a_broken_database_is_named_and_left_as_it_is(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "harp.sqlite3"
    path.write_bytes(content)
    run = serve(tmp_path, "--port", free_port())
    assert_says(run, f"the database {path} can't be used", "move it away")
    assert path.read_bytes() == content


def test_a_folder_in_the_place_of_the_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "harp.sqlite3"
    path.mkdir()
    assert_says(serve(tmp_path, "--port", free_port()), f"the database {path} can't be used")


def test_a_database_that_does_not_answer_is_named(tmp_path: Path) -> None:
    url = f"postgres://harp@127.0.0.1:{free_port()}/harp"
    run = serve(tmp_path, "--port", free_port(), DATABASE_URL=url)
    assert_says(run, "the database harp can't be used", "refused", "DATABASE_URL")


def test_pages_that_are_not_built_are_named_once_the_database_is_ready(tmp_path: Path) -> None:
    run = serve(tmp_path / "var", "--port", free_port())
    assert_says(run, "the pages' scripts are not built; run script/server.")
    with sqlite3.connect(tmp_path / "var" / "harp.sqlite3") as database:
        (players,) = database.execute("SELECT count(*) FROM game_player").fetchone()
    database.close()
    assert players == 0
