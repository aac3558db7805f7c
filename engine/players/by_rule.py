"""A player that goes by simple sensible rules.

It knows what cards are worth to a pile, judges how likely its side is to win the trick
with each card it may play, and takes the card with the best expected outcome. The dealer
lays away what he would rather own for certain; declarations are always made.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final, assert_never

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import MATTO, TRUMPS, Card, CardSet, strength_of
from engine.combinations import combinations_of
from engine.deal import Phase
from engine.errors import BrokenInvariant
from engine.players.decision_seeds import decision_seed
from engine.players.lapses import Lapses, draws_from, misjudged, remembered
from engine.players.outlook import Outlook, outlook_of
from engine.players.player import NO_SEED, Advice
from engine.players.weights import (
    CERTAIN,
    EASY_WEIGHTS,
    MEDIUM_WEIGHTS,
    POINT,
    Weights,
    worths_of,
)
from engine.search.hidden import shown_voids
from engine.seats import Seat, next_seat, team_of
from engine.tricks import CARDS_IN_TRICK, winning_index

if TYPE_CHECKING:
    from engine.view import SeatView


@dataclass(frozen=True, slots=True)
class _Mind:
    """What a player goes by in one decision."""

    weights: Weights
    worths: tuple[int, ...]
    lacks: tuple[CardSet, ...]


class RulePlayer:
    """Plays by simple rules.

    Args:
        level: Its name; goes into the chance of its decisions.
        weights: What it weighs by.
        lapses: How it errs; None for one that does not, and then needs no chance.
    """

    def __init__(
        self, level: str, weights: Weights, lapses: Lapses | None = None
    ) -> None:
        self._level = level
        self._weights = weights
        self._lapses = lapses
        self._worths = worths_of(weights)

    def choose(self, view: SeatView, bot_seed: bytes = NO_SEED) -> Action:
        """The action of the seat on turn."""
        match view.public.phase:
            case Phase.DISCARD:
                return Discard(
                    view.seat, _best_discard(view, self._mind(view, bot_seed))
                )
            case Phase.DECLARE:
                declarable = view.declarable
                if declarable is not None and declarable.total:
                    return Declare(view.seat)
                return Skip(view.seat)
            case Phase.PLAY:
                return PlayCard(view.seat, _best_card(view, self._mind(view, bot_seed)))
            case Phase.SETTLED:
                msg = "a settled deal asks nobody"
                raise BrokenInvariant(msg)
            case _:
                assert_never(view.public.phase)

    def advise(self, view: SeatView, bot_seed: bytes = NO_SEED) -> tuple[Advice, ...]:
        """What it would lay away or play itself, without points."""
        if view.public.turn != view.seat:
            msg = "only a seat on turn can be advised"
            raise BrokenInvariant(msg)
        mind = self._mind(view, bot_seed)
        if view.public.phase is Phase.DISCARD:
            return (Advice(_best_discard(view, mind), None),)
        return (Advice((_best_card(view, mind),), None),)

    def _mind(self, view: SeatView, bot_seed: bytes) -> _Mind:
        lacks = shown_voids(view.public)
        if self._lapses is None:
            return _Mind(self._weights, self._worths, lacks)
        draws = draws_from(decision_seed(view, bot_seed, self._level))
        return _Mind(
            self._weights,
            misjudged(self._worths, self._lapses.misjudges, draws),
            remembered(lacks, self._lapses.forgets, draws),
        )


MEDIUM: Final = RulePlayer("medium", MEDIUM_WEIGHTS)
EASY: Final = RulePlayer("easy", EASY_WEIGHTS, Lapses(forgets=900, misjudges=900))


def _best_discard(view: SeatView, mind: _Mind) -> tuple[Card, Card]:
    """The two cards that gain most by being captured for certain (R5)."""
    before = combinations_of(view.hand).total

    def gain(pair: tuple[Card, Card]) -> int:
        kept = view.hand - CardSet.from_cards(pair)
        lost = before - combinations_of(kept).total
        gained = sum(mind.worths[card] for card in pair) * mind.weights.certainty
        return gained // CERTAIN - lost * POINT

    return max(combinations(view.discardable, 2), key=gain)


def _best_card(view: SeatView, mind: _Mind) -> Card:
    """The card with the best expected outcome; of equals the weakest."""
    outlook = outlook_of(view, mind.lacks)

    def outcome(card: Card) -> tuple[int, int]:
        gain = _expected(view, card, mind, outlook) - _cost(card, mind, outlook)
        return gain, -strength_of(card)

    return max(view.legal, key=outcome)


def _cost(card: Card, mind: _Mind, outlook: Outlook) -> int:
    """What the card could still do in the hand, in sixteenths of a point.

    It beats others, and may come home later as well as now: the more surely, the more
    of the unseen cards of its suit it beats.
    """
    weights = mind.weights
    if card == MATTO:
        return weights.matto_cost
    if card in TRUMPS:
        step, home = weights.trump_cost, weights.trump_home
    else:
        step, home = weights.plain_cost, weights.plain_home
    beats, unseen = outlook.standing(card)
    later = mind.worths[card] * home * (beats + 1) // (CERTAIN * (unseen + 1))
    return step * beats + later


def _expected(view: SeatView, card: Card, mind: _Mind, outlook: Outlook) -> int:
    """Worth of the trick to our side, won or lost, in sixteenths of a point."""
    trick = (*view.public.trick, card)
    seats = [next_seat(view.public.leader, steps) for steps in range(CARDS_IN_TRICK)]
    to_come = seats[len(trick) :]
    at_stake = sum(mind.worths[one] for one in trick)
    still = sum(
        _mean_worth(outlook.to_follow(seat, trick), mind.worths) for seat in to_come
    )
    at_stake += still * mind.weights.to_come // CERTAIN
    winning = winning_index(trick)
    ours = winning is not None and _partners(view.seat, seats[winning])
    chance = CERTAIN if ours else 0
    for seat in to_come:
        beats = outlook.can_beat(seat, trick)
        if _partners(view.seat, seat):
            takes = beats * mind.weights.partner_takes // CERTAIN
            chance += (CERTAIN - chance) * takes // CERTAIN
        else:
            takes = beats * mind.weights.opponent_takes // CERTAIN
            chance -= chance * takes // CERTAIN
    return (2 * chance - CERTAIN) * at_stake // CERTAIN


def _mean_worth(cards: CardSet, worths: tuple[int, ...]) -> int:
    return sum(worths[card] for card in cards) // max(1, len(cards))


def _partners(seat: Seat, other: Seat) -> bool:
    return team_of(seat) == team_of(other)
