"""The production topology on this machine: nginx, gunicorn, uvicorn, worker, beat."""

import json
import re
import socket
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import count
from typing import Any

import psycopg
import pytest
import redis
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.deploy.browser import Browser, unverified
from tests.deploy.topology import HOST, Topology, free_port

CODE = "HO1-N-AAAAAEG"
MiB = 1024 * 1024
_seats = count(1)


def until(true: Callable[[], bool], *, seconds: float = 15) -> None:
    """Wait for something that another process does."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.1)


def player(there: Topology) -> Browser:
    """A new guest with a token, from an address of its own so that no limit is shared."""
    seated = Browser(there, address=f"127.0.1.{next(_seats)}")
    reply = seated.post("/api/v1/tokens/")
    assert reply.status == 201, reply.body
    seated.token = reply.json()["token"]
    return seated


def watch(there: Topology, code: str, *, origin: str | None = None) -> ClientConnection:
    """A socket to a board, as a page of this server opens it."""
    return connect(
        f"wss://{HOST}:{there.https}/ws/boards/{code}/",
        sock=socket.create_connection(("127.0.0.1", there.https), timeout=10),
        ssl=unverified(),
        origin=Origin(origin or f"https://{HOST}:{there.https}"),
        open_timeout=10,
        close_timeout=5,
        proxy=None,
    )


# Who is up


def test_health_checks_of_all_services_pass(there: Topology) -> None:
    names = ("web", "live", "worker", "beat")
    with ThreadPoolExecutor() as pool:
        checks = dict(zip(names, pool.map(there.health_check, names), strict=True))
    for service, check in checks.items():
        assert check.returncode == 0, (service, check.stdout, check.stderr)


def test_health_checks_fail_where_nobody_serves(there: Topology) -> None:
    command = ["python", "-m", "harp_server.probe", str(free_port())]
    run = subprocess.run(
        command, env=dict(there.processes.environment), capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    assert run.stderr.startswith("not healthy: ")


def test_todays_deals_are_made_by_beat_and_worker(todays: list[dict[str, Any]]) -> None:
    assert len({deal["variant"] for deal in todays}) == 8


@pytest.fixture(scope="module")
def wiped(there: Topology, todays: list[dict[str, Any]]) -> int:
    """Redis, emptied while all run: how many tasks had been done by then."""
    with redis.Redis.from_url(there.redis_url) as client:
        client.flushdb()
    return there.processes.log("worker").read_text().count("succeeded")


def test_a_wiped_redis_takes_no_deal_away(
    browser: Browser, todays: list[dict[str, Any]], wiped: int
) -> None:
    assert browser.get("/api/v1/daily/").json()["deals"] == todays


# What the proxy does


def test_http_is_redirected_to_https_whatever_the_client_claims(browser: Browser) -> None:
    for headers in ({}, {"X_Forwarded_Proto": "https"}):
        reply = browser.ask("GET", "/open/?code=x", scheme="http", Host=HOST, **headers)
        assert reply.status == 301
        assert reply.headers["Location"] == f"https://{HOST}/open/?code=x"


def test_https_is_known_to_be_https(browser: Browser) -> None:
    reply = browser.get(f"/play/{CODE}/", X_Forwarded_Proto="http")
    assert reply.status == 200
    assert reply.headers["Strict-Transport-Security"].startswith("max-age=31536000")
    cookies = reply.headers.get_all("Set-Cookie", [])
    assert cookies
    assert all("Secure" in cookie for cookie in cookies)


def test_other_hosts_are_refused(browser: Browser) -> None:
    assert browser.get("/", Host="evil.example").status == 400
    assert browser.ask("GET", "/", scheme="http", Host="evil.example").status == 400


def test_pages_name_static_files_by_hash_and_these_are_kept_for_good(browser: Browser) -> None:
    page = browser.get("/").body.decode()
    names = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    assert any(name.endswith(".js") for name in names)
    assert any(name.endswith(".css") for name in names)
    for name in names:
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", name), name
        reply = browser.get(name, Accept_Encoding="gzip")
        assert reply.status == 200, name
        assert "immutable" in reply.headers["Cache-Control"]
        if name.endswith((".js", ".css")):
            assert reply.headers["Content-Encoding"] == "gzip"


def test_json_is_compressed_and_no_version_is_told(browser: Browser) -> None:
    reply = browser.get("/api/v1/variants/", Accept_Encoding="gzip")
    assert reply.status == 200
    assert reply.headers["Content-Encoding"] == "gzip"
    assert reply.headers["Vary"]
    assert len(reply.json()) == 8
    assert reply.headers["Server"] == "nginx"
    assert "Content-Encoding" not in browser.get("/api/v1/variants/").headers


def test_a_request_has_one_id_from_the_client_to_the_log(there: Topology, browser: Browser) -> None:
    reply = browser.get("/api/v1/variants/", X_Request_ID="from-the-client-1")
    assert reply.headers["X-Request-ID"] == "from-the-client-1"
    logged = there.processes.log("web")
    until(lambda: '"request_id": "from-the-client-1"' in logged.read_text(), seconds=5)
    for line in (there.folder / "proxy" / "access.log").read_text().splitlines():
        assert json.loads(line)["request_id"]
    made = browser.get("/api/v1/variants/", X_Request_ID='no "id').headers["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f]{32}", made)


def test_bodies_over_a_mebibyte_are_refused_in_the_form_of_all_errors(browser: Browser) -> None:
    path = f"/api/v1/deals/{CODE}/logs/"
    reply = browser.ask("POST", path, b" " * (MiB + 1))
    assert reply.status == 413
    assert reply.headers["Content-Type"] == "application/json"
    assert reply.json()["error"]["code"] == "too-large"
    assert reply.json()["error"]["limit"] == MiB
    assert browser.ask("POST", path, b" " * (MiB - 1)).status != 502


def test_guests_are_counted_by_the_address_that_the_proxy_sees(there: Topology) -> None:
    one, other = Browser(there, address="127.0.2.1"), Browser(there, address="127.0.2.2")

    def guest(at: Browser, claimed: str) -> int:
        at.cookies = {"csrftoken": "a" * 32}
        return at.post("/api/v1/guests/", X_Forwarded_For=claimed, X_Real_IP=claimed).status

    assert [guest(one, f"198.51.100.{n}") for n in range(5)] == [201] * 5
    assert guest(one, "198.51.100.99") == 429
    assert guest(one, "198.51.100.98, 127.0.2.2") == 429
    assert guest(other, "127.0.2.1") == 201


def test_a_server_that_is_down_is_told_in_the_form_of_all_errors(there: Topology) -> None:
    http, https = free_port(), free_port()
    nobody = free_port()
    there.start_proxy("proxy-alone", http=http, https=https, web=nobody, live=nobody)
    alone = Topology(
        http, https, there.processes, there.folder, there.ports, there.database_url, there.redis_url
    )
    reply = Browser(alone).get("/api/v1/variants/")
    assert reply.status == 503
    assert reply.headers["Retry-After"] == "5"
    assert reply.json()["error"]["code"] == "unavailable"
    assert Browser(alone).get("/").status == 503
    assert Browser(alone).ask("GET", "/proxy-health", scheme="http").status == 204
    there.processes.stop("proxy-alone")


# The game through it


def test_a_game_is_played_to_its_win_in_batches(there: Topology, wins: dict[str, Any]) -> None:
    seated = player(there)
    started = seated.post(f"/api/v1/deals/{CODE}/attempts/")
    assert started.status == 201, started.body
    path = f"/api/v1/attempts/{started.json()['id']}/actions/"
    actions = wins[CODE]["actions"]
    for ply in range(0, len(actions), 20):
        reply = seated.post(path, {"ply": ply, "actions": actions[ply : ply + 20]})
        assert reply.status == 200, reply.body
    assert reply.json()["won"] is True
    assert seated.post(path, {"ply": ply, "actions": actions[ply:]}).status == 200  # a retry
    board = seated.get(f"/api/v1/boards/{CODE}/?around=me").json()
    assert board["own"]["won"] is True


def test_a_browser_plays_by_cookie_and_pages_of_others_cannot(browser: Browser) -> None:
    browser.address = "127.0.3.1"
    assert browser.get(f"/play/{CODE}/").status == 200
    assert "csrftoken" in browser.cookies
    assert browser.post("/api/v1/guests/").status == 201
    path = f"/api/v1/deals/{CODE}/attempts/"
    assert browser.post(path, Origin="https://evil.example").status == 403
    assert browser.post(path, Origin=f"http://{HOST}:{browser.there.https}").status == 403
    assert browser.post(path).status == 201


def test_a_board_is_live_across_processes(there: Topology, wins: dict[str, Any]) -> None:
    code, game = next((code, game) for code, game in wins.items() if code != CODE)
    with watch(there, code) as board:
        first = json.loads(board.recv(timeout=10))
        assert (first["type"], first["total"]) == ("snapshot", 0)
        assert "permessage-deflate" not in str(board.response and board.response.headers)
        seated = player(there)
        sent = time.monotonic()
        reply = seated.post(f"/api/v1/deals/{code}/logs/", {"actions": game["actions"]})
        assert reply.status == 201, reply.body
        after = json.loads(board.recv(timeout=10))
        assert time.monotonic() - sent < 5  # far below the poll that makes up for lost messages
        assert after["total"] == 1
        assert after["upsert"][0]["won"] is True


def test_sockets_of_other_pages_are_refused(there: Topology) -> None:
    with pytest.raises(InvalidStatus) as refused:
        watch(there, CODE, origin="https://evil.example")
    assert refused.value.response.status_code == 403


# What may go away


def test_connections_that_postgresql_closes_cost_no_request(there: Topology) -> None:
    own = there.database_url.rpartition("/")[2]
    asker = Browser(there)
    for _ in range(8):
        assert asker.get("/healthz").status == 200
    with psycopg.connect(there.database_url, autocommit=True) as connection:
        query = (
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            "WHERE datname = %s AND pid <> pg_backend_pid()"
        )
        ended = connection.execute(query, (own,)).fetchone()
    assert ended is not None
    assert ended[0] > 0
    for _ in range(20):
        assert asker.get("/healthz").status == 200
        assert asker.get(f"/api/v1/boards/{CODE}/").status == 200


def test_beat_and_worker_go_on_after_redis_was_wiped(there: Topology, wiped: int) -> None:
    ran = there.processes.log("worker")
    until(lambda: ran.read_text().count("succeeded") > wiped)


def test_a_beat_that_starts_again_has_everything_done_at_once(
    there: Topology, todays: list[dict[str, Any]]
) -> None:
    with psycopg.connect(there.database_url, autocommit=True) as connection:

        def ahead() -> int:
            query = "SELECT count(*) FROM game_deal WHERE date > %s"
            found = connection.execute(query, (datetime.now(UTC).date(),)).fetchone()
            assert found is not None
            return int(found[0])

        until(lambda: ahead() > 0)
        whole = ahead()
        there.processes.stop("beat")
        last = "SELECT id FROM game_deal WHERE date = (SELECT max(date) FROM game_deal)"
        for rows in (f"game_daily WHERE deal_id IN ({last})", f"game_deal WHERE id IN ({last})"):
            connection.execute(f"DELETE FROM {rows}".encode())  # noqa: S608 # only what is above
        assert ahead() < whole
        there.start("beat")
        until(lambda: ahead() == whole)


def test_no_process_complained(there: Topology) -> None:
    """The last: what all the others have left in the logs."""
    for name in ("web", "live", "worker", "beat"):
        said = there.processes.log(name).read_text()
        for sign in ("Traceback", '"level": "error"', '"level": "critical"'):
            assert sign not in said, (name, said[said.find(sign) - 300 :][:3000])
