"""Deals of the rules' own kind, as a bot sees them at a server's table.

A bot sees the same view here and there, made from the same data. What only a server
knows of a table is at rest here: there are no clocks, claims or take-backs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import card_of
from engine.told import choices_data, deal_data, trick_data
from engine.view import choices_of, public_view_of, view_of
from protocol.bots import BotView, DeclareMove, DiscardMove, PlayMove
from protocol.views import DealView, Situation

if TYPE_CHECKING:
    from engine.deal import DealState
    from engine.plain import Plain
    from engine.seats import Seat
    from protocol.bots import Move


def bot_view(state: DealState, seat: Seat, number: int) -> BotView:
    """What the seat on turn knows of a running deal.

    Args:
        state: The deal.
        seat: The seat on turn.
        number: The number of the deal, from 1.
    """
    return BotView(
        seat,
        DealView.model_validate(_deal(state, seat, number)),
        Situation.model_validate(
            {
                "phase": state.phase.value,
                "turn": seat,
                "deadline": None,
                **choices_data(choices_of(state, seat)),
                **trick_data(state.trick),
            }
        ),
    )


def _deal(state: DealState, seat: Seat, number: int) -> Plain:
    return {
        "deal": number,
        **deal_data(public_view_of(state), view_of(state, seat)),
        "settlement": None,
        "claim": None,
        "undo": None,
        "shown_hands": [],
    }


def action_of(move: Move, seat: Seat) -> Action:
    """A bot's move as the rules take it."""
    match move:
        case DiscardMove(cards):
            return Discard(seat, tuple(map(card_of, cards)))
        case DeclareMove(wish=True):
            return Declare(seat)
        case DeclareMove():
            return Skip(seat)
        case PlayMove(card):
            return PlayCard(seat, card_of(card))
        case _:
            assert_never(move)
