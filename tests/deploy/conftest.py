"""The production topology, once for all tests; left out without PostgreSQL and Redis."""

import json
import os
import shutil
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.deploy.browser import Browser
from tests.deploy.topology import ROOT, Topology, nginx, own_database, own_redis, topology

_DATABASE_URL = os.environ.get("DATABASE_URL", "")
_REDIS_URL = os.environ.get("REDIS_URL", "")

if not (_DATABASE_URL.startswith("postgres") and _REDIS_URL):
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(scope="session")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Topology]:
    """Proxy, web, live, worker and beat on a database and a Redis of their own."""
    if nginx() is None:
        pytest.skip("no nginx is installed (on Debian: apt install nginx-light)")
    if shutil.which("openssl") is None:
        pytest.skip("no openssl is installed, to make a certificate with")
    with (
        own_database(_DATABASE_URL) as database_url,
        own_redis(_REDIS_URL) as redis_url,
        topology(
            tmp_path_factory.mktemp("deploy"), database_url=database_url, redis_url=redis_url
        ) as running,
    ):
        yield running


@pytest.fixture
def browser(there: Topology) -> Browser:
    """Somebody who was never here."""
    return Browser(there)


@pytest.fixture(scope="session")
def wins() -> dict[str, dict[str, Any]]:
    """Winning games of numbered deals, by code."""
    text = (ROOT / "tests" / "data" / "wins.json").read_text()
    games: dict[str, dict[str, Any]] = json.loads(text)["games"]
    return games


@pytest.fixture(scope="session")
def todays(there: Topology) -> list[dict[str, Any]]:
    """Today's deals, which beat and the worker make soon after they start."""
    anybody = Browser(there)
    deadline = time.monotonic() + 20
    while True:
        deals: list[dict[str, Any]] = anybody.get("/api/v1/daily/").json()["deals"]
        if len(deals) == 8 or time.monotonic() > deadline:
            return deals
        time.sleep(0.2)
