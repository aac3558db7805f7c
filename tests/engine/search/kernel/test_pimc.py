"""Candidates over the same worlds."""

import numpy as np

from engine.cards import FULL_DECK, CardSet, card_of
from engine.combinations import combinations_of
from engine.search.kernel import place as parts
from engine.search.kernel.chance import stream_of
from engine.search.kernel.pimc import (
    candidate_totals,
    discard_gains,
    enter_world,
    try_candidate,
)
from engine.search.kernel.rollouts import discard_gain
from engine.search.tuned import WEIGHTS
from engine.search.weights import table_of
from tests.support.builders import begun, hand
from tests.support.places import place_of, same
from tests.support.play import play

POLICY = table_of(WEIGHTS)


def test_a_world_is_what_the_seats_after_hold() -> None:
    place = np.zeros(parts.SIZE, dtype=np.int64)
    world = np.array([hand(cards).bits for cards in ("S6", "MT", "S8", "S9 D9")])

    enter_world(place, 2, world)

    held = [CardSet(int(cards)) for cards in place[:4]]
    assert held == [hand("MT"), hand("S8"), CardSet(), hand("S6")]
    assert CardSet(int(place[parts.DISCARDS])) == hand("S9 D9")
    assert place[parts.MATTO_TEAM] == 0


def test_a_candidate_of_one_card_is_played() -> None:
    state = begun(3, {0: "S6", 1: "SR SQ SC"})
    place = place_of(state)

    declared = try_candidate(place, CardSet.of("S6").bits, 0b0010)

    wanted = place_of(play(state, "S6"))
    wanted[parts.SHOWN + 1] = combinations_of(state.hands[1]).public_cards.bits
    assert same(place, wanted)
    assert declared == -combinations_of(state.hands[1]).total


def test_a_candidate_of_two_is_laid_away_before_anybody_declares() -> None:
    state = begun(3, {})
    wanted = place_of(state)
    pair = CardSet(int(wanted[parts.DISCARDS]))
    place = wanted.copy()
    place[parts.HANDS + 3] |= pair.bits
    place[parts.TURN] = 3
    place[parts.DISCARDS] = 0

    declared = try_candidate(place, pair.bits, 0b1000)

    wanted[parts.SHOWN + 3] = combinations_of(state.hands[3]).public_cards.bits
    assert same(place, wanted)
    assert declared == -combinations_of(state.hands[3]).total


def test_no_world_where_none_fits() -> None:
    state = begun(3, {0: "S6"})
    receivers = np.zeros((3, 4), dtype=np.int64)
    receivers[1] = FULL_DECK.bits
    receivers[2] = [15, 15, 15, 2]
    unseen = (FULL_DECK - state.hands[0]).bits
    six = np.array([1 << card_of("S6")])

    _, worlds = candidate_totals(
        place_of(state), unseen, receivers, 0, six, POLICY, (1, 5), stream_of(1)
    )

    assert worlds == 0


def test_gains_of_many_pairs_are_those_of_each() -> None:
    held = hand("SR SQ SC S6 B6 B7 B8 C6 C7 C8 D6 D7 D8 5 6 7 8")
    pairs = [hand(cards).bits for cards in ("SQ S6", "S6 B6", "7 8")]
    before = combinations_of(held).total

    gains = discard_gains(held.bits, np.array(pairs), POLICY)

    assert list(gains) == [
        discard_gain(held.bits, pair, POLICY, before) for pair in pairs
    ]
