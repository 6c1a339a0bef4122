"""How much the server takes at once (docs/protocol.md); every check reads it here."""

MAX_BODY_BYTES = 64 * 1024
MAX_LOG_BODY_BYTES = 256 * 1024
MAX_BATCH_ACTIONS = 2_000
MAX_LOG_ACTIONS = 20_000

PACE_BURST = 20
PACE_A_SECOND = 10
"""An attempt has a time as long as no more of its actions have arrived than PACE_BURST, and
PACE_A_SECOND for each second since the first: more than anybody plays, less than a log that is sent
all at once."""
