"""The real server in a process of its own, on the test's own database."""

import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from django.db import connection

ROOT = Path(__file__).parents[1]


def database_url() -> str:
    """Where the test's own database is, for another process."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    login = quote(database["USER"])
    if database["PASSWORD"]:
        login += ":" + quote(database["PASSWORD"])
    return f"postgres://{login}@{database['HOST']}:{database['PORT'] or 5432}/{database['NAME']}"


@contextlib.contextmanager
def server(var: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The server in a process of its own, with its state in `var`; the process and its port.

    For tests with django_db(transaction=True): what they store is committed, and the other
    process sees it.
    """
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        port = listening.getsockname()[1]
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "harp_server.settings.local",
            "DATABASE_URL": database_url(),
            "HARP_VAR": str(var),
        }
        command = [
            sys.executable,
            "-m",
            "uvicorn",
            "harp_server.asgi:application",
            "--lifespan=off",
        ]
        with var.with_suffix(".out").open("wb") as output:
            process = subprocess.Popen(
                [*command, f"--fd={listening.fileno()}"],
                cwd=ROOT,
                env=environment,
                pass_fds=[listening.fileno()],
                stdout=output,
                stderr=output,
            )
    try:
        yield process, port
    finally:
        process.kill()
        process.wait(timeout=20)
