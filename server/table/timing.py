"""What a table does when one of its deadlines has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import BrokenInvariant
from server.table.deadlines import (
    ARCHIVE,
    CLAIM,
    FILL,
    IDLE,
    PAUSE,
    READY,
    TURN,
    UNDO,
    deadlines_of,
    seat_of_kind,
)
from server.table.events import (
    ClaimAnswered,
    ControlPassed,
    PauseEnded,
    TableClosed,
    UndoAnswered,
)
from server.table.outages import credit_clock, lost_ms
from server.table.seating import give_up_seat
from server.table.starting import begin_deal
from server.table.state import Control

if TYPE_CHECKING:
    from server.table.commands import TimeUp
    from server.table.draft import Draft
    from server.table.state import TableState


def time_up(draft: Draft, command: TimeUp) -> None:
    """Act on a deadline, if it still stands and its time has come."""
    kind = command.kind
    if kind == ARCHIVE:
        return  # asks a node for something, and comes back as its command
    due_ms = deadlines_of(draft.state).get(kind)
    if due_ms is None or draft.now.now_ms < due_ms:
        return  # something came first, or the deadline has moved
    if kind == TURN:
        _turn_over(draft, command)
        return
    since_ms, now_ms = _waited_since_ms(draft.state, kind), draft.now.now_ms
    if now_ms < due_ms + lost_ms(command.outages, since_ms, now_ms):
        return  # nobody could come or answer meanwhile; the deadline comes again
    if seat_of_kind(kind) is not None:
        _absence_over(draft, kind)
        return
    _table_deadline(draft, kind)


def _waited_since_ms(state: TableState, kind: str) -> int:
    """Since when people are waited for, by the deadline that ends the wait."""
    family_seat, deal = seat_of_kind(kind), state.deal
    if family_seat is not None:
        return state.seats[family_seat[1]].away_since_ms
    since_ms = {
        IDLE: state.empty_since_ms,
        READY: state.ready_since_ms,
        FILL: state.fill_since_ms,
        PAUSE: state.paused_since_ms,
    }
    if deal is not None and deal.claim is not None:
        since_ms[CLAIM] = deal.claim.at_ms
    if deal is not None and deal.undo is not None:
        since_ms[UNDO] = deal.undo.at_ms
    return since_ms.get(kind, state.since_ms)


def _table_deadline(draft: Draft, kind: str) -> None:
    deal = draft.state.deal
    if kind == IDLE:
        draft.add(TableClosed("idle"))
    elif kind in {READY, FILL}:
        begin_deal(draft)
    elif kind == PAUSE:
        draft.add(PauseEnded())
    elif kind == CLAIM and deal is not None and deal.claim is not None:
        draft.add(ClaimAnswered(deal.claim.seat, agrees=False))
    elif kind == UNDO and deal is not None and deal.undo is not None:
        draft.add(UndoAnswered(deal.undo.seat, agrees=False))
    else:
        msg = f"no table has a deadline {kind!r} that is a command"
        raise BrokenInvariant(msg)


def _turn_over(draft: Draft, command: TimeUp) -> None:
    """The time of the person on turn is over: a bot acts until he is back.

    Time in which no server was alive does not count; it is given back first.
    """
    credit_clock(draft, command.outages)
    due_ms = deadlines_of(draft.state).get(TURN)
    if due_ms is None or draft.now.now_ms < due_ms:
        return
    turn = draft.state.turn
    if turn is None:
        return
    connected = draft.state.seats[turn].connected
    draft.add(ControlPassed(turn, Control.BOT, connected=connected))


def _absence_over(draft: Draft, kind: str) -> None:
    family_seat = seat_of_kind(kind)
    if family_seat is None:
        return
    family, seat = family_seat
    if family == "grace":
        draft.add(ControlPassed(seat, Control.BOT, connected=False))
    else:
        give_up_seat(draft, seat)
