"""Judgements: at once on boards, profiles and ranks, and on record with who and why."""

import threading
from collections.abc import Callable
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse

from game.engine.codes import DealCode
from game.errors import Malformed
from game.models import Attempt, Deal, Judgement, Player
from game.progress import advance
from game.selectors import void_reason
from game.services.dailies import finalize_due_days
from game.services.moderation import (
    ban_player,
    disqualify_attempt,
    reinstate_attempt,
    restore_daily,
    unban_player,
    void_daily,
)
from leaderboard.models import Standing
from tests.conftest import AtOnce, Clock
from tests.dailies.deals import CODE, FINAL, FINISHED, MS, NOON, WIN, put
from tests.dailies.seat import Seat, board_of, body_of, refusal_of

pytestmark = pytest.mark.django_db

REASON: Final = "  Played by a program.  "


@pytest.fixture
def lines(ann: Seat, bob: Seat, cat: Seat, deal: Deal) -> dict[str, Attempt]:
    """Ann has won, Bob and Cat gave up, Bob having come further; by name."""
    attempts = {
        "Ann": ann.begin(WIN),
        "Bob": bob.begin(WIN[:70]),
        "Cat": cat.begin(WIN[:1]),
    }
    bob.give_up(attempts["Bob"])
    cat.give_up(attempts["Cat"])
    return {name: Attempt.objects.get(pk=pk) for name, pk in attempts.items()}


def order(seat: Seat, code: str = CODE) -> list[tuple[int, str]]:
    return [(rank, name) for rank, name, _ in board_of(seat, code)]


def record() -> dict[str, Any]:
    """The one judgement."""
    judgement = Judgement.objects.get()
    return {
        "kind": judgement.kind,
        "by": judgement.by.name,
        "reason": judgement.reason,
        "at": judgement.at,
        "on": judgement.attempt or judgement.player or judgement.deal,
    }


def everything() -> list[Any]:
    """All that a judgement could change."""
    models = (Attempt, Deal, Player, Standing, Judgement)
    return [list(model.objects.order_by("pk").values()) for model in models]


def test_the_board_before(ann: Seat, lines: dict[str, Attempt]) -> None:
    assert order(ann) == [(1, "Ann"), (2, "Bob"), (3, "Cat")]


# Disqualified


def test_a_disqualified_line_leaves_the_board_at_once_and_others_move_up(
    bob: Seat, cat: Seat, lines: dict[str, Attempt], judge: Player
) -> None:
    disqualify_attempt(attempt=lines["Bob"], by=judge, reason=REASON, now=NOON)
    board = cat.board()
    assert order(cat) == [(1, "Ann"), (2, "Cat")]
    assert (board["total"], board["own"]["rank"], board["own"]["position"]) == (2, 2, 2)
    assert bob.board()["own"] is None
    assert order(cat, CODE) == order(bob, CODE)


def test_a_disqualified_line_leaves_the_profile(
    ann: Seat, lines: dict[str, Attempt], judge: Player
) -> None:
    assert body_of(ann.get("players/Ann/"))["bests"].keys() == {"HT"}
    disqualify_attempt(attempt=lines["Ann"], by=judge, reason=REASON, now=NOON)
    profile = body_of(ann.get("players/Ann/"))
    assert (profile["results"], profile["bests"]) == ([], {})


def test_a_disqualified_game_can_still_be_watched(
    ann: Seat, bob: Seat, lines: dict[str, Attempt], judge: Player
) -> None:
    disqualify_attempt(attempt=lines["Bob"], by=judge, reason=REASON, now=NOON)
    assert body_of(bob.replay(lines["Bob"].pk))["actions"] == WIN[:70]
    assert body_of(ann.replay(lines["Bob"].pk))["actions"] == WIN[:70]


def test_a_reinstated_line_is_back_as_it_was(
    ann: Seat, lines: dict[str, Attempt], judge: Player
) -> None:
    before = ann.board()
    disqualify_attempt(attempt=lines["Bob"], by=judge, reason=REASON, now=NOON)
    reinstate_attempt(attempt=lines["Bob"], by=judge, reason=REASON, now=NOON)
    assert ann.board() == before


def test_what_is_disqualified_while_it_is_played_gets_no_line(
    ann: Seat, deal: Deal, judge: Player
) -> None:
    attempt = ann.begin(WIN[:5])
    row = Attempt.objects.get()
    disqualify_attempt(attempt=row, by=judge, reason=REASON, now=NOON)
    assert body_of(ann.append(attempt, 5, WIN[5:]))["won"] is True
    assert order(ann) == []
    reinstate_attempt(attempt=row, by=judge, reason=REASON, now=NOON)
    assert order(ann) == [(1, "Ann")]


def test_on_a_numbered_deal_the_next_best_run_takes_the_place(
    ann: Seat, judge: Player, clock: Clock
) -> None:
    code = str(DealCode.numbered("HT", 1))
    for taps in (1, 3, 2):
        body_of(ann.send_log(["S"] * taps, code), 201)
    best = Standing.objects.get()
    assert best.moves == 1
    disqualify_attempt(attempt=best.attempt, by=judge, reason=REASON, now=NOON)
    assert Standing.objects.get().moves == 2


# Banned


def test_all_lines_of_a_banned_player_leave_all_boards_at_once(
    ann: Seat, bob: Seat, cat: Seat, lines: dict[str, Attempt], judge: Player
) -> None:
    other = put("SO").code
    bob.begin(FINISHED["SO"].win, other)
    cat.give_up(cat.begin(FINISHED["SO"].win[:5], other))
    ban_player(player=bob.player, by=judge, reason=REASON, now=NOON)
    assert order(ann) == [(1, "Ann"), (2, "Cat")]
    assert order(ann, other) == [(1, "Cat")]
    assert cat.board()["own"]["rank"] == 2


def test_a_banned_player_is_shut_out_and_is_nobody(
    ann: Seat, bob: Seat, lines: dict[str, Attempt], judge: Player
) -> None:
    ban_player(player=bob.player, by=judge, reason=REASON, now=NOON)
    refusal_of(ann.get("players/Bob/"), 404, "not-found")
    refusal_of(ann.get(f"boards/{CODE}/", around="Bob"), 404, "not-found")
    refusal_of(bob.start(), 403, "banned")


def test_a_player_whose_ban_is_lifted_has_all_lines_again(
    ann: Seat, bob: Seat, lines: dict[str, Attempt], judge: Player
) -> None:
    before = ann.board()
    profile = body_of(ann.get("players/Bob/"))
    ban_player(player=bob.player, by=judge, reason=REASON, now=NOON)
    unban_player(player=bob.player, by=judge, reason=REASON, now=NOON)
    assert ann.board() == before
    assert body_of(ann.get("players/Bob/")) == profile


def test_what_is_disqualified_stays_so_when_a_ban_is_lifted(
    ann: Seat, bob: Seat, lines: dict[str, Attempt], judge: Player
) -> None:
    disqualify_attempt(attempt=lines["Bob"], by=judge, reason=REASON, now=NOON)
    ban_player(player=bob.player, by=judge, reason=REASON, now=NOON)
    unban_player(player=bob.player, by=judge, reason=REASON, now=NOON)
    assert order(ann) == [(1, "Ann"), (2, "Cat")]


def test_the_end_of_a_day_gives_a_banned_player_no_line(
    ann: Seat, bob: Seat, deal: Deal, judge: Player
) -> None:
    bob.begin(WIN[:5])
    ban_player(player=bob.player, by=judge, reason=REASON, now=NOON)
    finalize_due_days(now=FINAL)
    assert order(ann) == []
    unban_player(player=bob.player, by=judge, reason=REASON, now=NOON)
    assert order(ann) == [(1, "Bob")]


def test_a_day_counts_neither_the_banned_nor_the_disqualified(
    cat: Seat, lines: dict[str, Attempt], judge: Player
) -> None:
    def counts() -> tuple[int, int]:
        day = body_of(cat.get("daily/"))["deals"][0]
        return day["players"], day["winners"]

    assert counts() == (3, 1)
    disqualify_attempt(attempt=lines["Ann"], by=judge, reason=REASON, now=NOON)
    assert counts() == (2, 0)
    ban_player(player=lines["Bob"].player, by=judge, reason=REASON, now=NOON)
    assert counts() == (1, 0)
    reinstate_attempt(attempt=lines["Ann"], by=judge, reason=REASON, now=NOON)
    unban_player(player=lines["Bob"].player, by=judge, reason=REASON, now=NOON)
    assert counts() == (3, 1)


# Voided


def test_a_voided_day_has_no_lines_and_other_days_keep_theirs(
    ann: Seat, lines: dict[str, Attempt], deal: Deal, judge: Player
) -> None:
    other = put("SO").code
    ann.begin(FINISHED["SO"].win, other)
    void_daily(deal=deal, by=judge, reason=REASON, now=NOON)
    assert ann.board()["total"] == 0
    assert ann.board()["own"] is None
    assert order(ann, other) == [(1, "Ann")]
    results = body_of(ann.get("players/Ann/"))["results"]
    assert [result["code"] for result in results] == [other]


def test_what_ends_on_a_voided_day_gets_no_line(
    ann: Seat, bob: Seat, deal: Deal, judge: Player
) -> None:
    attempt = ann.begin(WIN[:5])
    bob.begin(WIN[:5])
    void_daily(deal=deal, by=judge, reason=REASON, now=NOON)
    assert body_of(ann.append(attempt, 5, WIN[5:]))["won"] is True
    finalize_due_days(now=FINAL)
    assert order(ann) == []


def test_a_day_is_voided_once(deal: Deal, judge: Player) -> None:
    void_daily(deal=deal, by=judge, reason=REASON, now=NOON)
    void_daily(deal=deal, by=judge, reason="And also this.", now=NOON + MS)
    deal.refresh_from_db()
    assert deal.voided_at == NOON
    assert Judgement.objects.count() == 2


def test_a_day_that_is_restored_has_its_lines_again_and_those_that_ended_meanwhile(
    seat_of: Callable[[str], Seat],
    bob: Seat,
    lines: dict[str, Attempt],
    deal: Deal,
    judge: Player,
) -> None:
    before = bob.board()
    dan = seat_of("Dan")
    late = dan.begin(WIN[:5])
    void_daily(deal=deal, by=judge, reason=REASON, now=NOON)
    dan.give_up(late)
    restore_daily(deal=deal, by=judge, reason="It was another day.", now=NOON + MS)
    deal.refresh_from_db()
    assert deal.voided_at is None
    assert [line["player"]["name"] for line in bob.board()["lines"]] == ["Ann", "Bob", "Dan", "Cat"]
    Attempt.objects.filter(pk=late).delete()
    assert bob.board() == before
    kinds = Judgement.objects.order_by("at").values_list("kind", "reason")
    assert list(kinds) == [("voided", REASON.strip()), ("restored", "It was another day.")]


def test_who_practised_while_the_day_was_void_has_no_first_try_when_it_counts_again(
    ann: Seat, bob: Seat, deal: Deal, judge: Player
) -> None:
    void_daily(deal=deal, by=judge, reason=REASON, now=NOON)
    body_of(ann.practise(), 201)
    restore_daily(deal=deal, by=judge, reason=REASON, now=NOON + MS)
    refusal_of(ann.start(), 409, "day-closed")
    assert body_of(bob.start(), 201)["ranked"] is True


def test_a_void_opens_no_practice_to_who_is_in_the_middle_of_the_first_try(
    ann: Seat, deal: Deal, judge: Player
) -> None:
    ann.begin(WIN[:5])
    void_daily(deal=deal, by=judge, reason=REASON, now=NOON)
    refusal_of(ann.practise(), 409, "ranked-first")


def test_a_day_can_be_voided_again(ann: Seat, deal: Deal, judge: Player) -> None:
    for step, judgement in enumerate((void_daily, restore_daily, void_daily)):
        judgement(deal=deal, by=judge, reason=f"Because {step}.", now=NOON + step * MS)
    deal.refresh_from_db()
    assert deal.voided_at == NOON + 2 * MS
    assert void_reason(deal=deal) == "Because 2."


def test_only_a_day_can_be_voided(ann: Seat, judge: Player) -> None:
    ann.begin(["S"], str(DealCode.numbered("HT", 1)))
    before = everything()
    with pytest.raises(Malformed):
        void_daily(deal=Deal.objects.get(), by=judge, reason=REASON, now=NOON)
    assert everything() == before


# On record

Judging = Callable[..., None]

JUDGEMENTS: Final[dict[str, tuple[Judging, str]]] = {
    "disqualified": (disqualify_attempt, "attempt"),
    "reinstated": (reinstate_attempt, "attempt"),
    "banned": (ban_player, "player"),
    "unbanned": (unban_player, "player"),
    "voided": (void_daily, "deal"),
    "restored": (restore_daily, "deal"),
}


@pytest.mark.parametrize("kind", JUDGEMENTS)
def test_a_judgement_is_kept_with_who_when_and_why(
    lines: dict[str, Attempt], judge: Player, kind: str
) -> None:
    service, subject = JUDGEMENTS[kind]
    on = {"attempt": lines["Bob"], "player": lines["Bob"].player, "deal": lines["Bob"].deal}
    service(**{subject: on[subject]}, by=judge, reason=REASON, now=NOON)
    assert record() == {
        "kind": kind,
        "by": "Judge",
        "reason": "Played by a program.",
        "at": NOON,
        "on": on[subject],
    }


@pytest.mark.parametrize("reason", ["", " ", "\n\t"], ids=repr)
@pytest.mark.parametrize("kind", JUDGEMENTS)
def test_a_judgement_without_a_reason_changes_nothing(
    lines: dict[str, Attempt], judge: Player, kind: str, reason: str
) -> None:
    service, subject = JUDGEMENTS[kind]
    on = {"attempt": lines["Bob"], "player": lines["Bob"].player, "deal": lines["Bob"].deal}
    before = everything()
    with pytest.raises(Malformed):
        service(**{subject: on[subject]}, by=judge, reason=reason, now=NOON)
    assert everything() == before


# In the administration


@pytest.fixture
def office(judge: Player) -> Client:
    """The administrator's browser."""
    client = Client()
    client.force_login(judge)
    return client


def in_office(client: Client, model: str, action: str, row: Any, **fields: str) -> Any:
    """The reply to an action on one row of a changelist."""
    form = {"action": action, "_selected_action": row.pk, **fields}
    return client.post(reverse(f"admin:game_{model}_changelist"), form)


ACTIONS: Final = [
    ("attempt", "disqualify", "disqualified"),
    ("attempt", "reinstate", "reinstated"),
    ("player", "ban", "banned"),
    ("player", "unban", "unbanned"),
    ("deal", "void", "voided"),
    ("deal", "restore", "restored"),
]


@pytest.mark.parametrize(("model", "action", "kind"), ACTIONS)
def test_an_administrator_judges_with_a_reason(
    clock: Clock, office: Client, lines: dict[str, Attempt], model: str, action: str, kind: str
) -> None:
    on = {"attempt": lines["Bob"], "player": lines["Bob"].player, "deal": lines["Bob"].deal}[model]
    assert in_office(office, model, action, on, judge="yes", reason=REASON).status_code == 302
    assert record() == {
        "kind": kind,
        "by": "Judge",
        "reason": "Played by a program.",
        "at": NOON,
        "on": on,
    }


@pytest.mark.parametrize(("model", "action", "kind"), ACTIONS)
def test_an_administrator_is_asked_for_the_reason_first(
    clock: Clock, office: Client, lines: dict[str, Attempt], model: str, action: str, kind: str
) -> None:
    on = {"attempt": lines["Bob"], "player": lines["Bob"].player, "deal": lines["Bob"].deal}[model]
    before = everything()
    for fields in ({}, {"judge": "yes"}, {"judge": "yes", "reason": "  "}):
        reply = in_office(office, model, action, on, **fields)
        assert reply.status_code == 200
        assert b'name="reason"' in reply.content
    assert everything() == before


@pytest.mark.parametrize(("model", "action", "kind"), ACTIONS)
def test_who_may_only_look_may_not_judge(
    clock: Clock, lines: dict[str, Attempt], model: str, action: str, kind: str
) -> None:
    from django.contrib.auth.models import Permission

    looker = Player.objects.create_user("Looker", is_staff=True)
    looker.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client = Client()
    client.force_login(looker)
    on = {"attempt": lines["Bob"], "player": lines["Bob"].player, "deal": lines["Bob"].deal}[model]
    before = everything()
    in_office(client, model, action, on, judge="yes", reason=REASON)
    after = everything()
    assert [row | {"last_login": None} for rows in after for row in rows] == [
        row | {"last_login": None} for rows in before for row in rows
    ]


# Judged while it is being won


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["disqualified", "banned", "voided", "restored"])
def test_a_judgement_that_meets_a_win_leaves_a_line_only_where_it_counts(
    ann: Seat,
    deal: Deal,
    judge: Player,
    at_once: AtOnce,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
) -> None:
    attempt = ann.begin(WIN[:-1])
    if kind == "restored":
        void_daily(deal=deal, by=judge, reason=REASON, now=NOON)
    plays, judged = threading.Event(), threading.Event()

    def slowly(*args: Any) -> Any:
        plays.set()
        # Where one has to wait for the other, the judge waits: then there is nothing to wait for.
        judged.wait(0.4)
        return advance(*args)

    monkeypatch.setattr("game.services.attempts.advance", slowly)
    service, subject = JUDGEMENTS[kind]
    row = Attempt.objects.get()
    on = {"attempt": row, "player": ann.player, "deal": deal}[subject]

    def pass_judgement() -> None:
        assert plays.wait(20)
        service(**{subject: on}, by=judge, reason=REASON, now=NOON)
        judged.set()

    won, _ = at_once([lambda: ann.append(attempt, len(WIN) - 1, WIN[-1:]), pass_judgement])
    assert won.json()["won"] is True
    assert Standing.objects.exists() is (kind == "restored")
