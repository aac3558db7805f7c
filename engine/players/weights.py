"""What the players that go by rules weigh by: integers, all of them in this file.

Points are in sixteenths and chances in parts of 1024, so that every machine comes to the
same decision. A worth is what a captured card adds to a side's total on average, card
points and combinations together, because combinations are the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.cards import (
    ACES,
    ANGEL,
    BEGATO,
    DECK_SIZE,
    JACKS,
    KINGS,
    KNIGHTS,
    MATTO,
    MOON,
    MOORS,
    NUMBERED_TRUMPS,
    QUEENS,
    SUN,
    WORLD,
    Card,
)
from engine.players.tuned import WEIGHTS

POINT: Final = 16
"""So many units are a point."""
CERTAIN: Final = 1024
"""The chance of what is sure."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What a player weighs by; points in sixteenths, shares in parts of 1024."""

    angel: int
    """What a captured card is worth to the side that has it; this and the next ones."""
    world: int
    sun_moon: int
    begato: int
    king: int
    queen: int
    knight: int
    jack: int
    ace: int
    moor: int
    trump_16: int
    """Each lower number is worth `trump_step` less."""
    trump_step: int
    pip: int
    matto_cost: int
    """What a card could still do in the hand: the price of playing it now; the Matto's,
    and of other cards for each unseen one of their suit that they beat."""
    trump_cost: int
    plain_cost: int
    trump_home: int
    """How much of its worth a trump that is high for certain brings home later anyway."""
    plain_home: int
    """The same for a card of another suit, which may be trumped."""
    partner_takes: int
    """How often a partner who could take a trick for us does."""
    opponent_takes: int
    """How often an opponent who could take it does."""
    to_come: int
    """How much of what the others may still have to play is counted."""
    certainty: int
    """How much of its worth a card gains by being captured for certain; the rest comes
    home anyway."""


MEDIUM_WEIGHTS: Final = Weights(**WEIGHTS)
"""As they were tuned; see `tuned.py`."""
EASY_WEIGHTS: Final = Weights(
    angel=20 * POINT,
    world=20 * POINT,
    sun_moon=4 * POINT,
    begato=20 * POINT,
    king=20 * POINT,
    queen=16 * POINT,
    knight=12 * POINT,
    jack=8 * POINT,
    ace=4 * POINT,
    moor=4 * POINT,
    trump_16=4 * POINT,
    trump_step=0,
    pip=4 * POINT,
    matto_cost=16 * POINT,
    trump_cost=20,
    plain_cost=13,
    trump_home=0,
    plain_home=0,
    partner_takes=717,
    opponent_takes=512,
    to_come=0,
    certainty=100,
)
"""Of one who counts card points (R19) and overlooks what cards are together, who does
not spare his trumps, hopes for the best, and thinks of no card that is still to come."""


def worths_of(weights: Weights) -> tuple[int, ...]:
    """By card number: what a captured card is worth, in sixteenths of a point."""
    return tuple(_worth(Card(number), weights) for number in range(DECK_SIZE))


def _worth(card: Card, weights: Weights) -> int:
    singles = {
        ANGEL: weights.angel,
        WORLD: weights.world,
        SUN: weights.sun_moon,
        MOON: weights.sun_moon,
        BEGATO: weights.begato,
        MATTO: 0,  # R34, R35: it comes home anyway
    }
    if card in singles:
        return singles[card]
    groups = (
        (KINGS, weights.king),
        (QUEENS, weights.queen),
        (KNIGHTS, weights.knight),
        (JACKS, weights.jack),
        (ACES, weights.ace),
        (MOORS, weights.moor),
    )
    for cards, worth in groups:
        if card in cards:
            return worth
    if card in NUMBERED_TRUMPS:
        return weights.trump_16 - NUMBERED_TRUMPS.index(card) * weights.trump_step
    return weights.pip
