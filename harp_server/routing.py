"""Every address that speaks WebSocket."""

from typing import Any
from urllib.parse import urlsplit

from channels.routing import URLRouter
from channels.security.websocket import AllowedHostsOriginValidator, WebsocketDenier
from django.urls import path, re_path

from harp_server.body_limit import Application, Receive, Send
from leaderboard.consumers import BoardConsumer

Scope = dict[str, Any]


class SameOrigin:
    """An ASGI application that refuses pages of other hosts and ports, our own other ones too."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what comes from a page of the host that it was sent to.

        The scheme is not compared: behind a proxy only that knows it.
        """
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        try:
            origin = urlsplit(headers.get(b"origin", b"").decode("latin-1")).netloc
        except ValueError:
            origin = ""
        same = bool(host) and origin.lower() == host.lower()
        await (self.application if same else WebsocketDenier.as_asgi())(scope, receive, send)


websocket: Application = SameOrigin(
    AllowedHostsOriginValidator(
        URLRouter(
            [
                path("ws/boards/<str:code>/", BoardConsumer.as_asgi()),
                re_path("", WebsocketDenier.as_asgi()),
            ]
        )
    )
)
