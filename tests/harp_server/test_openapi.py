"""The OpenAPI document and its page: generated from the code, true, and served by us alone."""

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from harp_server import openapi
from tests.seat import CODE, WIN, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def document(db: None) -> Any:
    """The document as the server gives it."""
    reply = Client().get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"})
    assert reply.status_code == 200
    return reply.json()


def operations(document: Any) -> dict[str, Any]:
    return {
        operation["operationId"]: {**operation, "path": path, "method": method}
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }


def test_the_document_is_valid_and_made_without_a_warning() -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=io.StringIO())


def test_the_document_has_each_call_of_the_api_once(document: Any) -> None:
    assert sorted((each["method"], each["path"]) for each in operations(document).values()) == [
        ("delete", "/api/v1/tokens/"),
        ("get", "/api/v1/attempts/{attempt_id}/"),
        ("get", "/api/v1/attempts/{attempt_id}/replay/"),
        ("get", "/api/v1/boards/{code}/"),
        ("get", "/api/v1/commitments/"),
        ("get", "/api/v1/daily/"),
        ("get", "/api/v1/deals/{code}/"),
        ("get", "/api/v1/me/"),
        ("get", "/api/v1/me/settings/"),
        ("get", "/api/v1/players/{name}/"),
        ("get", "/api/v1/variants/"),
        ("patch", "/api/v1/me/settings/"),
        ("post", "/api/v1/attempts/{attempt_id}/actions/"),
        ("post", "/api/v1/attempts/{attempt_id}/finish/"),
        ("post", "/api/v1/attempts/{attempt_id}/play-on/"),
        ("post", "/api/v1/deals/{code}/attempts/"),
        ("post", "/api/v1/deals/{code}/logs/"),
        ("post", "/api/v1/guests/"),
        ("post", "/api/v1/tokens/"),
    ]


def test_each_call_lists_its_errors_in_the_one_form(document: Any) -> None:
    known = operations(document)
    assert set(openapi._OF_OPERATION) <= set(known)
    for name, statuses in openapi._OF_OPERATION.items():
        for status in statuses:
            content = known[name]["responses"][status]["content"]["application/json"]
            assert content["schema"] == {"$ref": "#/components/schemas/Error"}


def json_schema(document: Any, schema: Any) -> Any:
    """An OpenAPI 3.0 schema as a JSON Schema that allows no members beyond those it names."""
    if isinstance(schema, list):
        return [json_schema(document, each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return json_schema(document, document["components"]["schemas"][name])
    plain = {name: json_schema(document, value) for name, value in schema.items()}
    nullable = plain.pop("nullable", False)
    if plain.get("type") == "object" and "properties" in plain:
        plain.setdefault("additionalProperties", False)
    return {"anyOf": [plain, {"type": "null"}]} if nullable else plain


def test_replies_are_as_the_document_says(ann: Seat, document: Any) -> None:
    def check(operation: str, reply: Any) -> Any:
        known = operations(document)[operation]["responses"]
        assert str(reply.status_code) in known, (operation, reply.status_code)
        schema = known[str(reply.status_code)]["content"]["application/json"]["schema"]
        Draft202012Validator(json_schema(document, schema)).validate(reply.json())
        return reply.json()

    get, post = ann.client.get, ann.client.post
    check("variants", get("/api/v1/variants/"))
    check("me", get("/api/v1/me/"))
    check("settings", get("/api/v1/me/settings/"))
    check("change_settings", ann.client.patch("/api/v1/me/settings/", {"theme": "dark"}, "json"))
    check("change_settings", ann.client.patch("/api/v1/me/settings/", {"theme": "mauve"}, "json"))
    check("create_token", post("/api/v1/tokens/"))
    check("create_guest", Client().post("/api/v1/guests/"))
    check("deal", get(f"/api/v1/deals/{CODE}/"))
    check("deal", get("/api/v1/deals/x/"))
    attempt = check("start_attempt", post(f"/api/v1/deals/{CODE}/attempts/"))["id"]
    check("start_attempt", post(f"/api/v1/deals/{CODE}/attempts/"))
    check("deal", get(f"/api/v1/deals/{CODE}/"))
    check("append_actions", ann.append(attempt, 0, WIN[:20]))
    check("append_actions", ann.append(attempt, 20, ["11"]))
    check("append_actions", ann.append(attempt, 99, ["S"]))
    check("append_actions", ann.append(attempt, -1, ["S"]))
    check("attempt", get(f"/api/v1/attempts/{attempt}/"))
    check("replay", get(f"/api/v1/attempts/{attempt}/replay/"))
    check("board", get(f"/api/v1/boards/{CODE}/"))
    check("append_actions", ann.append(attempt, 20, WIN[20:]))
    check("append_actions", ann.append(attempt, len(WIN), ["S"]))
    check("finish_attempt", ann.finish(attempt))
    check("attempt", get(f"/api/v1/attempts/{attempt}/"))
    check("attempt", get("/api/v1/attempts/0/"))
    check("replay", get(f"/api/v1/attempts/{attempt}/replay/"))
    check("play_whole_log", ann.send_log(WIN))
    check("play_whole_log", ann.send_log(["11"]))
    check("finish_attempt", ann.finish(ann.start()["id"]))
    check("board", get(f"/api/v1/boards/{CODE}/?limit=1"))
    check("board", get(f"/api/v1/boards/{CODE}/?cursor=x"))
    check("player", get("/api/v1/players/Ann/"))
    check("player", get("/api/v1/players/Nobody/"))


@pytest.fixture
def page(db: None) -> Callable[[str], Any]:
    """Gets a page of the documentation."""

    def get(path: str) -> Any:
        reply = Client().get(path)
        assert reply.status_code == 200
        return reply

    return get


def test_the_page_loads_its_own_files_and_nothing_from_elsewhere(
    page: Callable[[str], Any],
) -> None:
    reply = page("/api/docs/")
    text = reply.content.decode()
    addresses = re.findall(r"""(?:src|href)=["']([^"']+)["']""", text)
    assert addresses
    for address in addresses:
        assert address.startswith("/"), address
        assert not address.startswith("//"), address
        if address.startswith(settings.STATIC_URL):
            assert finders.find(address.removeprefix(settings.STATIC_URL)), address
    assert "http://" not in text
    assert "https://" not in text
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)  # no inline script, as the policy says
    policy = reply["Content-Security-Policy"]
    (scripts,) = re.findall(r"script-src[^;]*", policy)
    assert "unsafe" not in scripts
    assert "default-src 'none'" in policy


def test_the_script_of_the_page_names_our_document_and_no_other_host(
    page: Callable[[str], Any],
) -> None:
    text = page("/api/docs/").content.decode()
    (script,) = [
        address
        for address in re.findall(r'src="([^"]+)"', text)
        if not address.startswith(settings.STATIC_URL)
    ]
    reply = page(script.replace("&amp;", "&"))
    assert "javascript" in reply["Content-Type"]
    assert "/api/schema/" in reply.content.decode()
    assert not re.search(r"https?://", reply.content.decode())


@pytest.mark.parametrize("method", ["options", "post", "delete"])
def test_the_page_of_the_document_is_only_read(method: str) -> None:
    assert getattr(Client(), method)("/api/docs/").status_code == 405
