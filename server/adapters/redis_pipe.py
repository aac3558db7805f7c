"""One connection on which many calls are under way at once.

A server answers in the order of asking, so a call needs no connection of its own: it
is written at once, and one task hands the answers out. Nothing is ever sent twice. A
connection that breaks, or on which an answer is overdue, is closed, and every call on it
hears that its answer is lost; the next call opens a new one.

The client library connects, logs in and reads replies; here is only the order of calls.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from hiredis import pack_command
from redis import exceptions as errors
from redis.asyncio import Connection, ConnectionPool

from server.adapters.redis_failures import LINK_ERRORS
from server.adapters.redis_link import ANSWER_S, Command
from server.adapters.redis_scripts import Argument

MOST_S = 3.0
"""How long an answer may take, however many others come before it."""
OPEN_S = 3.0
"""How long it may take to find the server, connect and log in."""


class NotSent(errors.ConnectionError):
    """The call has not left this process."""


@dataclass(slots=True)
class _Call:
    """Commands under way that were sent together, and what was answered so far."""

    answers: asyncio.Future[list[object]]
    missing: int
    sent_s: float
    replies: list[object] = field(default_factory=list)

    def answered(self, reply: object) -> None:
        """Take the next reply; a refusal is one too."""
        self.replies.append(reply)
        self.missing -= 1
        if not self.missing and not self.answers.done():
            self.answers.set_result(self.replies)

    def failed(self, error: Exception) -> None:
        """The rest will not come."""
        if not self.answers.done():  # its caller may have been cancelled
            self.answers.set_exception(error)


class Pipe:
    """An open connection; the calls on it are answered in their order.

    Args:
        pool: Where the connection goes back to in the end.
        connection: Connected, taken from the pool, with no time-out of its own: this
            class looks after the time of all calls together.
        silent_s: How long a server may be silent while answers are missing.
    """

    def __init__(
        self, pool: ConnectionPool, connection: Connection, silent_s: float
    ) -> None:
        self._silent_s = silent_s
        self.is_broken = False
        self._pool = pool
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._calls: deque[_Call] = deque()
        self._heard_s = self._loop.time()
        self._look_again: asyncio.TimerHandle | None = None
        self._reading = self._loop.create_task(self._read())

    async def call(self, *command: Argument) -> object:
        """Send a command and give its answer; raises like `calls`."""
        (reply,) = await self.calls([command])
        return reply

    async def calls(self, commands: Sequence[Command]) -> list[object]:
        """Send commands in one go, at least one, and give their answers.

        Raises:
            NotSent: The connection had ended before.
            ResponseError: The server refuses one of them; the others it has not.
            ConnectionError, TimeoutError: Answers are lost.
        """
        if self.is_broken or not self._connection.is_connected:
            msg = "the connection has ended"
            raise NotSent(msg)
        # Packed by the C library: 4 us instead of 28 for the fifty parts of a change
        # (tests/bench/store_appends.py). Its stub wants one part.
        packed = b"".join(map(pack_command, commands))  # type: ignore[arg-type]
        call = self._begun(len(commands))
        try:
            await self._connection.send_packed_command(packed, check_health=False)
        except LINK_ERRORS as error:
            self._break(error)
        except asyncio.CancelledError:
            call.answers.cancel()
            raise
        replies = await call.answers
        for reply in replies:
            if isinstance(reply, errors.ResponseError):
                raise reply
        return replies

    async def aclose(self) -> None:
        """Close the connection; calls under way lose their answers."""
        self._break(errors.ConnectionError("closed"))
        await asyncio.wait([self._reading])

    def _begun(self, commands: int) -> _Call:
        """Note a call that is written next."""
        call = _Call(self._loop.create_future(), commands, self._loop.time())
        self._calls.append(call)
        if self._look_again is None:
            self._look_again = self._loop.call_later(self._silent_s, self._look)
        return call

    def _look(self) -> None:
        """Break the connection if an answer is overdue."""
        self._look_again = None
        if not self._calls:
            return
        oldest_s = self._calls[0].sent_s
        silent_s = self._silent_s
        most_s = max(MOST_S, silent_s)
        due_s = min(max(oldest_s, self._heard_s) + silent_s, oldest_s + most_s)
        left_s = due_s - self._loop.time()
        if left_s <= 0:
            self._break(errors.TimeoutError("no answer in time"))
        else:
            self._look_again = self._loop.call_later(left_s, self._look)

    async def _read(self) -> None:
        try:
            while True:
                await self._read_one()
        except LINK_ERRORS as error:
            self._fail(error)
        finally:
            await self._connection.disconnect(nowait=True)
            await self._pool.release(self._connection)

    async def _read_one(self) -> None:
        reply: object
        try:
            reply = await self._connection.read_response()
        except errors.ResponseError as refusal:
            reply = refusal
        if not self._calls:
            msg = "an answer that nobody asked for"
            raise errors.InvalidResponse(msg)
        self._heard_s = self._loop.time()
        call = self._calls[0]
        call.answered(reply)
        if not call.missing:
            self._calls.popleft()

    def _break(self, error: Exception) -> None:
        """End the connection and all calls on it."""
        if not self.is_broken:
            self._fail(error)
            self._reading.cancel()

    def _fail(self, error: Exception) -> None:
        """Let the call that is next hear why there is no answer, the others only so.

        What a server says at its end is about one command and no other.
        """
        self.is_broken = True
        if self._look_again is not None:
            self._look_again.cancel()
        for call in self._calls:
            call.failed(error)
            error = errors.ConnectionError("the connection broke")
        self._calls.clear()


class OpenPipe:
    """A pipe that is opened when it is needed, and anew when it has broken."""

    def __init__(self, pool: ConnectionPool, silent_s: float = ANSWER_S) -> None:
        self._pool = pool
        self._silent_s = silent_s
        self._pipe: Pipe | None = None
        self._opening: asyncio.Task[Pipe] | None = None
        self._is_closed = False

    async def get(self) -> Pipe:
        """Give the pipe; all who come while it is being opened wait for the same.

        Raises:
            RedisError, OSError, TimeoutError: There is no connection.
        """
        if self._pipe is not None and not self._pipe.is_broken:
            return self._pipe
        if self._is_closed:
            msg = "no connection is opened any more"
            raise NotSent(msg)
        if self._opening is None:
            self._opening = asyncio.create_task(self._open())
            self._opening.add_done_callback(self._opened)
        return await asyncio.shield(self._opening)

    async def aclose(self) -> None:
        """Close it, for good."""
        self._is_closed = True
        if self._opening is not None:
            opening = self._opening
            opening.cancel()
            await asyncio.wait([opening])
            self._opened(opening)  # it may have opened in this very moment
        if self._pipe is not None:
            await self._pipe.aclose()

    async def _open(self) -> Pipe:
        async with asyncio.timeout(OPEN_S):
            connection: Connection = await self._pool.get_connection()  # type: ignore[no-untyped-call]
        return Pipe(self._pool, connection, self._silent_s)

    def _opened(self, opening: asyncio.Task[Pipe]) -> None:
        self._opening = None
        if not opening.cancelled() and opening.exception() is None:
            self._pipe = opening.result()
