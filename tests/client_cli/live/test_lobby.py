import asyncio
from typing import TYPE_CHECKING, Any, cast

import pytest

from client_cli.exits import Exit, Stopped
from client_cli.live.lobby import (
    _told,
    people_data,
    people_lines,
    tables_data,
    tables_lines,
)
from client_cli.texts import Texts
from protocol.codes import Retry
from protocol.to_client import LobbyRow
from protocol.updates import Ended, EndReason, LobbyChanged, StoreAway, Update
from tests.client_cli.pretend import options_with

if TYPE_CHECKING:
    from protocol.client import Session

TEXTS = Texts()
ENDED = Ended(0, EndReason.CLOSED_THERE, 4003, Retry.NEVER, "no")


def row(**changes: Any) -> LobbyRow:
    options = {**options_with(2), **changes.pop("options", {})}
    data = {
        "table": "QF7K2",
        "phase": "waiting",
        "people": 2,
        "bots": 0,
        "free": 2,
        "names": ["Anna", "Maya"],
        "options": options,
        "since": 0,
        **changes,
    }
    return LobbyRow.model_validate(data)


def test_table_in_one_sentence() -> None:
    assert tables_lines([row()], TEXTS) == [
        "QF7K2: waits for its first deal; Anna, Maya; 2 seats free; 2 deals.",
        "Sit down: tarocco join CODE",
    ]


def test_what_has_to_be_known_before_sitting_down() -> None:
    options = {"turn_ms": 30_000, "password": True, "invited": True}
    odd = row(phase="newer", names=[], free=1, options=options)

    assert tables_lines([odd], TEXTS)[0] == (
        "QF7K2: newer; nobody; 1 seat free; 2 deals; 30 seconds for a move; "
        "with a password; for those who are invited."
    )


def test_names_cannot_steer_the_terminal() -> None:
    strange = [row(names=["\x1b[2J"])]

    assert "\x1b" not in "".join(tables_lines(strange, TEXTS))
    assert "\x1b" not in "".join(people_lines(strange, TEXTS))


def test_nothing_is_open() -> None:
    assert tables_lines([], TEXTS) == ["No table is open. Open one: tarocco host"]
    assert people_lines([], TEXTS) == ["Nobody sits at an open table."]


def test_who_sits_where() -> None:
    assert people_lines([row()], TEXTS) == [
        "Anna sits at QF7K2.",
        "Maya sits at QF7K2.",
    ]
    assert people_data([row(names=["Anna"])]) == {
        "v": 1,
        "people": [{"name": "Anna", "table": "QF7K2"}],
    }


def test_tables_for_a_program() -> None:
    assert tables_data([row(since=1_000)]) == {
        "v": 1,
        "tables": [
            {
                "table": "QF7K2",
                "phase": "waiting",
                "people": 2,
                "bots": 0,
                "free": 2,
                "names": ("Anna", "Maya"),
                "deals": 2,
                "level": "medium",
                "turn_s": 0.0,
                "password": False,
                "invited": False,
                "since": "1970-01-01T00:00:01+00:00",
            }
        ],
    }


class Telling:
    """A session that has these updates."""

    def __init__(self, *updates: Update) -> None:
        self.updates = list(updates)

    async def lobby(self, *, follow: bool) -> None:
        assert not follow

    def __aiter__(self) -> "Telling":
        return self

    async def __anext__(self) -> Update:
        if not self.updates:
            raise StopAsyncIteration
        await asyncio.sleep(0)
        return self.updates.pop(0)


async def test_list_is_waited_for_until_it_is_complete() -> None:
    session = Telling(
        StoreAway(0),
        LobbyChanged(None, (row(),), complete=False),
        LobbyChanged((row(),), (row(), row(table="ABCDE")), complete=True),
    )

    rows = await _told(cast("Session", session), TEXTS)
    assert [each.table for each in rows] == ["QF7K2", "ABCDE"]


@pytest.mark.parametrize(
    ("updates", "code"), [((), Exit.TIMED_OUT), ((ENDED,), Exit.REFUSED)]
)
async def test_list_that_does_not_come(updates: tuple[Update, ...], code: Exit) -> None:
    with pytest.raises(Stopped) as stopped:
        await _told(cast("Session", Telling(*updates)), TEXTS)
    assert stopped.value.code is code
