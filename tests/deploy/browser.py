"""A client of the topology's proxy: what it sends is under the test's control, header by header."""

import gzip
import json
import ssl
from dataclasses import dataclass, field
from functools import lru_cache
from http.client import HTTPConnection, HTTPMessage, HTTPSConnection
from http.cookies import SimpleCookie
from typing import Any

from tests.deploy.topology import HOST, Topology


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    headers: HTTPMessage
    body: bytes

    def json(self) -> Any:
        """The body, read as JSON."""
        body = gzip.decompress(self.body) if self.headers["Content-Encoding"] else self.body
        return json.loads(body)


@lru_cache
def unverified() -> ssl.SSLContext:
    """TLS that takes the tests' own certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


@dataclass
class Browser:
    """Keeps cookies, and says where its pages are from."""

    there: Topology
    address: str = "127.0.0.1"
    token: str | None = None
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def origin(self) -> str:
        """Where its pages come from."""
        return f"https://{HOST}:{self.there.https}"

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        scheme: str = "https",
        **headers: str,
    ) -> Reply:
        """The reply; `headers`, named with _ for -, replace the usual ones."""
        sent = {"Host": f"{HOST}:{self.there.https}", "Accept": "*/*"}
        if body is not None:
            sent["Content-Type"] = "application/json"
        if self.token:
            sent["Authorization"] = f"Token {self.token}"
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            sent["X-CSRFToken"] = self.cookies.get("csrftoken", "")
            sent["Origin"] = self.origin
            sent["Referer"] = f"{self.origin}/"
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        connection: HTTPConnection
        if scheme == "https":
            connection = HTTPSConnection(
                "127.0.0.1",
                self.there.https,
                timeout=20,
                source_address=(self.address, 0),
                context=unverified(),
            )
        else:
            connection = HTTPConnection("127.0.0.1", self.there.http, timeout=20)
        try:
            connection.request(method, path, data, sent)
            got = connection.getresponse()
            reply = Reply(got.status, got.headers, got.read())
        finally:
            connection.close()
        for header in reply.headers.get_all("Set-Cookie", []):
            for name, morsel in SimpleCookie(header).items():
                self.cookies[name] = morsel.value
        return reply

    def get(self, path: str, **headers: str) -> Reply:
        """GET."""
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Reply:
        """POST, of JSON."""
        return self.ask("POST", path, {} if body is None else body, **headers)
