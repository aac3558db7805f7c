"""What somebody who wants a quick match would sit down to."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from server.hub.lobby_rows import BETWEEN, PLAYING, WAITING
from server.stored import pack_plain
from server.table.seating import free_seats
from server.translate.table_view import options_data

if TYPE_CHECKING:
    from engine.plain import Plain
    from server.table.options import TableOptions
    from server.table.state import TableState

_NOT_COMPARED: Final = frozenset(
    {"private", "password", "invited", "lag_budget_ms", "grace_ms", "reserved_ms"}
)
"""Who may come is judged for itself, and the rest is the house's and nobody's wish."""
_ORDER: Final = {WAITING: 0, BETWEEN: 1, PLAYING: 2}
"""Where people wait comes first, then where a bot's seat can be had."""


class Wish:
    """How somebody wants to play, and with whom.

    Args:
        user: Who it is.
        options: Of the table that would be opened.
        waits: Whether the wait for bots was wished; as a rule any will do.
    """

    def __init__(self, user: str, options: TableOptions, *, waits: bool) -> None:
        self._user = user
        self._options = options
        self._ignored = _NOT_COMPARED if waits else _NOT_COMPARED | {"fill_ms"}
        self._wished = self._compared(options_data(options))

    @property
    def is_for_company(self) -> bool:
        """Whether others whom one does not know are welcome."""
        options = self._options
        closed = options.private or options.password_hash or options.invited
        return options.people > 1 and not closed

    @property
    def key(self) -> str:
        """The same for all who have the same wish."""
        wished = sorted(self._wished.items())
        packed = pack_plain([[name, value] for name, value in wished])
        return hashlib.blake2b(packed, digest_size=16).hexdigest()

    def rank(self, table: str, row: Plain) -> tuple[int, int, str] | None:
        """How good a table of the lobby is, the least first; None for one that is not."""
        options, order = row["options"], _ORDER.get(row["phase"])
        if order is None or not row["free"] or options["password"]:
            return None
        if options["invited"] or self._compared(options) != self._wished:
            return None
        return order, -row["people"], table

    def fits(self, state: TableState) -> bool:
        """Whether one may sit down there, and somebody is there or yet to come."""
        options = state.options
        if options.password_hash or options.invited or state.closed is not None:
            return False
        if self._compared(options_data(options)) != self._wished:
            return False
        if state.seat_of(self._user) is not None or self._user in state.barred:
            return False
        somebody = any(held.person and held.connected for held in state.seats)
        expected = somebody or not state.people
        return expected and bool(free_seats(state, self._user))

    def _compared(self, options: Plain) -> Plain:
        return {
            name: value for name, value in options.items() if name not in self._ignored
        }
