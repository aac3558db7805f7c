"""Stored events as the items that one recipient is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.dealing import commitment_to
from engine.events import Discarded
from engine.events import Event as DealEvent
from engine.plain import Plain, codes
from engine.told import started_data
from server.table.events import (
    BankSpent,
    BotSeated,
    ClaimAnswered,
    ClaimMade,
    ClockCredited,
    ControlPassed,
    DealArchived,
    DealBegan,
    DealPromised,
    EntropyAdded,
    HandsLookedAt,
    HistoryRestored,
    HistoryRewound,
    KickVoted,
    MatchBegan,
    Paused,
    PauseEnded,
    PauseWished,
    ReadyGiven,
    SeatLeft,
    SeatTaken,
    SignGiven,
    Stamped,
    TableClosed,
    TableOpened,
    UndoAnswered,
    UndoAsked,
)
from server.translate.deal_items import deal_item, running
from server.translate.table_view import control_name, host_seat

if TYPE_CHECKING:
    from engine.seats import Seat
    from server.table.events import TableEvent
    from server.table.state import TableState
    from server.translate.recipient import Recipient


_FOR_EACH = (SeatTaken, BotSeated, SeatLeft, DealBegan, Discarded)


def is_for_all(event: TableEvent) -> bool:
    """Whether everybody is told of an event in the same words."""
    return not isinstance(event, _FOR_EACH)


def item_for(stamped: Stamped, after: TableState, recipient: Recipient) -> Plain:
    """One event as one recipient is told of it.

    Args:
        stamped: The event.
        after: The table right after it.
        recipient: Who is told.
    """
    event = stamped.event
    if isinstance(event, DealEvent):
        return deal_item(event, stamped.by, after, recipient)
    match event:
        case DealPromised(number, secret):
            commitment = commitment_to(secret)
            return _item("deal_committed", deal=number, commitment=commitment)
        case SeatTaken(seat) | BotSeated(seat):
            return _seated(after, seat, recipient)
        case SeatLeft(seat):
            return _left(after, seat, recipient)
        case DealBegan():
            return _began(event, recipient)
        case ClaimMade(seat, ours):
            # The claim shows the hand to everybody (H45).
            hand = codes(running(after).state.hands[seat])
            return _item("claim_made", seat=seat, ours=ours, hand=hand)
        case TableOpened() | DealArchived():
            return _item("hidden")  # the house keeping of the server
        case _:
            return _public_item(event, after)


def _public_item(  # noqa: C901, PLR0911, PLR0912 - one case for each kind
    event: TableEvent, after: TableState
) -> Plain:
    """Events that everybody is told alike."""
    match event:
        case ControlPassed(seat, control, connected):
            name = control_name(control)
            return _item("control", seat=seat, control=name, connected=connected)
        case EntropyAdded(seat, entropy):
            return _item("entropy_added", seat=seat, entropy=entropy)
        case KickVoted(seat, by):
            return _item("kick_voted", seat=seat, by=by)
        case ReadyGiven(seat):
            return _item("ready", seat=seat)
        case MatchBegan():
            return _item("match_began")
        case SignGiven(seat, sign):
            return _item("sign", seat=seat, sign=sign.value)
        case BankSpent(seat):
            return _item("bank", seat=seat, left_ms=after.seats[seat].bank_ms)
        case ClockCredited(credit_ms):
            return _item("clock_credited", credit_ms=credit_ms)
        case PauseWished(seat, wish):
            return _item("pause_wished", seat=seat, wish=wish)
        case Paused():
            return _item("paused")
        case PauseEnded():
            return _item("pause_ended")
        case UndoAsked(seat):
            return _item("undo_asked", seat=seat)
        case UndoAnswered(seat, agrees):
            return _item("undo_answered", seat=seat, agrees=agrees)
        case ClaimAnswered(seat, agrees):
            return _item("claim_answered", seat=seat, agrees=agrees)
        case HistoryRewound(lost):
            return _item("rewound", lost=lost)
        case HistoryRestored():
            return _item("restored")
        case HandsLookedAt():
            return _item("hands_looked_at")
        case TableClosed(reason):
            return _item("table_closed", reason=reason)
        case _:
            # A kind that nobody has thought about is told to nobody.
            return _item("hidden")


def _item(kind: str, **fields: object) -> Plain:
    return {"kind": kind, **fields}


def _seated(after: TableState, seat: Seat, recipient: Recipient) -> Plain:
    held = after.seats[seat]
    return _item(
        "seat_taken",
        seat=seat,
        occupant="bot" if held.person is None else "person",
        name=after.name_at(seat),
        level=held.bot_level,
        you=seat == recipient.seat,
        host=host_seat(after),
    )


def _left(after: TableState, seat: Seat, recipient: Recipient) -> Plain:
    if after.seats[seat].bot_level is not None:
        return _seated(after, seat, recipient)  # during a deal a bot plays on
    return _item("seat_left", seat=seat, host=host_seat(after))


def _began(event: DealBegan, recipient: Recipient) -> Plain:
    return {"deal": event.number, **started_data(event.started, recipient.seat)}
