"""What a schedule of worlds costs and is worth, beside the same number in every trick.

Both players meet in duplicate deals, with the discards of the level on both sides, so
that nothing but the worlds for cards tells them apart. Times are processor time of the
thread, over both players' own decisions; a forced card is none.

    python -m tests.bench.efforts --level expert --flat 160 --deals 400 --jobs 2
"""

import argparse
import math
import statistics
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from multiprocessing import get_context

from engine.actions import Action
from engine.deal import Phase
from engine.players.by_search import EFFORTS, Effort, SearchPlayer
from engine.view import SeatView
from tests.support.play import chance
from tests.support.strategies import dealt_at_random
from tests.support.tables import totals

_AT_ONCE = 4


@dataclass
class Timed:
    """A player whose decisions are timed, in milliseconds."""

    player: SearchPlayer
    seed: bytes
    cards: list[float] = field(default_factory=list)
    discards: list[float] = field(default_factory=list)

    def choose(self, view: SeatView) -> Action:
        """The action of the seat on turn."""
        begun_s = time.thread_time()
        action = self.player.choose(view, self.seed)
        took_ms = (time.thread_time() - begun_s) * 1000
        if view.public.phase is Phase.DISCARD:
            self.discards.append(took_ms)
        elif len(view.legal) > 1 and view.public.phase is Phase.PLAY:
            self.cards.append(took_ms)
        return action


@dataclass
class Played:
    """What came of some duplicate deals."""

    margins: list[float]
    one: Timed
    other: Timed


def played(efforts: tuple[Effort, Effort], seeds: range) -> Played:
    """Duplicate deals of these seeds between two efforts."""
    one, other = (
        Timed(SearchPlayer(f"{name}", effort), name.encode())
        for name, effort in zip(("one", "other"), efforts, strict=True)
    )
    margins = []
    for seed in seeds:
        started = dealt_at_random(chance(seed))
        ours, theirs = totals(started, [one.choose, other.choose] * 2)
        theirs_now, ours_now = totals(started, [other.choose, one.choose] * 2)
        margins.append((ours - theirs + ours_now - theirs_now) / 2)
    return Played(margins, one, other)


def costs(name: str, timed: Sequence[Timed]) -> str:
    """What the decisions of a player took."""
    cards = sorted(ms for one in timed for ms in one.cards)
    discards = sorted(ms for one in timed for ms in one.discards)
    late = cards[math.ceil(0.99 * len(cards)) - 1]
    return (
        f"{name}: a card {statistics.mean(cards):.2f} ms, p99 {late:.1f}, "
        f"of {len(cards)}; a discard {statistics.mean(discards):.0f} ms, at most "
        f"{discards[-1]:.0f}"
    )


def main() -> int:
    """Play the deals and tell what they say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", choices=EFFORTS, default="expert")
    parser.add_argument("--worlds", type=int, nargs=15, help="instead of the level's")
    parser.add_argument("--flat", type=int, default=160)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    level = EFFORTS[asked.level]
    if asked.worlds:
        level = replace(level, worlds=tuple(asked.worlds))
    flat = replace(level, worlds=(asked.flat,) * 15)
    first = asked.seed << 20
    parts = [
        range(begin, min(begin + _AT_ONCE, first + asked.deals))
        for begin in range(first, first + asked.deals, _AT_ONCE)
    ]
    with ProcessPoolExecutor(asked.jobs, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(played, [(level, flat)] * len(parts), parts))
    margins = [margin for part in found for margin in part.margins]
    half = 1.96 * statistics.stdev(margins) / math.sqrt(len(margins))
    print(f"{asked.level} {level.worlds}")
    print(
        f"margin over {asked.flat} worlds in every trick: {statistics.mean(margins):+.1f} "
        f"± {half:.1f} points a deal, of {len(margins)} duplicate deals"
    )
    print(costs(asked.level, [part.one for part in found]))
    print(costs(f"{asked.flat} worlds", [part.other for part in found]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
