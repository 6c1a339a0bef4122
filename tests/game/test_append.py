"""Appending to a log: each sentence of docs/protocol.md, one test or more."""

from typing import Any

import pytest

from game.engine.cards import face_text
from game.engine.codes import parse_code
from game.engine.replay import Reveal, fold, opening_reveals
from game.engine.shuffle import numbered_deck
from game.engine.variants import VARIANTS
from game.limits import MAX_BATCH_ACTIONS, MAX_LOG_ACTIONS, PACE_A_SECOND, PACE_BURST
from game.models import Attempt, Batch
from leaderboard.models import Standing
from tests.conftest import Clock
from tests.seat import CODE, WIN, Seat, error_of, stored, stored_log

DECK = numbered_deck(parse_code(CODE))
RULES = VARIANTS["HO"]
REVEALS = fold(RULES, DECK, WIN).reveals

STATE = {"ply", "score", "moves", "won", "over", "reveals"}


def reveals_between(first: int, last: int) -> list[dict[str, Any]]:
    """What turns up in the winning game after ply `first`, up to ply `last`."""
    return [data(reveal) for reveal in REVEALS if first < reveal.ply <= last]


def data(reveal: Reveal) -> dict[str, Any]:
    return {"ply": reveal.ply, "at": reveal.at, "card": face_text(reveal.face)}


def state_at(ply: int, since: int) -> dict[str, Any]:
    """How an attempt stands after `ply` actions of the winning game."""
    table = fold(RULES, DECK, WIN[:ply]).table
    return {
        "ply": ply,
        "score": table.score,
        "moves": table.moves,
        "won": table.won,
        "over": table.won,
        "reveals": reveals_between(since, ply),
    }


@pytest.fixture
def attempt(ann: Seat) -> int:
    """An open attempt of Ann's."""
    return int(ann.start()["id"])


def test_legal_actions_are_added_and_the_reply_says_how_it_stands(ann: Seat, attempt: int) -> None:
    reply = ann.append(attempt, 0, WIN[:20])
    assert reply.status_code == 200
    assert reply.json() == {**state_at(20, since=0), "outcome": None}
    assert stored_log(attempt) == WIN[:20]


def test_reveals_are_those_since_the_ply_that_the_client_named(ann: Seat, attempt: int) -> None:
    ann.append(attempt, 0, WIN[:20])
    assert ann.append(attempt, 20, WIN[20:40]).json() == {
        **state_at(40, since=20),
        "outcome": None,
    }
    assert ann.append(attempt, 10, WIN[10:40]).json()["reveals"] == reveals_between(10, 40)


def test_a_card_that_turned_up_is_revealed_once_though_it_is_undone_and_turned_again(
    ann: Seat, attempt: int
) -> None:
    first = ann.append(attempt, 0, ["S"]).json()["reveals"]
    assert [each["at"] for each in first] == [28]
    assert ann.append(attempt, 1, ["U", "S", "U"]).json()["reveals"] == []
    assert ann.append(attempt, 0, ["S", "U", "S", "U", "S", "S"]).json()["reveals"] == [
        {"ply": 1, "at": 28, "card": face_text(DECK[28])},
        {"ply": 6, "at": 29, "card": face_text(DECK[29])},
    ]


def test_an_undo_is_an_action_of_the_log_but_no_move(ann: Seat, attempt: int) -> None:
    state = ann.append(attempt, 0, ["S", "U", "S"]).json()
    assert (state["ply"], state["moves"]) == (3, 2)
    assert Attempt.objects.get().undos == 1


def test_resuming_gives_the_log_all_reveals_and_the_state(ann: Seat, attempt: int) -> None:
    ann.append(attempt, 0, WIN[:30])
    ann.append(attempt, 30, WIN[30:60])
    body = ann.attempt(attempt)
    assert body["log"] == WIN[:60]
    opening = [data(reveal) for reveal in opening_reveals(RULES, DECK)]
    assert body["reveals"] == opening + reveals_between(0, 60)
    state = state_at(60, since=0)
    assert {name: body[name] for name in ("ply", "score", "moves", "won", "over")} == {
        name: state[name] for name in ("ply", "score", "moves", "won", "over")
    }


# "actions that are already stored and equal are skipped, the rest is applied in order"


def test_sending_again_changes_nothing_and_gets_the_same_reply(ann: Seat, attempt: int) -> None:
    first = ann.append(attempt, 0, WIN[:20])
    before = stored(attempt)
    again = ann.append(attempt, 0, WIN[:20])
    assert again.status_code == 200
    assert again.json() == first.json()
    assert stored(attempt) == before


def test_the_stored_beginning_of_a_batch_is_skipped_and_the_rest_applied(
    ann: Seat, attempt: int
) -> None:
    ann.append(attempt, 0, WIN[:20])
    reply = ann.append(attempt, 5, WIN[5:30])
    assert reply.status_code == 200
    assert reply.json()["ply"] == 30
    assert stored_log(attempt) == WIN[:30]


def test_a_batch_that_ends_within_the_stored_log_is_wholly_skipped(ann: Seat, attempt: int) -> None:
    for first in range(0, 30, 7):
        ann.append(attempt, first, WIN[first : first + 7])
    before = stored(attempt)
    for first, last in [(0, 1), (3, 20), (6, 8), (7, 14), (34, 35)]:
        reply = ann.append(attempt, first, WIN[first:last])
        assert reply.status_code == 200
        assert reply.json() == {**state_at(35, since=first), "outcome": None}
    assert stored(attempt) == before


def test_no_actions_ask_how_the_attempt_stands_since_a_ply(ann: Seat, attempt: int) -> None:
    ann.append(attempt, 0, WIN[:20])
    before = stored(attempt)
    for ply in (0, 7, 20):
        reply = ann.append(attempt, ply, [])
        assert reply.status_code == 200
        assert reply.json() == {**state_at(20, since=ply), "outcome": None}
    assert stored(attempt) == before


@pytest.mark.parametrize("size", [1, 3, 50])
def test_batches_of_any_size_give_the_same_game(ann: Seat, attempt: int, size: int) -> None:
    for first in range(0, len(WIN), size):
        reply = ann.append(attempt, first, WIN[first : first + size])
        last = min(first + size, len(WIN))
        assert reply.json()["reveals"] == reveals_between(first, last)
    assert reply.json()["won"] is True
    assert stored_log(attempt) == WIN
    row = Attempt.objects.get()
    assert (row.ply, row.score, row.moves, row.undos) == (len(WIN), 650, len(WIN), 0)


# "the first illegal one stops: 422 with its index and the rule's code, the legal ones before it
# are kept"


def test_an_illegal_action_is_422_with_index_token_and_rule_and_keeps_those_before_it(
    ann: Seat, attempt: int
) -> None:
    reply = ann.append(attempt, 0, [*WIN[:20], "11", *WIN[20:25]])
    error = error_of(reply, 422, "illegal-action")
    assert (error["index"], error["token"], error["reason"]) == (20, "11", "same-pile")
    assert {name: error[name] for name in STATE} == state_at(20, since=0)
    assert stored_log(attempt) == WIN[:20]
    assert ann.attempt(attempt)["ply"] == 20


def test_the_index_of_an_illegal_action_counts_from_the_start_of_the_request(
    ann: Seat, attempt: int
) -> None:
    ann.append(attempt, 0, WIN[:10])
    error = error_of(ann.append(attempt, 5, [*WIN[5:15], "99"]), 422, "illegal-action")
    assert (error["index"], error["token"], error["reason"]) == (10, "99", "no-such-pile")
    assert {name: error[name] for name in STATE} == state_at(15, since=5)


def test_an_illegal_first_action_changes_nothing(ann: Seat, attempt: int) -> None:
    ann.append(attempt, 0, WIN[:10])
    before = stored(attempt)
    error = error_of(ann.append(attempt, 10, ["W0", "S"]), 422, "illegal-action")
    assert (error["index"], error["reason"]) == (0, "no-such-pile")
    assert stored(attempt) == before


def test_the_same_illegal_batch_again_gets_the_same_reply(ann: Seat, attempt: int) -> None:
    first = ann.append(attempt, 0, [*WIN[:10], "11"])
    before = stored(attempt)
    again = ann.append(attempt, 0, [*WIN[:10], "11"])
    assert again.status_code == 422
    assert again.json() == first.json()
    assert stored(attempt) == before


def test_the_game_goes_on_after_an_illegal_action(ann: Seat, attempt: int) -> None:
    ann.append(attempt, 0, [*WIN[:20], "11"])
    assert ann.append(attempt, 20, WIN[20:]).json()["won"] is True


# "Actions that contradict the stored log: 409 with ply, log tail and reveals"


def test_actions_that_contradict_the_log_are_409_with_the_tail_and_the_reveals(
    ann: Seat, attempt: int
) -> None:
    ann.append(attempt, 0, WIN[:20])
    before = stored(attempt)
    error = error_of(ann.append(attempt, 5, ["U", "S"]), 409, "stale-log")
    assert error["log"] == WIN[5:20]
    assert {name: error[name] for name in STATE} == state_at(20, since=5)
    assert stored(attempt) == before


def test_a_batch_that_agrees_at_first_and_then_contradicts_changes_nothing(
    ann: Seat, attempt: int
) -> None:
    ann.append(attempt, 0, WIN[:20])
    before = stored(attempt)
    error = error_of(ann.append(attempt, 0, [*WIN[:19], "U", "S", "S"]), 409, "stale-log")
    assert error["log"] == WIN[:20]
    assert stored(attempt) == before


@pytest.mark.parametrize("ply", [21, 40, MAX_LOG_ACTIONS, 2**31 - 1])
@pytest.mark.parametrize("actions", [[], ["S"]])
def test_a_ply_beyond_the_log_is_409_with_nothing_to_tell(
    ann: Seat, attempt: int, ply: int, actions: list[str]
) -> None:
    ann.append(attempt, 0, WIN[:20])
    before = stored(attempt)
    error = error_of(ann.append(attempt, ply, actions), 409, "stale-log")
    assert error["log"] == []
    assert error["reveals"] == []
    assert error["ply"] == 20
    assert stored(attempt) == before


def test_a_client_that_is_stale_can_go_on_from_what_the_409_gave(ann: Seat, attempt: int) -> None:
    ann.append(attempt, 0, WIN[:20])
    error = error_of(ann.append(attempt, 0, ["U"]), 409, "stale-log")
    assert ann.append(attempt, error["ply"], WIN[len(error["log"]) :]).json()["won"] is True


# "Over (won, finished ...): 409 attempt-over"


def test_a_win_finishes_by_itself_and_the_reply_has_the_outcome(
    ann: Seat, clock: Clock, attempt: int
) -> None:
    ann.append(attempt, 0, WIN[:1])
    clock.ahead(seconds=60)
    ann.append(attempt, 1, WIN[1:-1])
    clock.ahead(seconds=1)
    reply = ann.append(attempt, len(WIN) - 1, WIN[-1:])
    assert reply.json() == {
        **state_at(len(WIN), since=len(WIN) - 1),
        "outcome": {
            "won": True,
            "score": 650,
            "moves": len(WIN),
            "undos": 0,
            "time_ms": 61_000,
            "finished_at": "2026-03-01T12:01:01Z",
        },
    }
    assert Standing.objects.get().attempt_id == attempt


def test_a_won_attempt_takes_no_action_not_even_an_undo(ann: Seat, attempt: int) -> None:
    ann.append(attempt, 0, WIN)
    before = stored(attempt)
    for actions in (["S"], ["U"], ["11"]):
        error = error_of(ann.append(attempt, len(WIN), actions), 409, "attempt-over")
        assert {name: error[name] for name in STATE} == state_at(len(WIN), since=len(WIN))
        assert error["log"] == []
    assert stored(attempt) == before


def test_a_wholly_stored_batch_is_answered_after_the_win_as_before(ann: Seat, attempt: int) -> None:
    ann.append(attempt, 0, WIN[:-5])
    won = ann.append(attempt, len(WIN) - 5, WIN[-5:])
    before = stored(attempt)
    again = ann.append(attempt, len(WIN) - 5, WIN[-5:])
    assert again.status_code == 200
    assert again.json() == won.json()
    assert ann.append(attempt, 0, WIN[:10]).status_code == 200
    assert stored(attempt) == before
    assert Standing.objects.count() == 1


def test_actions_that_contradict_the_log_of_a_finished_attempt_find_it_over(
    ann: Seat, attempt: int
) -> None:
    ann.append(attempt, 0, WIN[:20])
    ann.finish(attempt)
    error = error_of(ann.append(attempt, 15, ["U"]), 409, "attempt-over")
    assert error["log"] == WIN[15:20]
    assert error["over"] is True
    assert error["won"] is False


def test_a_given_up_attempt_takes_no_action(ann: Seat, attempt: int) -> None:
    ann.append(attempt, 0, WIN[:20])
    ann.finish(attempt)
    before = stored(attempt)
    error = error_of(ann.append(attempt, 20, WIN[20:25]), 409, "attempt-over")
    assert {name: error[name] for name in STATE} == {**state_at(20, since=20), "over": True}
    error = error_of(ann.append(attempt, 10, WIN[10:25]), 409, "attempt-over")
    assert error["log"] == WIN[10:20]
    assert stored(attempt) == before


def test_actions_after_the_winning_one_in_a_batch_are_not_taken_but_the_win_is_kept(
    ann: Seat, attempt: int
) -> None:
    error = error_of(ann.append(attempt, 0, [*WIN, "U", "S"]), 409, "attempt-over")
    assert {name: error[name] for name in STATE} == state_at(len(WIN), since=0)
    assert error["log"] == WIN
    assert stored_log(attempt) == WIN
    assert Attempt.objects.get().won is True
    assert Standing.objects.get().won is True


# Limits


def test_a_batch_has_2000_actions_at_most(ann: Seat, attempt: int) -> None:
    most = ["S"] * MAX_BATCH_ACTIONS
    assert ann.append(attempt, 0, most).json()["ply"] == MAX_BATCH_ACTIONS
    before = stored(attempt)
    error_of(ann.append(attempt, MAX_BATCH_ACTIONS, [*most, "S"]), 400, "malformed")
    assert stored(attempt) == before


def test_a_log_has_20000_actions_at_most(ann: Seat, attempt: int, no_throttle: None) -> None:
    for first in range(0, MAX_LOG_ACTIONS - 2_000, 2_000):
        ann.append(attempt, first, ["S"] * 2_000)
    ply = MAX_LOG_ACTIONS - 2_000
    ann.append(attempt, ply, ["S"] * 1_999)
    before = stored(attempt)
    error_of(ann.append(attempt, MAX_LOG_ACTIONS - 1, ["S", "S"]), 400, "log-full")
    assert stored(attempt) == before
    reply = ann.append(attempt, ply, ["S"] * 2_000)
    assert reply.status_code == 200
    assert reply.json()["ply"] == MAX_LOG_ACTIONS
    error_of(ann.append(attempt, MAX_LOG_ACTIONS, ["S"]), 400, "log-full")
    assert ann.append(attempt, ply, ["S"] * 2_000).status_code == 200
    outcome = ann.finish(attempt).json()["outcome"]
    assert outcome["moves"] == MAX_LOG_ACTIONS


@pytest.mark.parametrize("padding", [0, 1])
def test_a_body_over_64_kib_is_413_and_one_of_64_kib_is_read(
    ann: Seat, attempt: int, padding: int
) -> None:
    body = b'{"ply": 0, "actions": ["S"]}'
    body += b" " * (64 * 1024 - len(body) + padding)
    url = f"/api/v1/attempts/{attempt}/actions/"
    reply = ann.client.post(url, body, content_type="application/json")
    if padding:
        error = error_of(reply, 413, "too-large")
        assert error["limit"] == 64 * 1024
        assert stored_log(attempt) == []
    else:
        assert reply.status_code == 200


# Malformed: "wrong types, an impossible token, too many" change nothing

BAD_TOKENS: list[Any] = [
    "", " ", "s", "u", "w1", "W", "WW", "Wa", "W1x2", "F", "FF", "F5", "5", "5f", "W10", "123",
    "53x", "53x0", "53x1", "53x01", "53x02", "53x14", "53x20", "53x99", "53x2x2", "53X4", "53 x4",
    "a", "aF", "i1", "A1", "1a", "ab", "a1x2", "SS", "UU", "S ", " S", "S\n", "S\u0000", "S\ufeff",
    "\uff33", "1\uff11", "\u0661\u0662", "W\u0663", "53x\u0664", "\u00b2\u00b3", "-1",
    "53x4\n", "[0-9][0-9]", "S|U", "undefined", "x" * 5_000,
    None, True, 0, 53, 5.3, [], ["S"], {}, {"token": "S"},
]  # fmt: skip


@pytest.mark.parametrize("token", BAD_TOKENS, ids=ascii)
def test_an_impossible_token_anywhere_makes_the_whole_batch_malformed(
    ann: Seat, attempt: int, token: Any
) -> None:
    ann.append(attempt, 0, WIN[:5])
    before = stored(attempt)
    reply = ann.append(attempt, 5, [*WIN[5:10], token, *WIN[10:12]])
    error = error_of(reply, 400, "malformed")
    assert "5" in error["fields"]["actions"][0]
    assert stored(attempt) == before


@pytest.mark.parametrize("actions", [None, "S", "S U", 7, True, {}, {"0": "S"}, {"actions": ["S"]}])
def test_actions_are_a_list(ann: Seat, attempt: int, actions: Any) -> None:
    error_of(ann.append(attempt, 0, actions), 400, "malformed")
    assert stored_log(attempt) == []


@pytest.mark.parametrize(
    "ply", [True, False, 0.0, 1.5, "0", "", None, [], [0], {}, -1, -(2**70), 2**31, 2**63, 10**30]
)
def test_a_ply_is_a_whole_number_from_0_on(ann: Seat, attempt: int, ply: Any) -> None:
    error = error_of(ann.append(attempt, ply, ["S"]), 400, "malformed")
    assert list(error["fields"]) == ["ply"]
    assert stored_log(attempt) == []


def test_ply_and_actions_are_both_needed(ann: Seat, attempt: int) -> None:
    url = f"/api/v1/attempts/{attempt}/actions/"
    for body in ({"ply": 0}, {"actions": ["S"]}, {}):
        error_of(ann.client.post(url, body, format="json"), 400, "malformed")
    assert stored_log(attempt) == []


def test_every_kind_of_token_of_the_grammar_is_well_formed(
    ann: Seat, attempt: int, no_throttle: None
) -> None:
    tokens = ["S", "U", "W0", "W9", "WF", "0F", "9F", "00", "90", "09", "99"]
    tokens += ["01x2", "10x9", "98x10", "34x13", "a0", "h9"]
    assert ann.append(attempt, 2**20, tokens).status_code == 409
    for token in tokens:
        error_of(ann.append(attempt, 2**20, [token]), 409, "stale-log")


BODIES = [
    b"",
    b" ",
    b"{",
    b"[]",
    b"[1, 2]",
    b'"S"',
    b"null",
    b"true",
    b"0",
    b"\xff\xfe",
    b'{"ply": 0, "actions": ["S"]}\xff',
    b'\xef\xbb\xbf{"ply": 0, "actions": ["S"]}',
    '{"ply": 0, "actions": ["S"]}'.encode("utf-16"),
    b'{"ply": NaN, "actions": ["S"]}',
    b'{"ply": 0, "actions": ["S"], "more": NaN}',
    b'{"ply": 0, "actions": ["S"], "more": -Infinity}',
    b'{"ply": 1e400, "actions": ["S"]}',
    b'{"ply": 0, "actions": ["S"]} {}',
    b"{'ply': 0, 'actions': ['S']}",
    b'{"ply": ' + b"1" * 5_000 + b', "actions": ["S"]}',
    b'{"ply": 0, "actions": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    b'{"ply": 0, "actions": ' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}",
    b'{"ply": 0, "actions": ["\\ud800"]}',
    b'{"ply": 0, "actions": ["\\u0000"]}',
    b"ply=0&actions=S",
]


@pytest.mark.parametrize("body", BODIES, ids=lambda body: ascii(body[:30]))
def test_a_body_that_is_no_such_json_object_is_400(ann: Seat, attempt: int, body: bytes) -> None:
    url = f"/api/v1/attempts/{attempt}/actions/"
    error_of(ann.client.post(url, body, content_type="application/json"), 400, "malformed")
    assert not Batch.objects.exists()


@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "x"],
)
def test_a_body_of_another_type_is_415(ann: Seat, attempt: int, content_type: str) -> None:
    url = f"/api/v1/attempts/{attempt}/actions/"
    reply = ann.client.post(url, b'{"ply": 0, "actions": ["S"]}', content_type=content_type)
    error_of(reply, 415, "unsupported-media-type")
    assert not Batch.objects.exists()


def test_unknown_members_of_the_body_are_passed_over(ann: Seat, attempt: int) -> None:
    url = f"/api/v1/attempts/{attempt}/actions/"
    body = {"ply": 0, "actions": ["S"], "score": 10_000, "won": True, "now": "1970-01-01"}
    reply = ann.client.post(url, body, format="json")
    assert reply.json()["score"] == 0
    assert reply.json()["won"] is False


# "Times of actions are times of arrival"


def test_times_are_the_servers_at_arrival(ann: Seat, clock: Clock) -> None:
    attempt = ann.start()["id"]
    clock.ahead(seconds=10)
    ann.append(attempt, 0, WIN[:5])
    clock.ahead(seconds=2.5)
    ann.append(attempt, 5, WIN[5:9])
    body = ann.attempt(attempt)
    assert body["started_at"] == "2026-03-01T12:00:00Z"
    assert body["first_action_at"] == "2026-03-01T12:00:10Z"
    assert body["last_action_at"] == "2026-03-01T12:00:12.500000Z"
    assert ann.finish(attempt).json()["outcome"]["time_ms"] == 2_500


def test_sending_again_later_does_not_change_times(ann: Seat, clock: Clock) -> None:
    attempt = ann.start()["id"]
    ann.append(attempt, 0, WIN[:5])
    before = stored(attempt)
    clock.ahead(hours=1)
    ann.append(attempt, 0, WIN[:5])
    ann.append(attempt, 5, ["11"])
    assert stored(attempt) == before


def test_time_never_runs_backwards_when_the_servers_clock_does(ann: Seat, clock: Clock) -> None:
    attempt = ann.start()["id"]
    clock.ahead(minutes=-5)
    ann.append(attempt, 0, WIN[:5])
    clock.ahead(minutes=8)
    ann.append(attempt, 5, WIN[5:10])
    clock.ahead(hours=-2)
    ann.append(attempt, 10, WIN[10:15])
    times = [batch["arrived_at"] for batch in stored(attempt)[1]]
    assert times == sorted(times)
    row = Attempt.objects.get()
    assert row.first_action_at == row.started_at
    assert row.time_ms == 3 * 60_000
    assert ann.finish(attempt).json()["outcome"]["finished_at"] == "2026-03-01T12:03:00Z"


@pytest.mark.parametrize(
    ("actions", "time"), [(PACE_BURST, 0), (PACE_BURST + 1, None)], ids=["played", "sent at once"]
)
def test_more_actions_at_once_than_anybody_plays_leave_no_time(
    ann: Seat, clock: Clock, attempt: int, actions: int, time: int | None
) -> None:
    ann.append(attempt, 0, WIN[:actions])
    assert ann.finish(attempt).json()["outcome"]["time_ms"] == time


@pytest.mark.parametrize(("more", "time"), [(0, 3_000), (1, None)], ids=["played", "too many"])
def test_the_pace_is_counted_from_the_first_action(
    ann: Seat, clock: Clock, attempt: int, more: int, time: int | None
) -> None:
    ann.append(attempt, 0, WIN[:1])
    clock.ahead(seconds=3)
    ann.append(attempt, 1, WIN[1 : PACE_BURST + 3 * PACE_A_SECOND + more])
    assert ann.finish(attempt).json()["outcome"]["time_ms"] == time


def test_a_time_that_was_not_seen_does_not_come_back(ann: Seat, clock: Clock, attempt: int) -> None:
    ann.append(attempt, 0, WIN[:60])
    clock.ahead(hours=1)
    ann.append(attempt, 60, WIN[60:61])
    assert ann.finish(attempt).json()["outcome"]["time_ms"] is None
    replay = ann.client.get(f"/api/v1/attempts/{attempt}/replay/").json()
    assert replay["times"] is None
