"""How events about seats change a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from engine.frozen import changed
from server.table.events import (
    BankGrown,
    BankSpent,
    BotSeated,
    ControlPassed,
    EntropyAdded,
    KickVoted,
    LagNoted,
    PauseWished,
    ReadyGiven,
    SeatLeft,
    SeatTaken,
)
from server.table.state import Control, Person, SeatState

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.seats import Seat
    from server.table.state import RunningDeal, TableState

_BARRED_MOST: Final = 128
"""So many who were sent away are remembered, the newest: a state has its bounds."""

SeatEvent: TypeAlias = (
    SeatTaken
    | BotSeated
    | SeatLeft
    | KickVoted
    | ControlPassed
    | EntropyAdded
    | ReadyGiven
    | PauseWished
    | BankSpent
    | BankGrown
    | LagNoted
)


def applied(  # noqa: C901 - one case for each kind of event
    state: TableState, event: SeatEvent, at_ms: int
) -> TableState:
    """The table after an event about one seat."""
    match event:
        case SeatTaken():
            return _taken(state, event, at_ms)
        case BotSeated(seat, level):
            return with_seat(state, seat, lambda held: _bot(held, level))
        case SeatLeft(seat, barred):
            return _left(state, seat, barred=barred)
        case KickVoted(seat, by):
            return with_seat(
                state,
                seat,
                lambda held: changed(held, kick_votes=(*held.kick_votes, by)),
            )
        case ControlPassed():
            return with_seat(
                state, event.seat, lambda held: _passed(held, event, at_ms)
            )
        case EntropyAdded(seat, entropy):
            return with_seat(state, seat, lambda held: changed(held, entropy=entropy))
        case ReadyGiven(seat):
            if not state.ready_since_ms:
                state = changed(state, ready_since_ms=at_ms)
            return with_seat(state, seat, lambda held: changed(held, is_ready=True))
        case PauseWished(seat, wish):
            return with_seat(state, seat, lambda held: changed(held, wants_pause=wish))
        case BankSpent() | BankGrown() | LagNoted():
            return with_seat(state, event.seat, lambda held: _timed(held, event))
        case _:
            assert_never(event)


def with_seat(
    state: TableState, seat: Seat, change: Callable[[SeatState], SeatState]
) -> TableState:
    """The table with one seat changed."""
    seats = list(state.seats)
    seats[seat] = change(seats[seat])
    return changed(state, seats=(seats[0], seats[1], seats[2], seats[3]))


def _taken(state: TableState, event: SeatTaken, at_ms: int) -> TableState:
    seat, deal, person = event.seat, state.deal, Person(event.user, event.name)
    if deal is not None and state.deal_runs:
        state = changed(state, deal=_with_holder(deal, seat, person.user))
    if not state.fill_since_ms:
        state = changed(state, fill_since_ms=at_ms)
    return with_seat(
        state,
        seat,
        lambda held: SeatState(
            person=person,
            control=Control.PERSON,
            connected=True,
            generation=held.generation + 1,
            arrival=held.arrival + 1,
            bank_ms=held.bank_ms,
            extra_time=event.extra_time,
            lag_left_ms=held.lag_left_ms,
            taken_ms=at_ms,
        ),
    )


def _with_holder(deal: RunningDeal, seat: Seat, user: str) -> RunningDeal:
    holders = list(deal.holders)
    if user not in holders[seat]:
        holders[seat] = (*holders[seat], user)
    return changed(deal, holders=tuple(holders))


def _timed(held: SeatState, event: BankSpent | BankGrown | LagNoted) -> SeatState:
    match event:
        case BankSpent(_, spent_ms):
            return changed(held, bank_ms=max(0, held.bank_ms - spent_ms))
        case BankGrown(_, by_ms):
            return changed(held, bank_ms=held.bank_ms + by_ms)
        case LagNoted(_, lag_ms, left_ms):
            return changed(held, lag_ms=lag_ms, lag_left_ms=left_ms)
        case _:
            assert_never(event)


def _bot(held: SeatState, level: str) -> SeatState:
    return SeatState(
        bot_level=level,
        control=Control.BOT,
        generation=held.generation + 1,
        arrival=held.arrival,
        bank_ms=held.bank_ms,
        lag_left_ms=held.lag_left_ms,
    )


def _left(state: TableState, seat: Seat, *, barred: bool) -> TableState:
    person = state.seats[seat].person
    if barred and person is not None:
        barred_now = (*state.barred, person.user)[-_BARRED_MOST:]
        state = changed(state, barred=barred_now)
    state = _without_votes_of(state, seat)
    if state.deal_runs:  # a bot plays the hand to its end
        level = state.level_at(seat)
        return with_seat(state, seat, lambda held: _bot(held, level))
    return with_seat(
        state,
        seat,
        lambda held: SeatState(generation=held.generation + 1, arrival=held.arrival),
    )


def _without_votes_of(state: TableState, voter: Seat) -> TableState:
    """The vote of somebody who leaves does not stay behind."""
    first, second, third, fourth = (
        changed(held, kick_votes=tuple(by for by in held.kick_votes if by != voter))
        for held in state.seats
    )
    return changed(state, seats=(first, second, third, fourth))


def _passed(held: SeatState, event: ControlPassed, at_ms: int) -> SeatState:
    away_since_ms = held.away_since_ms
    if event.connected:
        away_since_ms = 0
    elif held.connected:
        away_since_ms = at_ms
    return changed(
        held,
        control=event.control,
        control_since_ms=at_ms,
        connected=event.connected,
        generation=held.generation + 1,
        arrival=held.arrival + event.arrived,
        away_since_ms=away_since_ms,
        wants_pause=held.wants_pause and event.connected,
    )
