"""Structured logs: one JSON object a line, with the request's id; what is secret never gets in."""

from pathlib import Path
from typing import Any

import structlog

_shared: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
    structlog.processors.format_exc_info,
]


def logging_config(*, file: Path | None) -> dict[str, Any]:
    """Django's LOGGING: to `file`, turned over at 10 MB, or to standard error."""
    structlog.configure(
        processors=[*_shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler: dict[str, Any] = {"class": "logging.StreamHandler", "formatter": "json"}
    if file is not None:
        handler = {
            "class": "logging.handlers.RotatingFileHandler",
            "filename": str(file),
            "maxBytes": 10_000_000,
            "backupCount": 3,
            "delay": True,
            "formatter": "json",
        }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.JSONRenderer(),
                ],
                "foreign_pre_chain": _shared,
            },
        },
        "handlers": {"main": handler},
        "root": {"handlers": ["main"], "level": "INFO"},
        "loggers": {
            # django_structlog logs each request once, with its id; Django's own would be a second.
            "django.request": {"handlers": ["main"], "level": "ERROR", "propagate": False},
            "django.server": {"handlers": ["main"], "level": "WARNING", "propagate": False},
            "uvicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
        },
    }
