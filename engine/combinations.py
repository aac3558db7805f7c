"""Cricche and sequences of a set of cards (R23-R33, A1-A24).

One function, `combinations_of`, finds every combination of a hand or a pile, lays the
contatori out at their best value, and says for each what counts in it and why. Each
combination is scored on its own (A3), so a card may count in several. Because adding
a card never lowers a score, there is nothing to choose (A1).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final

from engine.cards import (
    ACES,
    CONTATORI,
    JACKS,
    KINGS,
    KNIGHTS,
    MOORS,
    PLAIN_SUITS,
    QUEENS,
    TAROCCHI,
    Card,
    CardSet,
    Suit,
    card_named,
)
from engine.grande import StandIn, lay_out_grande

SETS_TO_DOUBLE: Final = 3
"""So many different cricche, or sequences, double their subtotal (R24, R26)."""


class CriccaKind(Enum):
    """The five kinds of cricca; the value is its name in data."""

    TAROCCHI = "tarocchi"
    KINGS = "kings"
    QUEENS = "queens"
    KNIGHTS = "knights"
    JACKS = "jacks"


class SequenceKind(Enum):
    """The seven kinds of sequence (A6); the value is its name in data."""

    SWORDS = "swords"
    BATONS = "batons"
    CUPS = "cups"
    COINS = "coins"
    ACES = "aces"
    MOORS = "moors"
    GRANDE = "grande"


CRICCHE: Final = (
    (CriccaKind.TAROCCHI, TAROCCHI, 18, 36),
    (CriccaKind.KINGS, KINGS, 17, 34),
    (CriccaKind.QUEENS, QUEENS, 14, 28),
    (CriccaKind.KNIGHTS, KNIGHTS, 13, 26),
    (CriccaKind.JACKS, JACKS, 12, 24),
)
"""Each kind with its members, and what three and four of them are worth (R23)."""
_SUIT_SEQUENCES: Final = (
    (SequenceKind.SWORDS, Suit.SWORDS),
    (SequenceKind.BATONS, Suit.BATONS),
    (SequenceKind.CUPS, Suit.CUPS),
    (SequenceKind.COINS, Suit.COINS),
)
_COURTS: Final = {
    suit: tuple(card_named(suit, rank) for rank in "QCF") for suit in PLAIN_SUITS
}


@dataclass(frozen=True, slots=True)
class Cricca:
    """Three or four cards of a kind (R23)."""

    kind: CriccaKind
    cards: tuple[Card, ...]
    """Three or four real cards; a contatore never completes a cricca (A5)."""
    points: int
    """Before doubling."""


@dataclass(frozen=True, slots=True)
class Sequence:
    """One scored row of at least three cards (R25)."""

    kind: SequenceKind
    cards: tuple[Card, ...]
    """The real cards, in the order of the row."""
    stand_ins: tuple[StandIn, ...]
    """Contatori that fill a gap without which the row would be less (R31)."""
    added: tuple[Card, ...]
    """Contatori that only add length (R33)."""

    @property
    def length(self) -> int:
        """Number of cards that count, contatori included."""
        return len(self.cards) + len(self.stand_ins) + len(self.added)

    @property
    def points(self) -> int:
        """Ten for three cards, five for each further one, before doubling (R25, A2)."""
        return 5 * (self.length - 1)


@dataclass(frozen=True)
class CombinationScore:
    """Every combination of a set of cards, and what they come to."""

    cricche: tuple[Cricca, ...]
    """Each kind at most once, in the order of R23 (A6)."""
    sequences: tuple[Sequence, ...]
    """Each kind at most once: the four suits, Aces, Moors, Grande (A6)."""

    @property
    def cricche_factor(self) -> int:
        """2 with three or more different cricche, else 1 (R24, A22)."""
        return 2 if len(self.cricche) >= SETS_TO_DOUBLE else 1

    @property
    def sequences_factor(self) -> int:
        """2 with three or more different sequences, else 1 (R26, A23)."""
        return 2 if len(self.sequences) >= SETS_TO_DOUBLE else 1

    @cached_property
    def cricche_total(self) -> int:
        """Points of all cricche after doubling."""
        return self.cricche_factor * sum(cricca.points for cricca in self.cricche)

    @cached_property
    def sequences_total(self) -> int:
        """Points of all sequences after doubling."""
        return self.sequences_factor * sum(row.points for row in self.sequences)

    @property
    def total(self) -> int:
        """Points of everything after both doublings."""
        return self.cricche_total + self.sequences_total

    @property
    def public_cards(self) -> CardSet:
        """The cards that count in at least one combination (A28)."""
        shown: list[Card] = []
        for cricca in self.cricche:
            shown += cricca.cards
        for row in self.sequences:
            shown += row.cards
            shown += row.added
            shown += (stand_in.contatore for stand_in in row.stand_ins)
        return CardSet.from_cards(shown)


NO_COMBINATIONS: Final = CombinationScore((), ())


def combinations_of(cards: CardSet) -> CombinationScore:
    """Every combination of these cards at its best value.

    >>> combinations_of(CardSet.of("SR", "SQ", "SA", "MT")).total
    15
    """
    return CombinationScore(_cricche_of(cards), _sequences_of(cards))


def _cricche_of(cards: CardSet) -> tuple[Cricca, ...]:
    found = []
    for kind, members, points_for_three, points_for_four in CRICCHE:
        held = cards & members
        if len(held) == 4:
            found.append(Cricca(kind, tuple(held), points_for_four))
        elif len(held) == 3:
            found.append(Cricca(kind, tuple(held), points_for_three))
    return tuple(found)


def _sequences_of(cards: CardSet) -> tuple[Sequence, ...]:
    contatori = tuple(cards & CONTATORI)
    rows = [
        _suit_sequence(kind, suit, cards, contatori) for kind, suit in _SUIT_SEQUENCES
    ]
    rows.append(_equals_sequence(SequenceKind.ACES, cards & ACES, contatori))
    rows.append(_equals_sequence(SequenceKind.MOORS, cards & MOORS, contatori))
    grande = lay_out_grande(cards, contatori)
    if grande is not None:
        row = Sequence(
            SequenceKind.GRANDE, grande.cards, grande.stand_ins, grande.unused
        )
        rows.append(row)
    return tuple(row for row in rows if row is not None)


def _suit_sequence(
    kind: SequenceKind, suit: Suit, cards: CardSet, contatori: tuple[Card, ...]
) -> Sequence | None:
    """The row of one plain suit: Re, courts, Asso, contatori (R27, A7-A10)."""
    king = card_named(suit, "R")
    if king not in cards:
        return None  # A5: the King must be real
    courts = [card for card in _COURTS[suit] if card in cards]
    if not courts:
        return None  # R27, A8: at least one real court
    missing = [card for card in _COURTS[suit] if card not in cards]
    needed = max(0, 2 - len(courts))
    if needed > len(contatori):
        return None  # R27: two courts, of which a contatore may fill one
    # A9: what is not needed to reach two courts lengthens, whatever is missing.
    stand_ins = tuple(map(StandIn, contatori[:needed], missing))
    ace = card_named(suit, "A")
    aces = (ace,) if ace in cards else ()  # A10: the Ace only adds length
    return Sequence(kind, (king, *courts, *aces), stand_ins, contatori[needed:])


def _equals_sequence(
    kind: SequenceKind, held: CardSet, contatori: tuple[Card, ...]
) -> Sequence | None:
    """The row of the Aces or the Moors, which have no order (R28, A12)."""
    if len(held) < 2 or len(held) + len(contatori) < 3:
        return None
    return Sequence(kind, tuple(held), (), contatori)
