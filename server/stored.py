"""Events and states as bytes in the store, and back.

An event is stored as `[schema, kind, fields, at_ms, author]` in msgpack, behind it the
clock's receipt where it is a person's move, or nothing and the bot's receipt where it is
a bot's, followed by eight bytes of checksum that are chained to the event before: a flipped bit in the
middle of a history is found when the history is read, however well the file loads. A
snapshot is `[schema, fields, checksum of its last event]` with a checksum of its own.
Both carry the version of their schema, so that older ones can be brought up to date.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, TypeAlias

import msgpack
from pydantic import TypeAdapter, ValidationError

from engine import events as deal_events
from server.table import events as table_events
from server.table.events import (
    Author,
    BotReceipt,
    ClockReceipt,
    Stamped,
    TableEvent,
)
from server.table.state import TableState

SCHEMA: Final = 1
"""Version of what is written; see `_upcast_event` for reading older ones.

It counts releases of the form and not changes of it: until the first release everything
is 1, bots' receipts included, and no store from before is promised to be readable. From
then on it rises with whatever an older server could not read, or would read otherwise:
another event, field, or receipt. Then an older node sends its people on to a newer one
(`NewerSchema`) instead of taking the table for damaged."""
CHECKSUM_BYTES: Final = 8
NO_CHECKSUM: Final = bytes(CHECKSUM_BYTES)
"""What the first event of a history is chained to."""

_KINDS: Final[dict[str, type[TableEvent]]] = {
    "table_opened": table_events.TableOpened,
    "deal_promised": table_events.DealPromised,
    "seat_taken": table_events.SeatTaken,
    "bot_seated": table_events.BotSeated,
    "seat_left": table_events.SeatLeft,
    "control_passed": table_events.ControlPassed,
    "entropy_added": table_events.EntropyAdded,
    "deal_began": table_events.DealBegan,
    "kick_voted": table_events.KickVoted,
    "ready_given": table_events.ReadyGiven,
    "match_began": table_events.MatchBegan,
    "sign_given": table_events.SignGiven,
    "bank_spent": table_events.BankSpent,
    "bank_grown": table_events.BankGrown,
    "lag_noted": table_events.LagNoted,
    "clock_credited": table_events.ClockCredited,
    "pause_wished": table_events.PauseWished,
    "paused": table_events.Paused,
    "pause_ended": table_events.PauseEnded,
    "undo_asked": table_events.UndoAsked,
    "undo_answered": table_events.UndoAnswered,
    "claim_made": table_events.ClaimMade,
    "claim_answered": table_events.ClaimAnswered,
    "history_rewound": table_events.HistoryRewound,
    "history_restored": table_events.HistoryRestored,
    "deal_archived": table_events.DealArchived,
    "hands_looked_at": table_events.HandsLookedAt,
    "table_closed": table_events.TableClosed,
    "discarded": deal_events.Discarded,
    "declared": deal_events.Declared,
    "skipped": deal_events.Skipped,
    "card_played": deal_events.CardPlayed,
    "taken_back": deal_events.TakenBack,
    "trick_won": deal_events.TrickWon,
    "deal_settled": deal_events.DealSettled,
}
_NAMES: Final = {event_type: kind for kind, event_type in _KINDS.items()}
_ADAPTERS: Final[dict[str, TypeAdapter[Any]]] = {
    kind: TypeAdapter(event_type) for kind, event_type in _KINDS.items()
}
_STATE: Final = TypeAdapter(TableState)
_AUTHORS: Final = {author.value: author for author in Author}


EventStep: TypeAlias = Callable[[str, dict[str, Any]], tuple[str, dict[str, Any]]]
StateStep: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
_EVENT_STEPS: Final[dict[int, EventStep]] = {}
"""By schema: what makes of an event's kind and fields those of the next schema."""
_STATE_STEPS: Final[dict[int, StateStep]] = {}
"""The same for states."""


class StoredFault(Exception):  # noqa: N818 - a fault in what was stored
    """Stored bytes cannot be what this server wrote; the table must not go on."""


class NewerSchema(StoredFault):
    """A newer server has written this: the table goes on there, and not here."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """An event as bytes, and the checksum that the next event is chained to."""

    payload: bytes
    checksum: bytes


def seal_event(stamped: Stamped, before: bytes) -> Sealed:
    """An event as it is stored after an event with the checksum `before`."""
    kind = _NAMES[type(stamped.event)]
    fields = _ADAPTERS[kind].dump_python(stamped.event)
    parts = [SCHEMA, kind, fields, stamped.at_ms, stamped.by.value]
    body = _pack([*parts, *_receipts(stamped)])
    checksum = _checksum(before, body)
    return Sealed(body + checksum, checksum)


def open_event(payload: bytes, before: bytes) -> tuple[Stamped, bytes]:
    """An event and its checksum from stored bytes.

    Raises:
        NewerSchema: A newer server has written it.
        StoredFault: The checksum does not fit the event before, or the bytes are
            of no known kind or schema.
    """
    body, checksum = payload[:-CHECKSUM_BYTES], payload[-CHECKSUM_BYTES:]
    if _checksum(before, body) != checksum:
        msg = "the checksum of an event does not continue the one before"
        raise StoredFault(msg)
    try:
        schema, kind, fields, at_ms, author, *receipts = _unpack(body)
        kind, fields = _upcast_event(schema, kind, fields)
        event = _ADAPTERS[kind].validate_python(fields)
        clock, bot = _receipts_in(*receipts)
        return Stamped(event, at_ms, _AUTHORS[author], clock, bot), checksum
    except (ValueError, KeyError, TypeError, ValidationError) as fault:
        msg = f"an event cannot be read: {type(fault).__name__}"
        raise StoredFault(msg) from None


def _receipts(stamped: Stamped) -> list[Any]:
    """The receipts behind an event, without the nothing at the end."""
    clock, bot = stamped.clock, stamped.bot
    times = None if clock is None else (clock.think_ms, clock.lag_ms, clock.server_ms)
    if bot is not None:
        return [times, (bot.level, bot.players_version)]
    return [] if times is None else [times]


def _receipts_in(
    clock: list[int] | None = None, bot: list[Any] | None = None
) -> tuple[ClockReceipt | None, BotReceipt | None]:
    return (
        None if clock is None else ClockReceipt(*clock),
        None if bot is None else BotReceipt(*bot),
    )


def seal_snapshot(state: TableState, checksum: bytes) -> bytes:
    """A state as it is stored.

    Args:
        state: The table after its latest event.
        checksum: Of that event.
    """
    body = _pack([SCHEMA, _STATE.dump_python(state), checksum])
    return body + _checksum(NO_CHECKSUM, body)


def open_snapshot(payload: bytes) -> tuple[TableState, bytes]:
    """A state and the checksum of its last event, from stored bytes.

    Raises:
        NewerSchema: A newer server has written it.
        StoredFault: The bytes are damaged or of no known schema.
    """
    body, own = payload[:-CHECKSUM_BYTES], payload[-CHECKSUM_BYTES:]
    if _checksum(NO_CHECKSUM, body) != own:
        msg = "the checksum of a snapshot is wrong"
        raise StoredFault(msg)
    try:
        schema, fields, checksum = _unpack(body)
        return _STATE.validate_python(_upcast_state(schema, fields)), checksum
    except (ValueError, KeyError, TypeError, ValidationError) as fault:
        msg = f"a snapshot cannot be read: {type(fault).__name__}"
        raise StoredFault(msg) from None


def state_digest(state: TableState) -> bytes:
    """What two states have in common only if they are equal."""
    return _checksum(NO_CHECKSUM, _pack([_STATE.dump_python(state)]))


def pack_plain(value: list[Any]) -> bytes:
    """Plain data as bytes; for small things that the store keeps."""
    return _pack(value)


def unpack_plain(data: bytes) -> Any:  # noqa: ANN401 - judged by whoever asked
    """Plain data from bytes, those of `pack_plain` or of a message."""
    return _unpack(data)


def _upcast_event(
    schema: int, kind: str, fields: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    """Bring an event of an older schema up to date, one schema after the other."""
    _refuse_newer(schema)
    for older in range(schema, SCHEMA):
        kind, fields = _EVENT_STEPS[older](kind, fields)
    return kind, fields


def _upcast_state(schema: int, fields: dict[str, Any]) -> dict[str, Any]:
    """Bring a state of an older schema up to date, one schema after the other."""
    _refuse_newer(schema)
    for older in range(schema, SCHEMA):
        fields = _STATE_STEPS[older](fields)
    return fields


def _refuse_newer(schema: int) -> None:
    if schema > SCHEMA:
        msg = f"schema {schema} is newer than {SCHEMA}"
        raise NewerSchema(msg)


def _checksum(before: bytes, body: bytes) -> bytes:
    return hashlib.blake2b(before + body, digest_size=CHECKSUM_BYTES).digest()


def _pack(parts: list[Any]) -> bytes:
    return _PACKER.pack(parts)


def _unpack(body: bytes) -> Any:  # noqa: ANN401 - judged by whoever asked
    return msgpack.unpackb(body, strict_map_key=True)


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    msg = f"{type(value).__name__} has no place in the store"
    raise TypeError(msg)


_PACKER: Final = msgpack.Packer(default=_plain)
"""One for all: making one takes as long as packing an event."""
