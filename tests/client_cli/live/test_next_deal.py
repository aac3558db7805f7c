"""From one deal to the next: late answers, other words, other people."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from client_cli.arguments import LiveFlags
from client_cli.exits import Exit, Stopped
from client_cli.live.happenings import WaitOver
from protocol.to_client import Answer
from protocol.to_server import Command, Start
from tests.client_cli.live.test_game import (
    AUTOPILOT,
    SCRIPT,
    Fixed,
    games_in,
    moves,
    with_confirmation,
)
from tests.client_cli.pretend import PretendSession, PretendTable
from tests.client_cli.rig import Rig


@pytest.mark.parametrize("words", [["help", ""], ["hand", "yes"], ["no", "no", "yes"]])
async def test_other_words_do_not_lose_the_next_deal(
    tmp_path: Path, words: list[str]
) -> None:
    table = Fixed(deals=2)
    session = PretendSession(table)
    lines = [line for each in moves(table) for line in with_confirmation(each)]
    rig = Rig(tmp_path, *lines, *words, "quit", "yes", session=session)

    assert await rig.play() is Exit.DONE
    assert rig.complained.count("Next deal: type yes. To leave: quit.") > 1
    assert any(line.startswith("Deal 2.") for line in rig.said)


class LateAnswers(PretendSession):
    """What happened is told well before the answer to the command that did it."""

    async def command(
        self, build: Callable[[int], Command], *, wait_s: float | None = None
    ) -> Answer:
        answer = await super().command(build, wait_s=wait_s)
        for _ in range(50):
            await asyncio.sleep(0)
        return answer


@pytest.mark.parametrize("flags", [AUTOPILOT, LiveFlags(autopilot=True, no_input=True)])
async def test_answers_that_come_late_do_not_stop_a_match(
    tmp_path: Path, flags: LiveFlags
) -> None:
    rig = Rig(tmp_path, session=LateAnswers(PretendTable(deals=3)), flags=flags)

    assert await rig.play() is Exit.DONE
    assert len(games_in(tmp_path)) == 3


class OthersAreNotReady(PretendSession):
    """Notes who is ready, and begins no deal."""

    def do(self, command: Command) -> None:
        if not isinstance(command, Start):
            super().do(command)
            return
        seat = self.table.you
        self.table.seats[seat]["ready"] = True
        self.tell(self.table.events({"kind": "ready", "seat": seat}))


async def test_a_deal_is_asked_for_once_while_others_are_waited_for(
    tmp_path: Path,
) -> None:
    session = OthersAreNotReady()
    rig = Rig(tmp_path, session=session, flags=SCRIPT, wait_s=30.0)
    loop = asyncio.get_running_loop()
    loop.call_later(0.2, rig.happenings.put, WaitOver())

    with pytest.raises(Stopped):
        await rig.play()
    assert [isinstance(one, Start) for one in session.commands].count(True) == 1


class ClosesAfterTheDeal(PretendSession):
    """The table is closed while the next deal is waited for."""

    def do(self, command: Command) -> None:
        table = self.table
        if isinstance(command, Start) and table.number:
            table.closed = "admin"
            self.tell(table.events({"kind": "table_closed", "reason": "admin"}))
        else:
            super().do(command)


async def test_a_table_closed_between_deals_ends_the_game(tmp_path: Path) -> None:
    session = ClosesAfterTheDeal(PretendTable(deals=2))
    rig = Rig(tmp_path, session=session, flags=AUTOPILOT)

    with pytest.raises(Stopped) as stopped:
        await rig.play()
    assert stopped.value.code is Exit.TABLE_CLOSED
