"""A table as a file: taken from one host, put up at another.

The file holds everything, hidden cards and all, and with it the hashes by which people
prove who they are: their clients come back at the new host with the tokens they have.
"""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Any, Final, Protocol

from server.hub.appending import all_deadlines
from server.hub.history import LEAP, position_of
from server.sessions import KeptSession, SessionStore
from server.store import TableStore
from server.store_outcomes import Applied
from server.store_records import (
    EPOCH_BYTES,
    TOKEN_BYTES,
    Change,
    Loaded,
    Mark,
    NewEvent,
    NewTable,
    Receipt,
    Snapshot,
    StoredEvent,
)
from server.stored import SCHEMA, StoredFault, seal_event, seal_snapshot
from server.table.events import Author, HistoryRestored, Stamped
from server.table.evolve import evolve

if TYPE_CHECKING:
    from engine.plain import Plain
    from server.hub.history import Position
    from server.ports import Chance
    from server.store_records import Remains
    from server.table.state import TableState

TABLE_FORMAT: Final = "tarocco-table/1"
DAMAGED_FORMAT: Final = "tarocco-damaged-table/1"
_KEEP_MS: Final = 48 * 3600 * 1000


class WholeStore(TableStore, SessionStore, Protocol):
    """Tables and sessions in one."""


class NotMoved(Exception):  # noqa: N818 - an answer for a person
    """A file is no table, or there is such a table already; the text says which."""


async def packed(store: WholeStore, table: str) -> Plain | None:
    """A table as data for JSON; None if there is no such table.

    Raises:
        StoredFault: What is stored is damaged.
    """
    loaded = await store.load(table)
    if loaded is None:
        return None
    state = position_of(loaded).state  # reads every checksum
    sessions: Plain = {}
    for session in await _sessions_of(store, _users_at(state)):
        kept = await store.kept_session(session)
        if kept is not None:
            sessions[session] = _packed_session(kept)
    return {
        "format": TABLE_FORMAT,
        "table": table,
        "epoch": _text(loaded.mark.epoch),
        "snapshot": [loaded.snapshot.version, _text(loaded.snapshot.payload)],
        "events": [
            [event.version, _text(event.token), _text(event.payload)]
            for event in loaded.events
        ],
        "sessions": sessions,
    }


def packed_remains(table: str, remains: Remains, fault: str) -> Plain:
    """What is stored of a table that cannot be read, as data for JSON.

    Args:
        table: Its id.
        remains: What is stored.
        fault: Why it cannot be read.
    """
    return {
        "format": DAMAGED_FORMAT,
        "table": table,
        "fault": fault,
        "meta": {name: _text(value) for name, value in remains.meta.items()},
        "snapshot": None if remains.snapshot is None else _text(remains.snapshot),
        "events": [
            [event.version, _text(event.token), _text(event.payload)]
            for event in remains.events
        ],
    }


async def unpacked(store: WholeStore, data: object, chance: Chance) -> str:
    """Put a table up from such data; its id.

    Raises:
        NotMoved: The data are no table, or there is one with this id.
    """
    try:
        position, sessions = _read(data)
    except (KeyError, TypeError, ValueError, binascii.Error, StoredFault) as fault:
        msg = f"the file holds no table: {fault}"
        raise NotMoved(msg) from None
    table = position.state.table
    now_ms = await store.now_ms(table)
    outcome = await store.create(_new_table(position, chance, now_ms))
    if not isinstance(outcome, Applied):
        msg = f"there is a table {table} here already"
        raise NotMoved(msg)
    for session, kept in sessions.items():
        await store.open_session(session, kept, keep_ms=_KEEP_MS)
    for user in _users_at(position.state):
        await store.put_user_seat(user, table, b"")
    return table


def _users_at(state: TableState) -> list[str]:
    """The people who sit at a table."""
    held = [state.seats[seat].person for seat in state.people]
    return [person.user for person in held if person is not None]


async def _sessions_of(store: WholeStore, users: list[str]) -> list[str]:
    """Over which sessions people come: a guest is his own, a login has the latest."""
    known = await store.known_users(users)
    return [
        user if one.newest is None else one.newest
        for user, one in zip(users, known, strict=True)
    ]


def _packed_session(kept: KeptSession) -> list[str | int | None]:
    before = None if kept.before_hash is None else _text(kept.before_hash)
    return [_text(kept.proof_hash), _text(kept.payload), kept.uses, before]


def _read_session(
    proof: str, payload: str, uses: int = 0, before: str | None = None
) -> KeptSession:
    """A session of a file; an older one says less of it."""
    before_hash = None if before is None else _bytes(before)
    return KeptSession(_bytes(proof), _bytes(payload), int(uses), before_hash)


def _new_table(position: Position, chance: Chance, now_ms: int) -> NewTable:
    stamped = Stamped(HistoryRestored(), now_ms, Author.SERVER)
    sealed = seal_event(stamped, position.checksum)
    # At the other host it may have gone on meanwhile.
    base = position.mark.version + LEAP
    state = evolve(position.state, stamped, base + 1)
    change = Change(
        now_ms=now_ms,
        events=(NewEvent(sealed.payload, chance.fresh(TOKEN_BYTES)),),
        snapshot=seal_snapshot(state, sealed.checksum),
        deadlines=all_deadlines(state, now_ms),
        writer=SCHEMA,
    )
    receipt = Receipt("sys:import", 1, b"", b"")
    epoch = chance.fresh(EPOCH_BYTES)
    return NewTable(state.table, epoch, receipt, change, base)


def _read(data: Any) -> tuple[Position, dict[str, KeptSession]]:  # noqa: ANN401
    if data["format"] != TABLE_FORMAT:
        msg = f"the format has to be {TABLE_FORMAT}"
        raise ValueError(msg)
    version, payload = data["snapshot"]
    events = tuple(
        StoredEvent(number, _bytes(token), _bytes(stored))
        for number, token, stored in data["events"]
    )
    last = events[-1] if events else None
    token = bytes(TOKEN_BYTES) if last is None else last.token
    mark = Mark(_bytes(data["epoch"]), version if last is None else last.version, token)
    loaded = Loaded(
        mark=mark,
        snapshot=Snapshot(version, _bytes(payload)),
        events=events,
        writer=SCHEMA,
        minimum_writer=SCHEMA,
        phase="",
        deadlines={},
        now_ms=0,
    )
    sessions = {
        session: _read_session(*kept) for session, kept in data["sessions"].items()
    }
    return position_of(loaded), sessions


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _bytes(text: str) -> bytes:
    return base64.b64decode(text, validate=True)
