"""A real server in a process of its own, and a real Chromium."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    sync_playwright,
)

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs the browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@dataclass(frozen=True)
class Server:
    """Where the server under test listens, and where its state is."""

    url: str
    environment: dict[str, str]

    def run(self, script: str) -> str:
        """Run Python beside the server, on its database; what it printed."""
        setup = "import django; django.setup()\n"
        run = subprocess.run(
            [sys.executable, "-c", setup + script],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return run.stdout


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server as its users start it, on a database of its own."""
    var = tmp_path_factory.mktemp("var")
    environment = {
        **os.environ,
        "HARP_VAR": str(var),
        "DJANGO_SETTINGS_MODULE": "harp_server.settings.local",
    }
    drop = _own_database(environment)
    subprocess.run([ROOT / "script" / "build"], env=environment, check=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "harp_server.serve", "--port", str(port)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    clockwork: list[subprocess.Popen[str]] = []
    try:
        assert process.stdout is not None
        said = "".join(iter(process.stdout.readline, "(Ctrl+C stops it.)\n"))
        assert f"http://localhost:{port}/" in said
        clockwork = _clockwork(environment, var)
        yield Server(f"http://localhost:{port}", environment)
    finally:
        for each in [*clockwork, process]:
            each.terminate()
            each.wait(timeout=20)
        if process.stdout is not None:
            process.stdout.close()
        drop()


def _clockwork(environment: dict[str, str], var: Path) -> list[subprocess.Popen[str]]:
    """Celery's worker with its beat, where there is a Redis for it; else the server has its own."""
    if not environment.get("REDIS_URL"):
        return []
    worker = [sys.executable, "-m", "celery", "-A", "harp_server.celery", "worker"]
    options = ["--beat", "--pool=solo", "--loglevel=ERROR", f"--schedule={var / 'beat'}"]
    return [subprocess.Popen([*worker, *options], cwd=ROOT, env=environment, text=True)]


def _own_database(environment: dict[str, str]) -> Any:
    """Where DATABASE_URL names a PostgreSQL server: a new database there, and how to drop it."""
    url = environment.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        return lambda: None
    name = f"harp_browser_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    environment["DATABASE_URL"] = url.rpartition("/")[0] + "/" + name

    def drop() -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())

    return drop


@pytest.fixture(scope="session")
def playwright_driver() -> Iterator[Playwright]:
    """Playwright's driver."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright_driver: Playwright) -> Iterator[Browser]:
    """Debian's Chromium, or any that is on the path."""
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.skip("no Chromium is installed (on Debian: apt install chromium)")
    browser = playwright_driver.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
    yield browser
    browser.close()


DESK: dict[str, Any] = {
    "viewport": {"width": 1440, "height": 900},
    "reduced_motion": "reduce",
    "locale": "en-GB",
}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
"""What differs from a desk."""


@pytest.fixture
def somebody(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Makes a page of one more person who was never here; any error in a console fails the test.

    Options are those of a browser's context: `somebody(**PHONE)`.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def complain(message: ConsoleMessage) -> None:
        # That a reply is 403 or 404 is for the test to judge.
        if message.type == "error" and "Failed to load resource" not in message.text:
            complaints.append(message.text)

    def new(**options: Any) -> Page:
        context = browser.new_context(**(DESK | options))
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", complain)
        return page

    yield new
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def page(somebody: Callable[..., Page]) -> Page:
    """A page of a person who was never here."""
    return somebody()


@pytest.fixture(scope="session")
def wins() -> dict[str, dict[str, Any]]:
    """Winning games of numbered deals, by code."""
    games: dict[str, dict[str, Any]] = json.loads((DATA / "wins.json").read_text())["games"]
    return games


@pytest.fixture(scope="session")
def dailies() -> dict[str, dict[str, Any]]:
    """Finished daily deals with their winning games, by variant."""
    games = json.loads((DATA / "dailies.json").read_text())["dailies"]
    return {game["code"][:2]: game for game in games}


def get_json(server: Server, path: str) -> Any:
    """What the API says to anybody."""
    with urllib.request.urlopen(server.url + path, timeout=10) as reply:  # noqa: S310
        return json.load(reply)
