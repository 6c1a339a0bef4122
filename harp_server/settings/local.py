"""Embedded mode: no service and no setting needed; state, logs and a generated key in var/."""

from harp_server.logs import logging_config
from harp_server.settings.base import *
from harp_server.var import secret_key

SECRET_KEY = secret_key(VAR_DIR)
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *env.list("HARP_HOSTS", [])]
LOGGING = logging_config(file=VAR_DIR / "log" / "harp.jsonl")
