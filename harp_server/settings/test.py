"""The test suite's mode: embedded, or on the services that DATABASE_URL and REDIS_URL name."""

import atexit
import shutil
import tempfile
from pathlib import Path

from harp_server.settings.base import *

SECRET_KEY = "for tests alone"  # noqa: S105
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]

# A file, since threads that meet in the database need more than one connection to it.
_state = Path(tempfile.mkdtemp(prefix="harp-test-"))
atexit.register(shutil.rmtree, _state, ignore_errors=True)
DATABASES["default"].setdefault("TEST", {})
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"]["NAME"] = _state / "test.sqlite3"
EMAIL_FILE_PATH = _state / "mail"

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True
