"""What the lobby says of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.seats import SEATS
from server.stored import pack_plain, unpack_plain
from server.table.options import BotSeats
from server.translate.table_view import options_data

if TYPE_CHECKING:
    from engine.plain import Plain
    from server.table.state import TableState


WAITING: Final = "waiting"
BETWEEN: Final = "between"
PLAYING: Final = "playing"


def phase_of(state: TableState) -> str:
    """`waiting` for the first deal, `playing`, `between` deals, `over` or `closed`.

    Coarser than the phases of a deal, so that a move changes nothing in the lobby.
    """
    if state.closed is not None:
        return "closed"
    if state.deal is None:
        return WAITING
    if state.deal_runs:
        return PLAYING
    return "over" if state.finished else BETWEEN


def row_of(state: TableState) -> bytes | None:
    """The row of a table; None for one that is in no list."""
    if state.options.private or state.closed is not None or not state.people:
        return None
    bots = sum(held.bot_level is not None for held in state.seats)
    people = len(state.people)
    kept = state.deal_runs and state.options.bot_seats is not BotSeats.AT_ONCE
    free = 4 - people - (bots if kept else 0)
    row = {
        "phase": phase_of(state),
        "people": people,
        "bots": bots,
        "free": free,
        "names": [state.name_at(seat) for seat in SEATS if state.name_at(seat)],
        "options": options_data(state.options),
        "since": state.fill_since_ms,
    }
    return pack_plain([row])


def row_data(table: str, row: bytes) -> Plain:
    """A row as it is told to clients."""
    return {"table": table, **facts_in(row)}


def facts_in(row: bytes) -> Plain:
    """What a row tells, without the table's id."""
    unpacked: Any = unpack_plain(row)
    facts: Plain = unpacked[0]
    return facts
