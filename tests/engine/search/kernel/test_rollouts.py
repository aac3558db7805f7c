"""Deals played to their end by the policy, against the readable rules."""

from random import Random

import numpy as np
from hypothesis import given

from engine.actions import Discard, PlayCard, Skip
from engine.cards import Card, CardSet
from engine.combinations import combinations_of
from engine.deal import DealState, Phase, start
from engine.search.kernel.chance import stream_of
from engine.search.kernel.policy import choose_card, tell_standings
from engine.search.kernel.rollouts import (
    best_discards,
    discard_gain,
    duplicate_margins,
    new_standings,
    play_by_policies,
)
from engine.search.weights import WEIGHTS, WORTH, table_of
from tests.engine.search.kernel.test_place import played_margin
from tests.support.builders import hand
from tests.support.places import Place, place_of
from tests.support.play import act, played_at_random
from tests.support.strategies import chances, dealt_at_random, examples

POLICY = table_of(WEIGHTS)
CARELESS = table_of(
    {name: 0 if name.startswith("worth") else n for name, n in WEIGHTS.items()}
)


def played_by_policies(state: DealState, policies: list[Place]) -> DealState:
    """The end of the deal by the readable rules, each card the kernel's choice."""
    standings = new_standings()
    while (turn := state.turn) is not None:
        if state.phase is Phase.DECLARE:
            state = act(state, Skip(turn))
        place = place_of(state)
        tell_standings(place, standings)
        card = choose_card(place, policies[turn % 2], standings)
        state = act(state, PlayCard(turn, Card(card)))
    return state


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
