"""One connection for news.

Makes plain and sharded channels look the same. A subscriber that breaks is thrown away
by whoever has it. The client library's own subscriber would renew the connection without
a word, and nobody would know that news may be missing; and for each of the many messages
it takes three times as long as the connection alone, which is what is used here.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from redis import exceptions as errors
from redis.asyncio import Connection, ConnectionPool

SUBSCRIBED = frozenset({"subscribe", "ssubscribe"})
UNSUBSCRIBED = frozenset({"unsubscribe", "sunsubscribe"})
PUBLISHED = frozenset({"message", "smessage"})


@dataclass(frozen=True, slots=True)
class Message:
    """Something that came over the connection."""

    kind: str
    channel: str
    """Empty for a sign of life."""
    data: bytes
    """What was published; empty otherwise."""


class Subscriber:
    """A connection for news; every call may raise what the client library raises.

    Args:
        pool: Where the connection is taken from with the first channel.
        is_sharded: Whether each channel has a slot of a cluster.
    """

    def __init__(self, pool: ConnectionPool, *, is_sharded: bool) -> None:
        self._pool = pool
        self._is_sharded = is_sharded
        self._connection: Connection | None = None

    async def subscribe(self, channels: Sequence[str]) -> None:
        """Ask for news of these channels; a message confirms each."""
        if self._connection is None:
            self._connection = await self._pool.get_connection()  # type: ignore[no-untyped-call]
        if not self._is_sharded:
            await self._send("SUBSCRIBE", *channels)
            return
        for channel in channels:  # each may be in another slot
            await self._send("SSUBSCRIBE", channel)

    async def unsubscribe(self, channel: str) -> None:
        """End the news of this channel."""
        await self._send("SUNSUBSCRIBE" if self._is_sharded else "UNSUBSCRIBE", channel)

    async def next(self) -> Message:
        """Give the next message, however long it takes; may be cancelled at any time."""
        connection = self._connected()
        reply = await connection.read_response(
            timeout=math.inf, disconnect_on_error=False
        )
        match reply:
            case [bytes(kind), bytes(channel), bytes(data)]:
                return Message(kind.decode(), channel.decode(), data)
            case [bytes(kind), bytes(channel), _]:
                return Message(kind.decode(), channel.decode(), b"")
            case None:  # what the library makes of a network that gives up
                msg = "the connection for news was lost"
                raise errors.ConnectionError(msg)
            case _:  # to a ping, in one form or another
                return Message("pong", "", b"")

    async def ping(self) -> None:
        """Ask for a sign of life, which comes as a message."""
        await self._send("PING")

    async def aclose(self) -> None:
        """Close the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.disconnect(nowait=True)
            await self._pool.release(connection)

    async def _send(self, *command: str) -> None:
        await self._connected().send_command(*command, check_health=False)

    def _connected(self) -> Connection:
        if self._connection is None or not self._connection.is_connected:
            msg = "the connection for news has ended"
            raise errors.ConnectionError(msg)
        return self._connection
