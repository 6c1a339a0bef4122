"""axe-core finds nothing serious on our pages, on a phone and at a desk, light and dark."""

from typing import Any, Literal

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import ROOT, Server, get_json

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
SIZES = {"phone": (360, 640), "desk": (1440, 900)}
Scheme = Literal["light", "dark"]
SCHEMES: list[Scheme] = ["light", "dark"]


def paths(server: Server) -> list[str]:
    """A page of each kind that a stranger can see."""
    day = get_json(server, "/api/v1/daily/")
    code = day["deals"][0]["code"]
    return [
        "/",
        f"/days/{day['date']}/",
        "/archive/",
        "/rules/",
        "/rules/easy-harp/",
        "/rules/harpan/",
        "/rules/spindelharpan/",
        "/rules/words/",
        "/open/?code=xyz",
        f"/play/{code}/",
        "/play/EH1-N-AAAAABO/",
        "/play/SF1-N-AAAAAAP/",
        f"/boards/{code}/",
        "/boards/EH1-N-AAAAABO/",
        "/account/",
        "/account/sign-up/",
        "/account/sign-in/",
        "/account/password/reset/",
        "/nothing-here/",
    ]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_serious(
    browser: Browser, server: Server, size: str, scheme: Scheme
) -> None:
    width, height = SIZES[size]
    # Our policy keeps foreign scripts out, this one too.
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        reduced_motion="reduce",
        bypass_csp=True,
    )
    page = context.new_page()
    found: list[Any] = []
    for path in paths(server):
        page.goto(server.url + path)
        page.add_script_tag(path=AXE)
        report = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        found += [
            (path, violation["id"], [node["target"] for node in violation["nodes"]][:3])
            for violation in report["violations"]
            if violation["impact"] in ("serious", "critical")
        ]
    context.close()
    assert found == []
