"""What a browser asks of pages that install, and what the pages may weigh and load."""

import gzip
import re
from pathlib import Path
from struct import unpack
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.seat import CODE

BUILD = Path(__file__).parents[1] / "frontend" / "static" / "build"
LARGEST_PLAY_PAGE = 60_000
"""Bytes of script and style together, as they travel."""


@pytest.fixture
def manifest(client: Client) -> dict[str, Any]:
    """The manifest as it is served."""
    reply = client.get("/manifest.webmanifest")
    assert reply.headers["Content-Type"] == "application/manifest+json"
    return dict(reply.json())


def test_every_page_leads_to_the_manifest(client: Client, db: None) -> None:
    """The link stands in the head that all pages share."""
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/").content.decode()


def test_the_manifest_says_what_an_installation_needs(manifest: dict[str, Any]) -> None:
    """Name, start within the scope, a screen of its own."""
    assert manifest["name"]
    assert len(manifest["short_name"]) <= 12
    assert manifest["start_url"].startswith(manifest["scope"])
    assert manifest["display"] == "standalone"
    assert re.fullmatch("#[0-9a-f]{6}", manifest["theme_color"])


def test_the_manifests_pictures_are_what_it_says_of_them(manifest: dict[str, Any]) -> None:
    """PNG files of their size; of 192 and 512 pixels, and one that may be cut to any shape."""
    for icon in manifest["icons"]:
        file = finders.find(icon["src"].removeprefix("/static/"))
        assert isinstance(file, str), icon
        header = Path(file).read_bytes()[:24]
        assert header.startswith(b"\x89PNG")
        width, height = unpack(">II", header[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    purposes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert purposes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}


def test_the_manifest_speaks_the_readers_language(client: Client) -> None:
    """It is named as the pages name themselves."""
    reply = client.get("/manifest.webmanifest", headers={"Accept-Language": "sv"})
    assert reply.json()["lang"] == "sv"


def test_the_play_pages_script_and_style_are_light() -> None:
    """Measured as a proxy sends them; what blocks every page is counted in."""
    sizes = {
        name: len(gzip.compress((BUILD / name).read_bytes(), 9))
        for name in ("play.js", "first-paint.js", "main.css")
    }
    assert sum(sizes.values()) <= LARGEST_PLAY_PAGE, sizes


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/", f"/play/{CODE}/", f"/boards/{CODE}/", "/rules/"])
def test_a_page_loads_nothing_from_others(client: Client, page: str) -> None:
    """Whatever a browser fetches by itself is an address of this server."""
    html = client.get(page).content.decode()
    fetched = re.findall(r'(?:src|srcset|href|action|data)="([^"]*)"', html)
    assert fetched
    for address in fetched:
        assert re.match(r"/(?!/)|#|\?", address), address


@pytest.mark.django_db
def test_the_policy_of_content_allows_nothing_inline(client: Client) -> None:
    """And manifest and worker come from here alone."""
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    directives = dict(part.split(maxsplit=1) for part in policy.split("; "))
    assert directives["manifest-src"] == directives["worker-src"] == "'self'"
    assert directives["default-src"] == "'none'"
