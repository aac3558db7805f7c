"""A score as the client keeps it to print: combinations, teams, the whole deal.

Live tables and records bring scores in shapes of their own; both are read into these,
so that there is one printed form for all. Nothing is counted here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from client_cli.cards import place_of

MattoCase: TypeAlias = Literal["kept", "exchanged", "lost"]


@dataclass(frozen=True, slots=True)
class Place:
    """One card of a row as laid out."""

    code: str
    stands_for: str | None = None
    """The missing card in whose place a contatore lies."""


@dataclass(frozen=True, slots=True)
class Row:
    """One combination."""

    name: str
    """`kings`, `grande` and the like: a cricca or a sequence."""
    is_sequence: bool
    places: tuple[Place, ...]
    """As laid out, each stand-in in the place that it fills."""
    added: tuple[str, ...]
    """Contatori that only make it longer."""
    length: int
    points: int
    """Before doubling."""
    factor: int
    rule: str


def laid_out(
    cards: tuple[str, ...], stand_ins: tuple[tuple[str, str], ...]
) -> tuple[Place, ...]:
    """Real cards and stand-ins (contatore, card it stands for) in one row."""
    places = [Place(code) for code in cards]
    places += [Place(contatore, stands_for) for contatore, stands_for in stand_ins]
    return tuple(
        sorted(places, key=lambda place: place_of(place.stands_for or place.code))
    )


@dataclass(frozen=True, slots=True)
class Combined:
    """All combinations of a hand or a pile."""

    rows: tuple[Row, ...]
    cricche_total: int
    """After doubling."""
    sequences_total: int
    """After doubling."""
    total: int
    public_cards: tuple[str, ...]
    """What everybody sees when it is declared."""

    @property
    def cricche(self) -> tuple[Row, ...]:
        """The rows that are sets."""
        return tuple(row for row in self.rows if not row.is_sequence)

    @property
    def sequences(self) -> tuple[Row, ...]:
        """The rows that are sequences."""
        return tuple(row for row in self.rows if row.is_sequence)


@dataclass(frozen=True, slots=True)
class Declared:
    """What one seat declared."""

    seat: int
    score: Combined


@dataclass(frozen=True, slots=True)
class TeamSheet:
    """One team's result, part by part."""

    pile: tuple[str, ...]
    value_sum: int
    card_points: int
    last_trick: int
    captured: Combined
    declarations: tuple[Declared, ...]
    declared: int
    total: int


@dataclass(frozen=True, slots=True)
class DealSheet:
    """A settled deal; seats 0 to 3 in playing order, team = seat % 2."""

    dealer: int
    discards: tuple[str, str]
    discards_to: int
    """Team."""
    tricks_won: tuple[int, int]
    matto: MattoCase
    matto_owner: int
    """Team."""
    given_for_matto: str | None
    teams: tuple[TeamSheet, TeamSheet]

    @property
    def winner(self) -> int | None:
        """The team with the higher total; None for a draw."""
        first, second = (team.total for team in self.teams)
        if first == second:
            return None
        return 0 if first > second else 1
