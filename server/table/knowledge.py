"""Which cards somebody at a table may know, worked out from the whole state.

Nobody is told anything by way of this: it is what all that is told can be held against,
and so uses nothing of what makes the views.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import DECK_SIZE, CardSet

if TYPE_CHECKING:
    from engine.seats import Seat
    from server.table.state import RunningDeal, TableState

EVERY_CARD: Final = CardSet((1 << DECK_SIZE) - 1)


def may_know(state: TableState, seat: Seat | None) -> CardSet:
    """The cards of the deal at the table that this seat, or an onlooker, may know.

    Own cards and own discards, what was played, declared (R7, A28), or laid open with a
    claim (H45); every card once the deal is settled; none before one is dealt.
    """
    deal = state.deal
    if deal is None:
        return CardSet()
    if deal.state.settlement is not None:
        return EVERY_CARD
    public = _played(deal) | _laid_open(deal)
    return public if seat is None else public | deal.state.dealt[seat]


def _played(deal: RunningDeal) -> CardSet:
    cards = list(deal.state.trick)
    for trick in deal.state.tricks:
        cards += trick.cards
    return CardSet.from_cards(cards)


def _laid_open(deal: RunningDeal) -> CardSet:
    shown = CardSet()
    for answer in deal.state.answers:
        if answer is not None:
            shown |= answer.public_cards
    for seat in deal.shown_hands:
        shown |= deal.state.hands[seat]
    return shown
