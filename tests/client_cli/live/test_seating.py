from pathlib import Path
from typing import Any

import pytest

from client_cli.arguments import LiveFlags
from client_cli.exits import Exit, Stopped
from client_cli.live.happenings import Interrupted
from client_cli.live.keyboard import InputEnded
from client_cli.live.seating import (
    Return,
    ask_to_return,
    host_options,
    join_table,
    kept_seat,
    new_table,
    quick_table,
)
from client_cli.table_flags import TableFlags
from client_cli.texts import Texts, texts_in
from protocol.options import Options
from protocol.to_client import Refused, SeatOf, Welcome
from protocol.to_server import Create, Quick, Sit
from tests.client_cli.live.test_connection import welcome
from tests.client_cli.pretend import TABLE
from tests.client_cli.rig import Rig

SEAT = SeatOf.model_validate({"table": TABLE, "seat": 1})
OTHER = SeatOf.model_validate({"table": "ABCDE", "seat": 2})

SESAME = "sesame"


def seated(*seats: SeatOf) -> Welcome:
    return welcome().model_copy(update={"seats": seats})


async def test_a_new_table_is_sat_down_at(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    options = Options(deals=3, password=SESAME)

    assert await new_table(rig.parts.session, options, 2, Texts()) == TABLE
    create, sit = rig.session.commands
    assert isinstance(create, Create)
    assert isinstance(sit, Sit)
    assert create.options == options
    # Whoever opens a table is asked for its password as everybody is.
    assert (sit.seat, sit.password, sit.entropy) == (2, SESAME, None)


async def test_quick_table_is_the_servers_choice(tmp_path: Path) -> None:
    rig = Rig(tmp_path)

    assert await quick_table(rig.parts.session, Options(), Texts()) == TABLE
    assert [type(command) for command in rig.session.commands] == [Quick]


WRONG = Refused(n=1, code="E_PASSWORD", rule=None, args={}, legal=None)


def passwords(rig: Rig) -> list[str]:
    return [
        command.password for command in rig.session.commands if isinstance(command, Sit)
    ]


async def test_password_is_asked_for_where_it_is_needed(tmp_path: Path) -> None:
    rig = Rig(tmp_path, "wrong", "right")
    rig.session.answer_with = [WRONG, WRONG]

    await join_table(TABLE, rig.parts)
    assert passwords(rig) == ["", "wrong", "right"]


@pytest.mark.parametrize(
    ("lines", "flags", "tried"),
    [
        (["a", "b", "c", "d"], LiveFlags(), ["", "a", "b", "c"]),
        ([], LiveFlags(), [""]),
        (["a"], LiveFlags(no_input=True), [""]),
    ],
)
async def test_without_the_password_nobody_sits_down(
    lines: list[str], flags: LiveFlags, tried: list[str], tmp_path: Path
) -> None:
    rig = Rig(tmp_path, *lines, flags=flags)
    rig.session.answer_with = [WRONG] * 9

    with pytest.raises(Stopped) as stopped:
        await join_table(TABLE, rig.parts)
    assert stopped.value.code is Exit.REFUSED
    assert "password" in stopped.value.why
    assert passwords(rig) == tried


async def test_password_of_a_new_table_is_asked_for(tmp_path: Path) -> None:
    rig = Rig(tmp_path, SESAME)

    options = await host_options(TableFlags(password=True), rig.parts)
    assert options.password == SESAME
    assert (await host_options(TableFlags(), rig.parts)).password == ""


@pytest.mark.parametrize("lines", [[], [""], ["x" * 65]])
async def test_no_password_for_a_new_table(lines: list[str], tmp_path: Path) -> None:
    rig = Rig(tmp_path, *lines)

    with pytest.raises(Stopped) as stopped:
        await host_options(TableFlags(password=True), rig.parts)
    assert stopped.value.code is Exit.WRONG_USE


async def test_a_server_that_gives_no_table(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.session.answer_with = [
        Refused(n=1, code="E_TOO_MANY_TABLES", rule=None, args={}, legal=None)
    ]

    with pytest.raises(Stopped) as stopped:
        await new_table(rig.parts.session, Options(), None, Texts())
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
