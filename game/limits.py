"""How much the server takes at once (docs/protocol.md); every check reads it here."""

MAX_BODY_BYTES = 64 * 1024
MAX_LOG_BODY_BYTES = 256 * 1024
MAX_BATCH_ACTIONS = 2_000
MAX_LOG_ACTIONS = 20_000

STORED_A_DAY = 500_000
"""Actions that one player may have stored in a day, all attempts together; a request that stores
counts as ACTIONS_A_ROW more. Somebody who plays for twelve hours without a rest stays below."""
ACTIONS_A_ROW = 10

PACE_BURST = 20
PACE_A_SECOND = 10
"""An attempt has a time as long as no more of its actions have arrived than PACE_BURST, and
PACE_A_SECOND for each second since the first: more than anybody plays, less than a log that is sent
all at once."""
