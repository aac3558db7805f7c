"""Connections that hold a place in the crowd from their request to their end.

The place is given back where the connection is lost, since a request that was admitted
may still never become a connection. Before any request there is a bound on sockets: see
`server.adapters.handshakes`.

What comes in is measured here as it arrives, since nobody else sees all of it: bytes
whatever they are part of, pings and pongs, pieces of messages, and frames of which the
rest does not come. So is what does not go out: the library answers pings by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from websockets.asyncio.server import ServerConnection
from websockets.frames import DATA_OPCODES, Frame
from websockets.protocol import State

from protocol import limits
from protocol.codes import CloseCode
from server.metrics import NO_METRICS, Metrics
from server.throttle import Allowance, Rate

if TYPE_CHECKING:
    import asyncio

    from websockets.protocol import Event

    from server.adapters.handshakes import Handshakes
    from server.crowd import Place

MOST_UNTAKEN_BYTES: Final = 131_072
"""Nobody who takes what is sent has so much waiting: the library makes a sender wait long
before. Who asks and does not listen has, since pings are answered by the library at once."""
_HEAD_BYTES: Final = 2
_MASK_BYTES: Final = 4
_SIZE_BYTES: Final = 2
"""Where a payload is longer than `_SHORT_BYTES`; see RFC 6455, section 5.2."""
_SHORT_BYTES: Final = 125


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one guest may do."""

    sent: Rate | None = None
    """Bytes; beyond it nobody is answered any more."""
    controls: Rate | None = None
    """Pings, pongs and the like; beyond it the same."""
    pieces: int = limits.TO_SERVER_FRAGMENTS
    """Of one message."""
    message_s: float = limits.MESSAGE_S
    """From the first byte of a message to its last, in seconds."""
    stalled_s: float = 10
    """How long more may wait to be taken than should, in seconds."""


class Guest(ServerConnection):
    """One connection of the library, with its place."""

    bounds: ClassVar[Bounds] = Bounds()
    handshakes: ClassVar[Handshakes]
    metrics: ClassVar[Metrics] = NO_METRICS
    place: Place | None = None
    _is_lost = False
    _sent: Allowance | None = None
    _controls: Allowance | None = None
    _unfinished_bytes = 0
    """Of a frame that is not complete."""
    _pieces = 0
    """Of a message that is not complete."""
    _overdue: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None
    _ending: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See the library; it may be one socket too many."""
        super().connection_made(transport)
        now_ms = self._now_ms()
        if self.bounds.sent is not None:
            self._sent = Allowance.full(self.bounds.sent, now_ms)
        if self.bounds.controls is not None:
            self._controls = Allowance.full(self.bounds.controls, now_ms)
        self.handshakes.arrive(self.transport, self.peer)

    @property
    def peer(self) -> str:
        """Address of the other end; all who come without one are one."""
        remote = self.remote_address
        return str(remote[0]) if isinstance(remote, tuple) and remote else ""

    def let_in(self, place: Place | None) -> None:
        """The request is to become a connection, with this place if it is counted."""
        self.place = place
        self.handshakes.let_in(self.transport)
        if place is not None and self._is_lost:
            place.leave()  # it was lost before anybody looked at its request

    def data_received(self, data: bytes) -> None:
        """See the library; who floods is cut off before anything is read."""
        if self._sent is not None and not self._sent.spend(len(data), self._now_ms()):
            self._cut_off_flood()
        if self.transport.is_closing():
            return
        self._unfinished_bytes += len(data)
        super().data_received(data)
        if self.transport.get_write_buffer_size() > MOST_UNTAKEN_BYTES:
            self._cut_off_slow()
        if self._pieces or self._unfinished_bytes:
            self._expect_the_rest()

    def process_event(self, event: Event) -> None:
        """See the library; a message of too many pieces, or too slow, is the last."""
        if isinstance(event, Frame):
            self._note_frame(event)
        else:
            self._unfinished_bytes = 0  # what came before was the request
        if self._ending is None:
            super().process_event(event)

    def _note_frame(self, frame: Frame) -> None:
        self._unfinished_bytes = max(0, self._unfinished_bytes - _size_of(frame))
        if frame.opcode in DATA_OPCODES:
            self._pieces += 1
            if self._pieces > self.bounds.pieces:
                self._end(CloseCode.TOO_BIG, "too many pieces")
            elif frame.fin:
                self._pieces = 0
        elif self._controls is not None and not self._controls.spend(1, self._now_ms()):
            self._cut_off_flood()
        if not self._pieces:
            self._expect_nothing()

    def _expect_the_rest(self) -> None:
        """A message is under way, and has its time from when it began."""
        if self._overdue is None and self.request is not None:
            self._overdue = self.loop.call_later(
                self.bounds.message_s, self._end, CloseCode.SLOW, "a message too slow"
            )

    def _expect_nothing(self) -> None:
        """No message is under way."""
        if self._overdue is not None:
            self._overdue.cancel()
            self._overdue = None

    def _end(self, code: CloseCode, reason: str) -> None:
        self._expect_nothing()
        if self._ending is None and self.state is State.OPEN:
            self._ending = self.loop.create_task(self.close(code, reason))

    def _cut_off_flood(self) -> None:
        if not self.transport.is_closing():
            self.metrics.floods.add()
            self.transport.abort()

    def pause_writing(self) -> None:
        """See the library; more waits to be taken than should."""
        super().pause_writing()
        self._stalled = self.loop.call_later(self.bounds.stalled_s, self._cut_off_slow)

    def resume_writing(self) -> None:
        """See the library; enough of it was taken."""
        super().resume_writing()
        self._stop_waiting()

    def _stop_waiting(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _cut_off_slow(self) -> None:
        """End it without a word, which would not get through either."""
        self.metrics.aborted.add()
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """See the library; the place is free again."""
        super().connection_lost(exc)
        self._is_lost = True
        self._expect_nothing()
        self._stop_waiting()
        self.handshakes.leave(self.transport)
        if self.place is not None:
            self.place.leave()

    def _now_ms(self) -> int:
        return int(self.loop.time() * 1000)


def _size_of(frame: Frame) -> int:
    """How many bytes a frame of a client was."""
    payload = len(frame.data)
    size = _SIZE_BYTES if payload > _SHORT_BYTES else 0
    return _HEAD_BYTES + size + _MASK_BYTES + payload


def guests(
    among: Handshakes, within: Bounds, counted: Metrics = NO_METRICS
) -> type[Guest]:
    """Guests of one port.

    Args:
        among: All that have not been let in yet.
        within: What each may do.
        counted: Counts floods, and who takes nothing.
    """

    class BoundedGuest(Guest):
        handshakes: ClassVar[Handshakes] = among
        bounds: ClassVar[Bounds] = within
        metrics: ClassVar[Metrics] = counted

    return BoundedGuest
