"""The server's modes: embedded without any setting, production with all that it needs or not."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as test_settings

from harp_server.settings.base import database

ROOT = Path(__file__).parents[2]

PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "harp_server.settings.production",
    "HARP_SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_",
    "HARP_HOSTS": "harp.example,www.harp.example",
    "DATABASE_URL": "postgres://harp:secret@database/harp",
    "REDIS_URL": "redis://cache/0",
}


def python(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    own = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**own, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def settings_of(module: str, environment: dict[str, str]) -> dict[str, Any]:
    """The settings of a mode as a fresh process has them."""
    script = (
        "import importlib, json;"
        f"module = importlib.import_module('harp_server.settings.{module}');"
        "names = [name for name in vars(module) if name.isupper()];"
        "print(json.dumps({name: getattr(module, name) for name in names}, default=str))"
    )
    run = python(environment, "-c", script)
    assert run.returncode == 0, run.stderr
    return dict(json.loads(run.stdout))


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Embedded mode, started on an empty folder."""
    var = tmp_path_factory.mktemp("harp") / "var"
    return settings_of("local", {"HARP_VAR": str(var)})


@pytest.fixture(scope="module")
def production() -> dict[str, Any]:
    """Production."""
    return settings_of("production", PRODUCTION)


def test_the_embedded_mode_needs_nothing_and_keeps_all_in_var(local: dict[str, Any]) -> None:
    var = Path(local["VAR_DIR"])
    assert (var / "secret_key").read_text() == local["SECRET_KEY"]
    assert local["DATABASES"]["default"]["NAME"] == str(var / "harp.sqlite3")
    assert local["CACHES"]["default"]["BACKEND"].endswith("LocMemCache")
    assert local["EMAIL_FILE_PATH"] == str(var / "mail")
    assert local["STATIC_ROOT"] == str(var / "static")
    assert local["LOGGING"]["handlers"]["main"]["filename"] == str(var / "log" / "harp.jsonl")


def test_the_embedded_mode_answers_this_machine_alone_unless_told_so(
    local: dict[str, Any], tmp_path: Path
) -> None:
    assert local["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    more = settings_of("local", {"HARP_VAR": str(tmp_path), "HARP_HOSTS": "harp.lan,10.0.0.2"})
    assert more["ALLOWED_HOSTS"][3:] == ["harp.lan", "10.0.0.2"]


def test_debug_is_off_in_every_mode(local: dict[str, Any], production: dict[str, Any]) -> None:
    assert local["DEBUG"] is False
    assert production["DEBUG"] is False
    assert test_settings.DEBUG is False


def test_debug_cannot_be_turned_on_by_the_environment() -> None:
    settings = settings_of("production", {**PRODUCTION, "DEBUG": "1", "DJANGO_DEBUG": "True"})
    assert settings["DEBUG"] is False


@pytest.mark.parametrize("missing", ["HARP_SECRET_KEY", "HARP_HOSTS", "DATABASE_URL", "REDIS_URL"])
def test_production_does_not_start_without_what_it_needs(missing: str) -> None:
    environment = {name: value for name, value in PRODUCTION.items() if name != missing}
    run = python(environment, "-c", "import harp_server.settings.production")
    assert run.returncode != 0
    assert f'"{missing}" not set' in run.stderr


@pytest.mark.parametrize("hosts", ["*", "harp.example,*", "*.harp.example", "", "a.example,"])
def test_production_does_not_start_for_hosts_that_it_can_not_name(hosts: str) -> None:
    run = python(
        {**PRODUCTION, "HARP_HOSTS": hosts}, "-c", "import harp_server.settings.production"
    )
    assert run.returncode != 0
    assert "HARP_HOSTS" in run.stderr


def test_production_trusts_pages_of_its_own_hosts_alone() -> None:
    settings = settings_of("production", {**PRODUCTION, "HARP_HOSTS": "harp.example, .harp.test"})
    assert settings["ALLOWED_HOSTS"] == ["harp.example", ".harp.test"]
    assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://harp.example", "https://*.harp.test"]


def test_cookies_go_over_https_alone_in_production_and_to_no_script_or_other_site(
    local: dict[str, Any], production: dict[str, Any]
) -> None:
    assert production["SESSION_COOKIE_SECURE"] is True
    assert production["CSRF_COOKIE_SECURE"] is True
    assert production["SECURE_HSTS_SECONDS"] >= 31_536_000
    for mode in (local, production):
        assert mode["SESSION_COOKIE_HTTPONLY"] is True
        assert mode["SESSION_COOKIE_SAMESITE"] == mode["CSRF_COOKIE_SAMESITE"] == "Lax"
        # Without a proxy that is known, nobody is believed what they say of their address.
        assert mode["REST_FRAMEWORK"]["NUM_PROXIES"] == 0


def test_production_passes_djangos_deployment_check() -> None:
    run = python(PRODUCTION, "manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert run.returncode == 0, run.stderr
    assert "no issues" in run.stdout


def test_production_uses_the_services_that_it_is_given(production: dict[str, Any]) -> None:
    store = production["DATABASES"]["default"]
    assert store["ENGINE"] == "django.db.backends.postgresql"
    assert (store["HOST"], store["NAME"], store["PASSWORD"]) == ("database", "harp", "secret")
    assert production["CACHES"]["default"]["LOCATION"] == "redis://cache/0"
    assert production["ALLOWED_HOSTS"] == ["harp.example", "www.harp.example"]
    assert production["CSRF_TRUSTED_ORIGINS"] == [
        "https://harp.example",
        "https://www.harp.example",
    ]


def test_sqlite_is_opened_so_that_writers_wait_and_nothing_acknowledged_is_lost() -> None:
    for url in (None, "sqlite:////tmp/x.sqlite3"):
        options = database_of(url)["OPTIONS"]
        assert options["transaction_mode"] == "IMMEDIATE"
        assert options["timeout"] == 10
        assert "journal_mode=WAL" in options["init_command"]
        assert "synchronous=FULL" in options["init_command"]


def test_postgresql_is_reached_through_a_pool() -> None:
    config = database_of("postgres://harp@database/harp?sslmode=require")
    assert config["CONN_MAX_AGE"] == 0
    assert config["OPTIONS"]["pool"]["max_size"] == 8
    assert config["OPTIONS"]["sslmode"] == "require"


def database_of(url: str | None) -> dict[str, Any]:
    before = os.environ.get("DATABASE_URL")
    try:
        if url is not None:
            os.environ["DATABASE_URL"] = url
        return database(url, Path("/nowhere"))
    finally:
        if before is None:
            os.environ.pop("DATABASE_URL", None)
        else:
            os.environ["DATABASE_URL"] = before
