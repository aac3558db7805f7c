"""Asking for a deal from its beginning, with a session that says what is written here."""

import asyncio
from typing import TYPE_CHECKING, Any, cast

import pytest

from client_cli.live.past import NotTold, Over, Past, past_of
from protocol.codes import Retry
from protocol.fold import Known
from protocol.to_client import Error, PastEvents
from protocol.updates import (
    CaughtUp,
    Ended,
    EndReason,
    Gone,
    Notice,
    Online,
    PastTold,
    Replaced,
    Update,
)
from protocol.views import View
from tests.client_cli.live.test_connection import welcome
from tests.client_cli.pretend import TABLE, PretendTable

if TYPE_CHECKING:
    from protocol.client import Session

ENDED = Ended(0, EndReason.CLOSED_THERE, 4004, Retry.ENTER_AGAIN, "revoked")


class Scripted:
    """A session that tells these updates one after the other, and notes questions."""

    def __init__(self, *updates: Update) -> None:
        self._updates = list(updates)
        self.asked: list[int | None] = []
        self.looked_at: list[str] = []

    async def refresh(self, table: str) -> None:
        self.looked_at.append(table)

    async def past(self, table: str, after: int | None = None) -> None:
        assert table == TABLE
        self.asked.append(after)

    def __aiter__(self) -> "Scripted":
        return self

    async def __anext__(self) -> Update:
        if not self._updates:
            raise StopAsyncIteration
        return self._updates.pop(0)


def shown(table: str = TABLE) -> Replaced:
    """The table is shown whole."""
    pretended = PretendTable()
    pretended.begin()
    snapshot = pretended.snapshot("asked").model_copy(update={"table": table})
    view = snapshot.view.model_copy(update={"table": table})
    known = Known(cast("Any", None), view, snapshot.situation)
    return Replaced(snapshot, None, known)


def part(first: int, count: int, *, view: bool = False, more: bool = False) -> PastTold:
    pretended = PretendTable()
    pretended.begin()
    message = PastEvents.model_validate(
        {
            "table": TABLE,
            "epoch": b"epoch--1",
            "first": first,
            "view": pretended.view() if view else None,
            "items": [{"kind": "hidden"}] * count,
            "more": more,
        }
    )
    return PastTold(message)


def online() -> Online:
    return Online(1_000, welcome(), 20, same_session=True)


async def asked(*updates: Update) -> tuple[Past, Scripted]:
    session = Scripted(*updates)
    async with asyncio.timeout(5):
        return await past_of(cast("Session", session), TABLE), session


async def test_deal_in_one_part() -> None:
    past, session = await asked(online(), shown(), part(8, 3, view=True))

    assert (session.looked_at, session.asked) == ([TABLE], [None])
    assert isinstance(past.start, View)
    assert (len(past.items), past.after) == (3, 10)


async def test_deal_in_several_parts() -> None:
    past, session = await asked(
        shown("OTHER"),
        shown(),
        part(8, 3, view=True, more=True),
        shown(),
        part(11, 2, more=False),
    )

    assert session.asked == [None, 10]
    assert (len(past.items), past.after) == (5, 12)


async def test_deal_that_begins_meanwhile_is_told_from_its_own_beginning() -> None:
    past, _ = await asked(
        shown(), part(8, 3, view=True, more=True), part(90, 1, view=True)
    )

    assert (len(past.items), past.after) == (1, 90)


async def test_question_that_was_lost_with_its_connection_is_asked_again() -> None:
    past, session = await asked(
        shown(),
        part(8, 3, view=True, more=True),
        online(),
        CaughtUp(TABLE, 0, cast("Any", None)),
        part(11, 1),
    )

    assert session.asked == [None, 10, 10]
    assert len(past.items) == 4


@pytest.mark.parametrize(
    "answer",
    [
        Gone(TABLE, "E_NO_TABLE"),
        Notice(Error(code="E_NO_TABLE", detail="", table=TABLE)),
    ],
)
async def test_table_that_is_not_there(answer: Update) -> None:
    with pytest.raises(NotTold) as caught:
        await asked(
            Gone("OTHER", "left"),
            Notice(Error(code="E_BUSY", detail="", table=None)),
            answer,
        )

    assert caught.value.code == "E_NO_TABLE"


async def test_session_that_ends() -> None:
    with pytest.raises(Over) as caught:
        await asked(shown(), ENDED)

    assert caught.value.ended is ENDED
