"""The Celery application: `celery -A harp_server.celery worker`, and `... beat` beside it."""

import os

from celery import Celery

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
