"""From one deal to the next: late answers, other words, other people."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from client_cli.arguments import LiveFlags
from client_cli.exits import Exit, Stopped
from client_cli.live.happenings import WaitOver
from client_cli.live.next_deal import match_is_over
from engine.deal import Phase
from protocol.to_client import Answer
from protocol.to_server import Command, Leave, Start
from tests.client_cli.live.test_game import (
    AUTOPILOT,
    SCRIPT,
    Fixed,
    games_in,
    moves,
    with_confirmation,
)
from tests.client_cli.pretend import PretendSession, PretendTable, dealt
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


ANOTHER = "Another match with the same people: type yes. To leave: no or quit."


def playing_once(table: PretendTable) -> list[str]:
    return [line for each in moves(table) for line in with_confirmation(each)]


@pytest.mark.parametrize("word", ["no", "quit"])
async def test_after_the_match_the_result_stays_until_one_leaves(
    tmp_path: Path, word: str
) -> None:
    table = Fixed()
    lines = [*playing_once(table), "points", word]
    rig = Rig(tmp_path, *lines, session=PretendSession(table))

    # The chance that was offered is not in these cards, and that is found out.
    assert await rig.play() is Exit.BAD_RECORD
    assert ANOTHER in rig.complained
    assert "Leave for good?" not in rig.complained
    assert isinstance(rig.session.commands[-1], Leave)


async def test_another_match_is_asked_for_each_time(tmp_path: Path) -> None:
    table = Again()
    lines = [*playing_once(table), "yes"]
    rig = Rig(tmp_path, *lines, session=PretendSession(table))

    assert await rig.play() is Exit.INPUT_ENDED
    assert sum(isinstance(each, Start) for each in rig.session.commands) == 2
    assert any(line.startswith("Deal 2.") for line in rig.said)
    assert rig.complained.count(ANOTHER) == 1


class Again(Fixed):
    """Begins another match, from zero, when a match is over and a deal is wanted."""

    def view(self) -> dict[str, Any]:
        data = super().view()
        return {**data, "deals_played": min(data["deals_played"], self.deals)}


def test_a_match_is_over_after_its_last_deal() -> None:
    _, settled = dealt(until=Phase.SETTLED)
    _, running = dealt()

    assert match_is_over(settled)
    assert not match_is_over(running)
