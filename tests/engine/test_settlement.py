"""Discards, Matto and the count (R2, R20-R22, R34-R38, A29-A32, A41-A49)."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from engine.cards import CardSet, card_of, code_of
from engine.combinations import CombinationScore, combinations_of
from engine.errors import BrokenInvariant
from engine.seats import Seat, Team
from engine.settlement import (
    MattoCase,
    PlayedDeal,
    Settlement,
    card_for_matto,
    settle,
)
from tests.reference import oracle
from tests.reference.deals import SettlementCase
from tests.support.builders import case_id, cases, hand, seat, text_of
from tests.support.strategies import chances, examples

SKIPPED: tuple[CombinationScore | None, ...] = (None, None, None, None)


def played(
    case: dict[str, Any] | SettlementCase,
    declarations: tuple[CombinationScore | None, ...] = SKIPPED,
) -> PlayedDeal:
    """The played deal of a worked example, whose owner and dealer are teams."""
    first, second = (hand(" ".join(pile)) for pile in case["trick_piles"])
    one, another = map(card_of, case["discards"])
    return PlayedDeal(
        trick_piles=(first, second),
        tricks_won=(case["tricks_won"][0], case["tricks_won"][1]),
        dealer=seat(case["dealer_team"] + 2),
        discards=(one, another),
        matto_owner=seat(case["matto_owner"]),
        last_trick_team=Team(case["last_trick_team"]),
        declarations=declarations,
    )


def example(name: str) -> dict[str, Any]:
    (case,) = (one for one in cases("settlements") if one["id"] == name)
    return case


def as_data(settlement: Settlement) -> dict[str, Any]:
    given_card = settlement.given_for_matto
    return {
        "given_for_matto": None if given_card is None else code_of(given_card),
        "teams": [
            {
                "card_points": team.card_points,
                "last_trick": team.last_trick_points,
                "captured": team.combination_points,
                "total": team.total,
            }
            for team in settlement.teams
        ],
    }


@pytest.mark.parametrize("case", cases("settlements"), ids=case_id)
def test_worked_example(case: dict[str, Any]) -> None:
    assert as_data(settle(played(case))) == {
        "given_for_matto": case["given_for_matto"],
        "teams": case["teams"],
    }


@pytest.mark.untraced
@given(chances)
@examples(1500)
def test_the_oracle_settles_alike(rng: Random) -> None:
    case = oracle.random_settlement(rng)
    settlement = settle(played(case))

    assert as_data(settlement) == oracle.settle(**case)
    assert sum(team.card_points for team in settlement.teams) == 87  # R20
    assert sum(team.last_trick_points for team in settlement.teams) == 6  # R21, A32
    for team in settlement.teams:
        assert len(team.pile) % 2 == 0  # A31
        assert team.value_sum - len(team.pile) // 2 == team.card_points  # A30


@pytest.mark.parametrize(
    ("name", "matto", "discards_team"),
    [
        ("Z1", MattoCase.EXCHANGED, 1),  # R35
        ("Z2", MattoCase.KEPT, 1),  # R34: the partner won it
        ("Z3", MattoCase.LOST, 1),  # R37, and R38: the dealer's team won no trick
        ("Z4", MattoCase.EXCHANGED, 0),
        ("Z5", MattoCase.EXCHANGED, 1),  # R36: no one-point card
        ("Z7", MattoCase.KEPT, 0),  # A41: the discards count in the Jacks
        ("Z8", MattoCase.KEPT, 1),  # A42
    ],
)
def test_where_matto_and_discards_go(
    name: str, matto: MattoCase, discards_team: int
) -> None:
    settlement = settle(played(example(name)))

    assert settlement.matto_case is matto
    assert settlement.discards_team == discards_team
    for card in settlement.discards:
        if card != settlement.given_for_matto:
            assert card in settlement.teams[discards_team].pile


def test_an_exchange_moves_one_card_each_way() -> None:
    case = example("Z1")
    settlement = settle(played(case))

    first, second = settlement.teams
    assert text_of(first.pile) == "SR SQ S7 C8 C7 C6 CA MT"  # A43: S6 for the Matto
    assert set(second.pile.codes) == {*case["trick_piles"][1], "S6", "D6", "D7"} - {
        "MT"
    }  # A48


def test_the_discards_come_before_the_matto() -> None:
    # A44, A45: the dealer's S10 can be given, since it was captured by then.
    settlement = settle(played(example("Z9")))

    assert settlement.given_for_matto == card_of("S10")
    assert settlement.discards_team == 0


@pytest.mark.parametrize(
    ("own", "given_card"),
    [
        ("D10 SA B7 16 S9", "S9"),  # A47: the first plain pip of the fixed order
        ("SR SA BA CA", "SA"),  # R35: an Ace is a one-point card too
        ("SR 9 SA M1", "9"),
        ("16 5 SO LU", "5"),
        ("SR SQ SC SF", "SF"),  # R36: no one-point card, so the lowest value
        ("SR SQ BQ CQ", "BQ"),  # A47: with the Matto, SR SQ are worth 10 to the owner
        ("AN MN BG DR", "DR"),
    ],
)
def test_the_card_given_for_the_matto(own: str, given_card: str) -> None:
    own_pile = hand(own)
    other_pile = hand("MT D9")  # so little that no combination is at stake there

    assert code_of(card_for_matto(own_pile, other_pile)) == given_card


def test_combinations_decide_between_cards_of_equal_value() -> None:
    # A47, step 2: the 9 would lengthen the others' Grande by 5 and by three Moors.
    own, other = hand("SR SA 9 M1"), hand("MT AN MN SO LU 16-10 8-5 M2 M3 M4")

    assert code_of(card_for_matto(own, other)) == "SA"


def test_an_owner_with_a_trick_has_a_card_to_give() -> None:
    with pytest.raises(BrokenInvariant, match="holds no card"):
        card_for_matto(CardSet(), hand("MT"))  # A46


def test_declarations_count_for_the_team_whoever_captures() -> None:
    held = ("SR SQ SC", "SQ BQ CQ", "SF BF CF", "SR BR CR")
    declarations = tuple(combinations_of(hand(cards)) for cards in held)
    settlement = settle(played(example("Z3"), declarations))

    assert settlement.declared_by_seat == (10, 14, 12, 17)
    assert [team.declaration_points for team in settlement.teams] == [22, 31]
    assert settlement.teams[0].total == 22  # A29: kept without a single trick
    assert settlement.teams[1].total == 939 + 31


def test_a_total_is_its_four_parts() -> None:
    team = settle(played(example("Z9"))).teams[0]

    assert (team.card_points, team.last_trick_points) == (17, 0)
    assert (team.combination_points, team.declaration_points) == (20, 0)
    assert team.total == 37  # R22


@pytest.mark.parametrize(
    ("declared", "winner"), [(660, Team(1)), (661, None), (662, Team(0))]
)
def test_equal_totals_are_a_draw(declared: int, winner: Team | None) -> None:
    # Z1 ends 25 to 686; what the first team declared is added by hand (R2, A49).
    settlement = settle(played(example("Z1")))
    first, second = settlement.teams
    first = replace(first, declaration_points=declared)

    assert replace(settlement, teams=(first, second)).winner == winner


def test_the_deal_knows_whose_matto_it_was() -> None:
    settlement = settle(played(example("Z1")))

    assert settlement.matto_owner == Seat(0)
    assert settlement.tricks_won == (2, 13)
