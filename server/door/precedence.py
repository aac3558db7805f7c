"""Who has come last: what a table says of it, and what the session says.

A table counts the clients that come for a seat as the store hears of them. One whose
hello took long, on a node that was slow to reach the store, may be counted after another
that has come later and plays already. What counts is the order in which the session was
taken up. So whoever a table takes for overtaken asks there first: if nobody has taken
the session up since, it is the other one that was late, and the table is told again.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from server.hub.copies import NoSuchTable
from server.identity import Verdict
from server.store_outcomes import StoreUnavailable
from server.stored import StoredFault

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from server.identity import Doorkeeper, Entry


class Precedence:
    """Whether one connection is the newest of its person.

    Args:
        doorkeeper: Knows the order in which sessions were taken up.
        entry: With which the connection was let in.
        arrive: Tells a table that the person is there.
        overtaken: Called when the person has come over another connection.
    """

    def __init__(
        self,
        doorkeeper: Doorkeeper,
        entry: Entry,
        arrive: Callable[[str], Awaitable[None]],
        overtaken: Callable[[], None],
    ) -> None:
        self._doorkeeper = doorkeeper
        self._entry = entry
        self._arrive = arrive
        self._overtaken = overtaken
        self._asking: dict[str, asyncio.Task[None]] = {}

    def doubted(self, table: str) -> None:
        """A table says that the person has come over another connection."""
        if table not in self._asking:
            task = asyncio.create_task(self._ask(table))
            self._asking[table] = task
            task.add_done_callback(lambda _done: self._asking.pop(table))

    async def settle(self, table: str) -> None:
        """Ask who has come last, and do what follows from it.

        Raises:
            NoSuchTable: It is gone.
            StoreUnavailable: The store does not answer.
            StoredFault: The table cannot be read.
        """
        (verdict,) = await self._doorkeeper.verdicts([self._entry])
        if verdict is Verdict.STANDS:
            await self._arrive(table)
        elif verdict is Verdict.OVERTAKEN:
            self._overtaken()
        # One that was ended for everybody is shown out as such by the roll call.

    async def aclose(self) -> None:
        """Wait until nothing more is asked, or told to a table."""
        await asyncio.gather(*self._asking.values(), return_exceptions=True)

    async def _ask(self, table: str) -> None:
        # What the store does not tell now it tells when the table says it again.
        with suppress(NoSuchTable, StoreUnavailable, StoredFault):
            await self.settle(table)
