"""A search for seed, key and deck of an open day in all that leaves the server's memory."""

import inspect
import json
import logging
import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from game import errors, selectors
from game.engine.cards import deck_text
from game.engine.view import view
from game.models import Attempt, Batch, Daily, Deal, Judgement, Player
from game.progress import advance, progress_of
from game.services.dailies import NotStored, prepare_daily
from game.services.moderation import disqualify_attempt, reinstate_attempt
from harp_server.celery import app
from harp_server.scheduler import Scheduler
from harp_server.timetable import TIMETABLE
from leaderboard.models import Standing
from leaderboard.selectors import board_page
from tests.conftest import Clock
from tests.dailies.deals import DAY, FINAL, FINISHED, NOON, WIN, put
from tests.dailies.seat import Seat, body_of
from tests.dailies.secrets_of import RUN, Secrets
from tests.dailies.world import NOBODY, World, recorded, world

pytestmark = pytest.mark.django_db


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """Every line that is logged, at any level, as the server writes it."""
    written: list[str] = []
    formatter = next(
        handler.formatter
        for handler in logging.getLogger().handlers
        if handler.formatter is not None and "structlog" in type(handler.formatter).__module__
    )

    class Writer(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(self.format(record))

    writer = Writer(logging.DEBUG)
    writer.setFormatter(formatter)
    root, requests = logging.getLogger(), logging.getLogger("django.request")
    before = root.level
    root.setLevel(logging.DEBUG)
    for logger in (root, requests):  # the second passes nothing on to the first
        logger.addHandler(writer)
    yield written
    for logger in (root, requests):
        logger.removeHandler(writer)
    root.setLevel(before)


@pytest.fixture
def clockwork(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Runs a task as the embedded thread does, on the test's connection."""
    monkeypatch.setattr("harp_server.scheduler.close_old_connections", lambda: None)
    return Scheduler()._run_one


# The search itself finds what it looks for


def test_the_search_finds_each_secret(deal: Deal) -> None:
    secrets = Secrets(deal)
    for leak in (
        f'{{"seed": "{deal.daily.seed}"}}',
        f"<p>{deal.daily.seed[8:40].upper()}</p>",
        FINISHED["HT"].key.hex(),
        FINISHED["HT"].key,
        json.dumps({"deck": deal.deck}),
        json.dumps(deal.deck.split()[20 : 20 + RUN]),
        json.dumps(deal.faces[20:50]),
        f"deck=({deal.faces}, 3)",
        "".join(deal.deck.split()),
    ):
        assert secrets.found_in(leak), leak


def test_the_search_finds_nothing_in_what_was_seen(deal: Deal) -> None:
    secrets = Secrets(deal)
    cards = " ".join(deal.deck.split()[20 : 20 + RUN])
    assert secrets.found_in(cards, seen=range(19, 21 + RUN)) is None
    assert secrets.found_in(deal.daily.commitment) is None


# Replies


@pytest.mark.parametrize("variant", FINISHED)
def test_no_reply_of_a_whole_game_says_more_than_has_turned_up(
    clock: Clock, lines: list[str], variant: str
) -> None:
    finished = FINISHED[variant]
    with world(clock, variant) as day:
        secrets = Secrets(day.deal)
        attempt = day.start("Ann")
        middle = len(finished.win) // 2
        for ply in day.play("Ann", attempt, finished.win, most=30):
            game = recorded(variant, finished.deck, finished.win[:ply])
            day.get("Ann", f"attempts/{attempt}/")
            day.get("Ann", f"attempts/{attempt}/replay/")
            if ply >= middle:
                middle = len(finished.win) + 1
                day.look(attempt)
                day.try_what_is_refused(
                    attempt, game.tokens, game.illegal(random.Random(ply), each=1)
                )
            check_replies(day, secrets, game.table.known)
        assert Attempt.objects.get().won
        clock.now = FINAL + timedelta(hours=2)
        day.look(attempt)
        check_replies(day, secrets, game.table.known)
    for line in lines:
        assert secrets.found_in(line) is None
    assert len(lines) > 100


def check_replies(day: World, secrets: Secrets, known: int) -> None:
    """The replies since the last check; Ann has seen the known cards, others none."""
    anns = {at for at in range(len(secrets.faces)) if known >> at & 1}
    for reply in day.said:
        seen = anns if reply.who == "Ann" else ()
        assert secrets.found_in(reply.body, seen=seen) is None, (reply.who, reply.call)
        assert secrets.found_in(str(reply.headers)) is None, (reply.who, reply.call)
        assert b'"deck":"' not in reply.body, (reply.who, reply.call)
        assert b'"draw":0' not in reply.body, (reply.who, reply.call)
        assert b'"draw":1' not in reply.body, (reply.who, reply.call)
    day.said.clear()


def test_deals_that_were_just_made_say_nothing_but_their_commitments(
    anybody: Seat, clock: Clock, lines: list[str], clockwork: Callable[[str], None]
) -> None:
    clockwork("game.tasks.prepare_dailies")
    reply = anybody.get("commitments/", limit=400)
    assert len(reply.json()) == Daily.objects.count() > 0
    for daily in Daily.objects.select_related("deal"):
        secrets = Secrets(daily.deal)
        assert secrets.found_in(reply.content) is None
        assert secrets.found_in("\n".join(lines)) is None


# The log, when things go wrong


def break_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the engine fail in the middle of an append, with the deck at hand."""

    def fail(rules: Any, faces: Any, progress: Any, tokens: Any) -> Any:
        deck = deck_text(faces)
        raise RuntimeError(f"{len(deck)} characters of deck, and this went wrong")

    monkeypatch.setattr("game.services.attempts.advance", fail)


def test_an_error_page_of_the_api_and_its_log_line_tell_no_secrets(
    ann: Seat, deal: Deal, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    attempt = ann.begin(WIN[:5])
    break_it(monkeypatch)
    ann.client.raise_request_exception = False
    reply = ann.append(attempt, 5, WIN[5:8])
    assert body_of(reply, 500)["error"]["code"] == "server-error"
    assert b"RuntimeError" not in reply.content
    secrets = Secrets(deal)
    assert secrets.found_in(reply.content) is None
    assert any("this went wrong" in line for line in lines)
    for line in lines:
        assert secrets.found_in(line) is None


def test_an_error_page_and_its_log_line_tell_no_secrets(
    deal: Deal, judge: Player, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Any, request: Any) -> Any:
        secret = (deal.daily.seed, deal.deck)
        raise RuntimeError(f"{len(secret)} secrets, and this went wrong")

    monkeypatch.setattr("game.admin.DealAdmin.get_queryset", fail)
    client = Client(raise_request_exception=False)
    client.force_login(judge)
    reply = client.get(reverse("admin:game_deal_changelist"))
    assert reply.status_code == 500
    assert b"RuntimeError" not in reply.content
    assert Secrets(deal).found_in(reply.content) is None
    assert any("this went wrong" in line for line in lines)
    for line in lines:
        assert Secrets(deal).found_in(line) is None


def secrets_alone() -> Secrets:
    """Those of the recorded Easy Harp, which is not there."""
    deal = put("EH")
    secrets = Secrets(deal)
    deal.daily.delete()
    deal.delete()
    return secrets


def test_a_task_that_fails_over_a_deal_logs_no_secrets(
    clock: Clock,
    lines: list[str],
    clockwork: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finished = FINISHED["EH"]
    secrets = secrets_alone()

    def fail(rules: Any, deck: Any) -> bool:
        if rules.variant == "EH":
            assert deck == finished.deck
            raise RuntimeError("the solver gave up")
        return True

    monkeypatch.setattr("game.services.dailies.is_certified", fail)
    monkeypatch.setattr("secrets.token_bytes", lambda _: finished.seed)
    clockwork("game.tasks.prepare_dailies")
    assert any("the solver gave up" in line for line in lines)
    for line in lines:
        assert secrets.found_in(line) is None


def test_a_deal_that_the_database_refuses_is_not_quoted_in_the_log(
    clock: Clock,
    lines: list[str],
    clockwork: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finished = FINISHED["EH"]
    secrets = secrets_alone()
    monkeypatch.setattr("secrets.token_bytes", lambda _: finished.seed)
    monkeypatch.setattr("game.services.dailies.commitment", lambda *_: "too short")
    clockwork("game.tasks.prepare_dailies")
    assert any("deal_not_made" in line for line in lines)
    for line in lines:
        assert secrets.found_in(line) is None


def test_the_error_of_a_deal_that_the_database_refuses_leads_to_no_quotation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("game.services.dailies.commitment", lambda *_: "too short")
    with pytest.raises(NotStored) as caught:
        prepare_daily(variant="EH", day=DAY, now=NOON, randomness=lambda _: FINISHED["EH"].seed)
    assert (caught.value.__cause__, caught.value.__context__) == (None, None)


# Administration


@pytest.fixture
def office(judge: Player) -> Client:
    """The administrator's browser."""
    client = Client()
    client.force_login(judge)
    return client


def registered() -> list[tuple[str, Any, Any]]:
    """The models that can be administered: name of their addresses, model, its admin."""
    return [
        (f"admin:{model._meta.app_label}_{model._meta.model_name}", model, model_admin)
        for model, model_admin in admin.site._registry.items()
    ]


def test_no_page_of_the_administration_shows_secrets_of_an_open_day(
    ann: Seat, bob: Seat, deal: Deal, judge: Player, office: Client
) -> None:
    ann.begin(WIN)
    bob.give_up(bob.begin(WIN[:9]))
    row = Attempt.objects.get(player=bob.player)
    disqualify_attempt(attempt=row, by=judge, reason="A program.", now=NOON)
    reinstate_attempt(attempt=row, by=judge, reason="None.", now=NOON)
    put("SO", DAY + timedelta(days=1))
    secrets = [Secrets(each) for each in Deal.objects.all()]
    shown = 0
    for name, model, _ in registered():
        addresses = [
            reverse(f"{name}_changelist"),
            f"{reverse(f'{name}_changelist')}?q={deal.code}",
            reverse(f"{name}_add"),
        ]
        for row in model._default_manager.all()[:4]:
            addresses += [
                reverse(f"{name}_{page}", args=[row.pk]) for page in ("change", "history", "delete")
            ]
        for address in addresses:
            reply = office.get(address, follow=True)
            assert reply.status_code in (200, 403), address
            shown += reply.status_code == 200
            for each in secrets:
                assert each.found_in(b"".join(reply)) is None, address
    assert shown > 30
    for address in ("/admin/", "/admin/game/", "/admin/leaderboard/"):
        for each in secrets:
            assert each.found_in(office.get(address).content) is None


def test_what_a_page_of_judging_shows_is_no_secret(deal: Deal, office: Client) -> None:
    form = {"action": "void", "_selected_action": deal.pk}
    reply = office.post(reverse("admin:game_deal_changelist"), form)
    assert reply.status_code == 200
    assert Secrets(deal).found_in(reply.content) is None


@pytest.mark.parametrize(
    ("model", "lookup"),
    [
        ("game_deal", "deck__startswith"),
        ("game_deal", "deck__regex"),
        ("game_deal", "daily__seed__startswith"),
        ("game_daily", "seed__startswith"),
        ("game_daily", "draw"),
        ("game_daily", "draw__gt"),
        ("game_daily", "deal__deck__startswith"),
        ("game_attempt", "deal__deck__startswith"),
        ("game_attempt", "deal__daily__seed__startswith"),
        ("game_judgement", "deal__deck__startswith"),
        ("game_player", "attempts__deal__deck__startswith"),
        ("leaderboard_standing", "deal__deck__startswith"),
    ],
)
def test_lists_of_the_administration_are_not_filtered_by_secrets(
    ann: Seat, deal: Deal, office: Client, model: str, lookup: str
) -> None:
    """Else who may only look could ask for the deck letter by letter."""
    ann.begin(WIN[:3])
    address = reverse(f"admin:{model}_changelist")
    for guess in ("4", "7", "f", "0", "1", "K"):
        assert office.get(address, {lookup: guess}).status_code == 400


@pytest.mark.parametrize(
    ("model", "lookup", "value"),
    [
        ("deal", "variant__exact", "HT"),
        ("deal", "kind__exact", "D"),
        ("deal", "date__gte", "2026-01-01"),
        ("attempt", "won__exact", "0"),
        ("attempt", "deal__variant__exact", "HT"),
        ("judgement", "kind__exact", "banned"),
    ],
)
def test_lists_of_the_administration_are_filtered_by_what_they_offer(
    deal: Deal, office: Client, model: str, lookup: str, value: str
) -> None:
    reply = office.get(reverse(f"admin:game_{model}_changelist"), {lookup: value})
    assert reply.status_code == 200


# Reprs


def test_no_repr_shows_secrets_of_an_open_day(
    ann: Seat, deal: Deal, judge: Player, clock: Clock
) -> None:
    pk = ann.begin(WIN[:30])
    attempt = Attempt.objects.select_related("deal", "player").get(pk=pk)
    secrets = Secrets(deal)
    progress = progress_of(attempt)
    seen = {at for at in range(len(secrets.faces)) if progress.table.known >> at & 1}
    state = selectors.state_of(attempt, progress, since=0, now=NOON)
    _, refusal = advance(deal.rules, deal.faces, progress, ["99"])
    assert refusal is not None
    ann.give_up(pk)
    disqualify_attempt(attempt=attempt, by=judge, reason="A program.", now=NOON)
    reinstate_attempt(attempt=attempt, by=judge, reason="None.", now=NOON)
    ended = Attempt.objects.get(pk=pk)
    things: list[Any] = [
        *(model.objects.all() for model in (Deal, Daily, Attempt, Batch, Judgement, Standing)),
        *(row for model in (Deal, Daily, Attempt, Batch) for row in model.objects.all()),
        *Judgement.objects.all(),
        *Standing.objects.all(),
        deal.deal_code,
        deal.rules,
        progress,
        progress.table,
        view(deal.rules, deal.faces, progress.table),
        state,
        refusal,
        errors.IllegalAction(refusal, state),
        errors.StaleLog(state, WIN[:30]),
        errors.AttemptOver(state, WIN[:30]),
        errors.Spoiler(),
        selectors.attempt_view(attempt_id=pk, player=ann.player),
        selectors.replay(attempt_id=pk, viewer=ann.player),
        selectors.day_deals(day=DAY, now=NOON, player=judge),
        selectors.result_of(ended),
        selectors.commitments(),
        board_page(deal_id=deal.pk),
    ]
    for thing in things:
        for text in (repr(thing), str(thing)):
            assert secrets.found_in(text, seen=seen) is None, type(thing)


# Tasks


def test_tasks_take_no_arguments() -> None:
    app.autodiscover_tasks(force=True)
    for name in TIMETABLE:
        assert not inspect.signature(app.tasks[name].run).parameters


def test_the_timetable_hands_no_arguments_to_tasks() -> None:
    assert app.conf.beat_schedule.keys() == TIMETABLE.keys()
    for entry in app.conf.beat_schedule.values():
        assert not entry.get("args")
        assert not entry.get("kwargs")


if settings.REDIS_URL:
    # Without Redis there is nothing to look at, so there is no such test either.

    def everything_in_redis() -> list[bytes]:
        """All keys, and all that they hold, of the test's own Redis database."""
        import redis

        store = redis.Redis.from_url(settings.REDIS_URL or "")
        read: dict[bytes, Callable[[bytes], Any]] = {
            b"string": store.get,
            b"list": lambda key: store.lrange(key, 0, -1),
            b"hash": store.hgetall,
            b"set": store.smembers,
            b"zset": lambda key: store.zrange(key, 0, -1, withscores=True),
            b"stream": store.xrange,
        }
        held: list[bytes] = []
        for key in store.scan_iter():
            kind: Any = store.type(key)
            held += [key, repr(read[kind](key)).encode()]
            if kind == b"string":
                held.append(bytes(read[kind](key)))
        store.close()
        return held

    def test_nothing_in_redis_tells_secrets_of_an_open_day(clock: Clock) -> None:
        with world(clock, "HT") as day:
            secrets = Secrets(day.deal)
            attempt = day.start("Ann")
            for ply in day.play("Ann", attempt, WIN):
                day.get("Ann", f"attempts/{attempt}/")
                day.get(NOBODY, f"boards/{day.code}/")
                if ply > 60:
                    break
            day.post("Ann", f"attempts/{attempt}/finish/")
            day.look(attempt)
            with app.connection_for_write() as broker:
                for name in TIMETABLE:
                    app.send_task(name, connection=broker, queue="harp-test")
            held = everything_in_redis()
            assert any(b"game.tasks" in piece for piece in held)
            for piece in held:
                assert secrets.found_in(piece) is None
