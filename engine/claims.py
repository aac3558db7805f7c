"""Claims: a seat says that the rest of the tricks is decided (H45).

A claim shows the hand. Opponents agree or play goes on; an accepted claim is played out
card by card in some legal line in which it holds, so that every deal has fifteen tricks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.actions import PlayCard
from engine.cards import CARDS_OF, FULL_DECK, MATTO, TRUMPS, Card, CardSet, suit_of
from engine.deal import DealState, Phase
from engine.seats import Seat, Team, next_seat, team_of
from engine.tricks import CARDS_IN_TRICK, legal_cards, trick_winner, winning_index

if TYPE_CHECKING:
    from engine.actions import Action

_MOST_STEPS: Final = 600
"""Cards tried before a line counts as not found: about five milliseconds, for which
every table of a server waits. Eleven tricks take 44 when each first card will do."""


def is_certain(hand: CardSet, seen: CardSet) -> bool:
    """Whether a leader takes all tricks with this hand, whatever the others hold.

    It is judged from the hand and the cards that everybody has seen: each card led must
    be one that no card still out can beat. The Matto never takes a trick.

    Args:
        hand: The hand of the seat that is to lead.
        seen: Cards already played, to earlier tricks.
    """
    out = FULL_DECK - seen - hand
    return all(not _can_be_beaten(card, out) for card in hand)


def _can_be_beaten(card: Card, out: CardSet) -> bool:
    suit = suit_of(card)
    if suit is None:
        return True  # R17: the Matto never wins
    rivals = out & (TRUMPS | CARDS_OF[suit])
    return any(winning_index((card, rival)) == 1 for rival in rivals)


def line_of_claim(state: DealState, seat: Seat, *, ours: bool) -> list[Action] | None:
    """Moves for all seats to the end of the deal in which the claim holds.

    The team of `seat` wins every trick still to be completed if the claim is `ours`, and
    none of them otherwise. None if no such line was found.
    """
    if state.phase is Phase.DISCARD:
        return None
    wanted = team_of(seat) if ours else Team(1 - team_of(seat))
    cards = _Search(wanted).rest(_Place(state.hands, state.leader, state.trick))
    return None if cards is None else [PlayCard(*played) for played in cards]


class _Place(NamedTuple):
    """What decides how a deal may go on.

    It is a fraction of the deal's state, so that many can be looked at in no time.
    """

    hands: tuple[CardSet, ...]
    leader: Seat
    trick: tuple[Card, ...]

    @property
    def turn(self) -> Seat:
        return next_seat(self.leader, len(self.trick))

    def after(self, card: Card) -> _Place:
        """The place once the seat on turn has played this card."""
        turn, trick = self.turn, (*self.trick, card)
        hands = (
            *self.hands[:turn],
            self.hands[turn].without_card(card),
            *self.hands[turn + 1 :],
        )
        if len(trick) < CARDS_IN_TRICK:
            return _Place(hands, self.leader, trick)
        return _Place(hands, next_seat(self.leader, trick_winner(trick)), ())


class _Search:
    """Looks for a line in which a team wins every trick, the most helpful card first."""

    def __init__(self, wanted: Team) -> None:
        self._wanted = wanted
        self._steps = 0

    def rest(self, place: _Place) -> list[tuple[Seat, Card]] | None:
        """The cards still to be played, with their seats; None if there is no line."""
        turn = place.turn
        if not place.hands[turn].bits:
            return []
        for card in self._ways(place):
            self._steps += 1
            if self._steps > _MOST_STEPS:
                return None
            after = place.after(card)
            if not after.trick and team_of(after.leader) != self._wanted:
                continue
            cards = self.rest(after)
            if cards is not None:
                return [(turn, card), *cards]
        return None

    def _ways(self, place: _Place) -> list[Card]:
        cards = legal_cards(place.hands[place.turn], place.trick)
        helps = team_of(place.turn) == self._wanted
        return sorted(cards, key=lambda card: _takes(place.trick, card), reverse=helps)


def _takes(trick: tuple[Card, ...], card: Card) -> tuple[bool, int]:
    """How strongly a card takes the trick as it lies."""
    takes = winning_index((*trick, card)) == len(trick)
    order = 0 if card == MATTO else (100 if card in TRUMPS else 0) - card
    return takes, order
