"""What waits to be sent to one connection, within bounds.

A connection that reads too slowly loses its queue and gets each of its tables whole
once it has caught up: what it missed is in there, and nobody else waits for it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from protocol.codec import retold
from protocol.limits import OUTBOX_BYTES, OUTBOX_MESSAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.codes import CloseCode
    from protocol.versions import Dialect


class Outbox:
    """A bounded queue of messages for one connection."""

    def __init__(
        self, *, most_bytes: int = OUTBOX_BYTES, most_messages: int = OUTBOX_MESSAGES
    ) -> None:
        self._most_bytes = most_bytes
        self._most_messages = most_messages
        self._frames: deque[bytes] = deque()
        self._size = 0
        self._behind = False
        self._code: CloseCode | None = None
        self._ready = asyncio.Event()
        self._writer_waits = False
        self.dialect: Dialect | None = None
        """Of the client; None for one that speaks the version of the server."""
        self.write_now: Callable[[bytes], bool] = lambda _frame: False
        """Writes a message at once where that cannot stall, or says that it did not.

        Asked only when nothing waits: most messages then need no queue and no writer.
        """

    def tell(self, frame: bytes) -> None:
        """Queue a message; never waits."""
        if self._behind or self._code is not None:
            return
        if self.dialect is not None:
            frame = retold(frame, self.dialect)
        if self._writer_waits and not self._frames and self.write_now(frame):
            return
        full = (
            self._size + len(frame) > self._most_bytes
            or len(self._frames) >= self._most_messages
        )
        if full and self._frames:
            self._frames.clear()
            self._size = 0
            self._behind = True
        else:
            self._frames.append(frame)
            self._size += len(frame)
        self._ready.set()

    def close(self, code: CloseCode) -> None:
        """Let what is queued be sent, and then the connection end with this code."""
        if self._code is None:
            self._code = code
        self._ready.set()

    @property
    def is_closing(self) -> bool:
        """Whether the connection ends as soon as the queue is empty."""
        return self._code is not None

    async def next(self) -> bytes | CloseCode | None:
        """The next message, or the code to end with once there is none.

        None says that the queue was lost, and that it starts anew from here.
        """
        while True:
            if self._frames:
                frame = self._frames.popleft()
                self._size -= len(frame)
                return frame
            if self._behind:
                self._behind = False
                return None
            if self._code is not None:
                return self._code
            self._ready.clear()
            self._writer_waits = True
            try:
                await self._ready.wait()
            finally:
                self._writer_waits = False
