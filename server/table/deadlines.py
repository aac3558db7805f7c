"""Which deadlines a table has: they follow from its state alone.

Each is an absolute time of the store's clock. Whoever finds one due hands it to the
table as a command; firing twice or late is harmless, since the table judges again.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from engine.seats import SEATS, Seat
from server.table.state import Control

if TYPE_CHECKING:
    from server.table.state import SeatState, TableState

BOT: Final = "bot"
TURN: Final = "turn"
IDLE: Final = "idle"
FILL: Final = "fill"
READY: Final = "ready"
PAUSE: Final = "pause"
CLAIM: Final = "claim"
UNDO: Final = "undo"
ARCHIVE: Final = "archive"
"""The record of the settled deal is to be kept, at a closed table too."""
LEASE: Final = "lease"
"""Not of the state: some node looks whether the nodes of connected people live."""
MEND: Final = "mend"
"""Not of the state: the stored table cannot be read, and a node that has a copy of it is
asked to write it anew."""
_GRACE: Final = "grace"
_RESERVED: Final = "reserved"

LEASE_MS: Final = 30_000
PAUSE_MS: Final = 600_000
"""A pause ends by itself after ten minutes. This wait and the next two are no settings:
they are what the protocol promises to all clients, and each ends with a person's word."""
CLAIM_MS: Final = 20_000
UNDO_MS: Final = 10_000
LATE_MS: Final = 650
"""A move that a node received in time wins, though it reaches the store late: half a
second of lag, and what the store takes."""


def grace_kind(seat: Seat) -> str:
    """Kind of the deadline after which a bot plays for an absent person."""
    return f"{_GRACE}:{seat}"


def reserved_kind(seat: Seat) -> str:
    """Kind of the deadline after which an absent person's seat is given up."""
    return f"{_RESERVED}:{seat}"


def seat_of_kind(kind: str) -> tuple[str, Seat] | None:
    """The family (`grace`, `reserved`) and seat of a kind; None for the others."""
    family, colon, number = kind.partition(":")
    if not colon or number not in {"0", "1", "2", "3"}:
        return None
    return family, Seat(int(number))


def deadlines_of(state: TableState) -> dict[str, int]:
    """Kind to absolute milliseconds of the store's clock.

    While no person is connected the table waits: no bot moves and no seat is taken
    away, until the table itself is given up.
    """
    due: dict[str, int] = {}
    if state.wants_archiving:
        due[ARCHIVE] = state.since_ms
    if state.closed is not None:
        return due
    options = state.options
    if state.empty_since_ms:
        # No time of its own: an empty table is nothing but its reserved seats, and is
        # over when the last of them would be given up.
        return due | {IDLE: state.empty_since_ms + options.reserved_ms}
    due |= _absences(state)
    if state.paused_since_ms:
        due[PAUSE] = state.paused_since_ms + PAUSE_MS
    elif state.deal_runs:
        due |= _of_deal(state)
    else:
        due |= _between_deals(state)
    return due


def turn_deadline_ms(state: TableState) -> int | None:
    """When the time of the person on turn is over; None without a clock."""
    turn, options = state.turn, state.options
    if turn is None or not options.turn_ms or state.paused_since_ms:
        return None
    held = state.seats[turn]
    if held.person is None or held.control is Control.BOT:
        return None
    return _time_over_ms(state, held)


def _time_over_ms(state: TableState, held: SeatState) -> int:
    """When the turn time and the bank of the seat on turn are used up."""
    return state.since_ms + state.options.turn_ms + held.bank_ms


def bot_wait_ms(state: TableState) -> int:
    """How long the bot on turn waits before it moves, in milliseconds.

    Two thirds to five thirds of the table's pace. It follows from a seed that has
    nothing to do with the deal and from the number of the turn, so it says nothing
    about the hand, and it is the same whoever works it out.
    """
    context = state.turn_version.to_bytes(8, "big")
    drawn = hashlib.blake2b(context, key=state.pace_seed, digest_size=2).digest()
    share = int.from_bytes(drawn, "big") / 0xFFFF
    return round(state.options.pace_ms * (2 / 3 + share))


def _absences(state: TableState) -> dict[str, int]:
    due: dict[str, int] = {}
    for seat in SEATS:
        held = state.seats[seat]
        if held.person is None or held.connected:
            continue
        if held.control is Control.GRACE and not state.paused_since_ms:
            due[grace_kind(seat)] = held.away_since_ms + state.options.grace_ms
        due[reserved_kind(seat)] = held.away_since_ms + state.options.reserved_ms
    return due


def _of_deal(state: TableState) -> dict[str, int]:
    deal, turn = state.deal, state.turn
    if deal is None or turn is None:
        return {}
    if deal.claim is not None:
        return {CLAIM: deal.claim.at_ms + CLAIM_MS}
    if deal.undo is not None:
        turn_ms = turn_deadline_ms(state)  # the clock goes on while it is asked
        due = {UNDO: deal.undo.at_ms + UNDO_MS}
        return due if turn_ms is None else due | {TURN: turn_ms + LATE_MS}
    if state.seats[turn].control is Control.BOT:
        return {BOT: _bot_asked_ms(state, turn) + bot_wait_ms(state)}
    turn_ms = turn_deadline_ms(state)
    return {} if turn_ms is None else {TURN: turn_ms + LATE_MS}


def _bot_asked_ms(state: TableState, turn: Seat) -> int:
    """From when on a bot's wait counts.

    A bot that takes over from somebody who is away waits as always. One that takes over
    because the time is up does not, or coming back again and again would stop the game.
    """
    held = state.seats[turn]
    timed_out = held.control_since_ms >= _time_over_ms(state, held)
    if state.options.turn_ms and timed_out:
        return state.since_ms
    return max(state.since_ms, held.control_since_ms)


def _between_deals(state: TableState) -> dict[str, int]:
    due: dict[str, int] = {}
    options = state.options
    if state.ready_since_ms:
        due[READY] = state.ready_since_ms + options.ready_ms
    if state.deal is None and options.fill_ms and state.fill_since_ms:
        due[FILL] = state.fill_since_ms + options.fill_ms
    return due
