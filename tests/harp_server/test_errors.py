"""Every error of the API has one form, whoever raises it; nothing of the inside gets out."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client
from rest_framework.test import APIClient

from game import errors
from game.api import views
from game.errors import HarpError, Spoiler
from harp_server.api_errors import STATUS
from tests.seat import CODE, Seat, error_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path",
    ["/api/v1/nothing/", "/api/v1/", "/api/", "/api/v2/variants/", "/api/v1/attempts/x/"],
)
@pytest.mark.parametrize("method", ["get", "post", "delete"])
def test_an_unknown_path_below_api_is_404(anybody: APIClient, path: str, method: str) -> None:
    error_of(getattr(anybody, method)(path), 404, "not-found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("delete", "/api/v1/variants/", "GET"),
        ("get", "/api/v1/guests/", "POST"),
        ("put", f"/api/v1/deals/{CODE}/", "GET"),
        ("get", f"/api/v1/deals/{CODE}/attempts/", "POST"),
        ("patch", f"/api/v1/boards/{CODE}/", "GET"),
    ],
)
def test_a_method_that_a_call_does_not_have_is_405(
    ann: Seat, method: str, path: str, allowed: str
) -> None:
    reply = getattr(ann.client, method)(path)
    error_of(reply, 405, "method-not-allowed")
    assert allowed in reply["Allow"]


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "image/*"])
def test_what_is_no_json_is_not_to_be_had(anybody: APIClient, accept: str) -> None:
    error_of(anybody.get("/api/v1/variants/", headers={"Accept": accept}), 406, "not-acceptable")


@pytest.mark.parametrize("accept", ["*/*", "application/json", "application/*", "text/html, */*"])
def test_json_is(anybody: APIClient, accept: str) -> None:
    reply = anybody.get("/api/v1/variants/", headers={"Accept": accept})
    assert reply.status_code == 200
    assert reply["Content-Type"] == "application/json"


def test_another_host_than_ours_is_400(anybody: APIClient) -> None:
    reply = anybody.get("/api/v1/variants/", headers={"Host": "evil.example"})
    error_of(reply, 400, "malformed")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that fails in a way that nobody foresaw."""

    def fail(*_: Any) -> None:
        raise RuntimeError("the secret deck is 4D 7H")

    monkeypatch.setattr(views.VariantsView, "get", fail)


def test_an_unforeseen_error_is_500_without_trace_or_details(broken: None) -> None:
    reply = Client(raise_request_exception=False).get("/api/v1/variants/")
    error = error_of(reply, 500, "server-error")
    assert set(error) == {"code", "message", "request_id"}
    assert error["request_id"] == reply["X-Request-ID"]
    assert b"4D" not in reply.content
    assert b"Traceback" not in reply.content
    assert b"RuntimeError" not in reply.content


@pytest.mark.parametrize(
    ("raised", "status", "code"),
    [
        (Http404(), 404, "not-found"),
        (PermissionDenied(), 403, "forbidden"),
        (Spoiler(), 403, "spoiler"),
    ],
)
def test_errors_of_django_and_of_the_domain_take_the_same_form(
    anybody: APIClient, monkeypatch: pytest.MonkeyPatch, raised: Exception, status: int, code: str
) -> None:
    def fail(*_: Any) -> None:
        raise raised

    monkeypatch.setattr(views.VariantsView, "get", fail)
    error_of(anybody.get("/api/v1/variants/"), status, code)


def test_each_error_of_the_domain_has_a_status_and_a_code_of_its_own() -> None:
    kinds = {
        each
        for each in vars(errors).values()
        if isinstance(each, type) and issubclass(each, HarpError) and each is not HarpError
    }
    assert set(STATUS) == kinds
    assert len({each.code for each in kinds}) == len(kinds)


def test_an_error_says_it_in_words_too(ann: Seat) -> None:
    attempt = ann.start()["id"]
    error = error_of(ann.append(attempt, 0, ["11"]), 422, "illegal-action")
    assert "11" in error["message"]
    assert "same-pile" in error["message"]


def test_pages_that_do_not_exist_are_pages(db: None) -> None:
    reply = Client().get("/nothing/here/")
    assert reply.status_code == 404
    assert reply["Content-Type"].startswith("text/html")
