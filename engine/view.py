"""What one seat, or an onlooker, may know of a deal.

These types have no place for a hidden card, so nothing built from them can tell one:
other hands, the discards of another seat and what led to the order of the deck are not
in them before the deal is settled. `public_view_of` and `view_of` are the only way from
a `DealState` to anybody outside the server.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.cards import Card, CardSet, Suit
from engine.combinations import CombinationScore, combinations_of
from engine.deal import DealState, Phase, Trick
from engine.discards import discardable_cards
from engine.seats import SEATS, Seat, Team
from engine.settlement import Settlement
from engine.tricks import led_suit, legal_cards, winning_index


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everybody at and around the table may know."""

    phase: Phase
    turn: Seat | None
    """Who is to act; None when the deal is settled."""
    dealer: Seat
    discarded: bool
    """Whether the dealer has laid two cards away (A40: never which)."""
    hand_sizes: tuple[int, int, int, int]
    answers: tuple[CombinationScore | None, ...]
    """By seat: what was declared, with the cards shown (A28); `NO_COMBINATIONS` for a
    skip; None while the seat has not answered."""
    shown: tuple[CardSet, ...]
    """By seat: declared cards that are still in the hand (A28)."""
    leader: Seat
    trick: tuple[Card, ...]
    led: Suit | None
    """The suit the trick asks for; None while the next card is free."""
    winning: int | None
    """Place in the trick of the card that wins so far."""
    tricks: tuple[Trick, ...]
    tricks_won: tuple[int, int]
    settlement: Settlement | None
    dealt: tuple[CardSet, CardSet, CardSet, CardSet] | None
    """The hands as dealt; only when the deal is settled."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What one seat may do, from its own cards and what lies on the table."""

    legal: CardSet
    """As in `SeatView`."""
    discardable: CardSet
    declarable: CombinationScore | None


NO_CHOICES: Final = Choices(CardSet(), CardSet(), None)


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one seat may know: everything public and its own cards."""

    public: PublicView
    seat: Seat
    hand: CardSet
    """The cards this seat holds."""
    discards: tuple[Card, Card] | None
    """What this seat laid away, if it is the dealer (A40)."""
    legal: CardSet
    """Cards of the hand that may be played to the trick: on turn, and while waiting
    once a suit is led. Empty during the discard, and once this seat has played to the
    trick."""
    discardable: CardSet
    """Cards that may be laid away; empty unless this seat is to discard."""
    declarable: CombinationScore | None
    """What this seat may declare now; None when it is not asked. A score of nothing
    means that it can only skip (A27)."""


def public_view_of(state: DealState) -> PublicView:
    """What an onlooker may know of a deal."""
    sizes = [len(hand) for hand in state.hands]
    return PublicView(
        phase=state.phase,
        turn=state.turn,
        dealer=state.dealer,
        discarded=state.discards is not None,
        hand_sizes=(sizes[0], sizes[1], sizes[2], sizes[3]),
        answers=state.answers,
        shown=tuple(_shown(state, seat) for seat in SEATS),
        leader=state.leader,
        trick=state.trick,
        led=led_suit(state.trick),
        winning=winning_index(state.trick),
        tricks=state.tricks,
        tricks_won=(state.tricks_won(Team(0)), state.tricks_won(Team(1))),
        settlement=state.settlement,
        dealt=state.dealt if state.settlement is not None else None,
    )


def view_of(state: DealState, seat: Seat) -> SeatView:
    """What this seat may know of a deal."""
    choices = choices_of(state, seat)
    return SeatView(
        public=public_view_of(state),
        seat=seat,
        hand=state.hands[seat],
        discards=state.discards if seat == state.dealer else None,
        legal=choices.legal,
        discardable=choices.discardable,
        declarable=choices.declarable,
    )


def choices_of(state: DealState, seat: Seat) -> Choices:
    """What this seat may do; the same as in its view, without all the rest of it.

    `NO_CHOICES` itself when that is nothing.
    """
    if state.turn != seat:
        legal = _legal_while_waiting(state, seat)
        return Choices(legal, CardSet(), None) if legal.bits else NO_CHOICES
    phase, hand = state.phase, state.hands[seat]
    if phase is Phase.DISCARD:
        return Choices(CardSet(), discardable_cards(hand), None)
    # The step of declaring is asked of every hand alike, one with nothing too (A27).
    declarable = combinations_of(hand) if phase is Phase.DECLARE else None
    return Choices(legal_cards(hand, state.trick), CardSet(), declarable)


def _shown(state: DealState, seat: Seat) -> CardSet:
    answer = state.answers[seat]
    if answer is None:
        return CardSet()
    return answer.public_cards & state.hands[seat]


def _legal_while_waiting(state: DealState, seat: Seat) -> CardSet:
    """What may be played when the turn comes, once a suit is led."""
    has_played = (seat - state.leader) % len(SEATS) < len(state.trick)
    if has_played or led_suit(state.trick) is None:
        return CardSet()
    return legal_cards(state.hands[seat], state.trick)
