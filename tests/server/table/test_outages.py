"""Times in which no server was there count for nobody."""

import pytest

from engine.seats import Seat
from server.table.commands import DiscardMove, MakeMove
from server.table.events import BankSpent, ClockCredited
from server.table.options import TableOptions
from server.table.outages import Outages, lost_ms
from tests.server.table.playing import dealt_table

CLOCK = TableOptions(pace_ms=0, turn_ms=30_000, bank_ms=15_000)
HANDS = {0: "S8 S7"}


@pytest.mark.parametrize(
    ("outages", "lost"),
    [
        ((), 0),
        (((0, 100),), 0),
        (((50, 150),), 50),
        (((120, 150), (160, 170)), 40),
        (((180, 900),), 20),
        (((0, 900),), 100),
        (((200, 900),), 0),
    ],
)
def test_what_lies_between_both_times_is_lost(outages: Outages, lost: int) -> None:
    assert lost_ms(outages, 100, 200) == lost


def test_bank_does_not_pay_for_an_outage() -> None:
    # T-I05: the move comes as soon as the server is back.
    driven = dealt_table(0, HANDS, options=CLOCK)
    start_ms = driven.now_ms
    driven.now_ms += 50_000
    outages = ((start_ms + 5_000, start_ms + 45_000),)

    happened = driven.do(MakeMove("p0", DiscardMove(("S8", "S7")), outages=outages))

    assert happened[0] == ClockCredited(40_000, start_ms + 45_000)
    assert not any(isinstance(event, BankSpent) for event in happened)
    assert driven.state.seats[0].bank_ms == 15_000


def test_bank_pays_for_what_is_left_after_an_outage() -> None:
    driven = dealt_table(0, HANDS, options=CLOCK)
    start_ms = driven.now_ms
    driven.now_ms += 50_000
    outages = ((start_ms + 5_000, start_ms + 15_000),)

    happened = driven.do(MakeMove("p0", DiscardMove(("S8", "S7")), outages=outages))

    assert happened[:2] == [
        ClockCredited(10_000, start_ms + 15_000),
        BankSpent(Seat(0), 10_000),
    ]


def test_move_in_time_says_nothing_of_outages() -> None:
    driven = dealt_table(0, HANDS, options=CLOCK)
    start_ms = driven.now_ms
    driven.now_ms += 20_000

    happened = driven.do(
        MakeMove(
            "p0", DiscardMove(("S8", "S7")), outages=((start_ms, start_ms + 10_000),)
        )
    )

    assert not any(isinstance(event, ClockCredited) for event in happened)
