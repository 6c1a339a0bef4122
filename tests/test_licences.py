"""docs/licences.md names every package that is locked."""

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LISTED = set(re.findall(r"^\| (\S+) \| \S", (ROOT / "docs/licences.md").read_text(), re.MULTILINE))


def test_every_python_package_is_listed_with_its_licence() -> None:
    lock = tomllib.loads((ROOT / "uv.lock").read_text())
    locked = {package["name"] for package in lock["package"]} - {"harp"}
    assert locked - LISTED == set()


def test_every_npm_package_is_listed_with_its_licence() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text())
    names = {path.removeprefix("node_modules/") for path in lock["packages"] if path}
    locked = {re.sub(r"^@esbuild/.*", "@esbuild/*", name) for name in names}
    assert locked - LISTED == set()


def test_gpl_is_installed_for_the_bench_alone() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert any(line.startswith("chess") for line in project["dependency-groups"]["bench"])
    others = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    assert not any(line.startswith("chess") for line in others)
    assert "bench" not in project["tool"]["uv"]["default-groups"]
