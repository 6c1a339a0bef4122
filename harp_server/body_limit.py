"""Refuses bodies that no call takes before they are stored anywhere, where no proxy does."""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

Event = Mapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

LIMIT: Final = 1024 * 1024
"""Bytes; each call has a narrower limit of its own (game/limits.py)."""

_DIGITS: Final = len(str(LIMIT))
_REPLY: Final = json.dumps(
    {"error": {"code": "too-large", "message": "The body is too large.", "limit": LIMIT}}
).encode()


class BodyLimit:
    """An ASGI application that answers 413 to bodies over LIMIT, announced or not."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Pass the request on, counting its body."""
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        # Of thousands of digits Python makes no number.
        if not announced.isdigit() or len(announced) > _DIGITS or int(announced) > LIMIT:
            await _refuse(send)
            return
        received = 0

        async def counted() -> Event:
            nonlocal received
            event = await receive()
            if event["type"] == "http.request":
                received += len(event.get("body", b""))
                if received > LIMIT:  # as if the client had gone: what was read is let go
                    return {"type": "http.disconnect"}
            return event

        async def answered(event: Event) -> None:
            if received <= LIMIT:
                await send(event)

        await self.application(scope, counted, answered)
        if received > LIMIT:
            await _refuse(send)


async def _refuse(send: Send) -> None:
    await send(
        {
            "type": "http.response.start",
            "status": 413,
            "headers": [(b"content-type", b"application/json"), (b"connection", b"close")],
        }
    )
    await send({"type": "http.response.body", "body": _REPLY, "more_body": False})
