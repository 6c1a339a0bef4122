"""Bodies that no call takes are refused before they are stored, announced or not."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest
from django.core.asgi import get_asgi_application

from harp_server.body_limit import LIMIT, BodyLimit


async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """An application that reads the body and answers with its length."""
    length = 0
    while True:
        event = await receive()
        if event["type"] != "http.request":
            break
        length += len(event.get("body", b""))
        if not event.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(length).encode()})


def ask(application: Any, chunks: Sequence[bytes], **headers: str) -> tuple[int, bytes, int]:
    """Status, body, and how many chunks were asked for."""
    sent: list[Any] = []
    asked = 0

    async def receive() -> dict[str, Any]:
        nonlocal asked
        if asked == len(chunks):
            await asyncio.Event().wait()  # the client stays, and waits for the reply
        asked += 1
        body = chunks[asked - 1]
        return {"type": "http.request", "body": body, "more_body": asked < len(chunks)}

    async def send(event: Any) -> None:
        sent.append(event)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "path": "/api/v1/variants/",
        "raw_path": b"/api/v1/variants/",
        "query_string": b"",
        "scheme": "http",
        "server": ("127.0.0.1", 8000),
        "client": ("127.0.0.1", 50_000),
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")]
        + [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }
    asyncio.run(application(scope, receive, send))
    assert sent[0]["type"] == "http.response.start"
    body = b"".join(event.get("body", b"") for event in sent[1:])
    return sent[0]["status"], body, asked


def test_a_body_at_the_limit_passes() -> None:
    half = b"x" * (LIMIT // 2)
    assert ask(BodyLimit(echo), [half, half]) == (200, str(LIMIT).encode(), 2)
    assert ask(BodyLimit(echo), [half, half], content_length=str(LIMIT))[0] == 200
    assert ask(BodyLimit(echo), [b""]) == (200, b"0", 1)


def assert_too_large(status: int, body: bytes) -> None:
    assert status == 413
    error = json.loads(body)["error"]
    assert (error["code"], error["limit"]) == ("too-large", LIMIT)


@pytest.mark.parametrize("length", [str(LIMIT + 1), str(10**30), "-1", "x", "", "1e3", "9" * 5_000])
def test_an_announced_body_over_the_limit_is_413_and_not_read(length: str) -> None:
    status, body, asked = ask(BodyLimit(echo), [b"x"] * 3, content_length=length)
    assert_too_large(status, body)
    assert asked == 0


def test_an_unannounced_body_over_the_limit_is_413_and_not_read_to_its_end() -> None:
    status, body, asked = ask(BodyLimit(echo), [b"x" * 65_536] * 100)
    assert_too_large(status, body)
    assert asked == 17


def test_a_body_longer_than_announced_is_counted_too() -> None:
    status, body, _ = ask(BodyLimit(echo), [b"x" * 65_536] * 20, content_length="10")
    assert_too_large(status, body)


def test_the_whole_server_answers_413_too() -> None:
    application = BodyLimit(get_asgi_application())
    status, body, asked = ask(application, [b"x" * 65_536] * 100)
    assert_too_large(status, body)
    assert asked == 17
    assert ask(application, [b"{}"])[0] == 405


def test_what_is_no_request_passes_unread() -> None:
    seen: list[str] = []

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        seen.append(scope["type"])

    asyncio.run(BodyLimit(application)({"type": "websocket"}, None, None))  # type: ignore[arg-type]
    assert seen == ["websocket"]
