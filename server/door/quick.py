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
from server.hub.answers import Answer, Done, NotDone
from server.hub.copies import NoSuchTable
from server.hub.lobby_rows import WAITING, facts_in
from server.store_outcomes import HistoryBroken, StoreUnavailable, Trouble
from server.stored import StoredFault
from server.table.commands import TakeSeat

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from protocol.to_server import Quick
    from server.door.service import Service
    from server.identity import Entry
    from server.table.options import TableOptions
    from server.table.state import TableState

_TRIES: Final = 3
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
        found = await self._seat_where_people_wait(options)
        if found is not None:
            return found
        async with self._nobody_else_opens():
            # Whoever held this up may have opened the very table.
            found = await self._seat_where_people_wait(options)
            return found or await self._seat_at_a_new_table(options)

    async def _seat_where_people_wait(
        self, options: TableOptions
    ) -> tuple[str, Answer] | None:
        for table in (await _waiting(self._service, self._entry, options))[:_TRIES]:
            answer = await self._sit(table)
            if isinstance(answer, Done):
                return table, answer
        return None

    async def _seat_at_a_new_table(self, options: TableOptions) -> tuple[str, Answer]:
        """Open a table, but sit down where somebody opened one at the same moment."""
        own = await self._service.opener.open(
            self._entry, self._number, self._digest, options
        )
        met = ""
        for _ in range(_TRIES):
            met = await self._meeting_place(own, options, instead_of=met)
            if met == own:
                break
            answer = await self._sit(met)
            if isinstance(answer, Done):
                await self._service.store.forget(own)
                return met, answer
        return own, await self._sit(own)

    async def _meeting_place(
        self, own: str, options: TableOptions, *, instead_of: str
    ) -> str:
        """Another's table that can be joined, or one's own, where others then come."""
        if options.private or options.password_hash or options.invited:
            return own
        if options.people == 1:
            return own
        store, wish = self._service.store, f"{options.deals}.{options.turn_ms}"
        met = await store.meet(wish, own, instead_of=instead_of)
        if met != own and not await self._can_be_joined(met, options):
            met = await store.meet(wish, own, instead_of=met)
        return met

    async def _can_be_joined(self, table: str, options: TableOptions) -> bool:
        copies = self._service.copies
        try:
            live = await copies.live(table)
            async with live.turn_taken(patient=True):
                await copies.catch_up(live)
        except (NoSuchTable, StoredFault, HistoryBroken):
            return False
        return _suits(live.position.state, self._entry, options)

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


async def _waiting(service: Service, entry: Entry, options: TableOptions) -> list[str]:
    """Public tables that wait for people and are played as wished, fullest first."""
    rows = await service.lobby.rows(at_most_ms=0)
    found = []
    for table, row in rows.items():
        if facts_in(row)["phase"] != WAITING:
            continue  # most tables: they need not be loaded to be left out
        try:
            live = await service.copies.live(table)
        except (NoSuchTable, StoredFault, HistoryBroken):
            continue  # a damaged table is nobody's business here
        state = live.position.state
        if state.people and _suits(state, entry, options):
            found.append((-len(state.people), table))
    return [table for _, table in sorted(found)]


def _suits(state: TableState, entry: Entry, options: TableOptions) -> bool:
    """Whether somebody may sit down there and wait for a deal as wished."""
    return (
        state.deal is None
        and state.closed is None
        and len(state.people) < 4
        and state.seat_of(entry.user) is None
        and not state.options.password_hash
        and not state.options.invited
        and state.options.deals == options.deals
        and state.options.turn_ms == options.turn_ms
    )
