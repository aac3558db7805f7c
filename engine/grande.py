"""The Grande, the trump sequence (R29-R33, A13-A20).

It is laid out as a row: Angel, then World, Sun, Moon, then 16 down to 5, then the Moors.
The row is judged as it lies: a contatore may stand for a missing card, but no two
stand-ins may lie side by side.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.cards import (
    ANGEL,
    MOON,
    MOORS,
    NUMBERED_TRUMPS,
    SUN,
    WORLD,
    Card,
    CardSet,
)

_HIGH_THREE: Final = (WORLD, SUN, MOON)


@dataclass(frozen=True, slots=True)
class StandIn:
    """A contatore in the place of a missing card (R31)."""

    contatore: Card
    stands_for: Card


@dataclass(frozen=True, slots=True)
class GrandeRow:
    """A Grande as laid out."""

    cards: tuple[Card, ...]
    """The real cards reached, in the order of the row."""
    stand_ins: tuple[StandIn, ...]
    """In the order of the row."""
    unused: tuple[Card, ...]
    """Contatori that filled nothing; they add length at the end (R33, A19)."""


def lay_out_grande(cards: CardSet, contatori: tuple[Card, ...]) -> GrandeRow | None:
    """The longest Grande of these cards, or None if they hold none.

    Args:
        cards: A hand or a pile.
        contatori: Those of the same hand or pile, at most two.
    """
    if ANGEL not in cards:
        return None  # R29, A5: the Angel must be real
    high = [card for card in _HIGH_THREE if card in cards]
    needed = max(0, 2 - len(high))
    if not high or needed > len(contatori):
        return None  # A13: two of the three, at least one of them real
    row = [ANGEL, *high]
    spare = list(contatori)
    stand_ins: list[StandIn] = []
    after_stand_in = False
    if needed:
        missing = next(card for card in _HIGH_THREE if card not in cards)
        stand_ins.append(StandIn(spare.pop(0), missing))
        # A16: with only the World real the stand-in lies after it, at the end of
        # the row so far; a real Sun or Moon comes after its stand-in. A skipped
        # card is no position at all: the row closes up (A14).
        after_stand_in = high == [WORLD]
    complete = _extend(cards, row, spare, stand_ins, after_stand_in=after_stand_in)
    if complete:
        row += cards & MOORS  # R30, A18: any number of them, none replaced
    return GrandeRow(tuple(row), tuple(stand_ins), tuple(spare))


def _extend(
    cards: CardSet,
    row: list[Card],
    spare: list[Card],
    stand_ins: list[StandIn],
    *,
    after_stand_in: bool,
) -> bool:
    """Go down 16 to 5; whether the run is complete (R30, A15-A17)."""
    for number in NUMBERED_TRUMPS:
        if number in cards:
            row.append(number)
            after_stand_in = False
        elif spare and not after_stand_in:  # R32, A16: not two side by side
            stand_ins.append(StandIn(spare.pop(0), number))
            after_stand_in = True
        else:
            return False  # A15: no numbered trump may be skipped
    return True  # A17: the 5 is filled, really or by a stand-in
