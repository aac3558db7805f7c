"""The codes of the 62 cards as a person sees, sorts and types them.

No rule lives here: only how a code is spelled, which pile of the hand it lies in and in
which order a player of this game holds it. The four Moors are equal, so on the screen
and in typing they are all `MR`; `M1` to `M4` exist on the wire and in records.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

SUITS: Final = ("S", "B", "C", "D")
RANKS: Final = ("R", "Q", "C", "F", "10", "9", "8", "7", "6", "A")
HIGH_TRUMPS: Final = ("AN", "MN", "SO", "LU")
NUMBERS: Final = tuple(str(number) for number in range(16, 4, -1))
MOORS: Final = ("M1", "M2", "M3", "M4")
ANY_MOOR: Final = "MR"
BEGATO: Final = "BG"
MATTO: Final = "MT"
TRUMPS: Final = (*HIGH_TRUMPS, *NUMBERS, *MOORS, BEGATO)

CODES: Final = (*(suit + rank for suit in SUITS for rank in RANKS), *TRUMPS, MATTO)
"""Every code, in the order of records and lists."""
_PLACES: Final = {code: place for place, code in enumerate(CODES)}

# In Cups and Coins the small cards are turned round (R14), and so are they held.
_HELD_RANKS: Final = {
    "S": RANKS,
    "B": RANKS,
    "C": ("R", "Q", "C", "F", "A", "6", "7", "8", "9", "10"),
    "D": ("R", "Q", "C", "F", "A", "6", "7", "8", "9", "10"),
}


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that are held together: trumps, the Matto, or one suit."""

    suit: str
    """`T` for trumps, `M` for the Matto, else the letter of the suit."""
    cards: tuple[str, ...]
    """In the order in which they are held, highest first."""


_GROUPS: Final = (
    Group("T", TRUMPS),
    Group("M", (MATTO,)),
    *(Group(suit, tuple(suit + rank for rank in _HELD_RANKS[suit])) for suit in SUITS),
)
_SUITS: Final = {code: group.suit for group in _GROUPS for code in group.cards}


def suit_of(code: str) -> str:
    """`T` for a trump, `M` for the Matto, else the letter of the suit."""
    return _SUITS[code]


def rank_of(code: str) -> str:
    """The rank of a card of a suit: `R Q C F 10 9 8 7 6 A`."""
    return code[1:]


def place_of(code: str) -> int:
    """Where a card stands in the order of lists, from 0."""
    return _PLACES[code]


def sorted_hand(cards: Iterable[str]) -> tuple[Group, ...]:
    """The cards as they are held: trumps, Matto, then the suits; all six groups."""
    held = frozenset(cards)
    return tuple(
        Group(group.suit, tuple(code for code in group.cards if code in held))
        for group in _GROUPS
    )


def as_held(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards in the order in which they are held."""
    return tuple(code for group in sorted_hand(cards) for code in group.cards)


def on_screen(code: str) -> str:
    """The code as a person sees it: every Moor is `MR`."""
    return ANY_MOOR if code in MOORS else code


def all_on_screen(cards: Iterable[str]) -> str:
    """Codes as a person sees them, with commas between."""
    return ", ".join(map(on_screen, cards))
