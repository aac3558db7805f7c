"""Which cards a seat has shown not to hold."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import CARDS_OF, TRUMPS, CardSet, Suit
from engine.players.lacks import lacks_in, shown_lacks
from engine.seats import SEATS
from engine.view import public_view_of
from tests.support.builders import ending, row, seat
from tests.support.play import play, played_at_random
from tests.support.strategies import chances, dealt_at_random, examples

SWORDS, NOTHING = CARDS_OF[Suit.SWORDS], CardSet()


def test_who_trumps_lacks_the_suit() -> None:
    assert lacks_in(seat(2), row("S6 5 S7")) == [(seat(3), SWORDS)]


def test_who_neither_follows_nor_trumps_lacks_both() -> None:
    assert lacks_in(seat(3), row("S6 D7")) == [(seat(0), SWORDS | TRUMPS)]


def test_who_follows_or_plays_the_matto_shows_nothing() -> None:
    # R10: the Matto may be played by one who could follow.
    assert lacks_in(seat(0), row("S6 MT S7 SR")) == []


def test_card_after_a_led_matto_sets_the_suit() -> None:
    # R17, A35
    assert lacks_in(seat(0), row("MT S6 5 D7")) == [
        (seat(2), SWORDS),
        (seat(3), SWORDS | TRUMPS),
    ]
    assert lacks_in(seat(0), row("MT")) == []
    assert lacks_in(seat(0), ()) == []


def test_lacks_of_earlier_tricks_and_of_this_one_are_known() -> None:
    hands = {0: "S6 D6", 1: "5 D7", 2: "S8 C8", 3: "S9 D9"}
    state = play(ending(0, hands), "S6 5 S8 S9 D7 C8")
    lacks = shown_lacks(public_view_of(state))

    # Before, in the laid-out tricks, seats may seem to lack other cards too.
    assert not (SWORDS - lacks[1]).bits
    assert not ((CARDS_OF[Suit.COINS] | TRUMPS) - lacks[2]).bits


@given(rng=chances, steps=st.integers(0, 64))
@examples(60)
def test_no_seat_holds_what_it_lacks(rng: Random, steps: int) -> None:
    state = played_at_random(dealt_at_random(rng), rng, stop_after=steps).end
    lacks = shown_lacks(public_view_of(state))

    assert [lacks[one] & state.hands[one] for one in SEATS] == [NOTHING] * 4
