"""Try in large numbers what the tests try in small ones: that bots play fair.

In each deal every decision of the level is made four times: as it is, again, with the
hidden cards exchanged as far as the seat cannot tell, and in another process. Each answer
has to be the same, and one that the rules allow.

    python -m tests.bench.fairness --level expert --decisions 10000 --jobs 2
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from typing import NamedTuple

from engine.actions import Action
from engine.deal import DealState, decide, evolve, start
from engine.errors import RuleViolation
from engine.events import Event
from engine.players.fallback import fallback_action
from engine.players.levels import LEVELS, player_of
from engine.view import SeatView, view_of
from tests.support.knowledge import twin_of
from tests.support.play import chance, follow
from tests.support.strategies import dealt_at_random

BOT_SEED = bytes(range(16))


class Tried(NamedTuple):
    """How many decisions were tried, and in how many something was wrong."""

    decisions: int = 0
    illegal: int = 0
    peeked: int = 0
    unrepeatable: int = 0

    def and_(self, other: "Tried") -> "Tried":
        """Both together."""
        return Tried(*(one + two for one, two in zip(self, other, strict=True)))


def try_deal(level: str, number: int) -> tuple[Tried, list[tuple[SeatView, Action]]]:
    """One deal played by a level, with each of its decisions tried; and what it did."""
    rng = chance(number)
    started = dealt_at_random(rng)
    state, events, tried = start(started), list[Event](), Tried()
    done: list[tuple[SeatView, Action]] = []
    while state.turn is not None:
        view = view_of(state, state.turn)
        action = player_of(level).choose(view, BOT_SEED)
        twin = follow(*twin_of(started, tuple(events), view.seat, rng)).end
        told = view_of(twin, view.seat)
        legal = _is_legal(state, action)
        tried = tried.and_(_judged(level, (view, told), action, legal=legal))
        done.append((view, action))
        for event in _events(state, action):
            events.append(event)
            state = evolve(state, event)
    return tried, done


def _judged(
    level: str, views: tuple[SeatView, SeatView], action: Action, *, legal: bool
) -> Tried:
    """What is to be said of a decision, from the same view twice over.

    Args:
        level: Who has decided.
        views: As it was, and with the hidden cards exchanged.
        action: What was decided.
        legal: Whether the rules allow it.
    """
    again, exchanged = (player_of(level).choose(view, BOT_SEED) for view in views)
    return Tried(1, int(not legal), int(exchanged != action), int(again != action))


def _is_legal(state: DealState, action: Action) -> bool:
    try:
        decide(state, action)
    except RuleViolation:
        return False
    return True


def _events(state: DealState, action: Action) -> tuple[Event, ...]:
    if _is_legal(state, action):
        return decide(state, action)
    assert state.turn is not None
    return decide(state, fallback_action(view_of(state, state.turn)))


def differs(level: str, done: list[tuple[SeatView, Action]]) -> int:
    """How many of these decisions this process makes otherwise."""
    player = player_of(level)
    return sum(player.choose(view, BOT_SEED) != action for view, action in done)


def tried_in(pool: ProcessPoolExecutor, level: str, decisions: int) -> Tried:
    """At least so many decisions, each in two processes; how far it is, is told."""
    tried = Tried()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as other:
        for first in count(0, 8):
            deals = pool.map(try_deal, [level] * 8, range(first, first + 8))
            for judged, done in deals:
                tried = tried.and_(judged)
                elsewhere = other.submit(differs, level, done).result()
                tried = tried.and_(Tried(unrepeatable=elsewhere))
            print(level, tried, file=sys.stderr, flush=True)
            if tried.decisions >= decisions:
                return tried
    raise AssertionError


def main() -> int:
    """Try the levels; 0 when nothing was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", choices=LEVELS, action="append")
    parser.add_argument("--decisions", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    wrong = 0
    with ProcessPoolExecutor(asked.jobs, mp_context=get_context("spawn")) as pool:
        for level in asked.level or LEVELS:
            tried = tried_in(pool, level, asked.decisions)
            print(level, tried)
            wrong += tried.illegal + tried.peeked + tried.unrepeatable
    return min(1, wrong)


if __name__ == "__main__":
    sys.exit(main())
