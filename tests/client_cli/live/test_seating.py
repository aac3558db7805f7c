from pathlib import Path
from typing import Any

import pytest

from client_cli.arguments import LiveFlags
from client_cli.exits import Exit, Stopped
from client_cli.live.happenings import Interrupted
from client_cli.live.keyboard import InputEnded
from client_cli.live.seating import Return, ask_to_return, kept_seat, new_table
from client_cli.texts import Texts, texts_in
from protocol.to_client import Refused, SeatOf, Welcome
from protocol.to_server import Create, Sit
from tests.client_cli.live.test_connection import welcome
from tests.client_cli.pretend import TABLE
from tests.client_cli.rig import Rig

SEAT = SeatOf.model_validate({"table": TABLE, "seat": 1})
OTHER = SeatOf.model_validate({"table": "ABCDE", "seat": 2})


def seated(*seats: SeatOf) -> Welcome:
    return welcome().model_copy(update={"seats": seats})


async def test_a_new_table_with_what_the_person_wants(tmp_path: Path) -> None:
    flags = LiveFlags(deals=3, level="easy", pace_ms=400, seat=2)
    rig = Rig(tmp_path, flags=flags)

    assert await new_table(rig.parts.session, rig.parts.flags, Texts()) == TABLE
    create, sit = rig.session.commands
    assert isinstance(create, Create)
    assert isinstance(sit, Sit)
    options = create.options
    assert (options.deals, options.level, options.pace_ms) == (3, "easy", 400)
    # The deal has to wait until this client has seen the promise.
    assert (options.people, sit.seat, sit.entropy) == (4, 2, None)


@pytest.mark.parametrize(
    ("flags", "pace_ms"),
    [
        (LiveFlags(), 900),
        (LiveFlags(autopilot=True), 0),
        (LiveFlags(no_input=True), 0),
        (LiveFlags(autopilot=True, pace_ms=100), 100),
    ],
)
async def test_bots_wait_for_people_only(
    flags: LiveFlags, pace_ms: int, tmp_path: Path
) -> None:
    rig = Rig(tmp_path, flags=flags)
    await new_table(rig.parts.session, rig.parts.flags, Texts())

    (create, _) = rig.session.commands
    assert isinstance(create, Create)
    assert create.options.pace_ms == pace_ms


async def test_a_server_that_gives_no_table(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.session.answer_with = [
        Refused(n=1, code="E_TOO_MANY_TABLES", rule=None, args={}, legal=None)
    ]

    with pytest.raises(Stopped) as stopped:
        await new_table(rig.parts.session, rig.parts.flags, Texts())
    assert stopped.value.code is Exit.REFUSED
    assert "all the tables allowed" in stopped.value.why


def test_returning_to_the_newest_seat_or_a_named_one() -> None:
    welcomed = seated(OTHER, SEAT)

    assert kept_seat(welcomed, None, Texts()) == TABLE
    assert kept_seat(welcomed, "abcde", Texts()) == "ABCDE"


@pytest.mark.parametrize(
    ("welcomed", "table", "why"),
    [
        (seated(), None, ""),
        (seated(), "VANTJ", ""),
        (seated(SEAT), "VANTJ", "You sit at: QF7K2."),
    ],
)
def test_no_seat_to_return_to(welcomed: Welcome, table: str | None, why: str) -> None:
    with pytest.raises(Stopped) as stopped:
        kept_seat(welcomed, table, Texts())

    assert (stopped.value.code, stopped.value.why) == (Exit.NOT_FOUND, why)


@pytest.mark.parametrize(
    ("lines", "choice"),
    [
        ([""], Return.GO_BACK),
        (["yes"], Return.GO_BACK),
        (["sì"], Return.GO_BACK),
        (["n"], Return.NEW_TABLE),
        (["esci"], Return.LEAVE_IT),
        (["q"], Return.LEAVE_IT),
        (["what?", "no"], Return.NEW_TABLE),
    ],
)
async def test_whether_to_return_is_asked(
    lines: list[str], choice: Return, tmp_path: Path
) -> None:
    rig = Rig(tmp_path, *lines, texts=texts_in("it"))

    assert await ask_to_return([TABLE], rig.parts) is choice
    assert rig.complained.count("QF7K2") == len(lines)
    assert ("what? non è una risposta" in rig.complained) == ("what?" in lines)


@pytest.mark.parametrize("happening", [InputEnded(), Interrupted()])
async def test_when_nobody_answers_the_game_decides(
    happening: Any, tmp_path: Path
) -> None:
    rig = Rig(tmp_path, "never asked")
    rig.happenings.put(happening)

    assert await ask_to_return([TABLE], rig.parts) is Return.GO_BACK
    left = [await rig.happenings.get() for _ in range(2)]
    assert happening in left


async def test_other_seats_are_told_of(tmp_path: Path) -> None:
    rig = Rig(tmp_path, "yes")

    await ask_to_return(["ABCDE", "FGHJK", TABLE], rig.parts)
    assert rig.complained.splitlines()[0] == f"You still have a seat at table {TABLE}."
    assert "at: ABCDE, FGHJK. To return there: tarocco resume FGHJK" in rig.complained
