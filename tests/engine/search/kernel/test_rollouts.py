"""Deals played to their end by the policy, against the readable rules."""

from random import Random

import numpy as np
import pytest
from hypothesis import given

from engine.actions import Discard, PlayCard, Skip
from engine.cards import Card, CardSet
from engine.combinations import combinations_of
from engine.deal import DealState, Phase, start
from engine.search.kernel import place as parts
from engine.search.kernel.chance import stream_of
from engine.search.kernel.policy import choose_card, tell_standings
from engine.search.kernel.rollouts import (
    best_discards,
    declare,
    discard_gain,
    duplicate_margins,
    new_standings,
    play_by_policies,
)
from engine.search.tuned import WEIGHTS
from engine.search.weights import WORTH, table_of
from tests.engine.search.kernel.test_place import played_margin
from tests.support.builders import hand
from tests.support.places import Place, place_of
from tests.support.play import act, played_at_random
from tests.support.strategies import chances, dealt_at_random, examples

POLICY = table_of(WEIGHTS)
CARELESS = table_of(
    {name: 0 if name.startswith("worth") else n for name, n in WEIGHTS.items()}
)


def played_by_policies(
    state: DealState, policies: list[Place], shown: list[CardSet] | None = None
) -> DealState:
    """The end of the deal by the readable rules, each card the kernel's choice.

    Args:
        state: Where the deal stands; who has yet to answer skips.
        policies: By team.
        shown: By seat: cards known to all, in place of those that were declared.
    """
    standings = new_standings()
    while (turn := state.turn) is not None:
        if state.phase is Phase.DECLARE:
            state = act(state, Skip(turn))
        place = place_of(state)
        if shown is not None:
            place[parts.SHOWN : parts.SHOWN + 4] = [cards.bits for cards in shown]
        tell_standings(place, standings)
        card = choose_card(place, policies[turn % 2], standings)
        state = act(state, PlayCard(turn, Card(card)))
    return state


@pytest.mark.untraced
@given(chances)
@examples(30)
def test_its_end_is_that_of_the_readable_rules(rng: Random) -> None:
    stop = 1 + rng.randrange(60)
    state = played_at_random(dealt_at_random(rng), rng, stop_after=stop).end
    policies = [POLICY, CARELESS]

    margin = play_by_policies(place_of(state), np.array(policies), new_standings())

    settlement = played_by_policies(state, policies).settlement
    assert settlement is not None
    assert margin == played_margin(settlement)


def test_what_seats_declare_counts_for_their_teams() -> None:
    place = np.zeros(parts.SIZE, dtype=np.int64)
    held = ("SR SQ SC", "AN MN SO LU", "S6", "M1 M2 M3 M4 SA BA CA")
    place[:4] = [hand(cards).bits for cards in held]
    own, other, _, last = (combinations_of(hand(cards)).total for cards in held)

    assert declare(place.copy(), 0) == 0
    assert declare(place.copy(), 0b0011) == own - other
    assert declare(place, 0b1111) == own - other - last == 10 - 15 - 25
    shown = [CardSet(int(cards)) for cards in place[parts.SHOWN : parts.SHOWN + 4]]
    assert shown == [hand(cards) if cards != "S6" else CardSet() for cards in held]


def test_what_laying_a_pair_away_gains() -> None:
    held = hand("SR SQ SC S6 B6 B7 B8 C6 C7 C8 D6 D7 D8 5 6 7 8")
    before = combinations_of(held).total
    assert before == 10
    queen, pip, other = (CardSet.of(code) for code in ("SQ", "S6", "B6"))
    worth = {cards: int(POLICY[WORTH + next(iter(cards))]) for cards in (queen, pip)}

    breaking = discard_gain(held.bits, (queen | pip).bits, POLICY, before)
    keeping = discard_gain(held.bits, (pip | other).bits, POLICY, before)

    assert breaking == (worth[queen] + worth[pip]) // 2 - 16 * 10
    assert keeping == worth[pip]


@given(chances)
@examples(100)
def test_best_discards_are_allowed_and_gain_most(rng: Random) -> None:
    started = dealt_at_random(rng)
    held = started.hands[started.dealer]
    before = combinations_of(held).total
    state = played_at_random(started, rng, stop_after=1).end
    pair = CardSet(best_discards(held.bits, POLICY))

    act(start(started), Discard(started.dealer, tuple(pair)))
    other = CardSet.from_cards(state.discards or ())
    assert discard_gain(held.bits, pair.bits, POLICY, before) >= discard_gain(
        held.bits, other.bits, POLICY, before
    )


def test_exchanging_the_sides_takes_luck_out() -> None:
    policies = np.array([POLICY, POLICY])

    assert not duplicate_margins(stream_of(1), policies, 100).any()


def test_who_knows_what_cards_are_worth_wins() -> None:
    margins = duplicate_margins(stream_of(2), np.array([POLICY, CARELESS]), 300)
    exchanged = duplicate_margins(stream_of(2), np.array([CARELESS, POLICY]), 300)

    assert margins.mean() > 100
    assert (margins == -exchanged).all()
