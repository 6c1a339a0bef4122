"""The live channel of a board, `/ws/boards/{code}/` (docs/protocol.md, Live)."""

import asyncio
from collections import Counter
from contextlib import suppress
from typing import Any, Final

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import HttpRequest
from django.utils import timezone

from game import selectors as game_selectors
from game.addresses import client_network
from game.errors import HarpError
from leaderboard.hub import Watcher, hub

NO_SUCH_BOARD: Final = 4404
TOO_MANY: Final = 4429
TOO_SLOW: Final = 4408
NOT_ASKED: Final = 1008

MOST_AN_ADDRESS: Final = 200
"""Sockets of one address in a process; a school or an office shares one."""

MOST_WORDS: Final = 20
"""Messages of a client that are ignored; one that sends more is no client of this channel."""


class BoardConsumer(AsyncWebsocketConsumer):  # type: ignore[misc] # channels has no types
    """Sends a board, and what changes on it; takes nothing."""

    sockets: Counter[str] = Counter()
    most_an_address = MOST_AN_ADDRESS

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a socket, and leave nothing behind however it ends."""
        self.words = 0
        self.watched: tuple[str, Watcher] | None = None
        address = _address(scope)
        self.sockets[address] += 1
        self.too_many = self.sockets[address] > self.most_an_address
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._leave()
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]

    async def connect(self) -> None:
        """Accept, so that a refusal has a code that a page can read, and watch."""
        await self.accept()
        if self.too_many:
            await self.close(code=TOO_MANY)
            return
        code = await database_sync_to_async(_existing_code)(
            self.scope["url_route"]["kwargs"]["code"]
        )
        if code is None:
            await self.close(code=NO_SUCH_BOARD)
            return
        watcher = Watcher(send=self.base_send, give_up=self._give_up)
        self.watched = (code, watcher)
        hub().watch(code, watcher)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore it."""
        self.words += 1
        if self.words == MOST_WORDS:
            self._leave()
            await self.close(code=NOT_ASKED)

    def _leave(self) -> None:
        if self.watched is not None:
            hub().leave(*self.watched)
            self.watched = None

    def _give_up(self) -> None:
        self._closing = asyncio.create_task(self._close_slow())

    async def _close_slow(self) -> None:
        with suppress(OSError, RuntimeError):  # it may close by itself at last
            await self.close(code=TOO_SLOW)


def _existing_code(text: str) -> str | None:
    """The code as printed, where there is such a deal by now."""
    try:
        code = game_selectors.read_code(text, now=timezone.now())
        game_selectors.stored_deal(code)
    except HarpError:
        return None
    return str(code)


def _address(scope: dict[str, Any]) -> str:
    """Who connects, as the limits of calls count it."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = str((scope.get("client") or ("",))[0])
    forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    request.META["HTTP_X_FORWARDED_FOR"] = b",".join(forwarded).decode("latin-1")
    return client_network(request)
