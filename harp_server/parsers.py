"""JSON bodies, and no more of them than a call may need."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from game.limits import MAX_BODY_BYTES


class BodyTooLarge(Exception):
    """The body is longer than this call takes."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


class BoundedJSONParser(BaseParser):
    """Strict JSON, read up to the view's `max_body_bytes` (64 KiB unless it says otherwise)."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The parsed body. Raises BodyTooLarge and ParseError."""
        view = (parser_context or {}).get("view")
        limit = getattr(view, "max_body_bytes", MAX_BODY_BYTES)
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise BodyTooLarge(limit)
        try:
            return json.loads(body.decode("utf-8"), parse_constant=_no_constant)
        except (ValueError, RecursionError):
            raise ParseError("The body is not JSON in UTF-8.") from None
