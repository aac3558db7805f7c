"""What a table answers to a command: who may ask, and in whose name it happens."""

import pytest

from engine.seats import SEATS
from protocol.codes import ErrorCode
from server.table.commands import (
    Answer,
    AskUndo,
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
    SkipMove,
    StartDeal,
    TableCommand,
    TakeSeat,
    TimeUp,
    WishPause,
)
from server.table.deadlines import BOT, IDLE, deadlines_of
from server.table.events import (
    Author,
    DealArchived,
    DealPromised,
    HandsLookedAt,
    TableClosed,
    TableOpened,
)
from server.table.options import TableOptions
from server.table.refusal import Refusal
from server.table.state import Control
from tests.server.table.playing import HOST, running, table

TWO = TableOptions(people=2, pace_ms=0)


def of_a_seat(user: str) -> tuple[TableCommand, ...]:
    """Every command that only somebody with a seat can give."""
    return (
        GiveUpSeat(user),
        Kick(user, SEATS[1]),
        StartDeal(user),
        MakeMove(user, SkipMove()),
        AskUndo(user),
        MakeClaim(user, ours=True),
        Answer(user, agrees=True),
        WishPause(user, wish=True),
        PersonConnected(user),
        PersonBack(user),
    )


def test_table_opens_with_a_promise_for_its_first_deal() -> None:
    driven = table()

    opening, promise = driven.events

    assert isinstance(opening, TableOpened)
    assert (opening.table, opening.host) == ("QWERT", HOST)
    assert isinstance(promise, DealPromised)
    assert driven.state.next_secret == promise.secret
    assert not driven.state.deal_runs


@pytest.mark.parametrize("command", of_a_seat("eve"), ids=lambda c: type(c).__name__)
def test_who_has_no_seat_can_do_nothing(command: TableCommand) -> None:
    # T-C03
    driven = running("ann", "bob", "cid", "dan")

    assert driven.refusal(command) == Refusal(ErrorCode.NOT_SEATED)


@pytest.mark.parametrize(
    "command",
    [*of_a_seat("ann"), TakeSeat("bob", "Bob"), CloseTable("again")],
    ids=lambda c: type(c).__name__,
)
def test_closed_table_refuses_every_command(command: TableCommand) -> None:
    driven = running("ann", options=TWO)
    driven.do(GiveUpSeat("ann"))

    refusal = driven.refusal(command)

    assert refusal == Refusal(ErrorCode.TABLE_CLOSED, args={"reason": "left"})


def test_clocks_and_connections_that_end_do_nothing_to_a_closed_table() -> None:
    driven = running("ann", options=TWO)
    driven.do(GiveUpSeat("ann"))

    assert driven.do(PersonLost("ann", 1)) == []
    assert driven.do(TimeUp(IDLE)) == []
    assert deadlines_of(driven.state) == {}


def test_host_of_the_server_closes_a_table_with_a_word() -> None:
    driven = running("ann", "bob", "cid", "dan")

    assert driven.do(CloseTable("maintenance")) == [TableClosed("maintenance")]

    assert driven.state.closed == "maintenance"
    assert driven.log[-1].by is Author.SERVER


def test_each_event_names_who_brought_it_about() -> None:
    driven = running("ann", options=TWO)
    by_person = driven.log[-1].by
    while BOT not in deadlines_of(driven.state):
        driven.act_on_turn()
    driven.do(driven.bot_answer())
    by_bot = driven.log[-1].by
    four = running("ann", "bob", "cid", "dan")
    four.lose("ann")
    four.now_ms += TWO.grace_ms
    four.do(TimeUp("grace:0"))
    by_clock = four.log[-1].by

    assert by_person is Author.PERSON
    assert (by_bot, by_clock) == (Author.BOT, Author.TIMER)
    assert four.state.seats[0].control is Control.BOT


def test_look_at_hidden_cards_is_told_to_the_table() -> None:
    driven = running("ann", "bob", "cid", "dan")

    assert driven.do(LookAtHands()) == [HandsLookedAt()]
    assert driven.log[-1].by is Author.SERVER


def test_kept_record_is_noted_once() -> None:
    driven = running("ann", options=TWO)
    assert driven.do(NoteArchived(1)) == []
    driven.play_out()

    assert driven.do(NoteArchived(1)) == [DealArchived(1)]
    assert driven.do(NoteArchived(1)) == []
