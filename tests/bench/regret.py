"""How much a number of worlds gives away, in the eyes of many more worlds.

Decisions are taken from deals that `hard` plays against itself, one in so many of its
cards, and every discard. Each is looked at once with many worlds; what a level then
chooses is compared with the best of these. This tells apart what duplicate deals cannot,
since no luck of a deal goes in; but it knows nothing of what more worlds cannot see.

    python -m tests.bench.regret --deals 40 --levels hard expert master
"""

import argparse
import math
import statistics
import sys
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.actions import Discard, PlayCard
from engine.cards import Card
from engine.deal import Phase
from engine.players.by_search import EFFORTS, EVERY_PAIR, PLAYERS
from engine.search.analysis import analyse, choose_discard, warm_up
from engine.view import SeatView
from tests.support.play import chance
from tests.support.strategies import dealt_at_random
from tests.support.tables import turns

ONE_IN: Final = 5
"""So many cards apart are the decisions that are looked at."""


class Judged(NamedTuple):
    """A decision, and what each answer to it comes to."""

    view: SeatView
    points: dict[tuple[Card, ...], float]


def decisions(deals: int) -> tuple[list[SeatView], list[SeatView]]:
    """Some cards to play that are not forced, and all discards, of so many deals."""
    hard = PLAYERS["hard"].choose
    views = [
        view
        for deal in range(deals)
        for _, view, _ in turns(dealt_at_random(chance(deal)), [hard] * 4)
    ]
    cards = [
        view
        for view in views
        if view.public.phase is Phase.PLAY and len(view.legal) > 1
    ]
    return cards[::ONE_IN], [
        view for view in views if view.public.phase is Phase.DISCARD
    ]


def judged(view: SeatView, worlds: int) -> Judged:
    """What each answer comes to over so many worlds."""
    if view.public.phase is Phase.DISCARD:
        found = choose_discard(view, EVERY_PAIR, worlds, 1)
    else:
        found = analyse(view, worlds, 1)
    return Judged(view, {one.cards: found.expected(one) for one in found.candidates})


def told(level: str, what: str, every: Sequence[Judged]) -> str:
    """What a level gives away, and the processor time of the thread that it takes."""
    given: list[float] = []
    times_ms: list[float] = []
    for number, one in enumerate(every):
        begun_s = time.thread_time()
        action = PLAYERS[level].choose(one.view, number.to_bytes(16, "big"))
        times_ms.append((time.thread_time() - begun_s) * 1000)
        assert isinstance(action, PlayCard | Discard)
        cards = action.cards if isinstance(action, Discard) else (action.card,)
        given.append(max(one.points.values()) - one.points[tuple(sorted(cards))])
    half = 1.96 * statistics.stdev(given) / math.sqrt(len(given))
    late = sorted(times_ms)[math.ceil(0.99 * len(times_ms)) - 1]
    return (
        f"{level}: {statistics.mean(given):.2f} ± {half:.2f} points a {what} given "
        f"away, of {len(given)}; {statistics.mean(times_ms):.2f} ms, p99 {late:.1f}"
    )


def main() -> int:
    """Judge the decisions, and tell what the levels give away in them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--worlds", type=int, default=4000, help="that judge")
    parser.add_argument("--levels", nargs="+", choices=EFFORTS, default=list(EFFORTS))
    asked = parser.parse_args()
    warm_up()
    cards, discards = decisions(asked.deals)
    for what, views in (("card", cards), ("discard", discards)):
        every = [judged(view, asked.worlds) for view in views]
        for level in asked.levels:
            print(told(level, what, every), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
