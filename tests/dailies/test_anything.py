"""Whatever is sent to whatever call or page: no failure, no other form of error, no secret.

The calls come from the server's own document, the pages from its addresses; what they are called
with is what has broken servers before: NUL, lone surrogates, numbers beyond any column, depths.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final
from urllib.parse import quote, urlencode

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.models import Player
from tests.conftest import Clock
from tests.dailies.deals import CODE, WIN, put
from tests.dailies.seat import Seat

pytestmark = pytest.mark.django_db

EXAMPLES: Final = 100
"""A look at each; raise it, and take `derandomize` away, to search."""
NUMBERED: Final = "HO1-N-AAAAAEG"

# fmt: off
SNAGS: Final = [
    "", "\0", "a\0b", "me", "Ann", "Bob", "..", "%00", "%", "a" * 300, "\U0001f0a1", "\u202e",
    "-1", "0", "1", "2", "3", str(2**31), str(2**63), "9" * 30, "9" * 5_000, "1e400", "NaN", "true",
    "2026-01-01", "2026-01-02", "0001-01-01", "9999-12-31", "2026-02-30", "2026-01", "9999-12",
    CODE, CODE.lower(), CODE[:-1], NUMBERED, "HT99999999-D-AAAAAAA", "HT20260102-D-AAAAAAA",
    "YWZ0ZXI6" + "0" * 60, "' OR 1=1 --", "{{ 7*7 }}", "<b>", "\r\nX-Evil: 1", "en",
    "//evil.example", "e\u0301",
]
TYPES: Final = [
    "application/json", "application/json; charset=utf-16", "text/plain", "", "application/x",
    "multipart/form-data", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded",
]
BODIES: Final = [
    b"[" * 30_000, b'{"ply":' * 9_000, b'{"actions": ["\\ud800"], "ply": 0}', b'{"ply": 1e999}',
    b'{"ply": NaN}', b'{"ply": ' + b"9" * 5_000 + b"}", b'\xff\xfe{"ply": 0}', b"\0", b'"a"',
    b"[]", b"5",
]
METHODS: Final = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"]
QUERY: Final = [
    "limit", "cursor", "around", "date", "before", "attempt", "with", "code", "month", "variant",
    "next", "q", "o", "p", "e", "all", "_popup", "kind", "deck__startswith", "date__gte",
    "deal__deck__startswith",
]
FORM: Final = [
    "name", "username", "email", "login", "password", "password1", "password2", "oldpassword",
    "language", "next", "action", "action_add", "action_remove", "_selected_action", "reason",
    "judge",
]
# fmt: on

texts = st.sampled_from(SNAGS) | st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
numbers = st.sampled_from([0, 1, 7, -1, 2**31 - 1, 2**31, 2**63, 10**40]) | st.integers()
tokens = st.sampled_from(["S", "U", "1F", "12", "W1", "WF", "S ", "s", "\0", "1" * 99, *WIN[:9]])
leaves = st.none() | st.booleans() | numbers | st.floats(allow_nan=False) | texts | tokens
values = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(tokens, max_size=9)
        | st.dictionaries(texts, inner, max_size=3)
    ),
    max_leaves=8,
)
queries = st.dictionaries(st.sampled_from(QUERY), texts, max_size=2)

anything = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    # The world is the same for all examples: what one leaves there the next may meet.
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture
def secrets(clock: Clock, ann: Seat, bob: Seat) -> list[bytes]:
    """What nobody may be shown, of an open day on which Bob has won and Ann is playing."""
    deal = put("HT")
    ann.begin(WIN[:7])
    bob.begin(WIN)
    ann.begin(["S"], NUMBERED)
    return [deal.deck.encode(), deal.daily.seed.encode(), b"Traceback"]


@cache
def calls() -> list[tuple[str, str, list[str]]]:
    """Each call of the API: its method, its path, and the members of its body."""
    document = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    found = []
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            content = operation.get("requestBody", {}).get("content", {})
            reference = content.get("application/json", {}).get("schema", {}).get("$ref", "")
            schema = document["components"]["schemas"].get(reference.rpartition("/")[2], {})
            found.append((method.upper(), path, list(schema.get("properties", {}))))
    return found


def pages(patterns: list[Any] | None = None, before: str = "/") -> Iterator[str]:
    """The addresses of all that is not the API, with their parameters in brackets."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        path = before + re.sub(r"[\^$]", "", str(each.pattern))
        if isinstance(each, URLResolver):
            yield from pages(each.url_patterns, path)
        elif not path.startswith("/api/v1/"):
            yield path


def check(reply: Any, secrets: list[bytes]) -> None:
    assert reply.status_code < 500
    if not reply.streaming:
        assert not any(secret in reply.content for secret in secrets)


@given(data=st.data())
@anything
def test_no_call_fails_or_tells_a_secret(
    ann: Seat, anybody: Seat, secrets: list[bytes], data: st.DataObject
) -> None:
    method, path, members = data.draw(st.sampled_from(calls()))
    path = re.sub(r"\{\w+\}", lambda _: quote(data.draw(texts), safe=""), path)
    path += f"?{urlencode(data.draw(queries))}"
    if data.draw(st.integers(0, 9)) == 0:
        method = data.draw(st.sampled_from(METHODS))
    client = data.draw(st.sampled_from([ann, ann, anybody])).client
    client.raise_request_exception = False
    of_members = st.dictionaries(st.sampled_from(members), values) if members else values
    body: Any = st.sampled_from(BODIES) | st.binary(max_size=40)
    kind: Any = st.sampled_from(TYPES)
    if data.draw(st.integers(0, 3)):
        body = (of_members | values).map(json.dumps)
        kind = st.just("application/json")
    sent = {"data": data.draw(body), "content_type": data.draw(kind)}
    reply = client.generic(method, path, **(sent if method not in ("GET", "HEAD", "TRACE") else {}))
    check(reply, secrets)
    if reply.status_code >= 400 and method != "HEAD":
        assert list(reply.json()) == ["error"]


@given(data=st.data())
@anything
def test_no_page_fails_or_tells_a_secret(
    ann: Seat, secrets: list[bytes], data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from(sorted(set(pages()))))
    path = re.sub(r"<[^>]+>|\(\?P<\w+>[^)]*\)", lambda _: quote(data.draw(texts), safe=""), path)
    path += f"?{urlencode(data.draw(queries))}"
    browser = Client(raise_request_exception=False)
    player = data.draw(st.sampled_from(["Ann", "Boss", None]))
    if player is not None:
        if not Player.objects.filter(name="Boss").exists():
            Player.objects.create_superuser("Boss", "secret", email="boss@example.org")
        who = Player.objects.filter(name=player).first() or ann.player
        browser.force_login(who, backend="django.contrib.auth.backends.ModelBackend")
    if data.draw(st.booleans()):
        form = st.dictionaries(st.sampled_from(FORM), texts, max_size=5)
        reply = browser.post(path, data.draw(form))
    else:
        reply = browser.generic(data.draw(st.sampled_from(["GET"] * 8 + METHODS)), path)
    check(reply, secrets)
