"""The deal: commitment, dealer and hands (R4, A38).

The deal can be verified. Before anybody may add to it, the table publishes the SHA-256
of a secret of 32 bytes. Each seat may then add random bytes of its own. The order of the
deck follows from the secret and the context: format name, table, number of the deal and
the four contributions. When the deal is over the secret is shown, and anybody can check
both the commitment and every card. Neither side alone could choose the order.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from engine.cards import DECK_SIZE, Card, CardSet
from engine.rng import SeededChance, shuffled
from engine.seats import SEATS, Seat, next_seat

SECRET_BYTES: Final = 32
MAX_ENTROPY_BYTES: Final = 32
HAND_SIZE: Final = 15
DEALER_HAND_SIZE: Final = 17

_FORMAT: Final = b"tarocco-deal/1"


@dataclass(frozen=True, slots=True)
class DealSource:
    """All that the order of a deck follows from."""

    secret: bytes
    """32 random bytes, hidden until the deal is settled."""
    table: str
    """Id of the table."""
    number: int
    """Number of the deal at its table, from 1."""
    entropies: tuple[bytes, bytes, bytes, bytes]
    """What each seat added, at most 32 bytes each; empty for a seat that did not."""
    dealer: Seat | None = None
    """The dealer, where he follows from the deal before; None to draw him (R4)."""


@dataclass(frozen=True, slots=True)
class DealtHands:
    """Who deals, and what each seat holds before the discard."""

    dealer: Seat
    hands: tuple[CardSet, CardSet, CardSet, CardSet]
    """By seat: 17 cards for the dealer, 15 for each other seat (R4)."""


def commitment_to(secret: bytes) -> bytes:
    """What the table publishes before the deal: SHA-256 of the secret, 32 bytes."""
    return hashlib.sha256(secret).digest()


def deal_out(source: DealSource) -> DealtHands:
    """The dealer and the hands that follow from a source; always the same."""
    chance = SeededChance(source.secret, context_of(source))
    drawn = Seat(chance.below(len(SEATS)))  # drawn always, so the deck never shifts
    dealer = drawn if source.dealer is None else source.dealer
    deck = shuffled([Card(number) for number in range(DECK_SIZE)], chance)
    hands = [CardSet()] * len(SEATS)
    start = 0
    for steps in (1, 2, 3, 4):  # the seat after the dealer first, the dealer last
        seat = next_seat(dealer, steps)
        size = DEALER_HAND_SIZE if seat == dealer else HAND_SIZE  # R4
        hands[seat] = CardSet.from_cards(deck[start : start + size])
        start += size
    return DealtHands(dealer, (hands[0], hands[1], hands[2], hands[3]))


def context_of(source: DealSource) -> bytes:
    """The context of the stream of chance: parts, each with its length before it.

    The parts are the format name, the table id in UTF-8, the number of the deal in
    decimal digits, the fixed dealer as one digit (empty when drawn) and the four
    contributions by seat; each length is four bytes, big-endian.
    """
    dealer = "" if source.dealer is None else str(source.dealer)
    parts = (
        _FORMAT,
        source.table.encode(),
        str(source.number).encode(),
        dealer.encode(),
        *source.entropies,
    )
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
