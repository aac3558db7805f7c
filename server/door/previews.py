"""What a dealer could declare after a discard, before anything is laid away (H29).

It is counted when somebody asks, and only then: no move of a deal waits for it, and while
cards are played there is nothing to ask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import CardSet, card_of
from engine.combinations import combinations_of
from engine.deal import Phase
from engine.discards import check_discards
from engine.errors import RuleViolation
from protocol.codes import ErrorCode
from server.door import replies
from server.hub.copies import NoSuchTable
from server.store_outcomes import HistoryBroken, StoreUnavailable
from server.stored import NewerSchema, StoredFault

if TYPE_CHECKING:
    from protocol.previews import Preview
    from server.hub.copies import Copies
    from server.table.state import TableState


class _Refused(Exception):  # noqa: N818 - an answer, not a fault
    """Why nothing is counted."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


async def previewed(question: Preview, user: str, copies: Copies) -> bytes:
    """The answer to a question, packed.

    Args:
        question: What was asked.
        user: Who asks.
        copies: The tables of this node.

    Raises:
        NewerSchema: The table is for a newer server.
    """
    table, cards, version = question.table, question.cards, 0
    try:
        live = await copies.live(table)
        version = live.position.mark.version
        hand = _hand_of(live.position.state, user)
        rest = _without(hand, cards)
    except (_Refused, RuleViolation) as refusal:
        code = refusal.code
    except NoSuchTable:
        code = ErrorCode.NO_TABLE
    except NewerSchema:
        raise
    except StoreUnavailable:
        code = ErrorCode.STORE_AWAY
    except (StoredFault, HistoryBroken):
        code = ErrorCode.INTERNAL
    else:
        scores = combinations_of(hand), combinations_of(rest)
        return replies.preview(table, version, cards, *scores)
    return replies.no_preview(table, version, cards, code)


def _hand_of(state: TableState, user: str) -> CardSet:
    """The hand of the dealer, who is to discard."""
    seat = state.seat_of(user)
    if seat is None:
        raise _Refused(ErrorCode.NOT_SEATED)
    if state.deal is None or state.deal.state.phase is not Phase.DISCARD:
        raise _Refused(ErrorCode.PHASE)
    if state.turn != seat:
        raise _Refused(ErrorCode.NOT_YOUR_TURN)
    return state.deal.state.hands[seat]


def _without(hand: CardSet, codes: tuple[str, ...]) -> CardSet:
    """What is left of a hand; raises `RuleViolation` for what cannot be laid away."""
    cards = [card_of(code) for code in codes]
    check_discards(hand, cards)
    return hand - CardSet.from_cards(cards)
