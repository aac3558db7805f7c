"""What happened in a deal.

Events carry what was decided and nothing that follows from it: what a declaration
scores, or how the deal was settled, is worked out again from the cards by `evolve`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card, CardSet
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class DealStarted:
    """The cards are dealt: 17 to the dealer, 15 to each other seat (R4)."""

    dealer: Seat
    hands: tuple[CardSet, CardSet, CardSet, CardSet]


@dataclass(frozen=True, slots=True)
class Discarded:
    """The dealer has laid two cards away (R5)."""

    seat: Seat
    cards: tuple[Card, Card]


@dataclass(frozen=True, slots=True)
class Declared:
    """A seat has declared every combination of its hand (R7)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Skipped:
    """A seat has declared nothing, by choice or for want of combinations (A27)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat has played a card to the trick (R8)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A seat has taken its last card back, by consent, before the next one (H44)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickWon:
    """The trick is complete; its winner leads the next one (R11)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealSettled:
    """The fifteen tricks are played, settled and counted (R22, A44)."""


Event: TypeAlias = (
    Discarded | Declared | Skipped | CardPlayed | TakenBack | TrickWon | DealSettled
)
"""All that can happen after `DealStarted`."""
