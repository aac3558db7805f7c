"""A connection between a client and a node, as both of their libraries would show it.

Frames arrive late, in order, or not at all. A wire can be cut, so that each end notices
in its own time, or fall silent, so that an end notices only when it misses something.
The two ends speak as much of the library's language as `server.adapters.websocket` and
`protocol.client` need.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Final, Self

from websockets.exceptions import ConnectionClosedError, ConnectionClosedOK
from websockets.frames import Close
from websockets.protocol import State

from protocol.codes import CloseCode
from tests.simulation.history import Heard, Sent, Told, WireEnded
from tests.simulation.lines import Line
from tests.simulation.loop import is_dead

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.simulation.history import Happening

_SHORT: Final = 2
_LONG: Final = 4
"""Bytes before a frame of a server, short or long."""
_SIZE_IN_TWO: Final = 126


class End:
    """One end of a wire: what has come, and how it has ended."""

    def __init__(self, side: str, note: Callable[[Happening], None], wire: str) -> None:
        self.side = side
        self.wire = wire
        self.note = note
        self.close_code: int | None = None
        self.latency = 0.0
        self.transport = self
        self.other: End
        self.line: Line[bytes | Close]
        """To the other end."""
        self._come: deque[bytes] = deque()
        self._something = asyncio.Event()
        self._sent_close: Close | None = None
        self._got_close: Close | None = None
        self._ended = asyncio.Event()

    # ------------------------------------------------ what libraries look like

    @property
    def state(self) -> State:
        """Whether something may still be sent."""
        return State.CLOSED if self._ended.is_set() else State.OPEN

    async def send(self, frame: bytes) -> None:
        """Send a message; never waits, since no buffer is ever full."""
        if self._ended.is_set():
            raise self._closed()
        self.put(frame)

    async def recv(self, *, decode: bool) -> bytes:
        """The next message."""
        assert not decode
        while not self._come:
            if self._ended.is_set():
                raise self._closed()
            self._something.clear()
            await self._something.wait()
        return self._come.popleft()

    def __aiter__(self) -> Self:
        """All messages that come."""
        return self

    async def __anext__(self) -> bytes:
        """The next message."""
        try:
            return await self.recv(decode=False)
        except ConnectionClosedOK:
            raise StopAsyncIteration from None

    async def close(self, code: int = CloseCode.NORMAL) -> None:
        """End the wire in good order; returns when the other end has agreed."""
        if self._ended.is_set() or is_dead():
            return
        self._sent_close = Close(code, "")
        self.line.put(self._sent_close)
        await self._ended.wait()

    async def wait_closed(self) -> None:
        """Return when the wire has ended, in whatever way."""
        await self._ended.wait()

    def abort(self) -> None:
        """Let the wire go, without a word."""
        if is_dead() or self._ended.is_set():
            return
        self.end(None)
        self.other.noticed_soon()

    def get_write_buffer_size(self) -> int:
        """How much waits to be sent: nothing ever does."""
        return 0

    def write(self, data: bytes) -> None:
        """Send messages that have their heads already, one or several together."""
        at = 0
        while at < len(data):
            size = data[at + 1]
            at += _SHORT
            if size == _SIZE_IN_TWO:
                size = int.from_bytes(data[at : at + 2], "big")
                at += _LONG - _SHORT
            self.put(data[at : at + size])
            at += size

    # ------------------------------------------------------------ what happens

    def put(self, frame: bytes) -> None:
        """Put a message on the wire."""
        if is_dead():
            return
        kind = Sent if self.side == "client" else Told
        self.note(kind(self.wire, frame))
        self.line.put(frame)

    def arrive(self, thing: bytes | Close) -> None:
        """Something has come."""
        if self._ended.is_set():
            return
        if isinstance(thing, Close):
            self._got_close = thing
            if self._sent_close is None:
                self._sent_close = thing
                self.line.put(thing)
            self.end(thing.code)
            return
        if self.side == "client":
            self.note(Heard(self.wire, thing))
        self._come.append(thing)
        self._something.set()

    def noticed_soon(self) -> None:
        """The other end is gone; whatever it has sent comes first."""
        self.line.is_broken = True
        loop = asyncio.get_running_loop()
        loop.call_later(self.other.line._delay_s(), self.end, None)

    def end(self, code: int | None) -> None:
        """The wire is of no more use to this end."""
        if self._ended.is_set():
            return
        self.close_code = CloseCode.CUT if code is None else code
        self.line.is_broken = self.line.is_broken or code is None
        self._ended.set()
        self._something.set()
        self.note(WireEnded(self.wire, self.side, code))

    def _closed(self) -> ConnectionClosedError | ConnectionClosedOK:
        got = self._got_close
        if got is None:
            return ConnectionClosedError(None, self._sent_close)
        kind = (
            ConnectionClosedOK
            if got.code == CloseCode.NORMAL
            else ConnectionClosedError
        )
        return kind(got, self._sent_close, rcvd_then_sent=True)


class Wire:
    """Both ends, and what lies between them.

    Args:
        name: In the history.
        delay_s: Draws how long a frame is on its way.
        note: Notes down what happens.
    """

    def __init__(
        self,
        name: str,
        delay_s: Callable[[], float],
        note: Callable[[Happening], None],
    ) -> None:
        self.name = name
        self.client = End("client", note, name)
        self.node = End("node", note, name)
        self.client.other, self.node.other = self.node, self.client
        self.client.line = Line(delay_s, self.node.arrive)
        self.node.line = Line(delay_s, self.client.arrive)

    @property
    def is_open(self) -> bool:
        """Whether both ends take it for good."""
        return self.client.state is State.OPEN and self.node.state is State.OPEN

    def cut(self, client_notices_s: float, node_notices_s: float) -> None:
        """Let nothing pass any more; the ends notice after these times."""
        loop = asyncio.get_running_loop()
        for end, wait_s in (
            (self.client, client_notices_s),
            (self.node, node_notices_s),
        ):
            end.line.is_broken = True
            end.line.lose()
            loop.call_later(wait_s, end.end, None)
