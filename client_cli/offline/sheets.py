"""Scores of the rules' own kind, as the client keeps them to print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client_cli.score_sheet import (
    Combined,
    DealSheet,
    Declared,
    MattoCase,
    Row,
    TeamSheet,
    laid_out,
)
from engine.cards import code_of
from engine.errors import BrokenInvariant
from engine.plain import codes, score_lines
from engine.seats import SEATS, TEAMS, Team, team_of
from engine.settlement import MattoCase as EngineCase

if TYPE_CHECKING:
    from engine.combinations import CombinationScore
    from engine.deal import DealState
    from engine.settlement import Settlement

_CASES: Final[dict[EngineCase, MattoCase]] = {
    EngineCase.KEPT: "kept",
    EngineCase.EXCHANGED: "exchanged",
    EngineCase.LOST: "lost",
}


def combined_from(score: CombinationScore) -> Combined:
    """Every combination of a hand or a pile."""
    return Combined(
        rows=tuple(
            Row(
                name=line["name"],
                is_sequence=line["kind"] == "sequence",
                places=laid_out(
                    tuple(line["cards"]),
                    tuple(
                        (one["contatore"], one["stands_for"])
                        for one in line["stand_ins"]
                    ),
                ),
                added=tuple(line["added"]),
                length=line["length"],
                points=line["points"],
                factor=line["factor"],
                rule=line["rule"],
            )
            for line in score_lines(score)
        ),
        cricche_total=score.cricche_total,
        sequences_total=score.sequences_total,
        total=score.total,
        public_cards=tuple(codes(score.public_cards)),
    )


def settlement_in(state: DealState) -> Settlement:
    """The settlement of a deal that is over.

    Raises:
        BrokenInvariant: It is not over.
    """
    if state.settlement is None:
        msg = "a deal that is not over has no settlement"
        raise BrokenInvariant(msg)
    return state.settlement


def sheet_from(state: DealState) -> DealSheet:
    """The sheet of a settled deal."""
    settlement = settlement_in(state)
    first, second = (_team_from(state, settlement, team) for team in TEAMS)
    discarded = codes(settlement.discards)
    given = settlement.given_for_matto
    return DealSheet(
        dealer=state.dealer,
        discards=(discarded[0], discarded[1]),
        discards_to=settlement.discards_team,
        tricks_won=settlement.tricks_won,
        matto=_CASES[settlement.matto_case],
        matto_owner=team_of(settlement.matto_owner),
        given_for_matto=None if given is None else code_of(given),
        teams=(first, second),
    )


def _team_from(state: DealState, settlement: Settlement, team: Team) -> TeamSheet:
    score = settlement.teams[team]
    return TeamSheet(
        pile=tuple(codes(score.pile)),
        value_sum=score.value_sum,
        card_points=score.card_points,
        last_trick=score.last_trick_points,
        captured=combined_from(score.combinations),
        declarations=tuple(
            Declared(seat, combined_from(answer))
            for seat in SEATS
            if team_of(seat) == team
            and (answer := state.answers[seat]) is not None
            and answer.total
        ),
        declared=score.declaration_points,
        total=score.total,
    )
