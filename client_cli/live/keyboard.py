"""Typed lines, read in a thread of their own so that the table never waits for them.

From a terminal lines are taken whenever they come. From a pipe the next line is taken
only when something is asked, or a script would have said everything before the cards
are dealt. The thread reads the file descriptor itself: a thread that is stuck in
Python's own reader would hold up the end of the program.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

LONGEST_BYTES: Final = 1_000
_CHUNK_BYTES: Final = 4_096


@dataclass(frozen=True, slots=True)
class Typed:
    """A line."""

    line: str


@dataclass(frozen=True, slots=True)
class InputEnded:
    """There will be no more lines."""


class Keyboard:
    """Reads lines from a file descriptor.

    Args:
        descriptor: What to read; None for a program without an input.
        eager: Whether to take lines that nobody has asked for.
        deliver: Called in the event loop with each line and with the end.
    """

    def __init__(
        self,
        descriptor: int | None,
        *,
        eager: bool,
        deliver: Callable[[Typed | InputEnded], None],
    ) -> None:
        self._descriptor = descriptor
        self._eager = eager
        self._deliver = deliver
        self._wanted = threading.Semaphore(1 if eager else 0)
        self._asked = eager
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to read; lines arrive in this loop."""
        self._loop = loop
        threading.Thread(target=self._read, name="keyboard", daemon=True).start()

    def ask(self) -> None:
        """The next line is wanted; asking again before it came changes nothing."""
        if not self._asked:
            self._asked = True
            self._wanted.release()

    def _came(self, event: Typed | InputEnded) -> None:
        self._asked = self._eager
        if self._eager:
            self._wanted.release()
        self._deliver(event)

    def _read(self) -> None:
        buffer = b""
        while True:
            self._wanted.acquire()
            while b"\n" not in buffer:
                chunk = self._chunk()
                if not chunk:
                    if buffer:  # a last line without an end
                        self._tell(Typed(_text(buffer)))
                        self._wanted.acquire()
                    self._tell(InputEnded())
                    return
                buffer += chunk
                if b"\n" not in buffer and len(buffer) > LONGEST_BYTES:
                    buffer = buffer[:LONGEST_BYTES]  # the rest says nothing new
            line, _, buffer = buffer.partition(b"\n")
            self._tell(Typed(_text(line)))

    def _chunk(self) -> bytes:
        if self._descriptor is None:
            return b""
        try:
            return os.read(self._descriptor, _CHUNK_BYTES)
        except OSError:  # a terminal that has gone away
            return b""

    def _tell(self, event: Typed | InputEnded) -> None:
        loop = self._loop
        if loop is None:
            return
        try:
            loop.call_soon_threadsafe(self._came, event)
        except RuntimeError:
            return  # the loop is closed: nobody listens any more


def _text(line: bytes) -> str:
    return line[:LONGEST_BYTES].decode("utf-8", "replace").strip("\r\n")
