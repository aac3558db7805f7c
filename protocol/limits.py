"""What both sides keep to: bytes, lengths, rates and waits.

These are the defaults of a server; a host may set the rates and waits otherwise, and
`welcome` tells a client those that concern it. Units stand in the names: `_bytes` of one
message, `_s` seconds, `_ms` milliseconds, everything else a count.
"""

from __future__ import annotations

from typing import Final

PROTOCOL_VERSION: Final = 1
"""The version that this package speaks; a server may serve older ones, see `versions`."""

# One message.
TO_SERVER_BYTES: Final = 4_096
TO_CLIENT_BYTES: Final = 16_384
SNAPSHOT_BYTES: Final = 65_536
TO_SERVER_FRAGMENTS: Final = 16

# Inside a message to the server.
ITEMS: Final = 64
"""Entries of one array or map."""
TEXT_LENGTH: Final = 512
"""Bytes of one string."""
LOGIN_LENGTH: Final = 2_048
"""Bytes of a login token, the one string that is longer."""
BIN_BYTES: Final = 64
DEPTH: Final = 8
"""Nesting; no message of this version needs more than three."""
DETAIL_LENGTH: Final = 512

# Inside a message to a client: room for what newer servers may add.
TOLD_ITEMS: Final = 1_024
TOLD_DEPTH: Final = 32
TOLD_TEXT_BYTES: Final = 4_096

EVENTS_PER_MESSAGE: Final = 64
HINT_CANDIDATES: Final = 17
"""As many as a hand has cards at most."""
REPLAY_EVENTS: Final = 256
"""A client that missed more gets a snapshot. No setting: it is what the store gives in
one answer, and a snapshot is smaller than more events than that."""

MAX_INT: Final = 2**53 - 1
"""Beyond this, clients whose numbers are floats lose digits."""
LOBBY_TABLES: Final = 1_024
"""Open tables that a client keeps in its list; more are left out of it."""
NAME_LENGTH: Final = 24
CLIENT_LENGTH: Final = 64
TABLE_ID_LENGTH: Final = 32
WORD_LENGTH: Final = 32
CODE_LENGTH: Final = 48

# Rates, per connection.
MESSAGES_PER_S: Final = 10
MESSAGES_BURST: Final = 40
BYTES_PER_S: Final = 32_768
HINTS_PER_S: Final = 0.5
"""Of one person, over whatever connection and at whatever table."""
HINTS_BURST: Final = 3
INVALID_MESSAGES: Final = 3
"""So many within `INVALID_WITHIN_S` close the connection."""
INVALID_WITHIN_S: Final = 10

# What a server keeps for one connection that does not read.
OUTBOX_BYTES: Final = 65_536
OUTBOX_MESSAGES: Final = 256

# Waits.
OPEN_S: Final = 5
HELLO_S: Final = 5
MESSAGE_S: Final = 5
"""From the first byte of a message to its last."""
PING_EVERY_S: Final = 20
PING_WAIT_S: Final = 20
SILENCE_S: Final = 45
"""A connection on which nothing came for so long is dead for the client."""
CLOSE_S: Final = 3
BACKOFF_FIRST_S: Final = 0.5
BACKOFF_MOST_S: Final = 10.0
"""Well below the grace of a seat: who waits longer finds a bot in his place after a
restart that took a moment."""
FILL_MS: Final = 20_000
"""A quick match waits so long for people before bots take the other seats."""
TURN_MS: Final = 30_000
"""Time for each action at a public table."""
BANK_MS: Final = 15_000
"""Time on top of it, for a whole deal."""
LAG_BUDGET_MS: Final = 5_000
"""What the moves of a seat may take on their way in a deal, not charged to its clock."""
GRACE_MS: Final = 20_000
"""A seat whose person is away goes to a bot after this time."""
RESERVED_MS: Final = 600_000
"""A seat is kept for its person, bot or not, for this time."""
