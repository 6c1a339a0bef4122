"""Behind a proxy that speaks HTTPS, on PostgreSQL and Redis, whose URLs must be given."""

from django.core.exceptions import ImproperlyConfigured
from environs import Env

from harp_server.settings.base import *

_required = Env()
SECRET_KEY = _required.str("HARP_SECRET_KEY")
if len(SECRET_KEY) < 50:
    raise ImproperlyConfigured("HARP_SECRET_KEY is too short: take 50 random characters or more.")
ALLOWED_HOSTS: list[str] = [host.strip() for host in _required.str("HARP_HOSTS").split(",")]
if any(not host or "*" in host for host in ALLOWED_HOSTS):
    # Links in mails, and who may write in a player's name, follow from the host of a request.
    raise ImproperlyConfigured("HARP_HOSTS must name each host, with commas between, without *.")
CSRF_TRUSTED_ORIGINS = [
    f"https://*{host}" if host.startswith(".") else f"https://{host}" for host in ALLOWED_HOSTS
]
_required.str("DATABASE_URL")
_required.str("REDIS_URL")

# A connection of the pool that PostgreSQL has closed meanwhile, in a restart say, costs no request.
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

# Redis may be away for a while: nobody waits for it long, and no call fails of it.
CACHES["default"]["BACKEND"] = "harp_server.cache.CacheThatMayBeAway"
CACHES["default"]["OPTIONS"] = {"socket_timeout": 0.25, "socket_connect_timeout": 0.25}

# The proxy sets these headers itself, whatever the client says (deploy/nginx).
DJANGO_STRUCTLOG_TRUST_UPSTREAM_REQUEST_ID = True
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = 31_536_000
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
# Whether other names below these hosts speak HTTPS too, for all browsers and years, is for their
# owner to promise.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

_mail = env.dj_email_url("HARP_MAIL_URL", "smtp://localhost:25")
if "EMAIL_BACKEND" not in _mail:
    raise ImproperlyConfigured("HARP_MAIL_URL must begin with submission:// or smtp://.")
EMAIL_BACKEND = _mail["EMAIL_BACKEND"]
EMAIL_HOST = _mail["EMAIL_HOST"]
EMAIL_PORT = _mail["EMAIL_PORT"]
EMAIL_HOST_USER = _mail["EMAIL_HOST_USER"]
EMAIL_HOST_PASSWORD = _mail["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS = _mail["EMAIL_USE_TLS"]
EMAIL_USE_SSL = _mail["EMAIL_USE_SSL"]
EMAIL_TIMEOUT = 10

# Whoever scans the internet for hosts is answered 400, which is logged like every request.
LOGGING["loggers"]["django.security.DisallowedHost"] = {
    "handlers": [],
    "level": "CRITICAL",
    "propagate": False,
}
