"""The log: one JSON object a line, each with the id of its request, and nothing secret in any."""

import io
import json
import logging
import logging.config
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from game.api import views
from game.models import Attempt, Deal
from game.progress import advance, start
from game.selectors import attempt_view
from harp_server.logs import logging_config
from tests.seat import CODE, WIN, Seat

Lines = Callable[[], list[dict[str, Any]]]

pytestmark = pytest.mark.django_db


@pytest.fixture
def lines() -> Iterator[Lines]:
    """What is logged from here on, as the log's own formatter writes it."""
    (own,) = [each for each in logging.getLogger("django.request").handlers if each.name == "main"]
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(own.formatter)
    loggers = [logging.getLogger(), logging.getLogger("django.request")]
    for logger in loggers:
        logger.addHandler(handler)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    for logger in loggers:
        logger.removeHandler(handler)


def test_a_request_is_logged_at_its_start_and_end_under_one_id(ann: Seat, lines: Lines) -> None:
    ann.client.get(f"/api/v1/boards/{CODE}/")
    begun, ended = lines()
    assert (begun["event"], ended["event"]) == ("request_started", "request_finished")
    assert begun["request_id"] == ended["request_id"]
    assert uuid.UUID(begun["request_id"])
    assert begun["request"] == ended["request"] == f"GET /api/v1/boards/{CODE}/"
    assert (ended["code"], ended["user_id"]) == (200, ann.player.pk)
    assert ended["timestamp"].endswith("Z")


def test_two_requests_have_two_ids(anybody: APIClient, lines: Lines) -> None:
    anybody.get("/api/v1/variants/")
    anybody.get("/api/v1/variants/")
    assert len({line["request_id"] for line in lines()}) == 2


def test_an_unforeseen_error_is_logged_with_its_trace_and_the_id_of_its_request(
    monkeypatch: pytest.MonkeyPatch, lines: Lines
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(views.VariantsView, "get", fail)
    Client(raise_request_exception=False).get("/api/v1/variants/")
    assert len({line["request_id"] for line in lines()}) == 1
    errors = [line for line in lines() if line["level"] == "error"]
    assert any(line.get("code") == 500 for line in errors)
    traces = [line for line in errors if "out of order" in line.get("exception", "")]
    assert traces


def test_a_refused_call_is_everyday_work_and_no_warning(ann: Seat, lines: Lines) -> None:
    ann.client.get("/api/v1/players/Nobody/")
    ann.append(ann.start()["id"], 0, ["11"])
    ann.append(1, "x", None)
    assert {line["level"] for line in lines()} == {"info"}


def test_the_log_of_a_whole_game_has_no_card_no_action_and_no_token(
    seat_of: Callable[[str], Seat], lines: Lines
) -> None:
    ann = seat_of("Ann")
    token = ann.client.post("/api/v1/tokens/").json()["token"]
    attempt = ann.start()["id"]
    for first in range(0, len(WIN), 40):
        ann.append(attempt, first, [*WIN[first : first + 40], "11"])
    ann.append(attempt, 3, ["U"])
    ann.attempt(attempt)
    ann.client.get(f"/api/v1/attempts/{attempt}/replay/")
    assert ann.attempt(attempt)["won"] is True
    text = json.dumps(lines())
    assert len(lines()) > 12
    deck = Deal.objects.get().deck
    assert deck not in text
    for secret in (*two_cards_in_a_row(deck), token, token[:15], '"W6"', "53x"):
        assert secret not in text
    assert "Authorization" not in text


def two_cards_in_a_row(deck: str) -> list[str]:
    cards = deck.split()
    return [f"{one} {other}" for one, other in zip(cards, cards[1:], strict=False)]


def test_nothing_that_may_be_logged_of_a_game_shows_its_deck(ann: Seat) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, WIN[:30])
    row = Attempt.objects.select_related("deal", "player").get()
    deal = row.deal
    progress, _ = advance(deal.rules, deal.faces, start(deal.rules), WIN[:30])
    shown = " ".join(
        write(each)
        for each in (deal, row, row.player, row.batches.get(), progress, progress.table)
        for write in (repr, str)
    )
    assert CODE in shown
    assert all(cards not in shown for cards in two_cards_in_a_row(deal.deck))
    assert all(card not in shown.split() for card in deal.deck.split())
    assert str(deal.faces[:3]).strip("()") not in shown
    view = attempt_view(attempt_id=attempt, player=ann.player)
    assert all(cards not in repr(view) for cards in two_cards_in_a_row(deal.deck))


def test_the_file_of_the_log_is_turned_over_and_bounded(tmp_path: Path) -> None:
    config = logging_config(file=tmp_path / "harp.jsonl")
    handler = config["handlers"]["main"]
    assert handler["class"] == "logging.handlers.RotatingFileHandler"
    assert handler["maxBytes"] * (handler["backupCount"] + 1) <= 50_000_000
    assert handler["delay"] is True  # no file before the first line
