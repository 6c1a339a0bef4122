"""Games played by the API, as who is at a page: for what has to be so before a test begins."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server

PLAY = """async ([code, actions]) => {
    const call = async (path, body) => {
        const token = /csrftoken=([^;]+)/.exec(document.cookie)[1];
        const headers = {"Content-Type": "application/json", "X-CSRFToken": token};
        const request = {method: "POST", headers, body: JSON.stringify(body)};
        const reply = await fetch("/api/v1/" + path, request);
        if (!reply.ok) throw new Error(path + ": " + reply.status + await reply.text());
        return reply.json();
    };
    await call("guests/", {});
    const attempt = await call(`deals/${code}/attempts/`, {});
    await call(`attempts/${attempt.id}/actions/`, {ply: 0, actions});
    return attempt.id;
}"""


def play_by_calls(page: Page, server: Server, code: str, actions: list[str]) -> int:
    """Play a deal from its opening; the attempt's number."""
    page.goto(f"{server.url}/play/{code}/")  # which brings the token that calls need
    return int(page.evaluate(PLAY, [code, actions]))


def sit_down_at(page: Page, server: Server, code: str, actions: list[str]) -> None:
    """Open a numbered deal that has been played so far."""
    if actions:
        play_by_calls(page, server, code, actions)
    page.goto(f"{server.url}/play/{code}/")
    expect(page.locator("#moves")).to_have_text(str(len(actions)))
