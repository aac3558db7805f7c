"""Quick match: people first; bots after the wait that the table has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol.codes import ErrorCode
from server.door.wire_commands import digest_of
from server.hub.answers import Answer, Done, NotDone
from server.hub.copies import NoSuchTable
from server.hub.lobby_rows import WAITING, phase_in
from server.store_outcomes import HistoryBroken
from server.stored import StoredFault
from server.table.commands import TakeSeat

if TYPE_CHECKING:
    from protocol.to_server import Quick
    from server.door.service import Service
    from server.identity import Entry
    from server.table.options import TableOptions

_TRIES: Final = 3
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
        for table in (await _waiting(self._service, self._entry, options))[:_TRIES]:
            answer = await self._sit(table)
            if isinstance(answer, Done):
                return table, answer
        table = await self._service.opener.open(
            self._entry, self._number, self._digest, options
        )
        return table, await self._sit(table)

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
        if phase_in(row) != WAITING:
            continue  # most tables: they need not be loaded to be left out
        try:
            live = await service.copies.live(table)
        except (NoSuchTable, StoredFault, HistoryBroken):
            continue  # a damaged table is nobody's business here
        state = live.position.state
        wished = (
            state.deal is None
            and state.closed is None
            and 0 < len(state.people) < 4
            and state.seat_of(entry.user) is None
            and not state.options.password_hash
            and state.options.deals == options.deals
            and state.options.turn_ms == options.turn_ms
        )
        if wished:
            found.append((-len(state.people), table))
    return [table for _, table in sorted(found)]
