"""A bot as an object: its methods run in a thread of their own.

A bot that computes, sleeps or hangs holds up nobody but itself. The thread ends with the
program, whatever the bot is doing; methods that are `async` run in an event loop that
belongs to the thread.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from protocol.bot_reasons import kind_of_failure, why_failed
from protocol.bot_seat import BotFailedError, BotPlayer
from protocol.bots import BotView, Question

if TYPE_CHECKING:
    from protocol.bots import Bot, Move, WrongAnswerError


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question with the place where its answer is waited for."""

    view: BotView
    answer: asyncio.Future[object]
    loop: asyncio.AbstractEventLoop


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a bot has given back."""

    value: object


class BotThread(BotPlayer):
    """Asks a bot in a thread, one question at a time.

    Args:
        bot: The bot; all its methods are called in the thread.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        # One that waits is enough: who asks again has given up the question before.
        self._asked: queue.Queue[_Asked | None] = queue.Queue(maxsize=1)
        self._thread = threading.Thread(target=self._work, name="bot", daemon=True)
        self._thread.start()

    async def answer(self, view: BotView) -> object:
        """See `BotPlayer.answer`."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[object] = loop.create_future()
        self._put(_Asked(view, answer, loop))
        return await answer

    async def was_wrong(self, view: BotView, fault: WrongAnswerError) -> None:
        """An object has one try and hears nothing."""

    async def lost_turn(self, move: Move, why: str) -> None:
        """It sees in the next view what was done instead."""

    def close(self) -> None:
        """Let the thread end once the bot comes back from what it does."""
        self._put(None)

    def _put(self, asked: _Asked | None) -> None:
        with suppress(queue.Empty):
            self._asked.get_nowait()
        self._asked.put_nowait(asked)

    def _work(self) -> None:
        own = asyncio.Runner()  # makes its loop when it is first needed
        try:
            while (asked := self._asked.get()) is not None:
                _tell(asked, self._outcome(asked.view, own))
        finally:
            own.close()

    def _outcome(self, view: BotView, own: asyncio.Runner) -> _Answer | BotFailedError:
        try:
            answer = self._called(view)
            if isinstance(answer, Awaitable):
                answer = own.run(_result_of(answer))
        except BaseException as fault:  # noqa: BLE001 - SystemExit too is the bot's
            kind = kind_of_failure(fault, self._bot)
            return BotFailedError(why_failed(fault, self._bot), kind)
        return _Answer(answer)

    def _called(self, view: BotView) -> object:
        match view.question:
            case Question.DISCARD:
                return self._bot.discard(view)
            case Question.DECLARE:
                return self._bot.declare(view)
            case Question.PLAY:
                return self._bot.play(view)
            case _:
                assert_never(view.question)


async def _result_of(answer: Awaitable[object]) -> object:
    return await answer


def _tell(asked: _Asked, outcome: _Answer | BotFailedError) -> None:
    with suppress(RuntimeError):  # too late: the asking program's loop is closed
        asked.loop.call_soon_threadsafe(_settle, asked.answer, outcome)


def _settle(waiting: asyncio.Future[object], outcome: _Answer | BotFailedError) -> None:
    if waiting.done():
        return  # nobody waits any more
    if isinstance(outcome, BotFailedError):
        waiting.set_exception(outcome)
    else:
        waiting.set_result(outcome.value)
