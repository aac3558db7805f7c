"""Cricche and sequences, by laying out every row that the rules allow.

A row is written as the rules text writes it: real cards by their codes, and `*`
for a contatore that stands in for a missing card or is added at the end. The two
contatori are alike in every row (A7), so a layout is settled by which missing
cards are stood in for. Every choice is laid out, rows that break a rule are
dropped, and the longest of the rest counts (A1). No length comes from a formula.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final, TypeAlias, TypedDict

from tests.reference.cards import (
    BEGATO,
    DECK,
    KINGS,
    MATTO,
    MOORS,
    NUMBERS,
    SUITS,
    TAROCCHI,
    in_card_order,
)

Row: TypeAlias = tuple[str, ...]
Cards: TypeAlias = frozenset[str]

CONTATORI: Final = (BEGATO, MATTO)  # R31
STAND_IN: Final = "*"

# R23: the five kinds of set, with the points for three and for four cards.
SETS: Final = (
    (TAROCCHI, {3: 18, 4: 36}),
    (KINGS, {3: 17, 4: 34}),
    (("SQ", "BQ", "CQ", "DQ"), {3: 14, 4: 28}),
    (("SC", "BC", "CC", "DC"), {3: 13, 4: 26}),
    (("SF", "BF", "CF", "DF"), {3: 12, 4: 24}),
)
ACES: Final = ("SA", "BA", "CA", "DA")
ANGEL: Final = "AN"
WORLD_SUN_MOON: Final = ("MN", "SO", "LU")


class Explanation(TypedDict):
    """What the combinations of one hand or pile are worth, and what they show."""

    cricche_total: int
    sequences_total: int
    total: int
    public_cards: list[str]


@dataclass(frozen=True, slots=True)
class Scored:
    """One combination that counts: its points before doubling, and its cards."""

    points: int
    cards: Cards


def explain(codes: Iterable[str]) -> Explanation:
    """The combinations of these cards, held together in one hand or one pile.

    Raises:
        ValueError: a code that is no card, or the same card twice.
    """
    listed = list(codes)
    held = frozenset(listed)
    if len(held) < len(listed) or not held.issubset(DECK):
        msg = f"not cards of one deck: {listed}"
        raise ValueError(msg)
    cricche = scored_sets(held)
    sequences = scored_sequences(held)
    # R24, R26, A23: each kind of score doubles by its own count.
    cricche_total = sum(one.points for one in cricche) * (2 if len(cricche) >= 3 else 1)
    sequences_total = sum(one.points for one in sequences) * (
        2 if len(sequences) >= 3 else 1
    )
    shown = {card for one in (*cricche, *sequences) for card in one.cards}  # A28
    return {
        "cricche_total": cricche_total,
        "sequences_total": sequences_total,
        "total": cricche_total + sequences_total,
        "public_cards": in_card_order(shown),
    }


def scored_sets(held: Cards) -> list[Scored]:
    """The sets held: at most one of each kind (A6), of real cards only (A5)."""
    found = []
    for members, points in SETS:
        real = held.intersection(members)
        if len(real) in points:
            found.append(Scored(points[len(real)], real))
    return found


def scored_sequences(held: Cards) -> list[Scored]:
    """The sequences held: at most one of each of the seven kinds (A6).

    A3 and A31: each kind looks at the whole of the cards, whatever others used.
    """
    rows_of_each_kind = [
        *(suit_rows(suit, held) for suit in SUITS),
        gathered_rows(ACES, held),
        gathered_rows(MOORS, held),
        grande_rows(held),
    ]
    found = []
    for rows in rows_of_each_kind:
        longest = max(rows, key=len, default=())
        if longest:
            real = frozenset(longest) - {STAND_IN}
            # A4: every contatore held is in every valid row.
            cards = real | held.intersection(CONTATORI)
            found.append(Scored(row_points(longest), cards))
    return found


def row_points(row: Row) -> int:
    """R25, A2: ten for three cards, five more for each further one."""
    return 10 + 5 * (len(row) - 3)


def stand_in_choices(missing: Collection[str], held: Cards) -> Iterator[Cards]:
    """Every choice of missing cards for which the contatori held may stand in.

    R31: a contatore stands in once, so at most as many as there are contatori.
    """
    for used in range(len(held.intersection(CONTATORI)) + 1):
        for chosen in combinations(missing, used):
            yield frozenset(chosen)


def added(stood_in: Cards, held: Cards) -> Row:
    """The contatori that stand in for nothing: they add length (R33, A4)."""
    return (STAND_IN,) * (len(held.intersection(CONTATORI)) - len(stood_in))


def laid_out(places: Iterable[str], held: Cards, stood_in: Cards) -> Row:
    """These places in order: a real card, a stand-in, or skipped altogether."""
    return tuple(
        place if place in held else STAND_IN
        for place in places
        if place in held or place in stood_in
    )


def suit_rows(suit: str, held: Cards) -> list[Row]:
    """Every row of one suit: Re, courts, Ace, then what the contatori add."""
    king, ace = suit + "R", suit + "A"
    courts = [suit + rank for rank in "QCF"]
    if king not in held:  # R27, A5: the King must be real.
        return []
    if held.isdisjoint(courts):  # R27, A8: so must one of the courts.
        return []
    rows = []
    # A contatore standing for the Ace is the same as length (A10): not laid out.
    for stood_in in stand_in_choices([c for c in courts if c not in held], held):
        family = laid_out(courts, held, stood_in)  # A9: any court may be skipped.
        if len(family) >= 2:  # R27, A10: two courts, and the Ace is none of them.
            length = laid_out([ace], held, frozenset())
            rows.append((king, *family, *length, *added(stood_in, held)))
    return rows


def gathered_rows(members: Collection[str], held: Cards) -> list[Row]:
    """The row of the Aces or of the Moors, which have no order (R28, A12)."""
    real = tuple(card for card in members if card in held)
    row = (*real, *added(frozenset(), held))
    return [row] if len(real) >= 2 and len(row) >= 3 else []


def grande_rows(held: Cards) -> list[Row]:
    """Every row of the Grande (R29 to R33)."""
    if ANGEL not in held:  # R29, A5: the Angel must be real.
        return []
    if held.isdisjoint(WORLD_SUN_MOON):  # R29, A13: so must one of the three.
        return []
    places = (*WORLD_SUN_MOON, *NUMBERS)
    missing = [place for place in places if place not in held]
    rows = [grande_row(held, chosen) for chosen in stand_in_choices(missing, held)]
    return [row for row in rows if row]


def grande_row(held: Cards, stood_in: Cards) -> Row:
    """The Grande with exactly these stand-ins, or nothing if that breaks a rule."""
    # A13, A14: what is missing here and not stood in for is skipped.
    head = laid_out(WORLD_SUN_MOON, held, stood_in)
    if len(head) < 2:  # R29
        return ()
    run = numbered_run(held, stood_in)
    row = (ANGEL, *head, *run)
    if row.count(STAND_IN) < len(stood_in):
        return ()  # A stand-in further down than the run goes: not a layout.
    if (STAND_IN, STAND_IN) in pairwise(row):  # R32, A16
        return ()
    if len(run) == len(NUMBERS):  # R30, A17: complete, with stand-ins or without.
        row += tuple(moor for moor in MOORS if moor in held)  # A18
    return row + added(stood_in, held)  # R33, A19: these may lie side by side.


def numbered_run(held: Cards, stood_in: Cards) -> Row:
    """From the 16 down, without a gap, to the first that is not there (A15)."""
    run: list[str] = []
    for number in NUMBERS:
        if number not in held and number not in stood_in:
            break
        run.append(number if number in held else STAND_IN)
    return tuple(run)
