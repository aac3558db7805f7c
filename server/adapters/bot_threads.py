"""Bots in threads of the server: nothing to start, enough for a table or two.

A thread that hangs cannot be ended, and a compiler has no place in the process that holds
the sockets, so the levels that search are played by the best that goes by rules;
`bot_processes` has neither trouble.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from engine.players.levels import RULE_LEVELS, best_level, player_of
from server.metrics import NO_METRICS
from server.ports import BotAdvice, BotAnswer, BotFailed

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.view import SeatView
    from server.metrics import Metrics
    from server.ports import BotQuestion

_T = TypeVar("_T")


class BotThreads:
    """Asks bots in the threads of the event loop's pool.

    Args:
        answer_s: For an answer.
        metrics: What is counted.
    """

    def __init__(self, *, answer_s: float = 2.0, metrics: Metrics = NO_METRICS) -> None:
        self._answer_s = answer_s
        self._metrics = metrics
        self.waiting = 0
        """Questions that wait; none ever does."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that are played here, the weakest first."""
        return RULE_LEVELS

    async def choose(self, question: BotQuestion) -> BotAnswer:
        """The action of the seat on turn.

        Raises:
            BotFailed: There was no answer in time, or none at all.
        """
        begun_s = self._metrics.now_s()
        level = best_level(question.level, RULE_LEVELS)
        think = player_of(level).choose
        action = await self._thought(think, question)
        self._metrics.bot_think_s.observe(self._metrics.now_s() - begun_s)
        if level != question.level:
            self._metrics.bot_lowered.add()
        return BotAnswer(action, level)

    async def advise(self, question: BotQuestion) -> BotAdvice:
        """What the seat on turn may do; see `choose`."""
        level = best_level(question.level, RULE_LEVELS)
        candidates = await self._thought(player_of(level).advise, question)
        return BotAdvice(candidates, level)

    async def _thought(
        self, think: Callable[[SeatView, bytes], _T], question: BotQuestion
    ) -> _T:
        """What a player comes to, in a thread."""
        try:
            async with asyncio.timeout(self._answer_s):
                thought = await asyncio.to_thread(
                    think, question.view, question.bot_seed
                )
        except TimeoutError as fault:
            self._metrics.bot_answers.add("late")
            raise BotFailed from fault
        except Exception as fault:  # whatever a bot does wrong, its table goes on
            self._metrics.bot_answers.add("failed")
            raise BotFailed from fault
        self._metrics.bot_answers.add("answered")
        return thought
