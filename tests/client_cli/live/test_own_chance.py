"""Looking at a table before one sits down there with random bytes of one's own."""

from pathlib import Path
from typing import Any

import pytest

from client_cli.live.own_chance import own_chance
from engine.deal import Phase
from protocol.codes import Retry
from protocol.to_client import Error
from protocol.updates import (
    Ended,
    EndReason,
    Gone,
    NoAnswerError,
    Notice,
    Online,
    Replaced,
    Update,
)
from protocol.views import View
from tests.client_cli.live.test_connection import welcome
from tests.client_cli.pretend import TABLE, PretendSession, PretendTable, dealt
from tests.client_cli.pretend import options_with as options
from tests.client_cli.rig import Rig
from tests.client_cli.situations import known_with, view_of_seat

ONLINE = Online(1, welcome(), None, same_session=True)
REFUSED = Notice(Error(code="E_NOT_ALLOWED", detail="no onlookers", table=TABLE))
ENDED = Ended(1, EndReason.CLOSED_THERE, 4004, Retry.ENTER_AGAIN, "revoked")


class Scripted(PretendSession):
    """Tells these updates when a table is asked for, and no more."""

    def __init__(self, *updates: Update) -> None:
        super().__init__()
        self._script = updates

    async def refresh(self, table: str) -> None:
        assert table == TABLE
        self.refreshed += 1
        for update in self._script:
            self.updates.put_nowait(update)


def shown(view: View) -> Replaced:
    return Replaced(PretendTable().snapshot(), None, known_with(view))


def before_the_deal(**changes: Any) -> View:
    return view_of_seat(None, deal=None, **changes)


async def test_bytes_follow_the_promise(tmp_path: Path) -> None:
    rig = Rig(tmp_path, session=Scripted(ONLINE, shown(before_the_deal())))

    entropy = await own_chance(TABLE, rig.parts)
    assert entropy is not None
    assert len(entropy) == 32
    assert rig.session.refreshed == 1
    assert await own_chance_of_another(tmp_path) != entropy


async def own_chance_of_another(folder: Path) -> bytes | None:
    rig = Rig(folder, session=Scripted(shown(before_the_deal())))
    return await own_chance(TABLE, rig.parts)


async def test_what_else_is_told_is_left_for_the_game(tmp_path: Path) -> None:
    rig = Rig(tmp_path, session=Scripted(ONLINE, shown(before_the_deal())))
    await own_chance(TABLE, rig.parts)
    rig.happenings.start()

    assert await rig.happenings.get() is ONLINE
    await rig.happenings.close()


def settled() -> View:
    _, known = dealt(until=Phase.SETTLED)
    return known.view


@pytest.mark.parametrize(
    ("view", "gives"),
    [
        (before_the_deal(), True),
        (settled(), True),
        (view_of_seat(None), False),
        (before_the_deal(commitment=None), False),
        (before_the_deal(options={**options(1), "bot_seats": "at_once"}), False),
        (before_the_deal(options={**options(1), "spectator_delay_ms": 1}), False),
    ],
    ids=["first", "between", "runs", "no promise", "seats at once", "late"],
)
async def test_bytes_are_given_where_their_deal_is_promised(
    view: View, *, gives: bool, tmp_path: Path
) -> None:
    rig = Rig(tmp_path, session=Scripted(shown(view)))
    assert (await own_chance(TABLE, rig.parts) is not None) is gives


@pytest.mark.parametrize(
    "updates",
    [(REFUSED, Gone(TABLE, "E_NOT_ALLOWED")), (Gone(TABLE, "E_NO_TABLE"),), (ENDED,)],
)
async def test_without_a_look_there_are_no_bytes(
    updates: tuple[Update, ...], tmp_path: Path
) -> None:
    rig = Rig(tmp_path, session=Scripted(*updates))

    assert await own_chance(TABLE, rig.parts) is None
    assert rig.session.updates.empty()  # nothing of it is left to end the game


async def test_other_tables_are_of_no_concern(tmp_path: Path) -> None:
    script = (
        Gone("OTHER", "left"),
        Notice(Error(code="E_RATE", detail="x")),
        shown(before_the_deal(table="OTHER")),
        shown(before_the_deal()),
    )
    rig = Rig(tmp_path, session=Scripted(*script))
    assert await own_chance(TABLE, rig.parts) is not None


async def test_a_table_that_does_not_show_itself_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client_cli.live.own_chance._LOOK_S", 0)
    rig = Rig(tmp_path, session=Scripted())
    with pytest.raises(NoAnswerError):
        await own_chance(TABLE, rig.parts)
