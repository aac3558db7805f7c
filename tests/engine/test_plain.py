"""Scores as data that explains itself (R22)."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given

from engine.cards import CardSet
from engine.combinations import combinations_of
from engine.plain import (
    codes,
    combinations_data,
    result_name,
    score_lines,
    settlement_data,
)
from engine.record import read_record, replay_record
from engine.seats import Team
from tests.reference import oracle
from tests.support.builders import cases, hand, row
from tests.support.strategies import chances, examples, scoring_sets


def settled(record: object) -> dict[str, Any]:
    settlement = replay_record(read_record(record)).settlement
    assert settlement is not None
    return settlement_data(settlement)


def test_codes_keep_the_order_given() -> None:
    assert codes(row("MT SR 16")) == ["MT", "SR", "16"]


def test_a_line_says_what_counts_and_why() -> None:
    lines = score_lines(combinations_of(hand("AN MN SO 15 14 SR SC SA BR CR MT")))

    assert lines == [
        {
            "kind": "cricca",
            "name": "tarocchi",
            "cards": ["AN", "MN", "MT"],
            "stand_ins": [],
            "added": [],
            "length": 3,
            "points": 18,
            "factor": 1,
            "rule": "R23",
        },
        {
            "kind": "cricca",
            "name": "kings",
            "cards": ["SR", "BR", "CR"],
            "stand_ins": [],
            "added": [],
            "length": 3,
            "points": 17,
            "factor": 1,
            "rule": "R23",
        },
        {
            "kind": "sequence",
            "name": "swords",
            "cards": ["SR", "SC", "SA"],
            "stand_ins": [{"contatore": "MT", "stands_for": "SQ"}],
            "added": [],
            "length": 4,
            "points": 15,
            "factor": 1,
            "rule": "R27",
        },
        {
            "kind": "sequence",
            "name": "grande",
            "cards": ["AN", "MN", "SO", "15", "14"],
            "stand_ins": [{"contatore": "MT", "stands_for": "16"}],
            "added": [],
            "length": 6,
            "points": 25,
            "factor": 1,
            "rule": "R29",
        },
    ]


@pytest.mark.parametrize(
    ("held", "rule"),
    [
        ("SR SQ SC", "R27"),
        ("SA BA MT", "R28"),
        ("M1 M2 M3", "R28"),
        ("AN SO LU", "R29"),
        ("SQ BQ CQ", "R23"),
    ],
)
def test_every_line_names_its_rule(held: str, rule: str) -> None:
    (line,) = score_lines(combinations_of(hand(held)))

    assert line["rule"] == rule


@given(scoring_sets)
@examples(200)
def test_lines_add_up(cards: CardSet) -> None:
    data = combinations_data(combinations_of(cards))
    explained = oracle.explain(cards.codes)

    for kind, total in (("cricca", "cricche_total"), ("sequence", "sequences_total")):
        lines = [line for line in data["lines"] if line["kind"] == kind]
        # R24, R26: the factor belongs to all the lines of a kind.
        assert {line["factor"] for line in lines} <= {2 if len(lines) >= 3 else 1}
        points = sum(line["points"] * line["factor"] for line in lines)
        assert points == data[total] == explained[total]  # type: ignore[literal-required]
    assert data["total"] == explained["total"]
    assert data["public_cards"] == explained["public_cards"]


def test_a_settlement_says_where_every_point_comes_from() -> None:
    data = settled(cases("deals")[0]["record"])
    first, second = data["teams"]

    assert {key: data[key] for key in data if key != "teams"} == {
        "tricks_won": [4, 11],
        "declared_by_seat": [20, 0, 0, 25],
        "matto": "exchanged",
        "matto_owner": 0,
        "given_for_matto": "D7",
        "discards": ["BA", "DQ"],
        "discards_to": 0,
        "result": "team 1",
    }
    pile = "SF BA CQ D9 D8 DQ DC DA AN 16 15 10 9 8 7 M1 M4 MT"
    assert first["pile"] == codes(hand(pile))
    assert (first["value_sum"], first["card_points"]) == (35, 26)
    assert (first["last_trick"], second["last_trick"]) == (0, 6)
    assert (first["captured"], second["captured"]) == (20, 298)
    assert first["declarations"] == [{"seat": 0, "total": 20}]
    assert second["declarations"] == [{"seat": 3, "total": 25}]
    assert (first["total"], second["total"]) == (66, 390)
    assert [line["name"] for line in first["combinations"]["lines"]] == [
        "aces",
        "moors",
    ]


@given(chances)
@examples(50)
def test_a_settlement_adds_up_and_goes_into_json(rng: Random) -> None:
    data = settled(oracle.random_deal(rng))

    assert json.loads(json.dumps(data)) == data
    for team in data["teams"]:
        parts = ("card_points", "last_trick", "captured", "declared")
        assert team["total"] == sum(team[part] for part in parts)
        assert team["captured"] == team["combinations"]["total"]
        assert team["declared"] == sum(one["total"] for one in team["declarations"])
        assert team["card_points"] == team["value_sum"] - len(team["pile"]) // 2


@pytest.mark.parametrize(
    ("winner", "name"), [(Team(0), "team 0"), (Team(1), "team 1"), (None, "draw")]
)
def test_the_name_of_a_result(winner: Team | None, name: str) -> None:
    assert result_name(winner) == name  # A49
