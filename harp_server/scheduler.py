"""Embedded mode's clockwork: one thread that runs the timetable's tasks in this process."""

import threading
import time
from collections.abc import Callable
from importlib import import_module

import structlog
from django.db import close_old_connections

from harp_server.timetable import TIMETABLE

logger = structlog.get_logger(__name__)

_TICK = 1.0
"""Seconds between looks at the clock."""


def run_task(name: str) -> None:
    """Run a task of the timetable here and now."""
    module, _, function = name.rpartition(".")
    task: Callable[[], None] = getattr(import_module(module), function)
    task()


class Scheduler(threading.Thread):
    """Runs each task at the start and then at its interval; one that fails, at its next turn."""

    def __init__(self) -> None:
        super().__init__(name="scheduler", daemon=True)
        self._stop_asked = threading.Event()

    def run(self) -> None:
        """Until stop() is called."""
        due = dict.fromkeys(TIMETABLE, 0.0)
        while not self._stop_asked.is_set():
            for name, interval in TIMETABLE.items():
                # Monotonic, so that a clock that is set back stops nothing.
                if time.monotonic() >= due[name]:
                    self._run_one(name)
                    due[name] = time.monotonic() + interval.total_seconds()
            self._stop_asked.wait(_TICK)

    def _run_one(self, name: str) -> None:
        try:
            run_task(name)
        except Exception:
            logger.exception("task_failed", task=name)
        finally:
            close_old_connections()

    def stop(self) -> None:
        """Let the task that runs finish, and end."""
        self._stop_asked.set()
        if self.is_alive():
            self.join(timeout=10)
