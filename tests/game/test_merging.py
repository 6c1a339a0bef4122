"""A guest signs in to an account: nothing is lost, one rank is held, whatever both have played."""

import json
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import Any, Final

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from knox.models import AuthToken
from rest_framework.test import APIClient
from rest_framework.throttling import ScopedRateThrottle

from game.engine.cards import deck_text, parse_deck
from game.engine.codes import DealCode, parse_code
from game.engine.shuffle import commitment
from game.errors import Banned, HarpError, NotFound
from game.models import Attempt, Batch, Daily, Deal, Judgement, Player
from game.progress import recent
from game.schedule import opens_at
from game.services import attempts as playing
from game.services.merging import merge_guest
from game.services.moderation import ban_player, disqualify_attempt
from game.services.players import create_guest
from leaderboard.models import Standing
from leaderboard.ranking import Result, order_key

DATA = Path(__file__).parents[1] / "data"
DAILY: Final = next(
    daily
    for daily in json.loads((DATA / "dailies.json").read_text())["dailies"]
    if daily["code"].startswith("HT")
)
NUMBERED: Final = "HO1-N-AAAAAEG"
WIN: Final = json.loads((DATA / "wins.json").read_text())["games"][NUMBERED]["actions"]
NOON: Final = datetime(2026, 1, 1, 12, tzinfo=UTC)
CODES: Final = [DAILY["code"], NUMBERED]


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = dict.fromkeys(ScopedRateThrottle.THROTTLE_RATES)
    monkeypatch.setattr(ScopedRateThrottle, "THROTTLE_RATES", rates)
    cache.clear()
    recent.clear()


def put_daily() -> Deal:
    """The recorded daily deal, on its day, 1 January 2026."""
    code = parse_code(DAILY["code"])
    assert code.date is not None
    seed = bytes.fromhex(DAILY["seed"])
    made_at = opens_at(code.date) - timedelta(days=1)
    deal = Deal.objects.create(
        code=str(code),
        variant=code.variant,
        kind=code.kind,
        date=code.date,
        deck=deck_text(parse_deck(DAILY["deck"])),
        created_at=made_at,
    )
    Daily.objects.create(
        deal=deal,
        seed=seed.hex(),
        draw=DAILY["draw"],
        commitment=commitment(str(code), seed),
        made_at=made_at,
    )
    return deal


@dataclass
class Pair:
    """A guest and an account, and a clock that every deed moves on."""

    guest: Player
    account: Player
    now: datetime = NOON

    def tick(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now

    def start(self, player: Player, code: str = NUMBERED, *, practice: bool = False) -> Attempt:
        at = self.tick()
        attempt, _ = playing.start_attempt(
            code=parse_code(code), player=player, now=at, practice=practice
        )
        return attempt

    def act(self, attempt: Attempt, actions: list[str]) -> None:
        attempt.refresh_from_db()
        at = self.tick()
        playing.append_actions(
            attempt_id=attempt.pk,
            player=attempt.player,
            ply=attempt.ply,
            actions=actions,
            clock=lambda: at,
        )

    def finish(self, attempt: Attempt) -> None:
        at = self.tick()
        playing.finish_attempt(attempt_id=attempt.pk, player=attempt.player, clock=lambda: at)

    def merge(self) -> bool:
        return merge_guest(guest=self.guest, account=self.account, now=self.tick())


def make_pair() -> Pair:
    guest = create_guest(language="en", randomness=random.Random(4))
    return Pair(guest=guest, account=Player.objects.create_user("Ann", "secret", email="a@x.org"))


@pytest.fixture
def pair(db: None) -> Pair:
    """A guest and an account, who have played nothing."""
    put_daily()
    return make_pair()


def state(attempt: Attempt) -> tuple[bool, bool, bool]:
    """Whether it is ranked, practice, open."""
    attempt.refresh_from_db()
    return attempt.ranked, attempt.practice, not attempt.is_over


RANKED_OPEN = (True, False, True)
RANKED_OVER = (True, False, False)
PRACTICE_OPEN = (False, True, True)
PRACTICE_OVER = (False, True, False)


def test_the_ranked_attempt_that_began_first_stays_ranked(pair: Pair) -> None:
    first = pair.start(pair.guest, DAILY["code"])
    second = pair.start(pair.account, DAILY["code"])
    for attempt in (first, second):
        pair.act(attempt, DAILY["actions"][:3])
        pair.finish(attempt)
    assert pair.merge()
    assert state(first) == RANKED_OVER
    assert state(second) == PRACTICE_OVER
    (line,) = Standing.objects.all()
    assert (line.player, line.attempt) == (pair.account, first)


def test_an_account_that_began_first_keeps_its_rank_whoever_played_better(pair: Pair) -> None:
    first = pair.start(pair.account, DAILY["code"])
    second = pair.start(pair.guest, DAILY["code"])
    pair.act(first, DAILY["actions"][:1])
    pair.finish(first)
    pair.act(second, DAILY["actions"])
    assert Standing.objects.get(player=pair.guest).won
    assert pair.merge()
    assert (state(first), state(second)) == (RANKED_OVER, PRACTICE_OVER)
    (line,) = Standing.objects.all()
    assert (line.attempt, line.won) == (first, False)


def test_of_two_open_ranked_attempts_the_later_one_is_finished_as_it_stands(pair: Pair) -> None:
    first = pair.start(pair.account, DAILY["code"])
    pair.act(first, DAILY["actions"][:1])
    second = pair.start(pair.guest, DAILY["code"])
    pair.act(second, DAILY["actions"][:2])
    assert pair.merge()
    assert (state(first), state(second)) == (RANKED_OPEN, PRACTICE_OVER)
    assert not Standing.objects.exists()
    pair.act(first, DAILY["actions"][1:])  # and the first goes on
    assert Standing.objects.get().attempt == first


def test_an_open_attempt_that_becomes_practice_meets_practice_that_is_open(pair: Pair) -> None:
    first = pair.start(pair.guest, DAILY["code"])
    pair.act(first, DAILY["actions"][:1])
    pair.finish(first)
    second = pair.start(pair.account, DAILY["code"])
    pair.act(second, DAILY["actions"][:1])
    practice = pair.start(pair.guest, DAILY["code"], practice=True)
    assert pair.merge()
    assert state(first) == RANKED_OVER
    assert state(second) == PRACTICE_OPEN
    assert state(practice) == PRACTICE_OVER


def test_an_attempt_that_is_finished_past_its_day_ends_when_the_day_did(pair: Pair) -> None:
    first = pair.start(pair.account, DAILY["code"])
    pair.act(first, DAILY["actions"][:1])
    second = pair.start(pair.guest, DAILY["code"])
    pair.act(second, DAILY["actions"][:2])
    pair.now += timedelta(days=2)
    assert pair.merge()
    second.refresh_from_db()
    assert second.finished_at == datetime(2026, 1, 2, 1, tzinfo=UTC)


def test_on_numbered_deals_all_finished_attempts_count_and_one_open_one_goes_on(
    pair: Pair,
) -> None:
    bad = pair.start(pair.account)
    pair.act(bad, ["S"])
    pair.finish(bad)
    won, _ = playing.play_whole_log(
        code=parse_code(NUMBERED), player=pair.guest, actions=WIN, now=pair.tick()
    )
    earlier, later = pair.start(pair.guest), pair.start(pair.account)
    pair.act(earlier, ["S"])
    pair.act(later, ["S"])
    assert pair.merge()
    (line,) = Standing.objects.all()
    assert (line.player, line.attempt) == (pair.account, won)
    assert (state(earlier)[2], state(later)[2]) == (True, False)


def test_an_attempt_that_was_only_opened_takes_no_place_from_one_that_was_played(
    pair: Pair,
) -> None:
    opened = pair.start(pair.guest, DAILY["code"])
    won = pair.start(pair.account, DAILY["code"])
    pair.act(won, DAILY["actions"])
    assert pair.merge()
    assert state(won) == RANKED_OVER
    assert state(opened) == PRACTICE_OPEN
    assert Standing.objects.get().attempt == won


def test_an_open_attempt_takes_no_place_from_a_finished_one(pair: Pair) -> None:
    begun = pair.start(pair.guest, DAILY["code"])
    pair.act(begun, DAILY["actions"][:1])
    won = pair.start(pair.account, DAILY["code"])
    pair.act(won, DAILY["actions"])
    assert pair.merge()
    assert (state(won), state(begun)) == (RANKED_OVER, PRACTICE_OPEN)


def test_a_disqualification_is_not_lifted_by_another_attempt(pair: Pair) -> None:
    judge = Player.objects.create_superuser("Judge", "secret")
    other = pair.start(pair.guest, DAILY["code"])
    pair.act(other, DAILY["actions"])
    judged = pair.start(pair.account, DAILY["code"])
    pair.act(judged, DAILY["actions"])
    disqualify_attempt(attempt=judged, by=judge, reason="a script", now=pair.tick())
    assert pair.merge()
    assert state(other) == RANKED_OVER
    assert not Standing.objects.exists()


def test_judgements_come_along_tokens_do_not_and_name_and_language_stay(pair: Pair) -> None:
    judge = Player.objects.create_superuser("Judge", "secret")
    attempt = pair.start(pair.guest, DAILY["code"])
    pair.act(attempt, DAILY["actions"])
    disqualify_attempt(attempt=attempt, by=judge, reason="a script", now=pair.tick())
    _, token = AuthToken.objects.create(pair.guest)
    Player.objects.filter(pk=pair.guest.pk).update(language="sv", joined_at=NOON - timedelta(9))
    assert pair.merge()
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    assert client.get("/api/v1/me/").status_code == 401
    assert Judgement.objects.get().attempt == attempt
    assert not Standing.objects.exists()  # what was disqualified stays so
    account = Player.objects.get(pk=pair.account.pk)
    assert (account.name, account.language) == ("Ann", "en")
    assert account.joined_at == NOON - timedelta(9)


def test_merging_twice_is_merging_once(pair: Pair) -> None:
    pair.start(pair.guest)
    assert pair.merge()
    assert not pair.merge()


def test_an_account_is_merged_into_no_other_and_nothing_into_one_that_is_gone(pair: Pair) -> None:
    judge = Player.objects.create_superuser("Judge", "secret")
    assert not merge_guest(guest=judge, account=pair.account, now=NOON)
    with pytest.raises(NotFound):
        merge_guest(guest=pair.account, account=pair.guest, now=NOON)
    ban_player(player=pair.account, by=judge, reason="a script", now=NOON)
    with pytest.raises(Banned):
        pair.merge()
    assert Player.objects.filter(pk=pair.guest.pk).exists()


# ---- whatever they have played ----

DEEDS: Final = st.lists(
    st.tuples(
        st.sampled_from(["guest", "account"]),
        st.sampled_from(CODES),
        st.sampled_from(["start", "practise", "act", "win", "finish", "whole", "judge"]),
    ),
    max_size=25,
)


def do(pair: Pair, judge: Player, who: str, code: str, deed: str) -> None:
    """One deed, where it is possible."""
    player = pair.guest if who == "guest" else pair.account
    actions = WIN if code == NUMBERED else DAILY["actions"]
    if deed in ("start", "practise"):
        pair.start(player, code, practice=deed == "practise" and code != NUMBERED)
        return
    if deed == "whole":
        playing.play_whole_log(
            code=parse_code(code), player=player, actions=actions, now=pair.tick()
        )
        return
    mine = Attempt.objects.filter(player=player, deal__code=code)
    attempt = mine.filter(finished_at=None).order_by("-pk").first()
    if deed == "judge":
        attempt = mine.exclude(finished_at=None).first()
    if attempt is None:
        return
    if deed == "act":
        pair.act(attempt, actions[attempt.ply : attempt.ply + 2])
    elif deed == "win":
        pair.act(attempt, actions[attempt.ply :])
    elif deed == "finish":
        pair.finish(attempt)
    else:
        disqualify_attempt(attempt=attempt, by=judge, reason="a script", now=pair.tick())


@dataclass
class Expected:
    """What becomes of an attempt."""

    ranked: bool
    practice: bool
    open: bool


def expected_of(before: list[Attempt]) -> dict[int, Expected]:
    """What the rules say of attempts, one at a time and in words that the service does not use."""
    result = {a.pk: Expected(a.ranked, a.practice, not a.is_over) for a in before}
    by_time = sorted(before, key=lambda a: (a.started_at, a.pk))
    # Sorting keeps what was before: finished ranked ones first, then those that were played.
    in_order = sorted(by_time, key=lambda a: a.ranked and not a.is_over)
    in_order.sort(key=lambda a: a.ply == 0)

    def close_later(slot: Callable[[Attempt], Any]) -> None:
        for at, attempt in enumerate(in_order):
            rivals = [r for r in in_order[:at] if slot(r) == slot(attempt) and result[r.pk].open]
            result[attempt.pk].open &= not rivals

    close_later(lambda a: (a.deal_id, a.practice))
    for at, attempt in enumerate(in_order):
        if any(r.ranked and r.deal_id == attempt.deal_id for r in in_order[:at]) and attempt.ranked:
            result[attempt.pk].ranked, result[attempt.pk].practice = False, True
    close_later(lambda a: (a.deal_id, result[a.pk].practice))
    return result


def log_of(attempt_id: int) -> list[Any]:
    return list(Batch.objects.filter(attempt=attempt_id).order_by("first_ply").values())


def line_key(attempt: Attempt) -> str:
    assert attempt.finished_at is not None
    return order_key(
        Result(
            won=attempt.won,
            score=attempt.score,
            moves=attempt.moves,
            time_ms=attempt.time_ms,
            finished_at=attempt.finished_at,
            attempt_id=attempt.pk,
        )
    )


@pytest.mark.django_db
@settings(max_examples=60, deadline=None)
@given(deeds=DEEDS)
def test_whatever_both_have_played_comes_together_by_the_rules(
    deeds: list[tuple[str, str, str]],
) -> None:
    with transaction.atomic():
        put_daily()
        pair = make_pair()
        judge = Player.objects.create_superuser("Judge", "secret")
        for deed in deeds:
            with suppress(HarpError):  # what is not possible at this point
                do(pair, judge, *deed)
        before = list(Attempt.objects.select_related("deal").order_by("pk"))
        logs = {attempt.pk: log_of(attempt.pk) for attempt in before}
        wanted = expected_of(before)
        assert pair.merge()

        after = list(Attempt.objects.select_related("deal", "player").order_by("pk"))
        assert [attempt.pk for attempt in after] == [attempt.pk for attempt in before]
        for old, new in zip(before, after, strict=True):
            assert new.player == pair.account
            assert Expected(new.ranked, new.practice, not new.is_over) == wanted[new.pk]
            assert log_of(new.pk) == logs[new.pk]
            kept = ("ply", "score", "moves", "undos", "won", "started_at")
            assert [getattr(new, name) for name in kept] == [getattr(old, name) for name in kept]
            if old.is_over:
                assert new.finished_at == old.finished_at
            tried = [a for a in before if a.ranked and a.deal_id == old.deal_id]
            judged = any(a.disqualified_at for a in tried) if new.ranked else old.disqualified_at
            assert bool(new.disqualified_at) == bool(judged)
        lines = {line.deal_id: line for line in Standing.objects.all()}
        for deal in Deal.objects.all():
            counting = [
                attempt
                for attempt in after
                if attempt.deal == deal
                and attempt.is_over
                and attempt.ply
                and not attempt.practice
                and attempt.disqualified_at is None
            ]
            best = min(counting, key=line_key, default=None)
            line = lines.pop(deal.pk, None)
            assert (line and line.attempt_id) == (best and best.pk)
            assert line is None or line.order_key == line_key(best)  # type: ignore[arg-type]
        assert not lines
        assert not Player.objects.filter(pk=pair.guest.pk).exists()
        transaction.set_rollback(True)


# ---- while requests arrive ----


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", range(3))
def test_actions_that_arrive_meanwhile_are_kept_or_told_to_come_again(seed: int) -> None:
    put_daily()
    pair = make_pair()
    codes = [str(DealCode.numbered("HO", number)) for number in range(5, 8)]
    for code in codes:  # the account has open attempts on some of the deals too
        if random.Random(seed).random() < 0.5:
            pair.start(pair.account, code)
    token = AuthToken.objects.create(pair.guest)[1]
    begun, stop = Event(), Event()

    def play(code: str) -> tuple[int, int]:
        """Turn the stock again and again; every answer is 2xx or an invitation to come again."""
        try:
            client = APIClient()
            client.credentials(HTTP_AUTHORIZATION=f"Token {token}")

            def as_the_account() -> None:
                """The guest's token ended with the guest: come again as a browser would."""
                client.credentials()
                client.force_login(pair.account)

            def call(path: str, body: dict[str, Any]) -> dict[str, Any]:
                for _ in range(20):
                    reply = client.post(path, body, format="json")
                    if reply.status_code == 401:
                        as_the_account()
                        continue
                    if reply.status_code != 503:
                        assert reply.status_code in (200, 201), reply.content
                        return dict(reply.json())
                raise AssertionError("it never got through")

            attempt = call(f"/api/v1/deals/{code}/attempts/", {})["id"]
            acknowledged = 0
            while acknowledged < 60 and not (stop.is_set() and acknowledged > 5):
                token_at = ["S", "U"][acknowledged % 2]
                reply = client.post(
                    f"/api/v1/attempts/{attempt}/actions/",
                    {"ply": acknowledged, "actions": [token_at]},
                    format="json",
                )
                if reply.status_code == 401:
                    as_the_account()
                    continue
                if reply.status_code == 503:
                    continue
                if reply.status_code == 409:  # finished, for the account's began earlier
                    assert reply.json()["error"]["code"] == "attempt-over"
                    break
                assert reply.status_code == 200, reply.content
                acknowledged += 1
                begun.set()
            return attempt, acknowledged
        finally:
            connection.close()

    def merge() -> bool:
        try:
            begun.wait(timeout=20)
            return merge_guest(guest=pair.guest, account=pair.account, now=NOON + timedelta(days=9))
        finally:
            stop.set()
            connection.close()

    with ThreadPoolExecutor(len(codes) + 1) as pool:
        players = [pool.submit(play, code) for code in codes]
        merged = pool.submit(merge)
        played = [future.result(timeout=60) for future in players]
        assert merged.result(timeout=60)
    assert not Player.objects.filter(pk=pair.guest.pk).exists()
    for attempt_id, acknowledged in played:
        attempt = Attempt.objects.get(pk=attempt_id)
        assert attempt.player == pair.account
        assert attempt.ply == acknowledged
        assert sum(batch["length"] for batch in log_of(attempt_id)) == acknowledged
    open_ones = Attempt.objects.filter(finished_at=None).values_list("deal", "practice")
    assert len(open_ones) == len(set(open_ones))


@pytest.mark.django_db(transaction=True)
def test_two_sign_ins_of_one_guest_at_once_bring_everything_to_one_of_them() -> None:
    pair = make_pair()
    other = Player.objects.create_user("Bea", "secret", email="b@x.org")
    attempt = pair.start(pair.guest)
    pair.act(attempt, ["S"])

    def merge(account: Player) -> bool:
        try:
            return merge_guest(guest=pair.guest, account=account, now=NOON + timedelta(days=9))
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        merged = list(pool.map(merge, [pair.account, other], timeout=60))
    assert sorted(merged) == [False, True]
    attempt.refresh_from_db()
    assert attempt.player in (pair.account, other)
