"""A recorded deal event by event, and what was known after each from one viewpoint.

A viewpoint is a seat, or everything laid open, which is fair once a deal is over. What a
seat knew is the engine's own view of it, so a hidden card cannot get in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from engine.deal import DealState, start
from engine.events import DealSettled, DealStarted, Discarded, Event, TrickWon
from engine.plain import Plain, codes, settlement_data
from engine.record import DealRecord, events_of, started_of
from engine.seats import SEATS, Seat
from engine.told import event_data, started_data
from engine.view import view_of

if TYPE_CHECKING:
    from engine.cards import CardSet

Viewpoint: TypeAlias = Seat | None
"""A seat; None for everything laid open."""


@dataclass(frozen=True, slots=True)
class Happened:
    """One event of a deal."""

    number: int
    """From 1, the dealing."""
    event: DealStarted | Event
    state: DealState
    """Right after it."""


def history_of(record: DealRecord) -> tuple[Happened, ...]:
    """All that happened in a recorded deal.

    Raises:
        IllegalRecord: A rule is broken; `at` says where.
    """
    started = started_of(record)
    first = Happened(1, started, start(started))
    rest = (
        Happened(number, event, state)
        for number, (event, state) in enumerate(events_of(record), 2)
    )
    return first, *rest


def next_trick(history: tuple[Happened, ...], number: int) -> int:
    """The number of the next event that ends a trick; of the last event if none does."""
    for happened in history[number:]:
        if isinstance(happened.event, TrickWon):
            return happened.number
    return history[-1].number


def hands_seen(state: DealState, viewpoint: Viewpoint) -> dict[Seat, CardSet]:
    """By seat: the cards in the hands that may be seen."""
    if viewpoint is None:
        return {seat: state.hands[seat] for seat in SEATS}
    return {viewpoint: view_of(state, viewpoint).hand}


def discards_seen(state: DealState, viewpoint: Viewpoint) -> list[str]:
    """The codes of the cards laid away, if they may be seen and there are some."""
    seat = state.dealer if viewpoint is None else viewpoint
    return codes(view_of(state, seat).discards or ())


def event_seen(happened: Happened, viewpoint: Viewpoint) -> Plain:
    """An event as data, as it was told to a viewpoint; keys are those of the wire.

    With everything laid open, the dealing has `hands` in place of `hand`, by seat.
    """
    return {"n": happened.number, **_event_data(happened, viewpoint)}


def _event_data(happened: Happened, viewpoint: Viewpoint) -> Plain:
    event, state = happened.event, happened.state
    if isinstance(event, DealStarted):
        data = started_data(event, viewpoint)
        if viewpoint is None:
            del data["hand"]
            data["hands"] = [codes(hand) for hand in event.hands]
        return data
    if isinstance(event, Discarded) and viewpoint is None:
        return event_data(event, state, event.seat)
    data = event_data(event, state, viewpoint)
    if isinstance(event, DealSettled) and state.settlement is not None:
        # R18: the deal is over, and nothing of it is hidden any more.
        hands = [codes(hand) for hand in state.dealt]
        data |= {**settlement_data(state.settlement), "hands": hands}
    return data
