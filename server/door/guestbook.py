"""Whom this node has let in: what it knows of their sessions, should the store forget.

Whoever is away for a moment is remembered for as long as a seat is kept for him: a store
that comes back with an older state may have cut him off itself.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.identity import Entry


class Guestbook:
    """The newest entry of each session.

    Args:
        most: So many who have gone are remembered, the latest.
        keep_ms: For so long.
        now_ms: Tells the time, by any steady clock.
    """

    def __init__(self, most: int, keep_ms: int, now_ms: Callable[[], int]) -> None:
        self._most = most
        self._keep_ms = keep_ms
        self._now_ms = now_ms
        self._here: dict[str, Entry] = {}
        self._gone: OrderedDict[str, tuple[int, Entry]] = OrderedDict()

    def came(self, entry: Entry) -> None:
        """Somebody was let in."""
        self._gone.pop(entry.session, None)
        self._here[entry.session] = entry

    def went(self, entry: Entry) -> None:
        """A connection has ended; nothing to note if a newer one has taken its place."""
        if self._here.get(entry.session) is not entry:
            return
        del self._here[entry.session]
        self._gone[entry.session] = (self._now_ms() + self._keep_ms, entry)
        if len(self._gone) > self._most:
            self._gone.popitem(last=False)

    def strike(self, session: str) -> None:
        """A session is over, or goes on elsewhere: nothing is known of it here."""
        self._here.pop(session, None)
        self._gone.pop(session, None)

    def entry_of(self, session: str) -> Entry | None:
        """With which entry a session was let in here last, if that is remembered."""
        self._forget_old()
        if session in self._here:
            return self._here[session]
        _, entry = self._gone.get(session, (0, None))
        return entry

    @property
    def gone(self) -> tuple[Entry, ...]:
        """Those who are remembered, and not connected here."""
        self._forget_old()
        return tuple(entry for _, entry in self._gone.values())

    def _forget_old(self) -> None:
        now_ms = self._now_ms()
        while self._gone and next(iter(self._gone.values()))[0] <= now_ms:
            self._gone.popitem(last=False)
