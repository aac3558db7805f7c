"""Deals in which programs hold the seats."""

from collections.abc import Callable, Iterator, Sequence

from engine.actions import Action
from engine.deal import DealState, decide, evolve, start
from engine.events import DealStarted
from engine.view import SeatView, view_of

Choice = Callable[[SeatView], Action]


def turns(
    started: DealStarted, choices: Sequence[Choice]
) -> Iterator[tuple[DealState, SeatView, Action]]:
    """Each turn of a deal: the state, what the seat on turn saw, and what it did.

    An action that the rules refuse ends the deal with their refusal.
    """
    state = start(started)
    while state.turn is not None:
        view = view_of(state, state.turn)
        action = choices[state.turn](view)
        yield state, view, action
        for event in decide(state, action):
            state = evolve(state, event)


def totals(started: DealStarted, choices: Sequence[Choice]) -> tuple[int, int]:
    """What both teams have in the end."""
    state = start(started)
    for before, _view, action in turns(started, choices):
        state = before
        for event in decide(before, action):
            state = evolve(state, event)
    assert state.settlement is not None
    first, second = state.settlement.teams
    return first.total, second.total
