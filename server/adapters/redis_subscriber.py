"""One connection for news.

Wraps the client library's object, so that plain and sharded channels look the same. A
subscriber that breaks is thrown away: the library would renew the connection without
a word, and nobody would know that news may be missing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from redis.asyncio.client import PubSub

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
    """A connection for news; every call may raise what the client library raises."""

    def __init__(self, pubsub: PubSub, *, is_sharded: bool) -> None:
        self._pubsub = pubsub
        self._is_sharded = is_sharded

    async def subscribe(self, channels: Sequence[str]) -> None:
        """Ask for news of these channels; a message confirms each."""
        if not self._is_sharded:
            await self._pubsub.subscribe(*channels)
            return
        for channel in channels:  # each may be in another slot
            await self._pubsub.ssubscribe(channel)

    async def unsubscribe(self, channel: str) -> None:
        """End the news of this channel."""
        if self._is_sharded:
            await self._pubsub.sunsubscribe(channel)
        else:
            await self._pubsub.unsubscribe(channel)

    async def next(self, wait_s: float) -> Message | None:
        """Give the next message, or `None` when none came in time."""
        got: dict[str, Any] | None = await self._pubsub.get_message(
            ignore_subscribe_messages=False, timeout=wait_s
        )
        if got is None:
            return None
        channel, data = got["channel"], got["data"]
        return Message(
            kind=got["type"],
            channel="" if channel is None else channel.decode(),
            data=data if isinstance(data, bytes) else b"",
        )

    async def ping(self) -> None:
        """Ask for a sign of life, which comes as a message."""
        await self._pubsub.ping()

    async def aclose(self) -> None:
        """Close the connection."""
        await self._pubsub.aclose()  # type: ignore[no-untyped-call]
