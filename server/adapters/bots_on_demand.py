"""Bots of a server for one person: in threads, until one is wanted that searches.

A process that searches takes seconds to start and a hundred megabytes, which most games
do not need. It is started with the first question to such a level; until it is there,
the best level that goes by rules plays.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from engine.players.levels import SEARCH_LEVELS

if TYPE_CHECKING:
    from server.adapters.bot_processes import BotProcesses
    from server.adapters.bot_threads import BotThreads
    from server.ports import BotAdvice, BotAnswer, BotQuestion, Bots


class BotsOnDemand:
    """Asks bots in threads, and those that search in processes.

    Args:
        threads: For the levels that go by rules.
        processes: For the others; not started yet.
    """

    def __init__(self, threads: BotThreads, processes: BotProcesses) -> None:
        self._threads = threads
        self._processes = processes
        self._starting: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """Questions that wait for a process now."""
        return self._processes.waiting

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that are played here, once the processes are there."""
        return self._processes.levels

    async def choose(self, question: BotQuestion) -> BotAnswer:
        """The action of the seat on turn.

        Raises:
            BotFailed: There was no answer in time, or none that makes sense.
        """
        return await self._bots_for(question).choose(question)

    async def advise(self, question: BotQuestion) -> BotAdvice:
        """What the seat on turn may do and what it comes to; see `choose`."""
        return await self._bots_for(question).advise(question)

    def _bots_for(self, question: BotQuestion) -> Bots:
        """Who is asked now; the processes are started when one first needs them."""
        if question.level not in SEARCH_LEVELS:
            return self._threads
        if self._starting is None:
            self._starting = asyncio.create_task(self._processes.start())
        return self._processes if self._starting.done() else self._threads

    async def aclose(self) -> None:
        """End the processes, if there are any."""
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.gather(self._starting, return_exceptions=True)
        await self._processes.aclose()
