"""Proves that a store takes what a server sends: changes, questions, publications.

A store may answer and be of no use all the same: a replica takes no writes, a user may
lack the right to one command or to the channels. So each command is tried, on keys that
no table has and with nothing left behind, at every primary.
"""

import asyncio
from collections.abc import Collection

from server.adapters.redis_causes import missing_right
from server.adapters.redis_failures import LINK_ERRORS, unavailable
from server.adapters.redis_keys import trial_channel, trial_keys
from server.adapters.redis_link import Command, Link
from server.adapters.redis_replies import BadReply, as_bytes, as_list
from server.adapters.redis_scripts import script
from server.adapters.redis_subscriber import (
    PUBLISHED,
    SUBSCRIBED,
    UNSUBSCRIBED,
    Subscriber,
)
from server.store_outcomes import StoreUnavailable, Trouble
from server.store_records import SHARDS

NEWS_S = 3.0
"""How long a publication may take to come back."""


class RedisTrial:
    """Tries a store over its link."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._homes: dict[str, int] = {}
        """A shard for each server that holds some."""

    async def everything(self) -> None:
        """Try all that is ever sent; the first refusal ends it.

        Raises:
            StoreUnavailable: Something is refused, which the detail names, or there is
                no answer.
        """
        await self._find_homes()
        for line, shard in self._homes.items():
            await self._link.teach(script("trial"), trial_keys(shard)[0])
            await self._link.read(_reads(trial_keys(shard)[1]))
            await self._news(line, shard)

    async def changes(self) -> None:
        """Try only what changes something.

        Raises:
            StoreUnavailable: See `everything`.
        """
        if not self._homes:
            await self._find_homes()
        for shard in self._homes.values():
            await self._change(shard)

    async def _find_homes(self) -> None:
        homes: dict[str, int] = {}
        try:
            await self._link.refresh_lines()
            for shard in range(SHARDS):
                homes.setdefault(await self._link.line_of(trial_channel(shard)), shard)
        except LINK_ERRORS as error:
            raise unavailable(error, sent=False) from error
        self._homes = homes

    async def _change(self, shard: int) -> None:
        keys = [*trial_keys(shard), trial_channel(shard)]
        reply = await self._link.change(
            script("trial"), keys, [self._link.publish_verb]
        )
        try:
            refusal = [as_bytes(part).decode() for part in as_list(reply)]
        except (BadReply, ValueError) as error:
            raise StoreUnavailable(
                Trouble.BROKEN, "a trial's answer makes no sense", unknown=False
            ) from error
        if refusal:
            command, why = refusal
            detail = missing_right(why, command)
            raise StoreUnavailable(Trouble.REFUSED, detail, unknown=False)

    async def _news(self, line: str, shard: int) -> None:
        """Publish something, and wait for it."""
        channel = trial_channel(shard)
        subscriber = self._link.subscriber(line)
        try:
            async with asyncio.timeout(NEWS_S):
                await subscriber.subscribe([channel])
                await _hear(subscriber, SUBSCRIBED)
                await self._change(shard)
                await _hear(subscriber, PUBLISHED)
                await subscriber.unsubscribe(channel)
                await _hear(subscriber, UNSUBSCRIBED)
                await subscriber.ping()
                await subscriber.next()
        except LINK_ERRORS as error:
            raise unavailable(error, sent=False) from error
        finally:
            await subscriber.aclose()


async def _hear(subscriber: Subscriber, kinds: Collection[str]) -> None:
    """Return when a message of such a kind came; other servers try theirs, too."""
    while (await subscriber.next()).kind not in kinds:
        pass


def _reads(key: str) -> list[Command]:
    """Every command that is sent outside a script to read."""
    return [
        ("GET", key),
        ("HGETALL", key),
        ("HMGET", key, "f"),
        ("XRANGE", key, "-", "+"),
        ("ZRANGE", key, 0, 0),
    ]
