"""Engine values as plain data: dictionaries, lists, strings and numbers.

The same shapes go into JSON of the command line and over the wire, so that a score is
explained in one way everywhere. Cards are their codes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from engine.cards import CARD_CODES, Card, code_of
from engine.combinations import CombinationScore, Cricca, Sequence, SequenceKind
from engine.seats import SEATS, Team, team_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.settlement import Settlement, TeamScore

Plain: TypeAlias = dict[str, Any]
"""A value of JSON's object kind."""

_SEQUENCE_RULES = {
    SequenceKind.ACES: "R28",
    SequenceKind.MOORS: "R28",
    SequenceKind.GRANDE: "R29",
}


def codes(cards: Iterable[Card]) -> list[str]:
    """The codes of these cards, in the order given."""
    return [CARD_CODES[card] for card in cards]


def combinations_data(score: CombinationScore) -> Plain:
    """A combination score with a line for each combination."""
    return {
        "cricche_total": score.cricche_total,
        "sequences_total": score.sequences_total,
        "total": score.total,
        "public_cards": codes(score.public_cards),
        "lines": score_lines(score),
    }


def score_lines(score: CombinationScore) -> list[Plain]:
    """Each combination: cards, stand-ins, points before doubling, factor and rule."""
    cricche = [_cricca_line(one, score.cricche_factor) for one in score.cricche]
    rows = [_sequence_line(one, score.sequences_factor) for one in score.sequences]
    return cricche + rows


def _cricca_line(cricca: Cricca, factor: int) -> Plain:
    return {
        "kind": "cricca",
        "name": cricca.kind.value,
        "cards": codes(cricca.cards),
        "stand_ins": [],
        "added": [],
        "length": len(cricca.cards),
        "points": cricca.points,
        "factor": factor,
        "rule": "R23",
    }


def _sequence_line(row: Sequence, factor: int) -> Plain:
    return {
        "kind": "sequence",
        "name": row.kind.value,
        "cards": codes(row.cards),
        "stand_ins": [
            {"contatore": code_of(one.contatore), "stands_for": code_of(one.stands_for)}
            for one in row.stand_ins
        ],
        "added": codes(row.added),
        "length": row.length,
        "points": row.points,
        "factor": factor,
        "rule": _SEQUENCE_RULES.get(row.kind, "R27"),
    }


def result_name(winner: Team | None) -> str:
    """`team 0`, `team 1` or `draw` (A49)."""
    return "draw" if winner is None else f"team {winner}"


def settlement_data(settlement: Settlement) -> Plain:
    """A settlement with every part of both totals."""
    owner = settlement.matto_owner
    given = settlement.given_for_matto
    return {
        "teams": [_team_data(settlement, team) for team in (Team(0), Team(1))],
        "tricks_won": list(settlement.tricks_won),
        "declared_by_seat": list(settlement.declared_by_seat),
        "matto": settlement.matto_case.value,
        "matto_owner": owner,
        "given_for_matto": None if given is None else code_of(given),
        "discards": codes(settlement.discards),
        "discards_to": settlement.discards_team,
        "result": result_name(settlement.winner),
    }


def _team_data(settlement: Settlement, team: Team) -> Plain:
    score: TeamScore = settlement.teams[team]
    return {
        "card_points": score.card_points,
        "pile": codes(score.pile),
        "value_sum": score.value_sum,
        "last_trick": score.last_trick_points,
        "captured": score.combination_points,
        "declared": score.declaration_points,
        "total": score.total,
        "combinations": combinations_data(score.combinations),
        "declarations": [
            {"seat": seat, "total": settlement.declared_by_seat[seat]}
            for seat in SEATS
            if team_of(seat) == team and settlement.declared_by_seat[seat]
        ],
    }
