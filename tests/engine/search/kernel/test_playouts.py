"""Whole deals by chance."""

from collections import Counter

import numpy as np
import pytest

from engine.cards import FULL_DECK, MATTO, CardSet
from engine.deal import start
from engine.discards import PROTECTED
from engine.events import DealStarted, Discarded
from engine.search.kernel import place as parts
from engine.search.kernel.chance import stream_of
from engine.search.kernel.playouts import deal_at_random, random_playouts, shuffle
from engine.seats import SEATS
from tests.support.places import Place, place_of, same
from tests.support.play import follow


def dealt_places(count: int) -> list[Place]:
    stream = stream_of(3)
    place = np.zeros(parts.SIZE, dtype=np.int64)
    order = np.arange(62)
    found = []
    for _ in range(count):
        deal_at_random(place, order, stream)
        found.append(place.copy())
    return found


@pytest.mark.untraced
def test_a_deal_is_one_of_the_readable_rules() -> None:
    for place in dealt_places(200):
        hands = [CardSet(int(place[parts.HANDS + seat])) for seat in SEATS]
        discards = CardSet(int(place[parts.DISCARDS]))
        dealer = SEATS[(int(place[parts.TURN]) - 1) % 4]
        one, another = discards
        assert not (discards & PROTECTED).bits
        hands[dealer] |= discards
        started = DealStarted(dealer, (hands[0], hands[1], hands[2], hands[3]))
        state = follow(started, [Discarded(dealer, (one, another))]).end
        assert start(started).dealer == dealer
        assert [len(hand) for hand in state.hands] == [15] * 4
        assert hands[0] | hands[1] | hands[2] | hands[3] == FULL_DECK
        assert same(place, place_of(state))


def test_every_seat_gets_the_matto_as_often() -> None:
    owners = Counter(
        seat
        for place in dealt_places(4000)
        for seat in SEATS
        if MATTO in CardSet(int(place[parts.HANDS + seat]))
    )

    assert all(900 < owners[seat] < 1100 for seat in SEATS)


def test_shuffling_keeps_every_number() -> None:
    order = np.arange(62)

    shuffle(order, stream_of(4))

    assert sorted(order) == list(range(62))
    assert list(order) != list(range(62))


def test_playouts_follow_from_the_stream() -> None:
    assert random_playouts(stream_of(5), 50) == random_playouts(stream_of(5), 50)
    assert random_playouts(stream_of(5), 50) != random_playouts(stream_of(6), 50)
