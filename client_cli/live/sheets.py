"""Scores as a table tells them, as the client keeps them to print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.score_sheet import (
    Combined,
    DealSheet,
    Declared,
    Row,
    TeamSheet,
    laid_out,
)

if TYPE_CHECKING:
    from protocol.scores import Combinations, Settlement, TeamScore
    from protocol.views import DealView


def combined_from(score: Combinations) -> Combined:
    """Every combination of a hand or a pile."""
    return Combined(
        rows=tuple(
            Row(
                name=line.name,
                is_sequence=line.kind == "sequence",
                places=laid_out(
                    line.cards,
                    tuple((one.contatore, one.stands_for) for one in line.stand_ins),
                ),
                added=line.added,
                length=line.length,
                points=line.points,
                factor=line.factor,
                rule=line.rule,
            )
            for line in score.lines
        ),
        cricche_total=score.cricche_total,
        sequences_total=score.sequences_total,
        total=score.total,
        public_cards=score.public_cards,
    )


def sheet_from(deal: DealView, settlement: Settlement) -> DealSheet:
    """The sheet of a settled deal."""
    return DealSheet(
        dealer=deal.dealer,
        discards=settlement.discards,
        discards_to=settlement.discards_to,
        tricks_won=settlement.tricks_won,
        matto=settlement.matto,
        matto_owner=settlement.matto_owner,
        given_for_matto=settlement.given_for_matto,
        teams=(
            _team_from(deal, settlement.teams[0], 0),
            _team_from(deal, settlement.teams[1], 1),
        ),
    )


def _team_from(deal: DealView, score: TeamScore, team: int) -> TeamSheet:
    return TeamSheet(
        pile=score.pile,
        value_sum=score.value_sum,
        card_points=score.card_points,
        last_trick=score.last_trick,
        captured=combined_from(score.combinations),
        declarations=tuple(
            Declared(seat, combined_from(made.score))
            for seat, made in enumerate(deal.declarations)
            if seat % 2 == team and made is not None and made.score is not None
        ),
        declared=score.declared,
        total=score.total,
    )
