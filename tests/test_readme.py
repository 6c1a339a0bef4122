"""The README's examples do what they say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()


@pytest.mark.django_db(transaction=True)
def test_api_example_runs(live_server: LiveServer) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert "http://localhost:8000" in example
    run = subprocess.run(
        [sys.executable, "-c", example.replace("http://localhost:8000", live_server.url)],
        capture_output=True,
        text=True,
        check=True,
    )
    reveals, outcome, rank = run.stdout.splitlines()
    assert reveals == "['3D', '3S']"
    assert "'won': False" in outcome
    assert rank == "1"


def test_terminal_examples_run() -> None:
    (commands,) = [
        block
        for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
        if "game.engine" in block
    ]
    for command in commands.splitlines():
        run = subprocess.run(
            ["bash", "-c", command.replace("python", sys.executable)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert '"columns"' in run.stdout
