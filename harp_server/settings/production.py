"""Behind a proxy that speaks HTTPS, on PostgreSQL and Redis, whose URLs must be given."""

from environs import Env

from harp_server.settings.base import *

_required = Env()
SECRET_KEY = _required.str("HARP_SECRET_KEY")
ALLOWED_HOSTS: list[str] = _required.list("HARP_HOSTS")
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS]
_required.str("DATABASE_URL")
_required.str("REDIS_URL")

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = 31_536_000
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
# Whether other names below these hosts speak HTTPS too, for all browsers and years, is for their
# owner to promise.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
