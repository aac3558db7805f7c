"""Quick match: people first; bots after the wait that the table has.

People who ask at the same moment find each other: at one node the next looks only when
the one before has sat down, and of several nodes whose people open a table for the same
wish, one wins and all go there.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from protocol.codes import ErrorCode
from server.door.wire_commands import digest_of
from server.door.wishes import Wish
from server.hub.answers import Answer, Done, NotDone
from server.hub.copies import NoSuchTable
from server.hub.lobby_rows import facts_in
from server.store_outcomes import HistoryBroken, StoreUnavailable, Trouble
from server.stored import StoredFault
from server.table.commands import TakeSeat

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from protocol.to_server import Quick
    from server.door.service import Service
    from server.identity import Entry
    from server.table.options import TableOptions

_TRIES: Final = 3
_LOOKS: Final = 12
"""So many tables of the lobby are looked at, the best by their rows."""
_PATIENCE_S: Final = 5.0
"""For others of this node who open tables; then the same number has to come again."""
_MAYBE_SEATED: Final = frozenset({ErrorCode.ALREADY_SEATED, ErrorCode.OLD_NUMBER})
"""Refusals after which the person may sit at the table all the same."""


class QuickMatch:
    """Finds the table that one command leads to.

    Which table a number led to is noted before anybody sits down, so that the same
    number never leads to two.

    Args:
        service: The parts of this node.
        message: The command.
        entry: Whose it is.
    """

    def __init__(self, service: Service, message: Quick, entry: Entry) -> None:
        self._service = service
        self._entry = entry
        self._number = message.n
        self._digest = digest_of(message)
        self._waits = message.options.fill_ms is not None
        self._command = TakeSeat(
            entry.user,
            entry.name,
            entropy=message.entropy or b"",
            password=message.options.password,
            extra_time=message.extra_time,
        )

    async def table_so_far(self) -> str:
        """Take the number; the table that it led to before, or nothing.

        Raises:
            NotOpened: The number is another command's, or an old one.
            StoreUnavailable: The store does not answer.
        """
        return await self._take_number()

    async def seat(self, noted: str, options: TableOptions) -> tuple[str, Answer]:
        """Sit down at the table noted, at one that waits, or at one's own.

        Returns:
            The table, and how sitting down ended.

        Raises:
            NotOpened: No table could be opened.
            StoreUnavailable: The store does not answer.
        """
        if noted:
            return noted, await self._sit(noted)
        wish = Wish(self._entry.user, options, waits=self._waits)
        found = await self._seat_with_others(wish)
        if found is not None:
            return found
        async with self._nobody_else_opens():
            # Whoever held this up may have opened the very table.
            found = await self._seat_with_others(wish)
            return found or await self._seat_at_a_new_table(wish, options)

    async def _seat_with_others(self, wish: Wish) -> tuple[str, Answer] | None:
        for table in await self._tables_for(wish):
            answer = await self._sit(table)
            if isinstance(answer, Done):
                return table, answer
        return None

    async def _tables_for(self, wish: Wish) -> list[str]:
        """Public tables at which somebody is and a seat can be had, the best first."""
        if not wish.is_for_company:
            return []
        rows = await self._service.lobby.rows(at_most_ms=0)
        ranks = (wish.rank(table, facts_in(row)) for table, row in rows.items())
        found: list[str] = []
        for *_, table in sorted(rank for rank in ranks if rank is not None)[:_LOOKS]:
            try:
                live = await self._service.copies.live(table)
            except (NoSuchTable, StoredFault, HistoryBroken):
                continue  # a damaged table is nobody's business here
            state = live.position.state
            if state.people and wish.fits(state):
                found.append(table)
        return found[:_TRIES]

    async def _seat_at_a_new_table(
        self, wish: Wish, options: TableOptions
    ) -> tuple[str, Answer]:
        """Open a table, but sit down where somebody opened one at the same moment."""
        own = await self._service.opener.open(
            self._entry, self._number, self._digest, options
        )
        met = ""
        for _ in range(_TRIES):
            met = await self._meeting_place(own, wish, instead_of=met)
            if met == own:
                break
            answer = await self._sit(met)
            if isinstance(answer, Done):
                await self._service.store.forget(own)
                return met, answer
        return own, await self._sit(own)

    async def _meeting_place(self, own: str, wish: Wish, *, instead_of: str) -> str:
        """Another's table that can be joined, or one's own, where others then come."""
        if not wish.is_for_company:
            return own
        store, key = self._service.store, wish.key
        met = await store.meet(key, own, instead_of=instead_of)
        if met != own and not await self._can_be_joined(met, wish):
            met = await store.meet(key, own, instead_of=met)
        return met

    async def _can_be_joined(self, table: str, wish: Wish) -> bool:
        copies = self._service.copies
        try:
            live = await copies.live(table)
            async with live.turn_taken(patient=True):
                await copies.catch_up(live)
        except (NoSuchTable, StoredFault, HistoryBroken):
            return False
        return wish.fits(live.position.state)

    @asynccontextmanager
    async def _nobody_else_opens(self) -> AsyncIterator[None]:
        matching = self._service.matching
        try:
            async with asyncio.timeout(_PATIENCE_S):
                await matching.acquire()
        except TimeoutError:
            detail = "others look for a table"
            raise StoreUnavailable(Trouble.BUSY, detail, unknown=True) from None
        try:
            yield
        finally:
            matching.release()

    async def _sit(self, table: str) -> Answer:
        store, user = self._service.store, self._entry.user
        await self._take_number(table)
        await store.put_user_seat(user, table, b"")
        answer = await self._service.hub.submit(
            table, self._command, self._entry.session, self._number, self._digest
        )
        if isinstance(answer, NotDone) and answer.refusal.code not in _MAYBE_SEATED:
            await store.drop_user_seat(user, table)
        return answer

    async def _take_number(self, table: str = "") -> str:
        return await self._service.opener.take_number(
            self._entry.session, self._number, self._digest, table
        )
