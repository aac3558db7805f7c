"""The 62 cards: numbers, codes, suits, strengths and groups (R3, R13-R15).

A card is a small integer, 0 to 61: ten Swords, ten Batons, ten Cups, ten Coins, each
as Re Regina Cavallo Fante 10 9 8 7 6 Asso, then Angel, World, Sun, Moon, 16 down to 5,
the four Moors, the Begato and the Matto. The same numbers order every list of cards
that this project prints. The codes are the same on the wire, in records and for people.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, NewType

from engine.errors import RuleCode, RuleViolation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Card = NewType("Card", int)
"""One of the 62 cards, 0 to 61."""

DECK_SIZE: Final = 62


class Suit(Enum):
    """What can be led: one of the four suits, or the trumps (R9)."""

    SWORDS = "S"
    BATONS = "B"
    CUPS = "C"
    COINS = "D"
    TRUMPS = "T"


PLAIN_SUITS: Final = (Suit.SWORDS, Suit.BATONS, Suit.CUPS, Suit.COINS)

_RANKS: Final = ("R", "Q", "C", "F", "10", "9", "8", "7", "6", "A")
_NUMBERS: Final = tuple(str(number) for number in range(16, 4, -1))
_TRUMP_CODES: Final = (
    "AN",
    "MN",
    "SO",
    "LU",
    *_NUMBERS,
    "M1",
    "M2",
    "M3",
    "M4",
    "BG",
)

CARD_CODES: Final[tuple[str, ...]] = (
    *(suit.value + rank for suit in PLAIN_SUITS for rank in _RANKS),
    *_TRUMP_CODES,
    "MT",
)
"""Code of each card, by number."""

_CARDS_BY_CODE: Final = {code: Card(i) for i, code in enumerate(CARD_CODES)}


def card_of(code: str) -> Card:
    """The card with this code.

    Raises:
        RuleViolation: `E_NO_SUCH_CARD` if there is no such code (R3).
    """
    card = _CARDS_BY_CODE.get(code)
    if card is None:
        raise RuleViolation(
            RuleCode.NO_SUCH_CARD,
            f"{code[:12]!a} is not a card code; see the card table.",
        )
    return card


def code_of(card: Card) -> str:
    """The code of a card, as on the wire: `SR`, `D10`, `AN`, `16`, `M1`, `MT`."""
    return CARD_CODES[card]


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set of cards that iterates in card order.

    >>> [code_of(card) for card in CardSet.of("MT", "SR", "16")]
    ['SR', '16', 'MT']
    """

    bits: int = 0
    """Bit `n` is set when card number `n` is in; 0 to 2**62 - 1."""

    @classmethod
    def of(cls, *codes: str) -> CardSet:
        """The set of the cards with these codes; raises like `card_of`."""
        return cls.from_cards(card_of(code) for code in codes)

    @classmethod
    def from_cards(cls, cards: Iterable[Card]) -> CardSet:
        """The set of these cards."""
        bits = 0
        for card in cards:
            bits |= 1 << card
        return cls(bits)

    def __contains__(self, card: Card) -> bool:
        return bool(self.bits >> card & 1)

    def __iter__(self) -> Iterator[Card]:
        bits = self.bits
        while bits:
            lowest = bits & -bits
            yield Card(lowest.bit_length() - 1)
            bits ^= lowest

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.bits | other.bits)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.bits & other.bits)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.bits & ~other.bits)

    def with_card(self, card: Card) -> CardSet:
        """The same set and this card."""
        return CardSet(self.bits | 1 << card)

    def without_card(self, card: Card) -> CardSet:
        """The same set without this card."""
        return CardSet(self.bits & ~(1 << card))

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the cards, in card order."""
        return tuple(CARD_CODES[card] for card in self)


def card_named(suit: Suit, rank: str) -> Card:
    """A card of a plain suit by its rank: `R Q C F 10 9 8 7 6 A`."""
    return _CARDS_BY_CODE[suit.value + rank]


def _suit_set(suit: Suit) -> CardSet:
    return CardSet.of(*(suit.value + rank for rank in _RANKS))


FULL_DECK: Final = CardSet((1 << DECK_SIZE) - 1)
ANGEL: Final = card_of("AN")
WORLD: Final = card_of("MN")
SUN: Final = card_of("SO")
MOON: Final = card_of("LU")
BEGATO: Final = card_of("BG")
MATTO: Final = card_of("MT")
NUMBERED_TRUMPS: Final[tuple[Card, ...]] = tuple(card_of(code) for code in _NUMBERS)
"""The trumps 16 down to 5, in this order (R15)."""
MOORS: Final = CardSet.of("M1", "M2", "M3", "M4")
TAROCCHI: Final = CardSet.of("AN", "MN", "BG", "MT")
CONTATORI: Final = CardSet.of("BG", "MT")
KINGS: Final = CardSet.of("SR", "BR", "CR", "DR")
QUEENS: Final = CardSet.of("SQ", "BQ", "CQ", "DQ")
KNIGHTS: Final = CardSet.of("SC", "BC", "CC", "DC")
JACKS: Final = CardSet.of("SF", "BF", "CF", "DF")
ACES: Final = CardSet.of("SA", "BA", "CA", "DA")
TRUMPS: Final = CardSet.of(*_TRUMP_CODES)
"""The 21 trumps; the Matto is not one of them (A34)."""
CARDS_OF: Final = {
    **{suit: _suit_set(suit) for suit in PLAIN_SUITS},
    Suit.TRUMPS: TRUMPS,
}
"""The cards of each suit; the Matto belongs to none (A34)."""

_SUITS_BY_CARD: Final[tuple[Suit | None, ...]] = tuple(
    next((suit for suit, cards in CARDS_OF.items() if card in cards), None)
    for card in map(Card, range(DECK_SIZE))
)

# R13: Swords and Batons rank as they are numbered; R14: Cups and Coins turn the
# small cards round, so that the Ace follows the Fante and the 10 comes last.
_LOW_TO_HIGH: Final = {
    Suit.SWORDS: ("A", "6", "7", "8", "9", "10", "F", "C", "Q", "R"),
    Suit.BATONS: ("A", "6", "7", "8", "9", "10", "F", "C", "Q", "R"),
    Suit.CUPS: ("10", "9", "8", "7", "6", "A", "F", "C", "Q", "R"),
    Suit.COINS: ("10", "9", "8", "7", "6", "A", "F", "C", "Q", "R"),
}
_MOOR_STRENGTH: Final = 1


def _strengths() -> tuple[int, ...]:
    strengths = [0] * DECK_SIZE
    for suit, ranks in _LOW_TO_HIGH.items():
        for strength, rank in enumerate(ranks):
            strengths[card_named(suit, rank)] = strength
    for card in MOORS:
        strengths[card] = _MOOR_STRENGTH  # R15: the Moors are equal
    above_moors = (*reversed(NUMBERED_TRUMPS), MOON, SUN, WORLD, ANGEL)
    for strength, card in enumerate(above_moors, start=_MOOR_STRENGTH + 1):
        strengths[card] = strength
    return tuple(strengths)


_STRENGTHS: Final = _strengths()


def suit_of(card: Card) -> Suit | None:
    """The suit of a card, `TRUMPS` for a trump, None for the Matto (A34)."""
    return _SUITS_BY_CARD[card]


def strength_of(card: Card) -> int:
    """How high a card stands in its own suit; equal for Moors (R13-R15).

    Strengths of cards of different suits are not comparable; the Matto has 0.
    """
    return _STRENGTHS[card]
