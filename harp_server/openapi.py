"""What the generated OpenAPI document can't read off the views: the errors."""

from typing import Any, Final

_ERROR: Final = {
    "type": "object",
    "description": "Every error has this form; some carry more (docs/protocol.md).",
    "properties": {
        "error": {
            "type": "object",
            "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
            "required": ["code", "message"],
            "additionalProperties": True,
        }
    },
    "required": ["error"],
}

_TEXTS: Final = {
    "400": "Malformed; nothing was changed.",
    "401": "Not signed in.",
    "403": "The player is banned, or it would be a spoiler.",
    "404": "It does not exist, is not yours, or is not open yet.",
    "409": "Stale or over, with the log from the ply that you named; or not now (a closed day).",
    "413": "The body is too large.",
    "422": "The rules refuse an action: its index, and the rule's code.",
    "429": "Too fast; see Retry-After.",
    "503": "The guest is becoming part of an account; come again after Retry-After.",
}

_OF_OPERATION: Final = {
    "create_guest": ["403", "429"],
    "create_token": ["403", "429"],
    "revoke_token": ["401"],
    "me": ["401"],
    "settings": ["401"],
    "change_settings": ["400", "401", "403", "413", "429", "503"],
    "daily": ["400", "404"],
    "commitments": ["400"],
    "deal": ["400", "404"],
    "start_attempt": ["400", "401", "403", "404", "409", "413", "429", "503"],
    "attempt": ["401", "404"],
    "append_actions": ["400", "401", "403", "404", "409", "413", "422", "429", "503"],
    "finish_attempt": ["401", "403", "404", "429", "503"],
    "play_on": ["400", "401", "403", "404", "409", "413", "429", "503"],
    "play_whole_log": ["400", "401", "403", "404", "409", "413", "422", "429", "503"],
    "replay": ["403", "404", "429"],
    "board": ["400", "404"],
    "player": ["404"],
}


def document_errors(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """drf-spectacular's hook: give each operation the errors that it can answer with."""
    result["components"]["schemas"]["Error"] = _ERROR
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    for operations in result["paths"].values():
        for operation in operations.values():
            for status in _OF_OPERATION.get(operation["operationId"], []):
                description = {"description": _TEXTS[status], "content": content}
                operation["responses"].setdefault(status, description)
    return result
