"""What a seat may ask for while a deal runs (R5, R7, R8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay cards away face down; the rules accept the dealer's two (R5)."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Declare:
    """Declare every combination of the hand (R7)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Skip:
    """Declare nothing and show nothing (R7)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card to the trick (R8)."""

    seat: Seat
    card: Card


Action: TypeAlias = Discard | Declare | Skip | PlayCard
