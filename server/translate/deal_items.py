"""The rules' events as the items that one recipient is told."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, assert_never

from engine.errors import BrokenInvariant
from engine.events import (
    CardPlayed,
    DealSettled,
    Declared,
    Discarded,
    Skipped,
    TakenBack,
    TrickWon,
)
from engine.plain import Plain, codes, combinations_data
from server.table.events import Author
from server.translate.table_view import settled_data

if TYPE_CHECKING:
    from engine.events import Event as DealEvent
    from server.table.events import Stamped
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
    match event:
        case Discarded(seat, cards):
            own = seat == recipient.seat  # A40: nobody else knows which
            shown = codes(cards) if own else None
            return {"kind": "discarded", "seat": seat, "cards": shown}
        case Declared(seat):
            score = deal.state.answers[seat]
            if score is None:
                msg = "a declaration left no answer"
                raise BrokenInvariant(msg)
            data = combinations_data(score)
            return {"kind": "declared", "seat": seat, "score": data}
        case Skipped(seat):
            return {"kind": "skipped", "seat": seat}
        case CardPlayed(seat, card):
            return {
                "kind": "card_played",
                "seat": seat,
                "card": codes([card])[0],
                "by": _AUTHORS[stamped.by],
                "clock": None if stamped.clock is None else asdict(stamped.clock),
            }
        case TakenBack(seat, card):
            return {"kind": "taken_back", "seat": seat, "card": codes([card])[0]}
        case TrickWon():
            return _trick(deal)
        case DealSettled():
            return _settled(after, deal)
        case _:
            assert_never(event)


def running(state: TableState) -> RunningDeal:
    """The deal at the table, for events that cannot come without one."""
    if state.deal is None:
        msg = "a deal's event came before the deal"
        raise BrokenInvariant(msg)
    return state.deal


def _trick(deal: RunningDeal) -> Plain:
    trick = deal.state.tricks[-1]
    return {
        "kind": "trick_won",
        "trick": len(deal.state.tricks),
        "leader": trick.leader,
        "cards": codes(trick.cards),
        "winner": trick.winner,
    }


def _settled(after: TableState, deal: RunningDeal) -> Plain:
    settlement = deal.state.settlement
    if settlement is None:
        msg = "a deal was settled without a settlement"
        raise BrokenInvariant(msg)
    return {
        "kind": "deal_settled",
        "deal": deal.number,
        "settlement": settled_data(deal, settlement),
        "match": list(after.match),
        "deals_played": after.deals_played,
    }
