"""Cricche and sequences (R23-R33, A1-A24)."""

from typing import Any

import pytest
from hypothesis import given

from engine.cards import CONTATORI, Card, CardSet, code_of
from engine.combinations import (
    NO_COMBINATIONS,
    CombinationScore,
    Cricca,
    CriccaKind,
    Sequence,
    SequenceKind,
    combinations_of,
)
from tests.reference import oracle
from tests.support.builders import case_id, cases, hand, row, text_of
from tests.support.strategies import any_card, card_sets, examples, scoring_sets


def points(held: str) -> tuple[int, int]:
    score = combinations_of(hand(held))
    return score.cricche_total, score.sequences_total


def only_row(held: str) -> Sequence:
    (sequence,) = combinations_of(hand(held)).sequences
    return sequence


@pytest.mark.parametrize("case", cases("combinations"), ids=case_id)
def test_worked_example(case: dict[str, Any]) -> None:
    score = combinations_of(hand(" ".join(case["cards"])))

    assert score.cricche_total == case["cricche_total"]
    assert score.sequences_total == case["sequences_total"]
    assert score.total == case["total"]
    assert list(score.public_cards.codes) == case["public_cards"]  # A28


@pytest.mark.untraced
@given(scoring_sets)
@examples(3000)
def test_the_oracle_finds_the_same(cards: CardSet) -> None:
    score = combinations_of(cards)

    assert oracle.explain(cards.codes) == {
        "cricche_total": score.cricche_total,
        "sequences_total": score.sequences_total,
        "total": score.total,
        "public_cards": list(score.public_cards.codes),
    }


@pytest.mark.parametrize(
    ("kind", "members", "three", "four"),
    [
        (CriccaKind.TAROCCHI, "AN MN BG MT", 18, 36),
        (CriccaKind.KINGS, "SR BR CR DR", 17, 34),
        (CriccaKind.QUEENS, "SQ BQ CQ DQ", 14, 28),
        (CriccaKind.KNIGHTS, "SC BC CC DC", 13, 26),
        (CriccaKind.JACKS, "SF BF CF DF", 12, 24),
    ],
)
def test_a_cricca_is_three_or_four_of_a_kind(
    kind: CriccaKind, members: str, three: int, four: int
) -> None:
    cards = row(members)

    assert combinations_of(hand(members)).cricche == (Cricca(kind, cards, four),)
    for left_out in cards:  # R23
        held = tuple(card for card in cards if card != left_out)
        score = combinations_of(CardSet.from_cards(held))
        assert score.cricche == (Cricca(kind, held, three),)
        assert not combinations_of(CardSet.from_cards(held[:2])).cricche


def test_a_contatore_completes_no_cricca() -> None:
    assert points("SR BR MT BG")[0] == 0  # A5


def test_contatori_count_in_the_tarocchi_and_in_sequences() -> None:
    assert points("AN MN BG MT SR SQ") == (36, 15 + 15)  # A21


def test_three_different_cricche_double() -> None:
    assert points("SQ BQ CQ SF BF CF")[0] == 26
    assert points("SQ BQ CQ SF BF CF AN MN BG")[0] == 2 * (14 + 12 + 18)  # R24
    assert points("SQ BQ CQ DQ SF BF CF")[0] == 28 + 12  # A6: four are one cricca
    assert points("SQ BQ CQ DQ SF BF CF SC BC CC")[0] == 2 * (28 + 12 + 13)  # A22


def test_cricche_and_sequences_double_apart() -> None:
    assert points("SR BR CR SA BA CA M1 M2 M3 AN SO LU") == (17, 2 * 30)  # R26, A23
    assert points("SR BR CR SQ BQ CQ SF BF CF DF M1 M2 M3")[0] == 2 * (17 + 14 + 24)


@pytest.mark.parametrize(
    ("held", "real", "stand_ins", "added"),
    [
        ("SR SQ SC", "SR SQ SC", "", ""),
        ("BR BQ BG", "BR BQ", "BG=BC", ""),  # A7: either for any missing court
        ("CR CF MT", "CR CF", "MT=CQ", ""),
        ("DR DC BG MT", "DR DC", "BG=DQ", "MT"),  # A7: both in one sequence
        ("SR SQ SC BG", "SR SQ SC", "", "BG"),  # R33, A9: nothing is in its way
        ("SR SQ SC SF SA BG MT", "SR SQ SC SF SA", "", "BG MT"),  # A11: the longest
        ("BR BQ BA MT", "BR BQ BA", "MT=BC", ""),  # A10: the Ace lengthens
    ],
)
def test_a_suit_sequence_is_laid_out(
    held: str, real: str, stand_ins: str, added: str
) -> None:
    sequence = only_row(held)

    assert text_of(sequence.cards) == real
    assert stand_ins == " ".join(
        f"{code_of(one.contatore)}={code_of(one.stands_for)}"
        for one in sequence.stand_ins
    )
    assert text_of(sequence.added) == added
    assert sequence.length == len(held.split())
    assert sequence.points == 5 * (len(held.split()) - 1)  # R25, A2


@pytest.mark.parametrize(
    "held",
    [
        "SQ SC SF SA BG MT",  # A5: the King must be real
        "SR BG MT SA",  # R27, A8: so must one court
        "SR SQ",
        "SR SQ SA",  # A10: the Ace is not the third card
        "SR SQ S10 S9",
        "SA BG MT",  # R28, A12: two real Aces
        "M1 BG MT",
        "SA BA",
    ],
)
def test_no_sequence(held: str) -> None:
    assert points(held)[1] == 0


def test_aces_and_moors_have_no_order() -> None:
    assert only_row("BA DA MT").added == row("MT")  # R28, A12
    assert text_of(only_row("M4 M2 M1").cards) == "M1 M2 M4"
    assert only_row("M1 M2 M3 M4 BG MT").points == 25


def test_one_real_card_serves_several_combinations() -> None:
    score = combinations_of(hand("CR CQ CC CA SA BA SR BR"))

    rows = {one.kind: text_of(one.cards) for one in score.sequences}
    assert rows == {
        SequenceKind.CUPS: "CR CQ CC CA",
        SequenceKind.ACES: "SA BA CA",
    }  # A3
    assert [one.kind for one in score.cricche] == [CriccaKind.KINGS]


def test_partners_hands_are_counted_apart() -> None:
    one, other = "SQ BQ CQ SF BF CF", "SC BC CC"

    assert points(one)[0] + points(other)[0] == 14 + 12 + 13  # A24
    assert points(f"{one} {other}")[0] == 2 * (14 + 12 + 13)


@given(card_sets, any_card)
@examples(300)
def test_one_more_card_never_lowers_a_score(cards: CardSet, card: Card) -> None:
    before, after = combinations_of(cards), combinations_of(cards.with_card(card))

    assert after.cricche_total >= before.cricche_total  # A1
    assert after.sequences_total >= before.sequences_total


@given(scoring_sets)
@examples(300)
def test_every_contatore_is_once_in_every_sequence(cards: CardSet) -> None:
    for sequence in combinations_of(cards).sequences:
        used = [one.contatore for one in sequence.stand_ins]
        assert sorted([*used, *sequence.added]) == list(cards & CONTATORI)  # A4
        assert sequence.length >= 3


@given(scoring_sets)
@examples(300)
def test_what_is_shown_scores_the_same_alone(cards: CardSet) -> None:
    score = combinations_of(cards)

    assert combinations_of(score.public_cards) == score  # A28


def test_nothing_is_nothing() -> None:
    assert combinations_of(CardSet()) == NO_COMBINATIONS == CombinationScore((), ())
    assert NO_COMBINATIONS.total == 0
    assert NO_COMBINATIONS.public_cards == CardSet()
