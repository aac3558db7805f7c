"""News of tables over pub/sub.

A publication is a hint and may be lost; the feed's duty is to say when that may have
happened. Whenever a subscription is confirmed, the first time or after a link was
renewed, the listener hears `Watching` and reads what it may have missed.

One line, that is one connection with a task that reads it, for each server that news
come from: one server has one, a cluster one for each node that holds a watched table.
"""

import asyncio
import logging
from collections import Counter
from contextlib import suppress

from redis import exceptions as errors

from server.adapters.redis_failures import LINK_ERRORS, unavailable
from server.adapters.redis_keys import table_keys, table_of_channel
from server.adapters.redis_link import Link
from server.adapters.redis_replies import BadReply, news_of
from server.adapters.redis_subscriber import (
    PUBLISHED,
    SUBSCRIBED,
    UNSUBSCRIBED,
    Message,
    Subscriber,
)
from server.store import Listener
from server.store_outcomes import News, StoreUnavailable, Trouble, Watching

log = logging.getLogger(__name__)

CONFIRM_S = 3.0
SILENCE_S = 5.0
"""After this much silence the server is asked for a sign of life."""
BACKOFF_S = 0.05
BACKOFF_MAX_S = 1.0


class RedisFeed:
    """News of the tables that are watched, handed to one listener."""

    def __init__(self, link: Link, listener: Listener) -> None:
        self._link = link
        self._listener = listener
        self._confirmed: dict[str, asyncio.Event] = {}
        self._lines: dict[str, _Line] = {}
        self._is_closed = False

    async def watch(self, table: str) -> None:
        """Ask for news of a table; returns once they flow.

        Raises:
            StoreUnavailable: They do not yet; they will, and `Watching` tells when.
        """
        channel = table_keys(table).channel
        confirmed = self._confirmed.get(channel)
        if confirmed is None:
            confirmed = self._confirmed[channel] = asyncio.Event()
            await self._place(channel)
        try:
            async with asyncio.timeout(CONFIRM_S):
                await confirmed.wait()
        except TimeoutError:
            raise StoreUnavailable(
                Trouble.NO_ANSWER, "no confirmation", unknown=False
            ) from None

    async def unwatch(self, table: str) -> None:
        """End the news of a table; harmless when it is not watched."""
        channel = table_keys(table).channel
        if self._confirmed.pop(channel, None) is None:
            return
        for line in list(self._lines.values()):
            await line.remove(channel)

    async def aclose(self) -> None:
        """End all news."""
        self._is_closed = True
        self._confirmed.clear()
        lines, self._lines = list(self._lines.values()), {}
        for line in lines:
            await line.aclose()

    # ------------------------------------------------------ for the lines below

    def received(self, message: Message) -> None:
        """Hand a message on.

        Raises:
            ConnectionError: The server ended a subscription that is still wanted; its
                channel has moved.
        """
        confirmed = self._confirmed.get(message.channel)
        if confirmed is None:
            return
        table = table_of_channel(message.channel)
        if message.kind in SUBSCRIBED:
            confirmed.set()
            self._tell(Watching(table))
        elif message.kind in UNSUBSCRIBED:
            msg = "the server ended a subscription"
            raise errors.ConnectionError(msg)
        elif message.kind in PUBLISHED:
            try:
                news = news_of(table, message.data)
            except (BadReply, ValueError, IndexError):
                # Not ours. If it was, the next real one shows the gap.
                log.warning("a publication that makes no sense on table %s", table)
            else:
                self._tell(news)

    def _tell(self, news: News) -> None:
        try:
            self._listener(news)
        except Exception:
            # One table's fault must not end the news of all others.
            log.exception("a listener failed on news of table %s", news.table)

    async def find_homes(self, line: "_Line") -> None:
        """Find out where the channels of a broken line are served now."""
        channels = list(line.channels)
        for channel in channels:
            if channel in self._confirmed:
                self._confirmed[channel].clear()
        await self._link.refresh_lines()
        for channel in channels:
            if await self._link.line_of(channel) != line.name:
                line.channels.discard(channel)
                await self._place(channel)

    async def _place(self, channel: str) -> None:
        try:
            name = await self._link.line_of(channel)
        except LINK_ERRORS:
            # Nobody knows; any line finds out as soon as the store is back.
            name = next(iter(self._lines), "")
        if self._is_closed or channel not in self._confirmed:
            return  # given up while that was asked
        line = self._lines.get(name)
        if line is None:
            line = self._lines[name] = _Line(name, self._link, self)
        await line.add(channel)


class _Line:
    """One connection for news, renewed for as long as it is needed."""

    def __init__(self, name: str, link: Link, feed: RedisFeed) -> None:
        self.name = name
        self.channels: set[str] = set()
        self._link = link
        self._feed = feed
        self._subscriber: Subscriber | None = None
        self._leaving: Counter[str] = Counter()
        self._needed = asyncio.Event()
        self._pause_s = BACKOFF_S
        """Before the next try; longer each time until something is heard."""
        self._why_broken = ""
        """As it was last said: it is said once, and not with each try."""
        self._heard_s = 0.0
        """When the last message came, by the clock of the event loop."""
        self._task = asyncio.create_task(self._run())

    async def add(self, channel: str) -> None:
        self.channels.add(channel)
        self._needed.set()
        if self._subscriber is not None:
            try:
                await self._subscriber.subscribe([channel])
            except LINK_ERRORS:
                log.debug("the line breaks; it is renewed with all its channels")

    async def remove(self, channel: str) -> None:
        if channel not in self.channels:
            return
        self.channels.discard(channel)
        if self._subscriber is not None:
            self._leaving[channel] += 1
            try:
                await self._subscriber.unsubscribe(channel)
            except LINK_ERRORS:
                log.debug("the line breaks; it is renewed without this channel")

    async def aclose(self) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])

    async def _run(self) -> None:
        while True:
            await self._needed.wait()
            if not self.channels:
                self._needed.clear()
                continue
            subscriber = self._link.subscriber(self.name)
            try:
                await self._subscribe(subscriber)
                await self._read(subscriber)
            except LINK_ERRORS as error:
                self._broke(unavailable(error, sent=False))
            finally:
                self._subscriber = None
                await _close(subscriber)
            await asyncio.sleep(self._pause_s)
            self._pause_s = min(BACKOFF_MAX_S, self._pause_s * 2)
            try:
                await self._feed.find_homes(self)
            except LINK_ERRORS as error:
                self._broke(unavailable(error, sent=False))

    def _broke(self, failure: StoreUnavailable) -> None:
        why = str(failure)
        if why == self._why_broken:
            return
        self._why_broken = why
        level = logging.WARNING if failure.trouble is Trouble.REFUSED else logging.INFO
        log.log(level, "a line for news broke: %s", why)

    async def _subscribe(self, subscriber: Subscriber) -> None:
        asked = set(self.channels)
        self._leaving.clear()
        await subscriber.subscribe(sorted(asked))
        self._subscriber = subscriber
        late = self.channels - asked  # added while there was nobody to ask yet
        if late:
            await subscriber.subscribe(sorted(late))

    async def _read(self, subscriber: Subscriber) -> None:
        """Hand on what comes, and after a silence ask whether anybody is there."""
        loop = asyncio.get_running_loop()
        self._heard_s = asked_s = loop.time()
        while True:
            # One timer for many messages: when it rings, it is looked when the last
            # one came.
            with suppress(TimeoutError):
                async with asyncio.timeout_at(max(self._heard_s, asked_s) + SILENCE_S):
                    await self._hand_on(subscriber)
            if loop.time() < self._heard_s + SILENCE_S:
                continue
            if asked_s > self._heard_s:
                msg = "no sign of life"
                raise errors.ConnectionError(msg)
            await subscriber.ping()
            asked_s = loop.time()

    async def _hand_on(self, subscriber: Subscriber) -> None:
        loop = asyncio.get_running_loop()
        while True:
            message = await subscriber.next()
            self._heard_s = loop.time()
            self._pause_s, self._why_broken = BACKOFF_S, ""
            if not self._is_farewell(message):
                self._feed.received(message)

    def _is_farewell(self, message: Message) -> bool:
        """Say whether this only confirms what `remove` asked for."""
        if message.kind not in UNSUBSCRIBED or not self._leaving[message.channel]:
            return False
        self._leaving[message.channel] -= 1
        return True


async def _close(subscriber: Subscriber) -> None:
    try:
        await subscriber.aclose()
    except LINK_ERRORS:
        log.debug("a broken line could not be closed in order")
