"""Bots as objects, each in a thread of its own."""

import asyncio
import re
import threading

import pytest

from protocol.bot_seat import BotFailedError, BotSeat, Loss
from protocol.bot_thread import BotThread
from protocol.bots import (
    BotView,
    DeclareMove,
    DiscardMove,
    PlayMove,
)
from tests.protocol.test_bots import DECLARING, DISCARDING, PLAYING

IN_TIME_S = 20.0


class Bot:
    """Answers at once."""

    def discard(self, view: BotView) -> tuple[str, ...]:
        return view.discardable[1:]

    def declare(self, view: BotView) -> bool:
        return view.offer is not None

    def play(self, view: BotView) -> str:
        return view.legal[1]


class AsyncBot:
    """Answers when it gets to it."""

    async def discard(self, view: BotView) -> tuple[str, ...]:
        await asyncio.sleep(0)
        return view.discardable[1:]

    async def declare(self, view: BotView) -> bool:
        await asyncio.sleep(0)
        return view.offer is not None

    async def play(self, view: BotView) -> str:
        await asyncio.sleep(0)
        return view.legal[1]


class Sleeper(Bot):
    """Sleeps until it is woken."""

    def __init__(self) -> None:
        self.awake = threading.Event()
        self.plays: list[str] = []

    def play(self, view: BotView) -> str:
        self.awake.wait(IN_TIME_S)
        self.plays.append(view.legal[0])
        return view.legal[1]


class Thrower(Bot):
    """Throws what it is given."""

    def __init__(self, fault: BaseException) -> None:
        self.fault = fault

    def play(self, view: BotView) -> str:
        assert view.legal
        raise self.fault


@pytest.mark.parametrize("bot", [Bot(), AsyncBot()])
async def test_bot_is_asked_in_its_thread(bot: Bot | AsyncBot) -> None:
    player = BotThread(bot)
    seat = BotSeat(player, limit_s=IN_TIME_S)

    assert await seat.move(DISCARDING) == DiscardMove(("SF", "16"))
    assert await seat.move(DECLARING) == DeclareMove(wish=True)
    assert await seat.move(PLAYING) == PlayMove("S6")
    player.close()
    await asyncio.to_thread(player._thread.join, IN_TIME_S)
    assert not player._thread.is_alive()


async def test_bot_that_sleeps_holds_up_nobody_and_plays_on_when_awake() -> None:
    bot = Sleeper()
    player = BotThread(bot)
    hasty = BotSeat(player, limit_s=0.01)

    assert await hasty.move(PLAYING) == PlayMove("SF")
    assert await hasty.move(PLAYING) == PlayMove("SF")
    assert hasty.tally.lost[Loss.LATE] == 2
    waiting = asyncio.create_task(BotSeat(player, limit_s=IN_TIME_S).move(PLAYING))
    await asyncio.sleep(0)
    bot.awake.set()

    assert await waiting == PlayMove("S6")
    # The question that was given up while it slept was never put to it.
    assert len(bot.plays) == 2
    player.close()


@pytest.mark.parametrize(
    "fault",
    [ValueError("no idea"), KeyboardInterrupt("no idea"), SystemExit("no idea")],
    ids=type,
)
async def test_bot_that_throws_fails_and_is_asked_again(fault: BaseException) -> None:
    player = BotThread(Thrower(fault))

    with pytest.raises(BotFailedError) as caught:
        await player.answer(PLAYING)

    said = re.escape(f"{type(fault).__name__}: no idea (test_bot_thread.py:")
    assert re.fullmatch(said + r"[0-9]+\)", str(caught.value))
    assert await player.answer(DECLARING) is True
    player.close()


def test_answer_after_the_end_of_the_program_harms_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    faults: list[object] = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    bot = Sleeper()
    player = BotThread(bot)
    move = asyncio.run(BotSeat(player, limit_s=0.01).move(PLAYING))

    bot.awake.set()
    player.close()
    player._thread.join(IN_TIME_S)

    assert move == PlayMove("SF")
    assert bot.plays == ["SF"]
    assert not faults
