"""The rules' events as the items that one recipient is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import BrokenInvariant
from engine.events import CardPlayed, DealSettled
from engine.told import event_data
from server.table.events import Author
from server.translate.table_view import settled_data

if TYPE_CHECKING:
    from engine.events import Event as DealEvent
    from engine.plain import Plain
    from server.table.events import ClockReceipt, Stamped
    from server.table.state import RunningDeal, TableState
    from server.translate.recipient import Recipient

_AUTHORS = {
    Author.PERSON: "person",
    Author.BOT: "bot",
    Author.TIMER: "timer",
    Author.SERVER: "claim",
}


def deal_item(
    event: DealEvent, stamped: Stamped, after: TableState, recipient: Recipient
) -> Plain:
    """One event of the rules as one recipient is told of it.

    Args:
        event: The event.
        stamped: The same with what was noted beside it.
        after: The table right after it.
        recipient: Who is told.
    """
    deal = running(after)
    data = event_data(event, deal.state, recipient.seat)
    match event:
        case CardPlayed():
            by, clock = _AUTHORS[stamped.by], _clock_data(stamped.clock)
            return {**data, "by": by, "clock": clock}
        case DealSettled():
            return {**data, **_settled(after, deal)}
        case _:
            return data


def _clock_data(clock: ClockReceipt | None) -> Plain | None:
    if clock is None:
        return None
    return {
        "think_ms": clock.think_ms,
        "lag_ms": clock.lag_ms,
        "server_ms": clock.server_ms,
    }


def running(state: TableState) -> RunningDeal:
    """The deal at the table, for events that cannot come without one."""
    if state.deal is None:
        msg = "a deal's event came before the deal"
        raise BrokenInvariant(msg)
    return state.deal


def _settled(after: TableState, deal: RunningDeal) -> Plain:
    settlement = deal.state.settlement
    if settlement is None:
        msg = "a deal was settled without a settlement"
        raise BrokenInvariant(msg)
    return {
        "deal": deal.number,
        "settlement": settled_data(deal, settlement),
        "match": list(after.match),
        "deals_played": after.deals_played,
    }
