"""The list of open tables as a client builds it from `lobby` messages.

A list comes in parts, and changes follow if they were asked for. The messages are
counted: after one that is missing, or on a new connection, the list is asked for anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol import limits
from protocol.to_server import Lobby

if TYPE_CHECKING:
    from protocol.to_client import LobbyRow, LobbyRows


class LobbyList:
    """What one session knows of the open tables."""

    def __init__(self) -> None:
        self.rows: tuple[LobbyRow, ...] | None = None
        """What is known, by table ids; None before the first message."""
        self.asked = False
        """Whether a list has been asked for and is not complete yet."""
        self.wish = Lobby()
        """Which tables are wanted, and whether changes as well."""
        self._seq: int | None = None
        self._rows: dict[str, LobbyRow] = {}

    def ask(self) -> Lobby:
        """The question for the whole list, which is from now on under way."""
        self.asked = True
        self._seq = None
        return self.wish

    def take(self, message: LobbyRows) -> bool:
        """Add a message; false if one before it is missing, so that nothing was added.

        Tables beyond the most that a client keeps are left out.
        """
        if message.whole:
            self._rows = {}
        elif self._seq is None or message.seq != self._seq + 1:
            return False
        self._seq = message.seq
        for row in message.rows:
            if row.table in self._rows or len(self._rows) < limits.LOBBY_TABLES:
                self._rows[row.table] = row
        for table in message.gone:
            self._rows.pop(table, None)
        self.rows = tuple(row for _, row in sorted(self._rows.items()))
        self.asked &= message.more
        return True

    @property
    def is_wanted(self) -> bool:
        """Whether the list has to be asked for on a new connection."""
        return self.asked or self.wish.follow
