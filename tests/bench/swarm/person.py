"""One person: a connection that is kept up, and the news of one table.

Lean on purpose, since thousands of these share one core with the store: messages are
unpacked and looked at, and only one in fifty is checked by the protocol's own models.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.connection import broadcast
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from protocol import limits
from protocol.codec import BadMessage, Unknown, decode_to_client
from protocol.codes import CloseCode, ErrorCode
from tests.bench.swarm.errands import RESENT, Errands, SwarmFailed
from tests.bench.swarm.steps import LONGEST_AWAY_S

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from tests.bench.swarm.follower import Follower
    from tests.bench.swarm.tally import Tally

WELCOME_S = 10.0
"""For a connection, and again for its welcome."""
AWAY_MOST_S = 60.0
"""Without a welcome for so long, the swarm gives up."""
PAUSE_S = 0.5
ONE_IN = 50


class Person:
    """A person of the swarm.

    Args:
        number: Among all persons; makes the name.
        urls: The servers; after each connection the next one is tried.
        tally: What everybody counts together.
        rng: For pauses.
    """

    def __init__(
        self, number: int, urls: Sequence[str], tally: Tally, rng: random.Random
    ) -> None:
        self.errands = Errands(self._write, tally)
        self.follower: Follower | None = None
        self.changed: Callable[[], None] = lambda: None
        """Called when the person may be able to do something."""
        self.came = asyncio.Event()
        """Set while connected, welcome, and up to date with the table."""
        self.back_s = 0.0
        """When that last began."""
        self.acted_at = -1
        """The version at which the newest move was chosen."""
        self.asked_for: tuple[str, int] | None = None
        """Table and number of the deal after which the next one was asked for."""
        self._number = number
        self._urls = urls
        self._turn = number
        self._tally = tally
        self._rng = rng
        self._socket: ClientConnection | None = None
        self._resume: bytes | None = None
        self._is_asking = False
        """Whether the answer to a `resync` is still to come."""
        self._is_leaving = False
        self._pause_s: float | None = None
        self._clock = asyncio.get_running_loop().time

    @property
    def is_free(self) -> bool:
        """Whether a command can be sent now."""
        return self.came.is_set() and self.errands.is_idle

    # ---------------------------------------------------------------- connection

    async def live(self) -> None:
        """Be connected until told to leave."""
        lost_s = self._clock()
        while not self._is_leaving:
            with suppress(OSError, InvalidHandshake, ConnectionClosed):
                await self._one_connection()  # TimeoutError is an OSError
            if self.back_s > lost_s:
                lost_s = self._clock()
            if self._is_leaving:
                return
            if self._clock() - lost_s > AWAY_MOST_S:
                raise SwarmFailed(f"no welcome for {AWAY_MOST_S:.0f} s")
            self._tally.reconnects += 1
            await asyncio.sleep(self._next_pause_s())

    async def _one_connection(self) -> None:
        url = self._urls[self._turn % len(self._urls)]
        self._turn += 1
        async with connect(
            url,
            proxy=None,
            compression=None,
            user_agent_header=None,
            max_size=limits.SNAPSHOT_BYTES,
            open_timeout=WELCOME_S,
            close_timeout=limits.CLOSE_S,
            ping_interval=None,  # the server's pings are enough
        ) as socket:
            self._socket = socket
            try:
                await socket.send(self._hello())
                async with asyncio.timeout(WELCOME_S):
                    welcome = await socket.recv(decode=False)
                self._take(welcome, self._clock())
                while True:
                    self._take(await socket.recv(decode=False), self._clock())
            finally:
                self._socket = None
                self._is_asking = False
                self.asked_for = None
                self.came.clear()
                if not self._is_leaving:
                    self._tally.closes[socket.close_code or CloseCode.CUT] += 1

    def _hello(self) -> bytes:
        version = limits.PROTOCOL_VERSION
        return msgpack.packb(
            {
                "op": "hello",
                "versions": [version, version],
                "client": "tarocco-load",
                "name": f"Load {self._number}",
                "resume": self._resume,
            }
        )

    def _next_pause_s(self) -> float:
        chosen, self._pause_s = self._pause_s, None
        return self._rng.uniform(0, PAUSE_S) if chosen is None else chosen

    def drop(self) -> None:
        """Cut the connection without a word; come back after a few seconds."""
        self._pause_s = self._rng.uniform(0, LONGEST_AWAY_S)
        self._abort()

    def look(self, now_s: float) -> None:
        """Give the connection up if an answer is overdue; asked every second."""
        if self.came.is_set() and self.errands.is_overdue(now_s):
            self._tally.unanswered += 1
            self._abort()

    def leave(self) -> None:
        """End the connection for good, in good order."""
        self._is_leaving = True
        self._write(msgpack.packb({"op": "bye"}))

    def _abort(self) -> None:
        if self._socket is not None:
            self._socket.transport.abort()

    def _write(self, packed: bytes) -> None:
        if self._socket is not None:
            broadcast([self._socket], packed)  # without a task, and at this moment

    # ------------------------------------------------------------------ messages

    def _take(self, data: bytes, now_s: float) -> None:
        tally = self._tally
        tally.messages += 1
        tally.bytes_in += len(data)
        if tally.messages % ONE_IN == 0:
            tally.sampled += 1
            if isinstance(decode_to_client(data), BadMessage | Unknown):
                tally.misread += 1
        message: Any = msgpack.unpackb(data)
        match message["op"]:
            case "events" | "snapshot":
                self._news(message, now_s)
            case "replayed":
                self._up_to_date(now_s)
            case "ok" | "refused":
                self.errands.take(message, now_s)
                self.changed()
            case "error":
                self._error(message, now_s)
            case "welcome":
                self._welcome(message, now_s)
            case "goaway":
                self._pause_s = message["retry_ms"] / 1000
            case _:
                pass  # pong, and what newer servers say

    def _news(self, message: dict[str, Any], now_s: float) -> None:
        follower = self.follower
        if follower is None or message["table"] != follower.table:
            return
        if message["op"] == "snapshot":
            follower.take_snapshot(message)
            self._up_to_date(now_s)
        elif not follower.take_events(message, now_s) and not self._is_asking:
            self._ask_for_news(follower)
        self.changed()

    def _welcome(self, message: dict[str, Any], now_s: float) -> None:
        self._resume = message["resume"]
        self.errands.last_n = max(self.errands.last_n, message["last_n"])
        if self.follower is None:
            self._up_to_date(now_s)
        else:
            self._ask_for_news(self.follower)
        self.errands.send_again()

    def _ask_for_news(self, follower: Follower, *, whole: bool = False) -> None:
        self._is_asking = True
        self._write(msgpack.packb(follower.resync(whole=whole)))

    def _up_to_date(self, now_s: float) -> None:
        self._is_asking = False
        if not self.came.is_set():
            self.back_s = now_s
            self.came.set()
        self.changed()

    def _error(self, message: dict[str, Any], now_s: float) -> None:
        if message["n"] is not None:
            self.errands.take(message, now_s)
            self.changed()
            return
        code = message["code"]
        self._tally.refusals[code] += 1
        if code == ErrorCode.TOKEN:
            raise SwarmFailed("a resume token was refused")
        if self._is_asking and code in RESENT:
            asyncio.get_running_loop().call_later(
                PAUSE_S, self._ask_again, self._socket
            )
        elif self._is_asking:
            raise SwarmFailed(f"the table cannot be had: {code}")

    def _ask_again(self, socket: ClientConnection | None) -> None:
        """Ask anew for what the server could not tell, unless all has changed since."""
        if self._is_asking and self.follower is not None and self._socket is socket:
            self._ask_for_news(self.follower)

    async def compare(self) -> None:
        """Ask for the table as it is: nothing new may be in there."""
        follower = self.follower
        if follower is None:
            return
        jumps = follower.jumps
        self.came.clear()
        self._ask_for_news(follower, whole=True)
        try:
            async with asyncio.timeout(AWAY_MOST_S):
                await self.came.wait()
        except TimeoutError:
            raise SwarmFailed("the table was not shown at the end") from None
        self._tally.gaps += follower.jumps - jumps
