"""Quick match: people first; bots after the wait that the table has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.codes import ErrorCode
from server.door.wire_commands import digest_of
from server.hub.answers import Answer, Done
from server.hub.copies import NoSuchTable
from server.hub.lobby_rows import WAITING, phase_in
from server.store_outcomes import HistoryBroken
from server.stored import StoredFault, pack_plain
from server.table.commands import TakeSeat

if TYPE_CHECKING:
    from protocol.to_server import Quick
    from server.door.service import Service
    from server.identity import Entry
    from server.table.options import TableOptions

_TRIES = 3


async def quick_seat(
    service: Service, message: Quick, entry: Entry, options: TableOptions
) -> tuple[str, Answer]:
    """Sit down at a table that waits, or at one's own; the table and how it ended.

    Which table a number led to is noted before anybody sits down, so that the same
    number never leads to two.

    Raises:
        NotOpened: No table could be opened.
        StoreUnavailable: The store does not answer.
    """
    command = TakeSeat(
        entry.user,
        entry.name,
        entropy=message.entropy or b"",
        password=message.options.password,
    )
    noted = await _noted(service, entry, message.n)
    waiting = [noted] if noted else await _waiting(service, entry, options)
    for table in waiting[:_TRIES]:
        answer = await _sit(service, table, command, entry, message)
        if noted or isinstance(answer, Done):
            return table, answer
    table = await service.opener.open(entry, message.n, digest_of(message), options)
    return table, await _sit(service, table, command, entry, message)


def note_of(entry: Entry, number: int) -> bytes:
    """What is noted with a seat that a quick match of this session led to."""
    return pack_plain([entry.session, number])


async def _sit(
    service: Service, table: str, command: TakeSeat, entry: Entry, message: Quick
) -> Answer:
    await service.store.put_user_seat(entry.user, table, note_of(entry, message.n))
    answer = await service.hub.submit(
        table, command, entry.session, message.n, digest_of(message)
    )
    sits = isinstance(answer, Done) or (answer.refusal.code is ErrorCode.ALREADY_SEATED)
    if not sits:
        await service.store.drop_user_seat(entry.user, table)
    return answer


async def _noted(service: Service, entry: Entry, number: int) -> str | None:
    """The table that this number led to before."""
    wanted = note_of(entry, number)
    for table, note in (await service.store.user_seats(entry.user)).items():
        if note == wanted:
            return table
    return None


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
