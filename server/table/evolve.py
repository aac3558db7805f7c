"""How each event changes a table. Applying an event cannot fail."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.errors import BrokenInvariant
from engine.events import (
    CardPlayed,
    DealSettled,
    Declared,
    Discarded,
    Skipped,
    TakenBack,
    TrickWon,
)
from engine.frozen import changed
from server.table import evolve_deal, evolve_seats
from server.table.events import (
    BankGrown,
    BankSpent,
    BotSeated,
    ClaimAnswered,
    ClaimMade,
    ClockCredited,
    ControlPassed,
    DealArchived,
    DealBegan,
    DealPromised,
    EntropyAdded,
    HandsLookedAt,
    HistoryRestored,
    HistoryRewound,
    KickVoted,
    LagNoted,
    MatchBegan,
    Paused,
    PauseEnded,
    PauseWished,
    ReadyGiven,
    SeatLeft,
    SeatTaken,
    SignGiven,
    Stamped,
    TableClosed,
    TableOpened,
    UndoAnswered,
    UndoAsked,
)
from server.table.state import TableState

if TYPE_CHECKING:
    from server.table.events import TableEvent


def opened(stamped: Stamped) -> TableState:
    """The state of a table that was just opened."""
    event = stamped.event
    if not isinstance(event, TableOpened):
        msg = "a table's history begins with its opening"
        raise BrokenInvariant(msg)
    return TableState(
        table=event.table,
        options=event.options,
        host=event.host,
        pace_seed=event.pace_seed,
        bot_seed=event.bot_seed,
        since_ms=stamped.at_ms,
        empty_since_ms=stamped.at_ms,
    )


def evolve(state: TableState, stamped: Stamped, version: int) -> TableState:
    """The state after an event.

    Args:
        state: The table before.
        stamped: The event.
        version: The number of the event.
    """
    event, at_ms = stamped.event, stamped.at_ms
    after = _applied(state, stamped, version)
    if _asks_anew(state, event):
        after = changed(after, since_ms=at_ms)
    if isinstance(event, ClaimMade | UndoAsked):
        after = changed(after, asked_version=version)
    if isinstance(event, HistoryRewound | HistoryRestored):
        after = changed(after, renewed_version=version)
    if isinstance(event, SeatTaken):
        after = evolve_seats.with_seat(
            after, event.seat, lambda held: changed(held, taken_version=version)
        )
    return _with_emptiness(after, at_ms)


def _applied(  # noqa: C901, PLR0912 - one case for each kind of event
    state: TableState, stamped: Stamped, version: int
) -> TableState:
    event, at_ms = stamped.event, stamped.at_ms
    match event:
        case (
            TableOpened()
            | SignGiven()
            | HistoryRewound()
            | HistoryRestored()
            | HandsLookedAt()
        ):
            return state
        case DealPromised(_, secret):
            return changed(state, next_secret=secret)
        case TableClosed(reason):
            return changed(state, closed=reason)
        case MatchBegan():
            return changed(state, match=(0, 0), first_number=state.next_number)
        case ClockCredited(credit_ms, until_ms):
            return changed(
                state, since_ms=state.since_ms + credit_ms, credited_until_ms=until_ms
            )
        case DealArchived(number):
            left = tuple(deal for deal in state.unkept if deal.number != number)
            return changed(state, unkept=left)
        case Paused():
            return changed(state, paused_since_ms=at_ms)
        case PauseEnded():
            return _pause_ended(state, at_ms)
        case (
            SeatTaken()
            | BotSeated()
            | SeatLeft()
            | KickVoted()
            | ControlPassed()
            | EntropyAdded()
            | ReadyGiven()
            | PauseWished()
            | BankSpent()
            | BankGrown()
            | LagNoted()
        ):
            return evolve_seats.applied(state, event, at_ms)
        case DealBegan():
            return evolve_deal.began(state, event, at_ms, version)
        case ClaimMade() | ClaimAnswered() | UndoAsked() | UndoAnswered():
            return evolve_deal.asked(state, event, at_ms)
        case (
            Discarded()
            | Declared()
            | Skipped()
            | CardPlayed()
            | TakenBack()
            | TrickWon()
            | DealSettled()
        ):
            return evolve_deal.moved(state, event, stamped.by, at_ms, version)
        case _:
            assert_never(event)


def _asks_anew(state: TableState, event: TableEvent) -> bool:
    """Whether the seat on turn begins to think anew, though the deal is where it was.

    Whoever comes back, or asks for something meanwhile, keeps the time that he had.
    """
    match event:
        case SeatTaken(seat):
            # With a second person a clock begins to run.
            return seat == state.turn or len(state.people) == 1
        case ClaimAnswered(_, agrees):
            return not agrees
        case _:
            return False


def _pause_ended(state: TableState, at_ms: int) -> TableState:
    paused_ms = at_ms - state.paused_since_ms
    first, second, third, fourth = (
        changed(held, wants_pause=False) for held in state.seats
    )
    return changed(
        state,
        seats=(first, second, third, fourth),
        since_ms=state.since_ms + paused_ms,
        paused_since_ms=0,
    )


def _with_emptiness(state: TableState, at_ms: int) -> TableState:
    if any(held.connected for held in state.seats):
        return _inhabited(state, at_ms) if state.empty_since_ms else state
    return state if state.empty_since_ms else changed(state, empty_since_ms=at_ms)


def _inhabited(state: TableState, at_ms: int) -> TableState:
    """The table with somebody there again: no clock ran meanwhile."""
    since_ms = state.since_ms
    if state.deal_runs and not state.paused_since_ms:
        since_ms += at_ms - max(since_ms, state.empty_since_ms)
    return changed(state, since_ms=since_ms, empty_since_ms=0)
