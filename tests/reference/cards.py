"""The deck as the rules text prints it: card codes, kinds, orders and values.

Everything here is a table or a direct reading of one. A card is its code, a
string such as `SR`, `16` or `MT`; a bare number is always a trump.
"""

from collections.abc import Iterable
from typing import Final

SUITS: Final = ("S", "B", "C", "D")
COURTS: Final = ("R", "Q", "C", "F")
NUMBERS: Final = ("16", "15", "14", "13", "12", "11", "10", "9", "8", "7", "6", "5")
MOORS: Final = ("M1", "M2", "M3", "M4")
MATTO: Final = "MT"
BEGATO: Final = "BG"

# R15, from high to low; the four Moors stand beside each other but are equal.
TRUMPS: Final = ("AN", "MN", "SO", "LU", *NUMBERS, *MOORS, BEGATO)

# R13 and R14, from high to low.
HIGH_TO_LOW: Final = {
    "S": ("R", "Q", "C", "F", "10", "9", "8", "7", "6", "A"),
    "B": ("R", "Q", "C", "F", "10", "9", "8", "7", "6", "A"),
    "C": ("R", "Q", "C", "F", "A", "6", "7", "8", "9", "10"),
    "D": ("R", "Q", "C", "F", "A", "6", "7", "8", "9", "10"),
}

# R3: the deck, in the order in which cards are shown.
DECK: Final = (
    *(suit + rank for suit in SUITS for rank in HIGH_TO_LOW["S"]),
    *TRUMPS,
    MATTO,
)

TAROCCHI: Final = ("AN", "MN", "BG", "MT")
KINGS: Final = tuple(suit + "R" for suit in SUITS)

# R5: what the dealer must never discard.
NEVER_DISCARDED: Final = frozenset((*KINGS, *TAROCCHI))


def kind(card: str) -> str:
    """What is led when this card leads: a suit letter, `trumps`, or `matto`."""
    if card == MATTO:
        return "matto"
    if card in TRUMPS:
        return "trumps"
    return card[0]


def count_value(card: str) -> int:
    """The count value of a card, before the half point is taken off (R19)."""
    if card in TAROCCHI or card in KINGS:
        return 5
    if kind(card) in SUITS:
        return {"Q": 4, "C": 3, "F": 2}.get(card[1:], 1)
    return 1


def in_card_order(cards: Iterable[str]) -> list[str]:
    """The same cards in the order of the deck."""
    return sorted(cards, key=DECK.index)
