"""What a table answers to a command: the events it leads to, or a refusal.

Nothing here waits, draws or reads a clock: time and fresh random bytes come in with the
command. A refused command leaves the table as it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from server.table import asking, moving, seating, starting
from server.table.commands import (
    Answer,
    AskUndo,
    BotAction,
    CloseTable,
    GiveUpSeat,
    Kick,
    LookAtHands,
    MakeClaim,
    MakeMove,
    NoteArchived,
    PersonBack,
    PersonConnected,
    PersonLost,
    StartDeal,
    TableCommand,
    TakeSeat,
    TimeUp,
    WishPause,
)
from server.table.draft import Circumstances, Draft, Outcome
from server.table.events import (
    Author,
    DealArchived,
    DealPromised,
    HandsLookedAt,
    Stamped,
    TableClosed,
    TableOpened,
)
from server.table.evolve import evolve, opened
from server.table.seating import own_seat
from server.table.timing import time_up

if TYPE_CHECKING:
    from server.table.state import TableState


def open_table(opening: TableOpened, now: Circumstances) -> Outcome:
    """The first events of a table: it exists, and its first deal is promised."""
    first = Stamped(opening, now.now_ms, Author.PERSON)
    state = opened(first)
    second = Stamped(DealPromised(1, now.fresh), now.now_ms, Author.SERVER)
    return Outcome((first, second), (state, evolve(state, second, 2)))


def decide(state: TableState, command: TableCommand, now: Circumstances) -> Outcome:
    """The events that a command leads to.

    Raises:
        Refused: The wish cannot be granted; nothing has changed.
    """
    draft = Draft(state, now, _author_of(command))
    match command:
        case TakeSeat():
            seating.take_seat(draft, command)
        case MakeMove():
            moving.make_move(draft, command)
        case BotAction():
            moving.bot_action(draft, command)
        case PersonLost():
            seating.person_lost(draft, command)
        case TimeUp():
            time_up(draft, command)
        case NoteArchived(number):
            if any(deal.number == number for deal in state.unkept):
                draft.add(DealArchived(number))
        case LookAtHands():
            # Not even a closed table shows its hands without a trace of it.
            draft.add(HandsLookedAt())
        case CloseTable(reason):
            seating.refuse_if_closed(state)
            draft.add(TableClosed(reason))
        case _:
            _decide_for_seat(draft, command)
    return draft.outcome()


def _decide_for_seat(
    draft: Draft,
    command: GiveUpSeat
    | Kick
    | StartDeal
    | AskUndo
    | MakeClaim
    | Answer
    | WishPause
    | PersonConnected
    | PersonBack,
) -> None:
    """What somebody asks who holds a seat."""
    seat = own_seat(draft.state, command.user)
    match command:
        case GiveUpSeat():
            seating.give_up_seat(draft, seat)
        case Kick():
            seating.kick(draft, seat, command)
        case StartDeal(_, entropy):
            starting.ready_for_deal(draft, seat, entropy)
        case AskUndo():
            seating.refuse_if_stale(
                draft, command.seen_version, draft.state.turn_version
            )
            asking.ask_undo(draft, seat)
        case MakeClaim(_, ours):
            seating.refuse_if_stale(
                draft, command.seen_version, draft.state.turn_version
            )
            asking.make_claim(draft, seat, ours=ours)
        case Answer(_, agrees):
            seating.refuse_if_stale(
                draft, command.seen_version, draft.state.asked_version
            )
            asking.answer(draft, seat, agrees=agrees)
        case WishPause(_, wish):
            asking.wish_pause(draft, seat, wish=wish)
        case PersonConnected():
            seating.person_connected(draft, seat)
        case PersonBack():
            seating.person_back(draft, seat)
        case _:
            assert_never(command)


def _author_of(command: TableCommand) -> Author:
    match command:
        case BotAction():
            return Author.BOT
        case TimeUp():
            return Author.TIMER
        case CloseTable() | LookAtHands() | NoteArchived():
            return Author.SERVER
        case _:
            return Author.PERSON
