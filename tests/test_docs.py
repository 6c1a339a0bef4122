"""The documents name files that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PLACES = [ROOT, ROOT / "frontend"]


def walk() -> str:
    return (ROOT / "docs/architecture.md").read_text().split("## A walk", 1)[1]


def named_files() -> list[str]:
    return re.findall(r"`([\w/-]+\.(?:py|ts|html))`", walk())


def test_walk_names_each_file_once() -> None:
    names = named_files()
    assert len(names) > 20
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", named_files())
def test_walk_names_files_that_exist(name: str) -> None:
    assert any((place / name).is_file() for place in PLACES)


@pytest.mark.parametrize(
    "page", [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"], ids=str
)
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([\w./-]+)\)", page.read_text()):
        assert (page.parent / target).exists(), target
