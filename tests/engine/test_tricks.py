"""Which cards may be played, and who wins (R8-R17, A33-A37)."""

from random import Random
from typing import Any

import pytest
from hypothesis import given

from engine.cards import MATTO, Suit, card_of, code_of
from engine.errors import BrokenInvariant, RuleViolation
from engine.tricks import (
    check_card,
    led_suit,
    legal_cards,
    trick_winner,
    winning_index,
)
from tests.reference import oracle
from tests.reference.cards import DECK
from tests.support.builders import case_id, cases, hand, row, text_of
from tests.support.strategies import chances, examples


@pytest.mark.parametrize("case", cases("tricks"), ids=case_id)
def test_worked_example_of_a_trick(case: dict[str, Any]) -> None:
    trick = tuple(map(card_of, case["cards"]))

    assert trick_winner(trick) == case["winner_index"]


@pytest.mark.parametrize("case", cases("legal_cards"), ids=case_id)
def test_worked_example_of_legal_cards(case: dict[str, Any]) -> None:
    held = hand(" ".join(case["hand"]))
    trick = tuple(map(card_of, case["trick"]))

    assert set(legal_cards(held, trick).codes) == set(case["legal"])


@pytest.mark.untraced
@given(chances)
@examples(1500)
def test_legal_cards_and_winners_are_those_of_the_oracle(rng: Random) -> None:
    size = rng.randint(1, 15)
    drawn = rng.sample(DECK, size + 4)
    held, trick = drawn[:size], drawn[size:]
    # The four cards may not have been legal; who wins them is clear all the same.
    assert trick_winner(tuple(map(card_of, trick))) == oracle.trick_winner(trick)
    for lying in range(4):
        cards = tuple(map(card_of, trick[:lying]))
        legal = legal_cards(hand(" ".join(held)), cards)
        assert set(legal.codes) == oracle.legal(held, trick[:lying])


@pytest.mark.parametrize(
    ("trick", "suit"),
    [
        ("", None),
        ("S6", Suit.SWORDS),
        ("B6 SR", Suit.BATONS),
        ("C6 5", Suit.CUPS),
        ("D6", Suit.COINS),
        ("5 SR", Suit.TRUMPS),
        ("BG", Suit.TRUMPS),
        ("MT", None),  # R17: the card after it sets the suit
        ("MT D6 S6", Suit.COINS),
        ("MT 16", Suit.TRUMPS),  # A35
        ("C6 MT", Suit.CUPS),
    ],
)
def test_the_led_suit(trick: str, suit: Suit | None) -> None:
    assert led_suit(row(trick)) is suit


@pytest.mark.parametrize(
    ("trick", "index"),
    [
        ("", None),
        ("MT", None),  # R17: it never wins, and nothing else lies there
        ("S6", 0),
        ("S6 SR", 1),
        ("SR S6", 0),
        ("SR CR", 0),
        ("MT C6 SR", 1),
        ("C10 CA BG", 2),  # R11: the lowest trump beats every plain card
        ("M1 SR M2", 2),  # R16
        ("MT M4 M1", 2),  # A37: whatever lies between
        ("5 M1 M2", 0),
    ],
)
def test_the_card_that_wins_so_far(trick: str, index: int | None) -> None:
    assert winning_index(row(trick)) == index


@pytest.mark.parametrize(
    ("held", "trick", "card", "code", "allowed"),
    [
        ("S6 SR CR MT", "S10", "B6", "E_NOT_IN_HAND", "SR S6 MT"),
        ("S6 SR CR MT", "S10", "CR", "E_MUST_FOLLOW", "SR S6 MT"),
        ("5 16 CR MT", "S10", "CR", "E_MUST_TRUMP", "16 5 MT"),  # A33
        ("5 BG CR", "16 AN", "CR", "E_MUST_FOLLOW", "5 BG"),  # R12: no overtrumping
        ("CR D6", "MT C6", "D6", "E_MUST_FOLLOW", "CR"),  # A35
        ("CR D6", "", "S6", "E_NOT_IN_HAND", "CR D6"),
    ],
)
def test_a_refused_card_names_those_that_may_be_played(
    held: str, trick: str, card: str, code: str, allowed: str
) -> None:
    with pytest.raises(RuleViolation) as refusal:
        check_card(hand(held), row(trick), card_of(card))

    assert refusal.value.code == code
    assert refusal.value.rule == ("R8" if code == "E_NOT_IN_HAND" else "R9")
    assert refusal.value.allowed == tuple(allowed.split())
    assert allowed in refusal.value.message


@given(chances)
def test_every_legal_card_passes_and_every_other_is_refused(rng: Random) -> None:
    drawn = rng.sample(DECK, 9)
    held, trick = hand(" ".join(drawn[:6])), row(" ".join(drawn[6:]))
    legal = oracle.legal(drawn[:6], drawn[6:])
    for card in map(card_of, DECK):
        if code_of(card) in legal:
            check_card(held, trick, card)
        else:
            with pytest.raises(RuleViolation) as refusal:
                check_card(held, trick, card)
            assert set(refusal.value.allowed) == legal


def test_the_matto_belongs_to_no_suit() -> None:
    # A34: it neither serves a duty nor makes one; R10: it is always allowed.
    assert text_of(legal_cards(hand("MT C6"), row("S6"))) == "C6 MT"
    assert text_of(legal_cards(hand("MT S7 C6"), row("S6"))) == "S7 MT"


def test_the_matto_may_be_the_last_card_and_be_led() -> None:
    assert legal_cards(hand("MT"), ()) == hand("MT")  # A36
    assert trick_winner(row("MT C10 D6 C9")) == 3


@pytest.mark.parametrize("trick", ["", "S6 S7 S8", "S6 S7 S8 S9 S10"])
def test_only_a_whole_trick_has_a_winner(trick: str) -> None:
    with pytest.raises(BrokenInvariant, match="four cards"):
        trick_winner(row(trick))


def test_four_mattos_are_no_trick() -> None:
    with pytest.raises(BrokenInvariant, match="no card"):
        trick_winner((MATTO,) * 4)
