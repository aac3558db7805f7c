"""What the player inside the playouts weighs by, and how it becomes a table.

Points are parts of 16, chances and their factors parts of 1024, other factors parts of
16. The numbers themselves are in `tuned.py`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from engine import cards
from engine.cards import DECK_SIZE, NUMBERED_TRUMPS, Card, CardSet, strength_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Weights = Mapping[str, int]

_GROUPS: Final[Mapping[str, CardSet]] = MappingProxyType(
    {
        "begato": CardSet.from_cards([cards.BEGATO]),
        "angel": CardSet.from_cards([cards.ANGEL]),
        "world": CardSet.from_cards([cards.WORLD]),
        "sun": CardSet.from_cards([cards.SUN]),
        "moon": CardSet.from_cards([cards.MOON]),
        "king": cards.KINGS,
        "queen": cards.QUEENS,
        "knight": cards.KNIGHTS,
        "jack": cards.JACKS,
        "ace": cards.ACES,
        "moor": cards.MOORS,
        "matto": CardSet.from_cards([cards.MATTO]),
    }
)
_SAME_WORTH: Final = {"sun": "sun_moon", "moon": "sun_moon"}

# The parts of the table.
WORTH: Final = 0
"""By card: points that it adds to the side that captures it."""
COST: Final = WORTH + DECK_SIZE
"""By card: the price of having it no longer in the hand."""
STANDING: Final = COST + DECK_SIZE
"""Six factors of the worth, by how many of its kind the two sides have captured."""
COST_NOW: Final = STANDING + 6
COST_PER_TRICK_LEFT: Final = COST_NOW + 1
TO_COME: Final = COST_NOW + 2
NOBODY_TAKES: Final = COST_NOW + 3
OPPONENT_WILL: Final = COST_NOW + 4
PARTNER_WILL: Final = COST_NOW + 5
LEAD_TRUMP: Final = COST_NOW + 6
LEAD_LENGTH: Final = COST_NOW + 7
LEAD_PARTNER_VOID: Final = COST_NOW + 8
LEAD_OPPONENT_VOID: Final = COST_NOW + 9
LEAD_TRUMP_LENGTH: Final = COST_NOW + 10

_SCALARS: Final = (
    "cost_now",
    "cost_per_trick_left",
    "to_come",
    "nobody",
    "opponent_will",
    "partner_will",
    "lead_trump",
    "lead_length",
    "lead_partner_void",
    "lead_opponent_void",
    "lead_trump_length",
)
_STANDINGS: Final = ("1_0", "1_1", "2_0", "2_1", "3_0")
UNCHANGED: Final = 16
"""The factor that leaves a number as it is."""


def table_of(weights: Weights) -> NDArray[np.int64]:
    """The weights as the table that the kernel reads; its parts are named above."""
    deck = [Card(number) for number in range(DECK_SIZE)]
    numbers = [_worth(card, weights) for card in deck]
    numbers += [_cost(card, weights) for card in deck]
    numbers += [UNCHANGED, *(weights[f"standing_{name}"] for name in _STANDINGS)]
    numbers += [weights[name] for name in _SCALARS]
    table = np.array(numbers, dtype=np.int64)
    table.setflags(write=False)
    return table


def _worth(card: Card, weights: Weights) -> int:
    if card == cards.MATTO:
        return 0  # it comes home anyway (R34)
    for name, members in _GROUPS.items():
        if card in members:
            return weights["worth_" + _SAME_WORTH.get(name, name)]
    if card in NUMBERED_TRUMPS:
        return _on_the_way(card, weights["worth_sixteen"], weights["worth_five"])
    return weights["worth_pip"]


def _cost(card: Card, weights: Weights) -> int:
    for name, members in _GROUPS.items():
        if card in members:
            return weights["cost_" + name]
    if card in NUMBERED_TRUMPS:
        return _on_the_way(card, weights["cost_sixteen"], weights["cost_five"])
    return weights["cost_pip"] * strength_of(card) // 5


def _on_the_way(card: Card, first: int, last: int) -> int:
    """The number of a numbered trump, between those of the 16 and of the 5."""
    steps = len(NUMBERED_TRUMPS) - 1
    return first + (last - first) * NUMBERED_TRUMPS.index(card) // steps
