"""How much the server takes at once (docs/protocol.md); every check reads it here."""

MAX_BODY_BYTES = 64 * 1024
MAX_LOG_BODY_BYTES = 256 * 1024
MAX_BATCH_ACTIONS = 2_000
MAX_LOG_ACTIONS = 20_000
