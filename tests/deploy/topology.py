"""docker-compose.yml without containers: its commands as processes of this machine, on loopback."""

import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis
import yaml

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = ROOT / "docker-compose.yml"
TEMPLATE = ROOT / "deploy" / "nginx" / "default.conf.template"
HOST = "harp.test"
"""The host that the server thinks it is; the tests connect to 127.0.0.1 and ask for it."""

_BIN = Path(sys.executable).parent
_NGINX = """\
daemon off;
worker_processes 1;
pid {here}/nginx.pid;
error_log {here}/nginx-error.log;
events {{ worker_connections 256; }}
http {{
    client_body_temp_path {here}/body;
    proxy_temp_path {here}/proxy;
    fastcgi_temp_path {here}/fastcgi;
    uwsgi_temp_path {here}/uwsgi;
    scgi_temp_path {here}/scgi;
    include {here}/default.conf;
}}
"""


def services() -> dict[str, Any]:
    """The services of docker-compose.yml."""
    found: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())["services"]
    return found


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_port(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Until somebody listens there, or the process has ended."""
    deadline = time.monotonic() + 40
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"nobody listens on {port}:\n{log.read_text()[-3000:]}")


def read_env(path: Path) -> dict[str, str]:
    """The variables of an env file, as Compose reads it."""
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def certificate(folder: Path) -> None:
    """A certificate for HOST that nobody but the tests trusts."""
    folder.mkdir(parents=True)
    made = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    named = ["-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    command = ["openssl", *made.split(), *named, *files]
    subprocess.run(command, check=True, capture_output=True)


@dataclass
class Processes:
    """Processes that were started here, by name, each with a log; ended in reverse order."""

    folder: Path
    environment: Mapping[str, str]
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def log(self, name: str) -> Path:
        """What a process has said."""
        return self.folder / f"{name}.log"

    def start(self, name: str, command: list[str], listens_on: int | None = None) -> None:
        """Start a process, and wait until it listens."""
        with self.log(name).open("ab") as log:
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.running[name] = process
        if listens_on is not None:
            wait_for_port(listens_on, process, self.log(name))

    def stop(self, name: str) -> int:
        """End a process as Docker does, and give its exit code."""
        process = self.running.pop(name)
        process.terminate()
        try:
            return process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return process.wait(timeout=5)

    def stop_all(self) -> None:
        """End what still runs."""
        for process in self.running.values():
            process.terminate()  # all of them, so that they end side by side
        for name in reversed(list(self.running)):
            self.stop(name)


@dataclass
class Topology:
    """Everything runs: what the tests ask, and where."""

    http: int
    https: int
    processes: Processes
    folder: Path
    ports: Mapping[str, str]
    database_url: str
    redis_url: str

    def command(self, service: str) -> list[str]:
        """The service's command, for loopback and the ports that were free."""
        return [self._here(word) for word in services()[service]["command"]]

    def health_check(self, service: str) -> subprocess.CompletedProcess[str]:
        """Run the service's health check."""
        kind, *words = services()[service]["healthcheck"]["test"]
        words = [self._here(word).replace("$$", "$") for word in words]
        command = ["sh", "-c", *words] if kind == "CMD-SHELL" else words
        environment = {**self.processes.environment, "HOSTNAME": socket.gethostname()}
        return subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=30
        )

    def start(self, service: str, listens_on: int | None = None) -> None:
        """Start a service of docker-compose.yml."""
        self.processes.start(service, self.command(service), listens_on)

    def _here(self, word: str) -> str:
        if word in self.ports:
            return self.ports[word]
        return word.replace("0.0.0.0", "127.0.0.1")  # noqa: S104 # it is what is replaced

    def start_proxy(self, name: str, *, http: int, https: int, web: int, live: int) -> None:
        """An nginx of the deployed template."""
        here = self.folder / name
        here.mkdir()
        values = {
            "HARP_LISTEN_HTTP": f"127.0.0.1:{http}",
            "HARP_LISTEN_HTTPS": f"127.0.0.1:{https}",
            "HARP_WEB": f"127.0.0.1:{web}",
            "HARP_LIVE": f"127.0.0.1:{live}",
            "HARP_RESOLVER": "127.0.0.1",
            "HARP_CERTIFICATES": str(self.folder / "certificates"),
            "HARP_ACCESS_LOG": str(here / "access.log"),
        }
        given = set(services()["proxy"]["environment"]) - {"NGINX_ENVSUBST_FILTER"}
        assert given == set(values)
        text = re.sub(r"\$\{(\w+)\}", lambda name: values[name[1]], TEMPLATE.read_text())
        (here / "default.conf").write_text(text)
        (here / "nginx.conf").write_text(_NGINX.format(here=here))
        command = [nginx() or "nginx", "-c", str(here / "nginx.conf"), "-p", str(here)]
        self.processes.start(name, command, https)


def nginx() -> str | None:
    """Where nginx is, which Debian keeps off the path of most users."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


@contextmanager
def own_database(url: str) -> Iterator[str]:
    """A new database on the server of this URL, dropped afterwards."""
    name = f"harp_deploy_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    try:
        yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@contextmanager
def own_redis(url: str) -> Iterator[str]:
    """An empty database on the Redis of this URL, emptied afterwards."""
    for number in range(15, 0, -1):
        own = urlunsplit(urlsplit(url)._replace(path=f"/{number}"))
        with redis.Redis.from_url(own) as client:
            if client.set("harp:deploy:taken", 1, nx=True, ex=600) and client.dbsize() == 1:
                break
    else:
        raise AssertionError("no database of that Redis is empty")
    try:
        yield own
    finally:
        with redis.Redis.from_url(own) as client:
            client.flushdb()


@contextmanager
def topology(folder: Path, *, database_url: str, redis_url: str) -> Iterator[Topology]:
    """Start it all as docker-compose.yml does, from the example's env file, and end it."""
    shutil.copytree(ROOT / "deploy", folder / "deploy", ignore=shutil.ignore_patterns("*.env"))
    subprocess.run([folder / "deploy" / "make-env", HOST], check=True)
    certificate(folder / "certificates")
    ports = {"8000": str(free_port()), "8001": str(free_port())}
    ports["0.0.0.0:8000"] = f"127.0.0.1:{ports['8000']}"
    environment = {
        "PATH": f"{_BIN}:{os.environ['PATH']}",
        "HOME": os.environ.get("HOME", "/"),
        "DJANGO_SETTINGS_MODULE": "harp_server.settings.production",
        "HARP_VAR": str(folder / "var"),
        **read_env(folder / "deploy" / "harp.env"),
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "HARP_GUEST_RATE": "5/hour",
    }
    processes = Processes(folder, environment)
    there = Topology(free_port(), free_port(), processes, folder, ports, database_url, redis_url)
    try:
        collecting = [str(_BIN / "python"), "manage.py", "collectstatic", "--noinput", "-v", "0"]
        processes.start("collect", collecting)
        there.start("migrate")
        for name in ("migrate", "collect"):
            code = processes.running.pop(name).wait(timeout=60)
            assert code == 0, processes.log(name).read_text()
        web, live = int(ports["8000"]), int(ports["8001"])
        there.start("worker")
        there.start("beat")
        there.start("live")
        there.start("web", web)
        wait_for_port(live, processes.running["live"], processes.log("live"))
        there.start_proxy("proxy", http=there.http, https=there.https, web=web, live=live)
        yield there
    finally:
        processes.stop_all()
