"""How a trick may go on."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import CARDS_OF, TRUMPS, CardSet, Suit
from engine.combinations import NO_COMBINATIONS, combinations_of
from engine.players.outlook import Outlook, outlook_of, unseen_cards
from engine.players.weights import CERTAIN
from engine.seats import SEATS
from engine.view import view_of
from tests.support.builders import ending, hand, row, seat
from tests.support.play import played_at_random
from tests.support.strategies import chances, dealt_at_random, examples

NO_LACKS = (CardSet(),) * 4
SEAT = seat(1)


def holding(cards: str, share: int = 512, shown: str = "") -> Outlook:
    """An outlook in which any seat may hold these cards with this chance each."""
    possible = hand(cards) | hand(shown)
    return Outlook(possible, (possible,) * 4, (hand(shown),) * 4, (share,) * 4)


def test_chance_of_one_of_two_cards() -> None:
    outlook = holding("S6 S7 S8")

    assert outlook.holds_one(SEAT, hand("S6")) == 512
    assert outlook.holds_one(SEAT, hand("S6 S7")) == 768
    assert outlook.holds_one(SEAT, hand("D6")) == 0


def test_shown_card_is_held_for_certain() -> None:
    assert holding("S6", shown="SR").holds_one(SEAT, hand("SR D6")) == CERTAIN


@pytest.mark.parametrize(
    ("trick", "unseen", "chance"),
    [
        ("SQ", "S6 S7", 0),  # nothing that could take it
        ("SQ", "SR", 512),  # the only card of the suit takes it
        ("SQ", "5", 512),  # void for certain: trumps or not
        ("SQ", "S6 5", 256),  # bound to follow in half of all cases (R9)
        ("SQ", "SR 5", 768),
        ("16", "SR AN", 512),  # trumps led: no plain card takes it
        ("M1", "M2", 512),  # R16: the later Moor
        ("S6 5", "SR M1", 0),  # a trump lies there already
        ("MT", "S6", CERTAIN),  # R17: whatever comes next takes it so far
    ],
)
def test_chance_of_taking_a_trick(trick: str, unseen: str, chance: int) -> None:
    assert holding(unseen).can_beat(SEAT, row(trick)) == chance


@pytest.mark.parametrize(
    ("possible", "expected"),
    [("S6 5 D6", "S6"), ("5 D6", "5"), ("D6 C6", "D6 C6")],
)
def test_what_a_seat_will_have_to_choose_from(possible: str, expected: str) -> None:
    assert holding(possible).to_follow(SEAT, row("SR")) == hand(expected)


@pytest.mark.parametrize(
    ("card", "beats", "unseen"),
    [
        ("SR", 2, 2),
        ("S8", 1, 2),
        ("SA", 0, 2),
        ("13", 2, 3),
        ("M4", 1, 3),
        ("MT", 0, 0),
    ],
)
def test_standing_of_a_card_among_the_unseen_ones(
    card: str, beats: int, unseen: int
) -> None:
    # R16: a Moor beats another one that lies there already.
    assert holding("S6 SQ 12 16 M1").standing(row(card)[0]) == (beats, unseen)


def test_free_card_may_be_any() -> None:
    assert holding("S6 5 D6").to_follow(SEAT, row("MT")) == hand("S6 5 D6")


def test_what_is_lacked_is_not_possible_and_what_is_shown_is() -> None:
    state = ending(0, {0: "SQ D6", 1: "SR D7", 2: "B6 D8", 3: "B7 D9"})
    king_shown = combinations_of(hand("SR SC SF"))
    state = replace(state, answers=(NO_COMBINATIONS, king_shown, *state.answers[2:]))
    lacks = (CardSet(), CARDS_OF[Suit.COINS], CARDS_OF[Suit.BATONS], CardSet())
    outlook = outlook_of(view_of(state, seat(0)), lacks)

    # Unseen are the other hands and the two discards.
    assert state.discards is not None
    gone = CardSet.from_cards(state.discards)
    unseen = hand("SR D7 B6 D8 B7 D9") | gone
    assert unseen_cards(view_of(state, seat(0))) == unseen
    assert outlook.shown[1] == hand("SR")
    assert outlook.possible[1] == unseen - CARDS_OF[Suit.COINS]
    assert outlook.possible[2] == unseen - CARDS_OF[Suit.BATONS] - hand("SR")
    # Seat 1 has one card that is not shown, of five that it may hold: one in five.
    assert not (gone & (CARDS_OF[Suit.COINS] | TRUMPS)).bits
    assert outlook.shares[1] == CERTAIN // len(unseen - hand("SR D7 D8 D9"))


@given(rng=chances, steps=st.integers(0, 64))
@examples(40)
def test_what_a_seat_holds_is_possible(rng: Random, steps: int) -> None:
    state = played_at_random(dealt_at_random(rng), rng, stop_after=steps).end
    for one in SEATS:
        outlook = outlook_of(view_of(state, one), NO_LACKS)
        for other in set(SEATS) - {one}:
            assert not (state.hands[other] - outlook.possible[other]).bits
            assert 0 <= outlook.shares[other] <= CERTAIN
