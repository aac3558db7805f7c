"""What a seat can be certain of about hidden cards."""

from random import Random

import pytest
from hypothesis import given

from engine.actions import Declare
from engine.cards import CardSet
from engine.deal import start
from engine.search.hidden import hidden_from, played_cards, shown_voids
from engine.seats import SEATS, next_seat
from engine.view import public_view_of, view_of
from tests.support.builders import begun, dealt, hand, seat, text_of
from tests.support.play import act, play, played_at_random
from tests.support.strategies import chances, dealt_at_random, examples

PROTECTED = hand("SR BR CR DR AN MN BG MT")
TRUMPS = hand("AN MN SO LU 16-5 M1 M2 M3 M4 BG")
SWORDS = hand("SR SQ SC SF S10 S9 S8 S7 S6 SA")


@pytest.mark.untraced
@given(chances)
@examples(300)
def test_what_is_hidden_fits_what_is_certain(rng: Random) -> None:
    stop = rng.randrange(61)
    state = played_at_random(dealt_at_random(rng), rng, stop_after=stop).end
    looking = rng.choice(SEATS)
    view = view_of(state, looking)
    hidden = hidden_from(view)

    hands = [state.hands[next_seat(looking, steps)] for steps in (1, 2, 3)]
    truth = [*hands, CardSet.from_cards(state.discards or ())]
    together = CardSet()
    for cards, known, lacks, room in zip(
        truth, hidden.known, hidden.lacks, hidden.room, strict=True
    ):
        assert cards & known == known
        if looking != state.dealer and state.discards is not None:
            assert not (cards & lacks & hidden.unseen).bits
            assert len(cards & hidden.unseen) == room
        together |= known
    if state.discards is not None:
        assert sum(hidden.room) == len(hidden.unseen)
    assert not (hidden.unseen & (together | view.hand | played_cards(view.public))).bits


def test_before_the_discard_the_dealer_knows_that_nothing_is_laid_away() -> None:
    state = start(dealt(2, {}))
    hidden = hidden_from(view_of(state, seat(2)))

    assert hidden.room == (15, 15, 15, 0)
    assert len(hidden.unseen) == 45


def test_the_dealer_knows_the_discards_and_the_others_what_they_are_not() -> None:
    state = begun(2, {})

    dealer, other = (hidden_from(view_of(state, seat(n))) for n in (2, 3))

    assert dealer.known[3] == CardSet.from_cards(state.discards or ())
    assert dealer.room == (15, 15, 15, 0)
    assert other.known[3] == CardSet()
    assert other.lacks[3] == PROTECTED  # R5
    assert other.room == (15, 15, 15, 2)


def test_declared_cards_are_where_they_were_shown() -> None:
    state = begun(3, {0: "AN MN SO S6 S8 S9 B6 B7 B8 C6 C7 C8 D6 D7 D8"})
    hidden = hidden_from(view_of(play(act(state, Declare(seat(0))), "S6"), seat(1)))

    assert hidden.known == (CardSet(), CardSet(), hand("AN MN SO"), CardSet())  # A28
    assert hidden.room == (15, 15, 11, 2)


def test_who_trumps_lacks_the_suit() -> None:
    state = play(
        begun(3, {0: "S6", 1: "5 B6 B7 B8 B9 C6 C7 C8 C9 D6 D7 D8 D9 BA CA"}), "S6 5"
    )

    assert shown_voids(public_view_of(state)) == (
        CardSet(),
        SWORDS,
        CardSet(),
        CardSet(),
    )


def test_who_neither_follows_nor_trumps_lacks_both() -> None:
    state = play(
        begun(3, {0: "S6", 1: "BF B6 B7 B8 B9 C6 C7 C8 C9 D6 D7 D8 D9 BA CA"}), "S6 B6"
    )

    assert shown_voids(public_view_of(state))[1] == SWORDS | TRUMPS  # R9


def test_the_matto_says_nothing() -> None:
    state = play(begun(3, {0: "S6", 1: "MT"}), "S6 MT")

    assert shown_voids(public_view_of(state))[1] == CardSet()  # R10


def test_after_the_matto_the_second_card_asks() -> None:
    state = begun(
        3, {0: "MT", 1: "S6", 2: "5 B6 B7 B8 B9 C6 C7 C8 C9 D6 D7 D8 D9 BA CA"}
    )
    voids = shown_voids(public_view_of(play(state, "MT S6 5")))

    assert text_of(voids[1]) == ""  # R17: free to play what it likes
    assert voids[2] == SWORDS
