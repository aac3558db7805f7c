"""The list of open tables, and who follows it.

One look at the store a second serves everybody on this node, and only while somebody
looks. Followers are told what changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from engine.plain import Plain
from protocol.codec import encode_to_client
from protocol.limits import LOBBY_TABLES
from server.hub.lobby_filter import filter_of
from server.hub.lobby_rows import facts_in, row_data
from server.store_outcomes import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from protocol.to_server import Lobby as AskLobby
    from server.ports import Clock, Outlet
    from server.store import TableStore

_LOOK_EVERY_MS: Final = 1_000
_ROWS_PER_MESSAGE: Final = 16
_GONE_PER_MESSAGE: Final = 64
_BYTES_PER_LOOK: Final = 32_768
"""Told to one client at once; well below what may wait to be sent to it."""


@dataclass(slots=True)
class _Follower:
    seq: int = 0
    told: dict[str, bytes] = field(default_factory=dict)
    follows: bool = False
    """Whether it wants to hear more than the whole list once."""
    wants: Callable[[Plain], bool] | None = None
    """Which rows it wants to see; None for all."""
    is_behind: bool = False
    """Whether it has not been told everything yet."""


class Lobby:
    """Shows open tables to people who have none yet."""

    def __init__(self, store: TableStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._rows: Mapping[str, bytes] = {}
        self._seen_ms: int | None = None
        self._followers: dict[Outlet, _Follower] = {}
        self._facts: dict[bytes, Plain] = {}
        """What rows tell, kept from one look to the next for those who filter."""

    async def rows(self, *, at_most_ms: int = _LOOK_EVERY_MS) -> Mapping[str, bytes]:
        """All rows by table.

        Args:
            at_most_ms: How old what this node has seen may be.

        Raises:
            StoreUnavailable: The store does not answer.
        """
        now_ms = self._clock.monotonic_ms()
        if self._seen_ms is None or now_ms - self._seen_ms >= at_most_ms:
            self._rows = await self._store.lobby()
            self._seen_ms = now_ms
        return self._rows

    async def show(self, outlet: Outlet, asked: AskLobby) -> None:
        """Tell one client what it asks for, and what changes in that if it follows.

        A long list is told in portions, one with each look.
        """
        follower = self._followers.pop(outlet, None) or _Follower()
        rows = await self.rows()
        follower.told = {}
        follower.follows = asked.follow
        follower.wants = filter_of(asked)
        _tell_due(outlet, follower, self._for(follower, rows), whole=True)
        if asked.follow or follower.is_behind:
            self._followers[outlet] = follower

    def forget(self, outlet: Outlet) -> None:
        """Tell a client no more."""
        self._followers.pop(outlet, None)

    async def run(self) -> None:
        """Look for changes until cancelled."""
        while True:
            await self._clock.sleep_ms(_LOOK_EVERY_MS)
            if not self._followers:
                continue
            try:
                rows = await self.rows()
            except StoreUnavailable:
                continue
            for outlet, follower in list(self._followers.items()):
                shown = self._for(follower, rows)
                _tell_due(outlet, follower, shown, whole=False)
                if not follower.follows and not follower.is_behind:
                    self.forget(outlet)

    def _for(
        self, follower: _Follower, rows: Mapping[str, bytes]
    ) -> Mapping[str, bytes]:
        """The rows that a client is to know, the first ones by their ids."""
        wants = follower.wants
        if wants is not None:
            known = self._facts
            self._facts = {
                row: known.get(row) or facts_in(row) for row in rows.values()
            }
            rows = {
                table: row for table, row in rows.items() if wants(self._facts[row])
            }
        if len(rows) <= LOBBY_TABLES:
            return rows
        return dict(sorted(rows.items())[:LOBBY_TABLES])


def _tell_due(
    outlet: Outlet, follower: _Follower, rows: Mapping[str, bytes], *, whole: bool
) -> None:
    """Tell a portion of what a client does not know; nothing is a message too."""
    told = follower.told
    due = [table for table, row in sorted(rows.items()) if told.get(table) != row]
    gone = [table for table in told if table not in rows]
    is_awaited, size = whole or follower.is_behind, 0
    while due or gone or is_awaited:
        is_awaited = False
        told_now, due = due[:_ROWS_PER_MESSAGE], due[_ROWS_PER_MESSAGE:]
        gone_now, gone = gone[:_GONE_PER_MESSAGE], gone[_GONE_PER_MESSAGE:]
        follower.seq += 1
        follower.is_behind = bool(due or gone)
        message: Plain = {
            "op": "lobby",
            "seq": follower.seq,
            "whole": whole,
            "more": follower.is_behind,
            "rows": [row_data(table, rows[table]) for table in told_now],
            "gone": gone_now,
        }
        whole = False
        told |= {table: rows[table] for table in told_now}
        for table in gone_now:
            del told[table]
        frame = encode_to_client(message)
        outlet.tell(frame)
        size += len(frame)
        if size >= _BYTES_PER_LOOK:
            return
