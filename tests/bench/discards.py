"""What it wins to choose discards by playing deals out, instead of by a formula.

The dealer lays away what each would, and the rest of the deal is played alike by all four
seats, once by the policy of the search and once by a level. What tells the two apart is
then for the dealer's side.

    python -m tests.bench.discards --deals 300 --level hard
"""

import argparse
import sys
from collections.abc import Callable

import numpy as np

from engine.actions import Discard
from engine.cards import CardSet
from engine.deal import DealState, decide, evolve, start
from engine.players.by_search import EFFORTS, PLAYERS
from engine.search.analysis import POLICY, choose_discard, warm_up
from engine.search.kernel.rollouts import (
    best_discards,
    declare,
    new_standings,
    play_by_policies,
)
from engine.seats import team_of
from engine.view import view_of
from tests.bench.duel import estimate_of
from tests.support.places import place_of
from tests.support.play import act, chance
from tests.support.strategies import dealt_at_random

EVERYBODY = 0b1111


def played_by_policy(state: DealState) -> int:
    """Points of team 0 less those of team 1 when the policy plays to the end."""
    place = place_of(state)
    declared = declare(place, EVERYBODY)
    policies = np.array([POLICY, POLICY])
    return declared + play_by_policies(place, policies, new_standings())


def played_by(level: str) -> Callable[[DealState], int]:
    """The same for a level."""

    def played(state: DealState) -> int:
        while state.turn is not None:
            action = PLAYERS[level].choose(view_of(state, state.turn))
            for event in decide(state, action):
                state = evolve(state, event)
        assert state.settlement is not None
        first, second = state.settlement.teams
        return first.total - second.total

    return played


def discarded(deal: int, level: str) -> tuple[DealState, DealState]:
    """A deal after what the level lays away, and after what the formula does."""
    state = start(dealt_at_random(chance(deal)))
    view = view_of(state, state.dealer)
    effort = EFFORTS[level]
    found = choose_discard(view, effort.pairs, effort.discard_worlds, deal)
    formula = CardSet(int(best_discards(view.hand.bits, POLICY)))
    one, other = (
        act(state, Discard(state.dealer, tuple(cards)))
        for cards in (found.best.cards, formula)
    )
    return one, other


def main() -> int:
    """Play the deals and tell what they say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--discards", choices=EFFORTS, default="expert")
    parser.add_argument("--level", choices=EFFORTS, default="hard", help="that plays")
    asked = parser.parse_args()
    warm_up()
    ways = {"the policy": played_by_policy, asked.level: played_by(asked.level)}
    gains: dict[str, list[float]] = {name: [] for name in ways}
    for deal in range(asked.deals):
        one, other = discarded(deal, asked.discards)
        sign = -1 if team_of(one.dealer) else 1
        for name, played in ways.items():
            gains[name].append(sign * (played(one) - played(other)))
    for name, found in gains.items():
        print(
            f"played by {name}: {estimate_of(found)} points a deal for the dealer's side"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
