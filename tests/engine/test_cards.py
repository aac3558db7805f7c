"""The deck, the codes, the strengths, and sets of cards (R3, R13-R15)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    ACES,
    CARD_CODES,
    CARDS_OF,
    CONTATORI,
    DECK_SIZE,
    FULL_DECK,
    JACKS,
    KINGS,
    KNIGHTS,
    MATTO,
    MOORS,
    NUMBERED_TRUMPS,
    PLAIN_SUITS,
    QUEENS,
    TAROCCHI,
    TRUMPS,
    Card,
    CardSet,
    Suit,
    card_named,
    card_of,
    code_of,
    strength_of,
    suit_of,
)
from engine.errors import RuleViolation
from tests.support.builders import hand, row, text_of
from tests.support.strategies import any_card, card_sets

DECK = (
    "SR SQ SC SF S10 S9 S8 S7 S6 SA BR BQ BC BF B10 B9 B8 B7 B6 BA "
    "CR CQ CC CF C10 C9 C8 C7 C6 CA DR DQ DC DF D10 D9 D8 D7 D6 DA "
    "AN MN SO LU 16 15 14 13 12 11 10 9 8 7 6 5 M1 M2 M3 M4 BG MT"
)
python_sets = st.frozensets(any_card)


def test_the_deck_is_these_62_cards_in_this_order() -> None:
    assert " ".join(CARD_CODES) == DECK  # R3
    assert text_of(FULL_DECK) == DECK
    assert len(FULL_DECK) == DECK_SIZE == 62


def test_every_code_names_its_card() -> None:
    for number, code in enumerate(DECK.split()):
        assert card_of(code) == number
        assert code_of(Card(number)) == code


@pytest.mark.parametrize(
    "code",
    ["", "S5", "sr", "SR ", "17", "4", "M5", "MR", "S", "é", "\ud800"],
    ids=ascii,
)
def test_what_is_no_card_is_refused(code: str) -> None:
    with pytest.raises(RuleViolation, match="is not a card code") as refusal:
        card_of(code)

    assert (refusal.value.code, refusal.value.rule) == ("E_NO_SUCH_CARD", "R3")
    assert refusal.value.message.isascii()


def test_a_refused_code_is_quoted_in_short() -> None:
    with pytest.raises(RuleViolation) as refusal:
        card_of("S" * 10_000)

    assert len(refusal.value.message) < 80


@pytest.mark.parametrize(
    ("cards", "codes"),
    [
        (KINGS, "SR BR CR DR"),
        (QUEENS, "SQ BQ CQ DQ"),
        (KNIGHTS, "SC BC CC DC"),
        (JACKS, "SF BF CF DF"),
        (ACES, "SA BA CA DA"),
        (TAROCCHI, "AN MN BG MT"),
        (CONTATORI, "BG MT"),
        (MOORS, "M1 M2 M3 M4"),
        (TRUMPS, "AN MN SO LU 16 15 14 13 12 11 10 9 8 7 6 5 M1 M2 M3 M4 BG"),
    ],
)
def test_groups_of_cards(cards: CardSet, codes: str) -> None:
    assert text_of(cards) == codes


def test_the_numbered_trumps_go_from_16_down_to_5() -> None:
    assert text_of(NUMBERED_TRUMPS) == "16 15 14 13 12 11 10 9 8 7 6 5"


@pytest.mark.parametrize("suit", PLAIN_SUITS, ids=lambda suit: suit.name)
def test_a_plain_suit_has_ten_cards(suit: Suit) -> None:
    ranks = ("R", "Q", "C", "F", "10", "9", "8", "7", "6", "A")

    assert CARDS_OF[suit].codes == tuple(suit.value + rank for rank in ranks)
    assert [code_of(card_named(suit, rank)) for rank in ranks] == list(
        CARDS_OF[suit].codes
    )


def test_every_card_but_the_matto_has_one_suit() -> None:
    for suit, cards in CARDS_OF.items():
        assert {suit_of(card) for card in cards} == {suit}
    assert suit_of(MATTO) is None  # A34
    assert sum(map(len, CARDS_OF.values())) == 61


@pytest.mark.parametrize(
    "high_to_low",
    [
        "SR SQ SC SF S10 S9 S8 S7 S6 SA",  # R13
        "BR BQ BC BF B10 B9 B8 B7 B6 BA",
        "CR CQ CC CF CA C6 C7 C8 C9 C10",  # R14
        "DR DQ DC DF DA D6 D7 D8 D9 D10",
        "AN MN SO LU 16-5 M1 BG",  # R15
    ],
)
def test_strengths_fall_from_high_to_low(high_to_low: str) -> None:
    strengths = [strength_of(card) for card in row(high_to_low)]

    assert strengths == sorted(set(strengths), reverse=True)


def test_the_moors_are_equal() -> None:
    assert len({strength_of(moor) for moor in MOORS}) == 1  # R15


def test_a_set_is_made_of_codes() -> None:
    assert CardSet.of("MT", "SR", "16").codes == ("SR", "16", "MT")
    with pytest.raises(RuleViolation):
        CardSet.of("SR", "S5")


@given(python_sets, python_sets, any_card)
def test_a_card_set_is_a_set(
    one: frozenset[Card], other: frozenset[Card], card: Card
) -> None:
    first, second = CardSet.from_cards(one), CardSet.from_cards(other)

    assert list(first) == sorted(one)
    assert len(first) == len(one)
    assert (card in first) == (card in one)
    assert set(first | second) == one | other
    assert set(first & second) == one & other
    assert set(first - second) == one - other
    assert set(first.with_card(card)) == one | {card}
    assert set(first.without_card(card)) == one - {card}


@given(card_sets)
def test_a_set_is_equal_to_the_set_of_its_codes(cards: CardSet) -> None:
    again = CardSet.of(*cards.codes)

    assert again == cards
    assert hash(again) == hash(cards)


def test_the_empty_set_holds_nothing() -> None:
    assert CardSet() == hand("")
    assert not list(CardSet())
    assert MATTO not in CardSet()
