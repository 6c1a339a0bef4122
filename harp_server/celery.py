"""The Celery application: `celery -A harp_server.celery worker`, and `... beat` beside it."""

import os
from datetime import UTC, datetime
from typing import Any

from celery import Celery
from celery.beat import Service
from celery.signals import beat_init

from harp_server.timetable import TIMETABLE

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "harp_server.settings.production")

app = Celery("harp")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    # A task that could not start before its next turn is dropped: that turn does its work.
    name: {"task": name, "schedule": interval, "options": {"expires": interval.total_seconds()}}
    for name, interval in TIMETABLE.items()
}


@beat_init.connect
def _due_at_once(sender: Service, **_: Any) -> None:
    """Let every task have its first turn when beat starts, not an interval later.

    After a first start, and after a long time in which nothing ran, today's deals are made at once.
    """
    for entry in sender.scheduler.schedule.values():
        entry.last_run_at = datetime.fromtimestamp(0, UTC)
