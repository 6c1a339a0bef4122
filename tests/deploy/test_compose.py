"""docker-compose.yml: that Compose takes it, and what it promises."""

import re
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.deploy.topology import COMPOSE, ROOT, read_env, services

LONG_RUNNING = {"proxy", "web", "live", "worker", "beat", "postgres", "redis"}


def compose() -> list[str] | None:
    """The Compose that is here: Docker's plugin, or the older program."""
    docker = shutil.which("docker")
    if docker:
        run = subprocess.run([docker, "compose", "version"], capture_output=True, check=False)
        if run.returncode == 0:
            return [docker, "compose"]
    older = shutil.which("docker-compose")
    return [older] if older else None


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A checkout as somebody who deploys has it, with secrets made."""
    shutil.copy(COMPOSE, tmp_path)
    shutil.copytree(
        ROOT / "deploy", tmp_path / "deploy", ignore=shutil.ignore_patterns("*.env", "certificates")
    )
    subprocess.run([tmp_path / "deploy" / "make-env", "harp.example"], check=True)
    return tmp_path


def test_compose_takes_it(project: Path) -> None:
    command = compose()
    if command is None:
        pytest.skip("no Docker Compose is installed (on Debian: apt install docker-compose)")
    run = subprocess.run(
        [*command, "config", "-q"], cwd=project, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_secrets_are_new_each_time_and_for_their_owner_alone(project: Path) -> None:
    harp = read_env(project / "deploy" / "harp.env")
    postgres = read_env(project / "deploy" / "postgres.env")
    assert len(harp["HARP_SECRET_KEY"]) >= 50
    assert harp["HARP_HOSTS"] == "harp.example"
    assert f":{postgres['POSTGRES_PASSWORD']}@postgres:" in harp["DATABASE_URL"]
    assert len(postgres["POSTGRES_PASSWORD"]) >= 50
    for name in ("harp.env", "postgres.env"):
        assert (project / "deploy" / name).stat().st_mode & 0o077 == 0
    again = subprocess.run(
        [project / "deploy" / "make-env", "harp.example"], capture_output=True, check=False
    )
    assert again.returncode == 1
    assert read_env(project / "deploy" / "harp.env") == harp


def test_every_service_comes_back_and_is_watched() -> None:
    assert set(services()) == LONG_RUNNING | {"migrate"}
    for name in LONG_RUNNING:
        assert services()[name]["restart"] == "unless-stopped"
        assert services()[name]["healthcheck"]["test"]


def test_only_the_proxy_is_reached_from_outside_and_it_reaches_no_database() -> None:
    assert [name for name, service in services().items() if "ports" in service] == ["proxy"]
    front = {name for name, service in services().items() if "front" in service["networks"]}
    assert front == {"proxy", "web", "live"}
    assert services()["proxy"]["networks"] == ["front"]


def test_only_the_database_is_kept() -> None:
    kept = {
        name: [volume for volume in service.get("volumes", []) if not volume.endswith(":ro")]
        for name, service in services().items()
    }
    assert {name: volumes for name, volumes in kept.items() if volumes} == {
        "postgres": ["database:/var/lib/postgresql/data"]
    }


def test_the_image_is_made_of_files_that_are_there_and_let_in() -> None:
    let_in = [
        line.removeprefix("!")
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line.startswith("!")
    ]
    dockerfile = (ROOT / "Dockerfile").read_text()
    for sources in re.findall(r"^COPY (?!--from)(.+) \S+$", dockerfile, re.MULTILINE):
        for source in sources.split():
            assert (ROOT / source).exists()
            assert source == "." or any(fnmatch(source.split("/")[0], name) for name in let_in)
    assert "\nUSER harp\n" in dockerfile
