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
    from server.table.state import RunningDeal, TableState
    from server.translate.recipient import Recipient

_AUTHORS = {
    Author.PERSON: "person",
    Author.BOT: "bot",
    Author.TIMER: "timer",
    Author.SERVER: "claim",
}


def deal_item(
    event: DealEvent, by: Author, after: TableState, recipient: Recipient
) -> Plain:
    """One event of the rules as one recipient is told of it."""
    deal = running(after)
    data = event_data(event, deal.state, recipient.seat)
    match event:
        case CardPlayed():
            return {**data, "by": _AUTHORS[by]}
        case DealSettled():
            return {**data, **_settled(after, deal)}
        case _:
            return data


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
