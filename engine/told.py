"""What one seat, or an onlooker, may know of a deal, as plain data.

How a deal stands is made from the views of `engine.view`, so that nothing hidden can get
in; what happens is told so that it leads from one view to the next. The keys are those
of the wire: a server tells them to its clients, and whoever plays or replays deals
without a server shows them to the same bots and in the same words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.cards import code_of
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
from engine.plain import Plain, codes, combinations_data, settlement_data
from engine.seats import other_team, team_of
from engine.settlement import MattoCase
from engine.tricks import led_suit, winning_index

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.cards import Card
    from engine.combinations import CombinationScore
    from engine.deal import DealState
    from engine.events import DealStarted, Event
    from engine.seats import Seat
    from engine.settlement import Settlement
    from engine.view import Choices, PublicView, SeatView


def deal_data(public: PublicView, own: SeatView | None) -> Plain:
    """The deal as it is: everything public, and one's own cards.

    Args:
        public: What everybody knows.
        own: What the seat knows that is told; None for an onlooker.
    """
    return {
        "dealer": public.dealer,
        "counts": list(public.hand_sizes),
        "hand": None if own is None else codes(own.hand),
        "discarded": public.discarded,
        "discards": None
        if own is None or own.discards is None
        else codes(own.discards),
        "declarations": [_declaration(answer) for answer in public.answers],
        "leader": public.leader,
        "trick": codes(public.trick),
        "tricks": [
            {
                "leader": trick.leader,
                "cards": codes(trick.cards),
                "winner": trick.winner,
            }
            for trick in public.tricks
        ],
        "tricks_won": list(public.tricks_won),
    }


def choices_data(choices: Choices) -> Plain:
    """What a seat may do."""
    offer = choices.declarable
    return {
        "legal": codes(choices.legal),
        "discardable": codes(choices.discardable),
        "offer": None if offer is None else combinations_data(offer),
    }


def trick_data(trick: Sequence[Card]) -> Plain:
    """What a trick asks for, and which of its cards wins so far."""
    led = led_suit(trick)
    return {"led": None if led is None else led.value, "winning": winning_index(trick)}


def started_data(started: DealStarted, seat: Seat | None) -> Plain:
    """The beginning of a deal, as a seat or an onlooker is told of it."""
    return {
        "kind": "deal_started",
        "dealer": started.dealer,
        "counts": [len(hand) for hand in started.hands],
        "hand": None if seat is None else codes(started.hands[seat]),
    }


def event_data(event: Event, after: DealState, seat: Seat | None) -> Plain:
    """An event of a deal, as a seat or an onlooker is told of it.

    Who played a card, and what a deal came to, is for the teller to add.

    Args:
        event: The event.
        after: The deal right after it.
        seat: Who is told; None for an onlooker.
    """
    match event:
        case Discarded(dealer, cards):
            shown = codes(cards) if dealer == seat else None  # A40: nobody else
            return {"kind": "discarded", "seat": dealer, "cards": shown}
        case Declared(by):
            score = _score_of(after, by)
            return {"kind": "declared", "seat": by, "score": combinations_data(score)}
        case Skipped(by):
            return {"kind": "skipped", "seat": by}
        case CardPlayed(by, card):
            return {"kind": "card_played", "seat": by, "card": code_of(card)}
        case TakenBack(by, card):
            return {"kind": "taken_back", "seat": by, "card": code_of(card)}
        case TrickWon(winner):
            trick = after.tricks[-1]
            return {
                "kind": "trick_won",
                "trick": len(after.tricks),
                "leader": trick.leader,
                "cards": codes(trick.cards),
                "winner": winner,
            }
        case DealSettled():
            return {"kind": "deal_settled"}
        case _:
            assert_never(event)


def _score_of(after: DealState, seat: Seat) -> CombinationScore:
    score = after.answers[seat]
    if score is None:
        msg = "a declaration left no answer"
        raise BrokenInvariant(msg)
    return score


def _declaration(answer: CombinationScore | None) -> Plain | None:
    if answer is None:
        return None
    if not answer.total:
        return {"skipped": True, "score": None}
    return {"skipped": False, "score": combinations_data(answer)}


def settled_deal_data(settlement: Settlement, dealt: Sequence[Iterable[Card]]) -> Plain:
    """How a deal was settled, and the hands as they were dealt, by seat."""
    data = settlement_data(settlement)
    del data["declared_by_seat"]  # each team's score has them
    owner = team_of(settlement.matto_owner)
    kept = settlement.matto_case is MattoCase.KEPT
    data["matto_owner"] = owner
    data["matto_winner"] = owner if kept else other_team(owner)
    data["hands"] = [codes(hand) for hand in dealt]
    return data
