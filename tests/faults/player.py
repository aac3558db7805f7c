"""A person at a table, over one connection after the other, with everything noted.

Speaks the protocol frame by frame, so that a test can leave at any point: before an
answer is read, in the middle of a replay, right after a token was sent. What a client
may never lose (the token, the number and content of the last command) is kept here as a
real client keeps it.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from protocol.codec import BadMessage, Unknown, decode_to_client, encode_to_server
from protocol.codes import Advice, advice_for
from protocol.fold import Gap, Known, fold
from protocol.to_client import (
    Answer,
    Events,
    Ok,
    Refused,
    Snapshot,
    ToClient,
    Welcome,
)
from protocol.to_server import Command, Hello, Resync, Sit

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.to_server import ToServer
    from tests.faults.balancer import Balancer
    from tests.faults.cluster import Node

PATIENCE_S: Final = 30.0
"""For anything that must come; its length means nothing."""
_PAUSE_S: Final = 0.05
_Found = TypeVar("_Found")


class CutOff(Exception):  # noqa: N818 - what happened, and no fault of the test
    """The connection ended before the answer came."""


@dataclass(frozen=True, slots=True)
class Told:
    """A message of the server."""

    connection: int
    """Which connection of the player it came over, from 1."""
    message: ToClient
    frame: bytes = field(default=b"", repr=False)
    """As it came."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A command and how it ended."""

    command: Command
    answer: Answer
    seat: int | None
    """Where the player sat."""


@dataclass(eq=False)
class Player:
    """One person."""

    name: str
    token: bytes | None = None
    login: str | None = None
    """A pass of the host's own login, for whoever has no token."""
    user: str = ""
    number: int = 0
    """Of the last command."""
    last: Command | None = None
    """The last command, until it is answered for good."""
    told: list[Told] = field(default_factory=list)
    answered: list[Answered] = field(default_factory=list)
    known: dict[str, Known] = field(default_factory=dict)
    gaps: int = 0
    """Messages that did not join on, each followed by a resync."""
    connection: int = 0
    close_code: int | None = None
    """How the last connection ended."""
    reads: asyncio.Event = field(default_factory=asyncio.Event)
    """Cleared, the player is deaf: what comes is left in the socket."""
    _asked_at: int = 0
    """How much had been told when the last command was sent."""
    _socket: ClientConnection | None = None
    _reader: asyncio.Task[None] | None = None
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    def __post_init__(self) -> None:
        self.reads.set()

    # -------------------------------------------------------------- connections

    async def come(
        self, node: Node | Balancer, *, token: bytes | None = None, follow: bool = True
    ) -> Welcome:
        """Connect and say hello, with the token if there is one.

        Args:
            node: Where to.
            token: Another token than the newest one.
            follow: Whether to ask for what was missed at the tables known.

        Raises:
            CutOff: There was no welcome.
        """
        await self.dial(node)
        since = len(self.told)
        await self.send(self.hello(token))
        welcome = await self.hears(Welcome, since)
        self.take_welcome(welcome)
        if follow:
            for table in {seat.table for seat in welcome.seats} | self.known.keys():
                await self.send(self.resync(table))
        return welcome

    async def dial(self, node: Node | Balancer) -> None:
        """Open a connection, and say nothing yet."""
        await self.go()
        self.connection += 1
        self.close_code = None
        try:
            self._socket = await connect(
                node.url, compression=None, proxy=None, ping_interval=None
            )
        except OSError as fault:
            raise CutOff from fault
        self._reader = asyncio.create_task(self._read(self._socket, self.connection))

    def hello(self, token: bytes | None = None) -> Hello:
        """The first message."""
        return Hello(
            versions=(1, 1),
            client="faults/1",
            name=self.name,
            resume=token or self.token,
            login=self.login,
        )

    def take_welcome(self, welcome: Welcome) -> None:
        """Keep what has to be kept of a welcome."""
        self.token, self.user = welcome.resume, welcome.session
        self.number = max(self.number, welcome.last_n)

    def resync(self, table: str) -> Resync:
        """The question for what was missed."""
        known = self.known.get(table)
        if known is None:
            return Resync(table=table)
        mark = known.mark
        return Resync(
            table=table, epoch=mark.epoch, version=mark.version, token=mark.token
        )

    async def go(self) -> None:
        """Be gone without a word."""
        reader, self._reader = self._reader, None
        socket, self._socket = self._socket, None
        if socket is not None:
            socket.transport.abort()
            with suppress(ConnectionClosed):
                await socket.wait_closed()
        if reader is not None:
            reader.cancel()
            with suppress(asyncio.CancelledError):
                await reader

    @property
    def is_here(self) -> bool:
        """Whether the connection stands, as far as this side knows."""
        return self._reader is not None and not self._reader.done()

    # ------------------------------------------------------------------ speaking

    async def send(self, message: ToServer) -> None:
        """Send a message.

        Raises:
            CutOff: The connection has ended.
        """
        await self.send_bytes(encode_to_server(message))

    async def send_bytes(self, frame: bytes) -> None:
        """Send whatever it is.

        Raises:
            CutOff: The connection has ended.
        """
        if self._socket is None:
            raise CutOff
        try:
            await self._socket.send(frame)
        except ConnectionClosed as end:
            raise CutOff from end

    async def ask(self, build: Callable[[int], Command]) -> Answer:
        """Send a new command, and wait for its answer.

        Raises:
            CutOff: It is not known how it ended; `again` will tell.
        """
        await self.begin(build)
        return await self.answer()

    async def begin(self, build: Callable[[int], Command]) -> None:
        """Send a new command, and do not wait for its answer."""
        assert self.last is None, "the last command has no answer yet"
        self.number += 1
        self.last = build(self.number)
        await self._send_last()

    async def again(self) -> Answer:
        """Send the last command as it was, and wait for its answer."""
        await self._send_last()
        return await self.answer()

    async def answer(self) -> Answer:
        """The answer to the last command, once it is definite.

        Who is asked to send the same again does so.
        """
        while True:
            assert self.last is not None
            command = self.last
            answer: Answer = await self.sees(self._answer_now, cut=True)
            resend = isinstance(answer, Refused) and (
                advice_for(answer.code) is Advice.RESEND
            )
            if not resend:
                self.last = None
                seat = self.seat_at(getattr(command, "table", answer_table(answer)))
                self.answered.append(Answered(command, answer, seat))
                return answer
            await asyncio.sleep(_PAUSE_S)
            await self._send_last()

    async def done(self, build: Callable[[int], Command]) -> Ok:
        """Send a command that has to succeed."""
        answer = await self.ask(build)
        assert isinstance(answer, Ok), answer
        return answer

    async def sit(self, table: str, seat: int | None = None) -> Ok:
        """Sit down, and see the table."""
        answer = await self.done(lambda n: Sit(n=n, table=table, seat=seat))  # type: ignore[arg-type]
        await self.sees(lambda: self.seat_at(table) is not None)
        return answer

    # ------------------------------------------------------------------- hearing

    def seat_at(self, table: str | None) -> int | None:
        """Where the player sits at a table, as far as he knows."""
        known = self.known.get(table or "")
        return None if known is None else known.view.you

    async def sees(
        self, is_so: Callable[[], _Found | None], *, cut: bool = False
    ) -> _Found:
        """Wait until something is so; looks again after each message.

        Args:
            is_so: What to wait for; anything but a false value.
            cut: Whether the end of the connection ends the wait with `CutOff`.
        """
        async with asyncio.timeout(PATIENCE_S), self._news:
            while True:
                found = is_so()
                if found:
                    return found
                if cut and not self.is_here:
                    raise CutOff
                await self._news.wait()

    async def hears(self, kind: type[_Found], since: int = 0) -> _Found:
        """The next message of this kind, counted from a place among all.

        Raises:
            CutOff: The connection has ended without one.
        """
        return await self.sees(lambda: self.heard(kind, since), cut=True)

    def heard(self, kind: type[_Found], since: int = 0) -> _Found | None:
        """The first message of this kind so far, from a place on."""
        for told in self.told[since:]:
            if isinstance(told.message, kind):
                return told.message
        return None

    def all_heard(self, kind: type[_Found], since: int = 0) -> list[_Found]:
        """All messages of this kind so far, from a place on."""
        return [
            told.message for told in self.told[since:] if isinstance(told.message, kind)
        ]

    async def is_let_go(self) -> int:
        """The close code, once the connection has ended."""
        await self.sees(lambda: not self.is_here)
        assert self.close_code is not None
        return self.close_code

    async def _send_last(self) -> None:
        assert self.last is not None
        self._asked_at = len(self.told)
        await self.send(self.last)

    def _answer_now(self) -> Answer | None:
        """The answer to the last command since it was sent for the last time."""
        assert self.last is not None
        for told in self.told[self._asked_at :]:
            message = told.message
            if isinstance(message, Ok | Refused) and message.n == self.last.n:
                return message
        return None

    def understood(self, frame: bytes) -> bytes:
        """What came, in the version that this checkout speaks."""
        return frame

    async def _read(self, socket: ClientConnection, connection: int) -> None:
        try:
            while True:
                await self.reads.wait()
                frame = self.understood(await socket.recv(decode=False))
                message = decode_to_client(frame)
                assert not isinstance(message, BadMessage | Unknown), message
                await self._take(Told(connection, message, frame))
        except ConnectionClosed:
            self.close_code = socket.close_code
        finally:
            # Whoever waits has to see that nothing more comes.
            asyncio.get_running_loop().call_soon(self._wake)

    def _wake(self) -> None:
        task = asyncio.ensure_future(self._notify())
        task.add_done_callback(lambda _done: None)

    async def _notify(self) -> None:
        async with self._news:
            self._news.notify_all()

    async def _take(self, told: Told) -> None:
        async with self._news:
            self.told.append(told)
            message = told.message
            if isinstance(message, Events | Snapshot):
                known = fold(self.known.get(message.table), message)
                if isinstance(known, Gap):
                    self.gaps += 1
                    with suppress(CutOff):
                        await self.send(self.resync(message.table))
                else:
                    self.known[message.table] = known
            self._news.notify_all()


def answer_table(answer: Answer) -> str | None:
    """The table that an answer names."""
    return answer.table if isinstance(answer, Ok) else None
