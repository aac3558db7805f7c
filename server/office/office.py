"""Looking at tables, closing them, and speaking to them."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from engine.plain import Plain, codes
from engine.seats import SEATS, Seat
from server.hub.answers import NotDone
from server.hub.copies import NoSuchTable
from server.hub.deal_archive import deal_record
from server.hub.lobby_rows import phase_of
from server.hub.past import deal_so_far
from server.hub.talk_lines import packed_line
from server.office.bot_moves import bot_moves, bot_report
from server.store_outcomes import (
    Applied,
    HistoryBroken,
    StoreUnavailable,
    Trouble,
)
from server.store_records import EPOCH_BYTES, SHARDS, Mark, Receipt
from server.store_talk import Speech
from server.stored import StoredFault
from server.table.commands import CloseTable, LookAtHands
from server.translate.recipient import ONLOOKER
from server.translate.table_view import options_data, situation_data

if TYPE_CHECKING:
    from server.hub.copies import Copies
    from server.hub.hub import Hub
    from server.hub.live_table import LiveTable
    from server.hub.past import DealSoFar
    from server.ports import Chance
    from server.store import TableStore
    from server.table.state import TableState

_NOWHERE: Final = Mark(bytes(EPOCH_BYTES), 0, b"")


class NoSuchDeal(Exception):  # noqa: N818 - an answer, not a fault
    """No record is kept of this deal: it is not settled, or was long ago."""


class Office:
    """What a host may do at tables."""

    def __init__(
        self, store: TableStore, hub: Hub, copies: Copies, chance: Chance
    ) -> None:
        self._store = store
        self._hub = hub
        self._copies = copies
        self._chance = chance

    async def tables(self) -> list[Plain]:
        """A line for each open table, private ones too."""
        # Every open table has a deadline, and a closed one has none.
        due = await self._store.scheduled(range(SHARDS))
        lines = []
        for table in sorted({one.table for one in due}):
            try:
                live = await self._copies.live(table)
            except NoSuchTable:
                continue
            except (StoredFault, HistoryBroken):
                lines.append({"table": table, "phase": "damaged"})
                continue
            lines.append(_line(live))
        return lines

    async def show(self, table: str) -> Plain:
        """A table as an onlooker sees it, and who is where.

        Raises:
            NoSuchTable: There is none.
        """
        live = await self._copies.live(table)
        state = live.position.state
        data = _line(live)
        data["options"] = options_data(state.options)
        data["situation"] = situation_data(state, ONLOOKER)
        data["seats"] = [
            {
                "seat": seat,
                "name": state.name_at(seat),
                "user": _user_at(state, seat),
                "control": state.seats[seat].control.value,
                "connected": state.seats[seat].connected,
            }
            for seat in SEATS
        ]
        return data

    async def tell_of_look(self, table: str) -> None:
        """Tell a table that its hidden cards are looked at, before they are.

        A closed table is told as well: whoever still looks at it sees it, and it
        stands in the history.

        Raises:
            NoSuchTable: There is none.
            StoreUnavailable: The table was not told.
        """
        live = await self._copies.live(table)
        answer = await self._hub.submit_own(live, LookAtHands())
        if isinstance(answer, NotDone):
            detail = "the table could not be told"
            raise StoreUnavailable(Trouble.BUSY, detail, unknown=True)

    async def hands(self, table: str) -> list[list[str]]:
        """The hidden hands of a table, which is told of it first.

        Raises:
            NoSuchTable: There is none.
            StoreUnavailable: The table was not told, and nothing is shown.
        """
        await self.tell_of_look(table)
        deal = (await self._copies.live(table)).position.state.deal
        return [] if deal is None else [codes(hand) for hand in deal.state.hands]

    async def bot_moves(self, table: str) -> list[Plain]:
        """A line for each move of a bot in the deal that was dealt last.

        Raises:
            NoSuchTable: There is none.
        """
        return bot_moves(await self._deal_so_far(table))

    async def why(self, table: str, version: int) -> Plain:
        """What the bot saw and thought that moved at a version; the table is told first.

        Raises:
            NoSuchTable: There is none.
            NotABotsMove: None has moved there, in the deal that was dealt last.
            StoreUnavailable: The table was not told, and nothing is shown.
        """
        await self.tell_of_look(table)
        return bot_report(await self._deal_so_far(table), version)

    async def _deal_so_far(self, table: str) -> DealSoFar:
        live = await self._copies.live(table)
        async with live.turn_taken(patient=True):
            return await deal_so_far(self._store, live)

    async def deal(self, table: str, number: int) -> Plain:
        """The record of a settled deal, which anybody can verify.

        Records outlive their tables: they are kept for a week.

        Raises:
            NoSuchDeal: There is none.
        """
        kept = await self._store.archived(table, str(number))
        if kept is not None:
            record: Plain = json.loads(kept)
            return record
        with suppress(NoSuchTable):
            state = (await self._copies.live(table)).position.state
            for deal in state.unkept:
                if deal.number == number:
                    return deal_record(table, deal)
        raise NoSuchDeal

    async def close(self, table: str, reason: str) -> None:
        """Close a table in good order; people at it are told why.

        Args:
            table: Id of the table.
            reason: One for which `why_no_reason` has no objection.

        Raises:
            NoSuchTable: There is none.
        """
        live = await self._copies.live(table)
        await self._hub.submit_own(live, CloseTable(reason))

    async def say(self, text: str, table: str | None = None) -> int:
        """Say something at one table, or at all of them; at how many it was said.

        Args:
            text: One to which `why_unsayable` has no objection.
            table: Id of the one table; None for all.

        Raises:
            NoSuchTable: There is no such table.
        """
        tables = [table] if table else [line["table"] for line in await self.tables()]
        # Each speech is a session of its own: two offices never share a number.
        receipt = Receipt(f"office:{self._chance.fresh(8).hex()}", 1, b"", b"")
        line = packed_line(None, "server", None, text)
        outcomes = [
            await self._store.say(Speech(one, _NOWHERE, receipt, line))
            for one in tables
        ]
        said = sum(isinstance(outcome, Applied) for outcome in outcomes)
        if table and not said:
            raise NoSuchTable
        return said


def _user_at(state: TableState, seat: Seat) -> str | None:
    """What a person at a table is called by the server; no other person is told."""
    person = state.seats[seat].person
    return None if person is None else person.user


def _line(live: LiveTable) -> Plain:
    state: TableState = live.position.state
    return {
        "table": live.table,
        "version": live.position.mark.version,
        "phase": phase_of(state),
        "people": len(state.people),
        "connected": sum(held.connected for held in state.seats),
        "bots": sum(held.bot_level is not None for held in state.seats),
        "private": state.options.private,
        "closed": state.closed,
    }
