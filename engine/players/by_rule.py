"""A player that goes by simple sensible rules.

It knows what cards are worth to a pile, guesses how likely its side is to win the trick
with each card it may play, and takes the card with the best expected outcome. The dealer
lays away what he would rather own for certain; declarations are always made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.card_points import count_value
from engine.cards import CARDS_OF, FULL_DECK, MATTO, Card, CardSet
from engine.combinations import combinations_of
from engine.deal import Phase
from engine.errors import BrokenInvariant
from engine.players.card_worth import capture_worth, spending_cost
from engine.players.player import NO_SEED
from engine.seats import Seat, next_seat, team_of
from engine.tricks import CARDS_IN_TRICK, winning_index

if TYPE_CHECKING:
    from engine.view import SeatView

# How often a partner who has yet to play takes a trick that we are not winning.
_PARTNER_TAKES: Final = 0.3
# An opponent who could beat a plain card is often bound to another suit.
_PLAIN_FACTOR: Final = 0.7

Worth: TypeAlias = Callable[[Card], float]


@dataclass(frozen=True, slots=True)
class RulePlayer:
    """Plays by simple rules; the same view always gives the same action."""

    worth: Worth = capture_worth
    """What the player believes a captured card to be worth."""

    def choose(self, view: SeatView, bot_seed: bytes = NO_SEED) -> Action:
        """The action of the seat on turn; this player needs no chance."""
        del bot_seed
        match view.public.phase:
            case Phase.DISCARD:
                return Discard(view.seat, _best_discard(view, self.worth))
            case Phase.DECLARE:
                declarable = view.declarable
                if declarable is not None and declarable.total:
                    return Declare(view.seat)
                return Skip(view.seat)
            case Phase.PLAY:
                return PlayCard(view.seat, _best_card(view, self.worth))
            case Phase.SETTLED:
                msg = "a settled deal asks nobody"
                raise BrokenInvariant(msg)
            case _:
                assert_never(view.public.phase)


MEDIUM: Final = RulePlayer()
EASY: Final = RulePlayer(worth=count_value)
"""A beginner's mistake: it counts card points and overlooks combinations."""


def _best_discard(view: SeatView, worth: Worth) -> tuple[Card, Card]:
    """The two cards that gain most by being captured for certain (R5)."""
    before = combinations_of(view.hand).total

    def gain(pair: tuple[Card, Card]) -> float:
        kept = view.hand - CardSet.from_cards(pair)
        lost = before - combinations_of(kept).total
        # About half of all cards come home anyway, so certainty is worth the rest.
        return sum(worth(card) for card in pair) - 2 * lost

    return max(combinations(view.discardable, 2), key=gain)


def _best_card(view: SeatView, worth: Worth) -> Card:
    return max(view.legal, key=lambda card: _expected(view, card, worth))


def _expected(view: SeatView, card: Card, worth: Worth) -> float:
    """Worth of the trick to our side, won or lost, less what the card could still do."""
    trick = (*view.public.trick, card)
    at_stake = sum(worth(one) for one in trick if one != MATTO)
    chance = _chance_of_winning(view, trick)
    return (2 * chance - 1) * at_stake - spending_cost(card)


def _chance_of_winning(view: SeatView, trick: tuple[Card, ...]) -> float:
    """A guess at how likely our side is to win the trick once this card lies there."""
    seats = [next_seat(view.public.leader, steps) for steps in range(CARDS_IN_TRICK)]
    to_come = seats[len(trick) :]
    winning = winning_index(trick)
    partner_to_come = any(_partners(view.seat, seat) for seat in to_come)
    if winning is None or not _partners(view.seat, seats[winning]):
        return _PARTNER_TAKES if partner_to_come else 0.0
    opponents = [seat for seat in to_come if not _partners(view.seat, seat)]
    chance = 1.0
    for seat in opponents:
        chance *= 1 - _chance_of_beating(view, seat, trick)
    if partner_to_come:
        chance += (1 - chance) * _PARTNER_TAKES
    return chance


def _chance_of_beating(view: SeatView, seat: Seat, trick: tuple[Card, ...]) -> float:
    """A guess at how likely a seat is to hold and play a card that takes the trick."""
    unseen = _unseen(view)
    beating = CardSet.from_cards(
        card for card in unseen if winning_index((*trick, card)) == len(trick)
    )
    if (beating & view.public.shown[seat]).bits:
        return _PLAIN_FACTOR
    held = view.public.hand_sizes[seat] - len(view.public.shown[seat])
    if not beating.bits or held <= 0:
        return 0.0
    share = min(1.0, len(beating) / max(1, len(unseen)))
    likely = 1.0 - (1.0 - share) ** held
    led = view.public.led
    follows = led is not None and len(unseen & CARDS_OF[led]) > held // 2
    return likely * (_PLAIN_FACTOR if follows else 1.0)


def _unseen(view: SeatView) -> CardSet:
    """Cards that some other seat may still hold."""
    played = [card for trick in view.public.tricks for card in trick.cards]
    seen = CardSet.from_cards([*played, *view.public.trick, *(view.discards or ())])
    return FULL_DECK - seen - view.hand


def _partners(seat: Seat, other: Seat) -> bool:
    return team_of(seat) == team_of(other)
