"""`python -m harp_server.serve`: prepare var/ and the database, and serve in one process."""

import argparse
import os
import socket
import sqlite3
import sys
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parents[1]


class CannotServe(Exception):
    """Why the server does not start, and what to do."""


def main() -> int:
    """Serve until interrupted; 1 when the server can't start."""
    parser = argparse.ArgumentParser(prog="script/server", description="Serve the game.")
    parser.add_argument("--host", default=os.environ.get("HARP_HOST", "127.0.0.1"))
    parser.add_argument("--port", type=int, default=os.environ.get("HARP_PORT", "8000"))
    options = parser.parse_args()
    try:
        _check_port(options.host, options.port)
        _prepare()
        _serve_with_clockwork(options.host, options.port)
    except CannotServe as error:
        print(f"Harp can't start: {error}", file=sys.stderr)
        return 1
    return 0


def _check_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OverflowError:
        raise CannotServe(f"{port} is no port; take one from 1024 to 65535.") from None
    except OSError as error:
        raise CannotServe(
            f"port {port} on {host} can't be used ({error.strerror}). "
            f"Take another: script/server --port {port + 1}"
        ) from None


def _prepare() -> None:
    """The folder, the settings, the database; each failure in a sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "harp_server.settings.local")
    # What is made from here on holds sessions, digests of passwords, seeds of days ahead.
    os.umask(0o077)
    from harp_server.var import BrokenVar

    try:
        import django

        django.setup()
    except BrokenVar as error:
        raise CannotServe(str(error)) from None

    from django.conf import settings
    from django.core.management import call_command
    from django.db import DatabaseError, connection

    try:
        if connection.vendor == "postgresql":
            import psycopg

            # Past the pool, which would wait for long and then not say why.
            with connection.wrap_database_errors:
                parameters = {"connect_timeout": 10, **connection.get_connection_params()}
                psycopg.connect(**parameters).close()
        call_command("migrate", interactive=False, verbosity=0)
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, sqlite3.Error) as error:
        name = settings.DATABASES["default"]["NAME"]
        reason = str(error).strip().splitlines()[0]
        advice = "See that it runs, and that DATABASE_URL names it."
        if connection.vendor == "sqlite":
            advice = (
                "If it is broken beyond repair, move it away and start again: a new one is made."
            )
        raise CannotServe(f"the database {name} can't be used ({reason}). {advice}") from None
    if not (Path(settings.STATIC_ROOT) / "staticfiles.json").is_file():
        raise CannotServe("the pages' scripts are not built; run script/server.")


def _serve_with_clockwork(host: str, port: int) -> None:
    """Serve, with the timetable's tasks run by a thread here unless Celery runs them (on Redis)."""
    from django.conf import settings
    from django.db import DatabaseError

    from harp_server.scheduler import Scheduler, run_task

    # Today's deals are there before anybody asks for them.
    try:
        run_task("game.tasks.prepare_dailies")
    except DatabaseError as error:
        raise CannotServe(f"today's deals can't be made ({str(error).splitlines()[0]}).") from None
    scheduler = None if settings.REDIS_URL else Scheduler()
    if scheduler:
        scheduler.start()
    try:
        _serve(host, port)
    finally:
        if scheduler:
            scheduler.stop()


def _serve(host: str, port: int) -> None:
    import uvicorn

    shown = f"[{host}]" if ":" in host else host
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else shown}:{port}/"  # noqa: S104

    class Server(uvicorn.Server):
        """Says where it listens, once it does."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                print(f"\nHarp is ready: {address}\n(Ctrl+C stops it.)", flush=True)

    config = uvicorn.Config(
        "harp_server.asgi:application",
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        lifespan="off",
        server_header=False,
        proxy_headers=False,
        ws_per_message_deflate=False,  # one message goes to all sockets as it is
        ws_max_size=4096,  # nobody has anything to say there
        timeout_graceful_shutdown=5,
    )
    Server(config).run()


if __name__ == "__main__":
    sys.exit(main())
