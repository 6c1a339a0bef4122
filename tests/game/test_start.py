"""Starting an attempt: one that is open at a time, and only for those who are signed in."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from rest_framework.test import APIClient

from game.engine.codes import DealCode, parse_code
from game.engine.shuffle import numbered_deck
from game.engine.variants import VARIANTS
from game.models import Attempt, Deal
from tests.conftest import NOON, Clock
from tests.seat import CODE, Seat, error_of

URL = f"/api/v1/deals/{CODE}/attempts/"


def test_first_start_makes_an_attempt_and_answers_201(ann: Seat, clock: Clock) -> None:
    reply = ann.client.post(URL)
    assert reply.status_code == 201
    body = reply.json()
    attempt = Attempt.objects.get()
    assert body == {
        "id": attempt.pk,
        "code": CODE,
        "variant": "HO",
        "ranked": False,
        "practice": False,
        "player": {"name": "Ann", "guest": False},
        "started_at": "2026-03-01T12:00:00Z",
        "first_action_at": None,
        "last_action_at": None,
        "finished_at": None,
        "server_now": "2026-03-01T12:00:00Z",
        "opening": {
            "columns": [
                [0], [1, 2], [3, 4, 5], [6, 7, 8, 9], [10, 11, 12, 13, 14], [*range(15, 21)],
                [*range(21, 28)],
            ],
            "hidden": [0, 1, 2, 3, 4, 5, 6],
            "stock": [*range(28, 52)],
            "waste": [],
            "foundations": [[], [], [], []],
        },
        "deck": attempt.deal.deck,
        "log": [],
        "reveals": [
            {"ply": 0, "at": at, "card": attempt.deal.deck.split()[at]}
            for at in (0, 2, 5, 9, 14, 20, 27)
        ],
        "ply": 0,
        "score": 0,
        "moves": 0,
        "won": False,
        "over": False,
        "outcome": None,
    }  # fmt: skip
    assert attempt.started_at == NOON


def test_start_of_an_open_attempt_gets_it_back_with_200(ann: Seat) -> None:
    first = ann.start()
    ann.append(first["id"], 0, ["S"])
    reply = ann.client.post(URL)
    assert reply.status_code == 200
    assert reply.json()["id"] == first["id"]
    assert reply.json()["log"] == ["S"]
    assert Attempt.objects.count() == 1


def test_start_after_the_last_attempt_is_over_begins_a_new_one(ann: Seat) -> None:
    first = ann.start()
    ann.append(first["id"], 0, ["S"])
    ann.finish(first["id"])
    reply = ann.client.post(URL)
    assert reply.status_code == 201
    assert reply.json()["id"] != first["id"]
    assert reply.json()["log"] == []


def test_two_players_have_two_attempts_on_one_deal(ann: Seat, bob: Seat) -> None:
    assert ann.start()["id"] != bob.start()["id"]
    assert Deal.objects.count() == 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_variant_starts_with_its_own_score_and_deck(ann: Seat, variant: str) -> None:
    code = DealCode.numbered(variant, 77)
    body = ann.start(str(code))
    assert body["variant"] == variant
    assert body["score"] == VARIANTS[variant].scoring.start
    assert Deal.objects.get().faces == numbered_deck(code)


def test_start_needs_somebody_signed_in(anybody: APIClient) -> None:
    reply = anybody.post(URL)
    error_of(reply, 401, "not-signed-in")
    assert reply["WWW-Authenticate"] == "Token"
    assert not Deal.objects.exists()


@pytest.mark.parametrize("body", [{}, {"practice": True}, {"practice": False}])
def test_a_numbered_deal_is_practised_only_if_that_is_said(
    ann: Seat, body: dict[str, bool]
) -> None:
    reply = ann.client.post(URL, body, format="json")
    assert reply.status_code == 201
    assert reply.json()["practice"] is body.get("practice", False)


def test_practice_on_a_numbered_deal_stands_beside_what_counts_and_has_no_line(ann: Seat) -> None:
    counting = ann.start()["id"]
    practice = ann.client.post(URL, {"practice": True}, format="json").json()["id"]
    assert practice != counting
    assert ann.start()["id"] == counting
    ann.append(practice, 0, ["S"])
    ann.finish(practice)
    assert ann.board()["lines"] == []


@pytest.mark.parametrize(
    "body", ['{"practice": "maybe"}', '{"practice": null}', '{"practice": [1]}', "[]", "null", "7"]
)
def test_malformed_start_begins_nothing(ann: Seat, body: str) -> None:
    error_of(ann.client.post(URL, body, content_type="application/json"), 400, "malformed")
    assert not Attempt.objects.exists()


CALLS = [
    ("get", "/api/v1/deals/{}/"),
    ("post", "/api/v1/deals/{}/attempts/"),
    ("post", "/api/v1/deals/{}/logs/"),
    ("get", "/api/v1/boards/{}/"),
]


@pytest.fixture(params=CALLS, ids=lambda each: each[1].removeprefix("/api/v1/"))
def ask(request: pytest.FixtureRequest, ann: Seat) -> Callable[[str], Any]:
    """One of the calls that take a code."""
    method, url = request.param

    def asking(code: str) -> Any:
        if method == "get":
            return ann.client.get(url.format(code))
        body = {"actions": ["S"]} if "logs" in url else {}
        return ann.client.post(url.format(code), body, format="json")

    return asking


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("nonsense", "malformed"),
        ("EH1-N-AAAAAA", "malformed"),
        ("EH1-N-AAAAAAF\u0661", "malformed"),
        ("ＥＨ1-N-AAAAAAF", "malformed"),  # noqa: RUF001 - letters that only look the part
        ("%00", "malformed"),
        ("XX1-N-AAAAAAF", "unknown-game"),
        ("EH2-N-AAAAAAF", "unknown-version"),
        ("EH01-N-AAAAAAF", "unknown-version"),
        ("EH1-X-AAAAAAF", "unknown-kind"),
        ("EH1-N-AAAAAAG", "check-letter"),
        ("EH1-N-ACEXHNJ", "number-out-of-range"),
        ("EH1-D-ZZZZZZO", "date-out-of-range"),
    ],
)
def test_text_that_is_no_code_is_400_and_says_why(
    ask: Callable[[str], Any], code: str, reason: str
) -> None:
    error = error_of(ask(code), 400, "bad-deal-code")
    assert error["reason"] == reason
    assert not Deal.objects.exists()


@pytest.mark.parametrize("code", ["ho1-n-aaaaaeg", "HO1NAAAAAEG", " h-O 1 n%20AAA-AAE G "])
def test_codes_are_read_forgivingly(ask: Callable[[str], Any], code: str) -> None:
    reply = ask(code)
    assert reply.status_code in (200, 201)
    if "code" in reply.json():
        assert reply.json()["code"] == CODE
    assert {deal.code for deal in Deal.objects.all()} <= {CODE}


def test_a_daily_deal_does_not_exist_yet(ask: Callable[[str], Any]) -> None:
    error_of(ask("EH1-D-AABEGSL"), 404, "not-found")
    assert not Deal.objects.exists()


def test_a_deal_shows_its_deck_number_and_own_open_attempt(
    ann: Seat, bob: Seat, anybody: APIClient
) -> None:
    url = f"/api/v1/deals/{CODE}/"
    expected = {
        "code": CODE,
        "variant": "HO",
        "kind": "N",
        "number": parse_code(CODE).number,
        "open_attempt": None,
    }
    before = anybody.get(url).json()
    assert before | expected == before
    assert not Deal.objects.exists()  # looking stores nothing
    attempt = ann.start()["id"]
    assert ann.client.get(url).json() == {**before, "open_attempt": attempt}
    assert bob.client.get(url).json() == before
    assert anybody.get(url).json() == before
    ann.finish(attempt)
    assert ann.client.get(url).json() == before


def test_a_deal_shows_the_deck_that_was_stored_whatever_the_shuffle_gives(ann: Seat) -> None:
    ann.start()
    deck = " ".join(reversed(Deal.objects.get().deck.split()))
    Deal.objects.update(deck=deck)
    assert ann.client.get(f"/api/v1/deals/{CODE}/").json()["deck"] == deck


@pytest.mark.django_db(transaction=True)
def test_starting_twice_at_once_gives_one_attempt(
    ann: Seat, at_once: Callable[[Sequence[Callable[[], Any]]], list[Any]]
) -> None:
    for number in range(1, 6):
        code = str(DealCode.numbered("EH", number))
        bodies = at_once([lambda code=code: ann.start(code)] * 4)  # type: ignore[misc]
        assert len({body["id"] for body in bodies}) == 1
        assert Attempt.objects.filter(deal__code=code).count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_starts_at_once_one_is_201_and_the_others_are_200(
    ann: Seat, at_once: Callable[[Sequence[Callable[[], Any]]], list[Any]]
) -> None:
    replies = at_once([lambda: ann.client.post(URL)] * 4)
    assert sorted(reply.status_code for reply in replies) == [200, 200, 200, 201]


@pytest.mark.django_db(transaction=True)
def test_two_players_who_start_an_unplayed_deal_at_once_share_its_row(
    ann: Seat, bob: Seat, at_once: Callable[[Sequence[Callable[[], Any]]], list[Any]]
) -> None:
    first, second = at_once([ann.start, bob.start])
    assert first["id"] != second["id"]
    assert Deal.objects.count() == 1


HUGE = [0, 2**31, 2**63 - 1, 2**63, 2**64, 10**30, 10**5000]


@pytest.mark.parametrize("number", HUGE, ids=lambda number: f"{number.bit_length()} bits")
@pytest.mark.parametrize(
    ("method", "end"), [("get", ""), ("post", "actions/"), ("post", "finish/"), ("get", "replay/")]
)
def test_attempts_that_cannot_exist_are_404(ann: Seat, number: int, method: str, end: str) -> None:
    digits = f"1{'0' * 5000}" if number == 10**5000 else str(number)
    url = f"/api/v1/attempts/{digits}/{end}"
    body = {"ply": 0, "actions": ["S"]} if end == "actions/" else {}
    reply = ann.client.get(url) if method == "get" else ann.client.post(url, body, format="json")
    error_of(reply, 404, "not-found")


@pytest.mark.parametrize("end", ["", "actions/", "finish/", "replay/"])
def test_an_open_attempt_of_somebody_else_is_404(ann: Seat, bob: Seat, end: str) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, ["S"])
    url = f"/api/v1/attempts/{attempt}/{end}"
    if end in ("", "replay/"):
        reply = bob.client.get(url)
    else:
        reply = bob.client.post(url, {"ply": 1, "actions": ["S"]}, format="json")
    error_of(reply, 404, "not-found")
    assert ann.attempt(attempt)["log"] == ["S"]
    assert ann.attempt(attempt)["over"] is False


def test_resuming_and_acting_need_somebody_signed_in(ann: Seat, anybody: APIClient) -> None:
    url = f"/api/v1/attempts/{ann.start()['id']}/"
    error_of(anybody.get(url), 401, "not-signed-in")
    error_of(anybody.post(f"{url}actions/", {}, format="json"), 401, "not-signed-in")
    error_of(anybody.post(f"{url}finish/"), 401, "not-signed-in")
    error_of(
        anybody.post(f"/api/v1/deals/{CODE}/logs/", {"actions": ["S"]}, format="json"),
        401,
        "not-signed-in",
    )


def test_variants_are_the_rules_as_data_in_their_order(anybody: APIClient) -> None:
    variants = anybody.get("/api/v1/variants/").json()
    assert [each["variant"] for each in variants] == list(VARIANTS)
    assert [each["columns"] for each in variants] == [list(r.columns) for r in VARIANTS.values()]
