"""What a pile or a hand scores; compiled twins of combinations, Grande, card points."""

from __future__ import annotations

from engine.search.kernel.compiling import inner, popcount
from engine.search.kernel.tables import (
    ACES,
    ANGEL,
    CONTATORI,
    CRICCHE,
    HIGH_THREE,
    MOORS,
    NUMBERED,
    POINTS_FOR_FOUR,
    POINTS_FOR_THREE,
    SETS_TO_DOUBLE,
    SUIT_ACES,
    SUIT_COURTS,
    SUIT_KINGS,
    VALUED_CARDS,
    WORLD,
)


@inner
def card_points(pile: int) -> int:
    """Card points of a pile; twin: `engine.card_points.card_points`."""
    size = popcount(pile)
    values = size
    for index in range(len(VALUED_CARDS)):
        values += popcount(pile & VALUED_CARDS[index])
    return values - size // 2


@inner
def cricche_points(cards: int) -> int:
    """All cricche, doubled if so many; twin: `CombinationScore.cricche_total`."""
    points = 0
    found = 0
    for index in range(len(CRICCHE)):
        held = popcount(cards & CRICCHE[index])
        if held == 4:
            points += POINTS_FOR_FOUR[index]
            found += 1
        elif held == 3:
            points += POINTS_FOR_THREE[index]
            found += 1
    return 2 * points if found >= SETS_TO_DOUBLE else points


@inner
def suit_length(cards: int, suit: int, contatori: int) -> int:
    """Cards in the row of a plain suit, 0 for none; twin: `_suit_sequence`."""
    if not cards & SUIT_KINGS[suit]:
        return 0
    courts = popcount(cards & SUIT_COURTS[suit])
    if courts == 0 or courts + contatori < 2:
        return 0
    return 1 + courts + popcount(cards & SUIT_ACES[suit]) + contatori


@inner
def equals_length(held: int, contatori: int) -> int:
    """Cards in the row of the Aces or Moors held; twin: `_equals_sequence`."""
    real = popcount(held)
    if real < 2 or real + contatori < 3:
        return 0
    return real + contatori


@inner
def grande_row(cards: int, contatori: int) -> int:
    """The real cards of the Grande, none without one; twin: `lay_out_grande`."""
    if not cards & ANGEL:
        return 0
    high = cards & HIGH_THREE
    real = popcount(high)
    needed = max(0, 2 - real)
    if real == 0 or needed > contatori:
        return 0
    spare = contatori - needed
    after_stand_in = needed == 1 and high == WORLD  # A16
    row = ANGEL | high
    for index in range(len(NUMBERED)):
        bit = 1 << NUMBERED[index]
        if cards & bit:
            row |= bit
            after_stand_in = False
        elif spare > 0 and not after_stand_in:
            spare -= 1
            after_stand_in = True
        else:
            return row
    return row | cards & MOORS  # A17: the run is complete


@inner
def grande_length(cards: int, contatori: int) -> int:
    """Cards in the Grande, 0 for none; twin: `Sequence.length`."""
    row = grande_row(cards, contatori)
    return popcount(row) + contatori if row else 0


@inner
def sequence_points(cards: int) -> int:
    """All sequences, doubled if so many; twin: `CombinationScore.sequences_total`."""
    contatori = popcount(cards & CONTATORI)
    points = 0
    found = 0
    for suit in range(len(SUIT_KINGS)):
        length = suit_length(cards, suit, contatori)
        if length:
            points += 5 * (length - 1)
            found += 1
    for length in (
        equals_length(cards & ACES, contatori),
        equals_length(cards & MOORS, contatori),
        grande_length(cards, contatori),
    ):
        if length:
            points += 5 * (length - 1)
            found += 1
    return 2 * points if found >= SETS_TO_DOUBLE else points


@inner
def combination_points(cards: int) -> int:
    """Everything after both doublings; twin: `CombinationScore.total`."""
    return cricche_points(cards) + sequence_points(cards)


@inner
def public_cards(cards: int) -> int:
    """What a declaration shows; twin: `CombinationScore.public_cards`."""
    shown = 0
    for index in range(len(CRICCHE)):
        held = cards & CRICCHE[index]
        if popcount(held) >= 3:
            shown |= held
    contatori = popcount(cards & CONTATORI)
    rows = grande_row(cards, contatori)
    for suit in range(len(SUIT_KINGS)):
        if suit_length(cards, suit, contatori):
            row = SUIT_KINGS[suit] | SUIT_COURTS[suit] | SUIT_ACES[suit]
            rows |= cards & row
    if equals_length(cards & ACES, contatori):
        rows |= cards & ACES
    if equals_length(cards & MOORS, contatori):
        rows |= cards & MOORS
    return shown | rows | cards & CONTATORI if rows else shown
