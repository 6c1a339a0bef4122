"""What all modes share. DATABASE_URL and REDIS_URL switch from the embedded parts to services."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import django_stubs_ext
from csp.constants import NONE, SELF
from environs import Env

from harp_server.logs import logging_config

# Django's generic classes take their parameters at run time too, as the types say.
django_stubs_ext.monkeypatch()

env = Env()

BASE_DIR = Path(__file__).resolve().parents[2]
VAR_DIR = env.path("HARP_VAR", BASE_DIR / "var").absolute()
REDIS_URL: str | None = env.str("REDIS_URL", None)

DEBUG = False

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_structlog",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "game",
    "leaderboard",
    "frontend",
    # After the pages, whose templates come before its own.
    "allauth",
    "allauth.account",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "harp_server.middleware.ReplyMiddleware",
    "csp.middleware.CSPMiddleware",
    "harp_server.middleware.session_cookie_middleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "harp_server.middleware.SpokenLocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "game.middleware.player_middleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "harp_server.urls"
ASGI_APPLICATION = "harp_server.asgi.application"
WSGI_APPLICATION = "harp_server.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]


def database(url: str | None, var_dir: Path) -> dict[str, Any]:
    """The database of a URL, or SQLite in `var_dir`, with settings that were measured to matter.

    SQLite: immediate transactions, else read-then-write collides with "database is locked"; FULL,
    since nothing that was acknowledged may be lost when power fails. PostgreSQL: the pool, since
    persistent connections under ASGI run into "too many clients".
    """
    if url:
        config: dict[str, Any] = dict(Env().dj_db_url("DATABASE_URL"))
        if config["ENGINE"] == "django.db.backends.postgresql":
            config["CONN_MAX_AGE"] = 0
            config["OPTIONS"] = {
                **config.get("OPTIONS", {}),
                "pool": {"min_size": 1, "max_size": 8, "timeout": 10},
            }
            return config
    else:
        config = {"ENGINE": "django.db.backends.sqlite3", "NAME": var_dir / "harp.sqlite3"}
    config["OPTIONS"] = {
        **config.get("OPTIONS", {}),
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    return config


DATABASES = {"default": database(env.str("DATABASE_URL", None), VAR_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "harp",
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}

AUTH_USER_MODEL = "game.Player"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",  # by name: administration, and sessions of guests
    "game.authentication.EmailBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "account"

# Accounts by email and password. A server without working mail is served too, so an address need
# not be confirmed; and nobody learns from sign-up, sign-in or reset whether an address is in use.
ACCOUNT_ADAPTER = "game.adapters.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_FORMS = {"signup": "frontend.account_forms.SignUpForm"}
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
# Guests sign up and in as well; the views send those away who have an account already.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# Whoever shares an address shares these limits too; the rest are allauth's own.
ACCOUNT_RATE_LIMITS = {
    "signup": "60/m/ip,600/d/ip",
    "login": "60/m/ip",
    "rename": "10/h/user",
    "export": "10/h/user",
    "replay": "240/m/ip",
}

# A guest has nothing but this cookie to come back by: it lives as long as browsers keep one.
SESSION_COOKIE_AGE = int(timedelta(days=400).total_seconds())
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "frontend.views.csrf_failure"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("sv", "Svenska"), ("el", "Ελληνικά")]
LOCALE_PATHS = [BASE_DIR / "frontend" / "locale"]
# The languages that pages come in: those with a catalog. A player's choice is kept all the same,
# but half a page in Swedish, since Django knows its own words, helps nobody.
SPOKEN_LANGUAGES = [
    LANGUAGE_CODE,
    *(catalog.parts[-3] for catalog in LOCALE_PATHS[0].glob("*/LC_MESSAGES/django.mo")),
]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = VAR_DIR / "mail"
DEFAULT_FROM_EMAIL = env.str("HARP_MAIL_FROM", "Harp <harp@localhost>")

X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "game.authentication.PlayerTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_PARSER_CLASSES": ["harp_server.parsers.BoundedJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["game.throttles.CallThrottle"],
    # A player sends a batch a second at the most; several devices and bursts after a lost
    # connection fit. New guests are counted by network: a school's first lesson comes from one
    # address, and later lessons make no guests any more.
    "DEFAULT_THROTTLE_RATES": {
        "actions": "300/min",
        "logs": "60/min",
        "replays": "240/min",
        "guests": env.str("HARP_GUEST_RATE", "240/hour"),
        "guests_day": env.str("HARP_GUEST_DAY_RATE", "1500/day"),
        "tokens": "60/hour",
        "settings": "120/min",
    },
    "EXCEPTION_HANDLER": "harp_server.api_errors.exception_handler",
    # Behind so many trusted proxies the client's address is read from X-Forwarded-For.
    "NUM_PROXIES": env.int("HARP_PROXIES", 0),
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

REST_KNOX = {"TOKEN_TTL": timedelta(days=365), "AUTO_REFRESH": False}

SPECTACULAR_SETTINGS = {
    "TITLE": "Harp",
    "DESCRIPTION": "Patience: deals, attempts, boards, replays; the server verifies each result.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "harp_server.openapi.document_errors",
    ],
}

CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat")
CELERY_TIMEZONE = "UTC"

DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = 20  # logging.INFO: a refused call is everyday work
LOGGING = logging_config(file=None)
