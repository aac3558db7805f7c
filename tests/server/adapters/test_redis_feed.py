"""News say when some may be missing."""

import asyncio
import contextlib
from collections.abc import Sequence

import pytest

from server.adapters import redis_feed
from server.adapters.redis_feed import RedisFeed
from server.adapters.redis_keys import table_keys
from server.adapters.redis_server_link import ServerLink
from server.adapters.redis_store import RedisStore
from server.adapters.redis_subscriber import Message, Subscriber
from server.store_outcomes import News, Published, StoreUnavailable, Watching
from tests.support.redis_processes import ServerProcess, say
from tests.support.store_values import PATIENT_MS, WAIT_S, Inbox, Played, eventually


def kill_subscribers(server: ServerProcess) -> None:
    with server.client() as client:
        say(client, "CLIENT KILL", "TYPE", "pubsub")


async def test_broken_link_is_renewed_and_says_so(own_server: ServerProcess) -> None:
    """T-F20: what was published meanwhile is caught up by version."""
    store = RedisStore.at(own_server.url, skew_ms=PATIENT_MS)
    table = await Played.new(store)
    inbox = Inbox()
    feed = await store.feed(inbox)
    await feed.watch(table.name)
    assert await inbox.next() == Watching(table.name)

    kill_subscribers(own_server)
    await table.play(b"perhaps unheard")
    news = await inbox.next()
    while isinstance(news, Published):
        news = await inbox.next()
    assert news == Watching(table.name)
    await table.play(b"heard")
    news = await inbox.next()
    await feed.aclose()
    await store.aclose()

    assert isinstance(news, Published)
    assert news.mark == table.mark


async def test_restarted_server_is_watched_again(own_server: ServerProcess) -> None:
    store = RedisStore.at(own_server.url, skew_ms=PATIENT_MS)
    tables = [await Played.new(store) for _ in range(5)]
    inbox = Inbox()
    feed = await store.feed(inbox)
    for table in tables:
        await feed.watch(table.name)
        await inbox.next()
    await feed.unwatch(tables[0].name)

    own_server.end()
    own_server.start()

    heard = {await inbox.next() for _ in tables[1:]}
    await feed.aclose()
    await store.aclose()
    assert heard == {Watching(table.name) for table in tables[1:]}


async def test_watching_begins_when_the_server_comes(
    own_server: ServerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_feed, "CONFIRM_S", 0.05)
    store = RedisStore.at(own_server.url, skew_ms=PATIENT_MS)
    table = await Played.new(store)
    own_server.end()
    inbox = Inbox()
    feed = await store.feed(inbox)

    with pytest.raises(StoreUnavailable) as failure:
        await feed.watch(table.name)
    own_server.start()
    news = await inbox.next()
    await feed.watch(table.name)
    await feed.aclose()
    await store.aclose()

    assert not failure.value.unknown
    assert news == Watching(table.name)


async def test_silent_link_is_given_up(
    own_server: ServerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that hangs does not look like one where nothing happens."""
    monkeypatch.setattr(redis_feed, "SILENCE_S", 0.02)
    store = RedisStore.at(own_server.url, skew_ms=PATIENT_MS)
    table = await Played.new(store)
    inbox = Inbox()
    feed = await store.feed(inbox)
    await feed.watch(table.name)
    await inbox.next()

    with own_server.client() as client:
        say(client, "CLIENT PAUSE", "100", "ALL")
    news = await inbox.next()
    await feed.aclose()
    await store.aclose()

    assert news == Watching(table.name)


async def test_quiet_link_is_kept(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_feed, "SILENCE_S", 0.01)
    table = await Played.new(store)
    inbox = Inbox()
    feed = await store.feed(inbox)
    await feed.watch(table.name)
    await inbox.next()
    (line,) = feed._lines.values()
    first = line._subscriber

    async with asyncio.timeout(WAIT_S):
        for _ in range(5):
            await asyncio.sleep(0.02)
    await feed.aclose()

    assert first is not None
    assert inbox.is_empty


async def test_foreign_publication_is_passed_over(
    store: RedisStore, shared_server: ServerProcess
) -> None:
    table = await Played.new(store)
    inbox = Inbox()
    feed = await store.feed(inbox)
    await feed.watch(table.name)
    await inbox.next()

    with shared_server.client() as client:
        client.publish(table_keys(table.name).channel, b"hello from elsewhere")
    await table.play(b"one")
    news = await inbox.next()
    await feed.aclose()

    assert isinstance(news, Published)


async def test_feed_that_watches_nothing_costs_nothing(store: RedisStore) -> None:
    feed = await store.feed(Inbox())

    await feed.unwatch("T1")
    await feed.aclose()

    assert feed._lines == {}


async def test_table_that_is_left_and_watched_again_at_once(store: RedisStore) -> None:
    """The late farewell of the first time does not break the second."""
    table = await Played.new(store)
    inbox = Inbox()
    feed = await store.feed(inbox)
    for _ in range(3):
        await feed.watch(table.name)
        assert await inbox.next() == Watching(table.name)
        await feed.unwatch(table.name)
    await feed.watch(table.name)
    assert await inbox.next() == Watching(table.name)

    await table.play(b"one")
    news = await inbox.next()
    await feed.aclose()

    assert isinstance(news, Published)


async def test_tables_watched_while_the_link_is_made(store: RedisStore) -> None:
    tables = [await Played.new(store) for _ in range(30)]
    inbox = Inbox()
    feed = await store.feed(inbox)

    async with asyncio.timeout(WAIT_S):
        await asyncio.gather(*[feed.watch(table.name) for table in tables])
    heard = {await inbox.next() for _ in tables}
    await feed.aclose()

    assert heard == {Watching(table.name) for table in tables}


async def test_link_without_tables_rests(own_server: ServerProcess) -> None:
    store = RedisStore.at(own_server.url, skew_ms=PATIENT_MS)
    table = await Played.new(store)
    inbox = Inbox()
    feed = await store.feed(inbox)
    await feed.watch(table.name)
    await inbox.next()
    await feed.unwatch(table.name)

    with own_server.client() as client:
        say(client, "CLIENT KILL", "TYPE", "normal")
    (line,) = feed._lines.values()
    await eventually(lambda: not line._needed.is_set())
    await feed.watch(table.name)
    news = await inbox.next()
    await store.aclose()

    assert news == Watching(table.name)


async def test_fault_of_a_listener_does_not_end_the_news(
    store: RedisStore, caplog: pytest.LogCaptureFixture
) -> None:
    faulty, table = await Played.new(store), await Played.new(store)
    inbox = Inbox()

    def listener(news: News) -> None:
        if news.table == faulty.name:
            raise KeyError(news.table)
        inbox(news)

    feed = await store.feed(listener)
    await feed.watch(faulty.name)
    await feed.watch(table.name)
    await inbox.next()
    await faulty.play(b"one")
    await table.play(b"two")
    news = await inbox.next()
    await feed.aclose()

    assert isinstance(news, Published)
    assert f"table {faulty.name}" in caplog.text


class BreakingSubscriber(Subscriber):
    """A connection that breaks at everything but reading."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.is_broken = False
        self.heard: asyncio.Queue[Message] = asyncio.Queue()

    async def subscribe(self, channels: Sequence[str]) -> None:
        self._may_break()
        for channel in channels:
            self.asked.append(channel)
            self.heard.put_nowait(Message("ssubscribe", channel, b""))

    async def unsubscribe(self, channel: str) -> None:
        self._may_break()
        self.asked.append(channel)

    async def next(self) -> Message:
        return await self.heard.get()

    async def aclose(self) -> None:
        self._may_break()

    def _may_break(self) -> None:
        if self.is_broken:
            raise ConnectionResetError


class MovingLink(ServerLink):
    """Two servers, of which one at a time has the channels; sometimes nobody knows."""

    def __init__(self) -> None:
        self.home: str | None = "first"
        self.lines = {"first": BreakingSubscriber(), "second": BreakingSubscriber()}

    async def line_of(self, channel: str) -> str:
        del channel
        if self.home is None:
            raise ConnectionRefusedError
        return self.home

    async def refresh_lines(self) -> None:
        if self.home is None:
            raise ConnectionRefusedError

    def subscriber(self, line: str) -> Subscriber:
        return self.lines[line]


async def test_channel_that_moves_is_watched_at_its_new_home(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(redis_feed, "BACKOFF_S", 0.0)
    link, inbox = MovingLink(), Inbox()
    feed = RedisFeed(link, inbox)
    await feed.watch("T1")
    assert await inbox.next() == Watching("T1")

    link.home = "second"
    channel = table_keys("T1").channel
    link.lines["first"].heard.put_nowait(Message("sunsubscribe", channel, b""))
    assert await inbox.next() == Watching("T1")
    await feed.unwatch("T1")
    await feed.aclose()

    assert link.lines["second"].asked == [channel, channel]


async def test_line_that_breaks_at_everything_is_renewed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also while nobody knows where anything is."""
    monkeypatch.setattr(redis_feed, "BACKOFF_S", 0.0)
    monkeypatch.setattr(redis_feed, "CONFIRM_S", 0.0)
    link, inbox = MovingLink(), Inbox()
    feed = RedisFeed(link, inbox)
    line = link.lines["first"]
    with contextlib.suppress(StoreUnavailable):
        await feed.watch("T1")
    assert await inbox.next() == Watching("T1")

    link.home = None
    line.is_broken = True
    with pytest.raises(StoreUnavailable):
        await feed.watch("T2")
    await feed.unwatch("T1")
    line.heard.put_nowait(Message("sunsubscribe", table_keys("T2").channel, b""))
    await eventually(line.heard.empty)
    link.home = "first"
    line.is_broken = False
    news = await inbox.next()
    await feed.aclose()

    assert news == Watching("T2")


async def test_a_line_that_is_refused_is_tried_less_and_less_and_told_once(
    own_server: ServerProcess,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    pauses: list[float] = []

    async def noted(pause_s: float) -> None:
        pauses.append(pause_s)
        if len(pauses) > 6:
            await asyncio.Event().wait()

    with own_server.client() as client:
        say(client, "ACL SETUSER", "t", "on", ">pw", "~*", "+@all", "resetchannels")
    monkeypatch.setattr(asyncio, "sleep", noted)
    store = RedisStore.at(f"{own_server.url}?username=t&password=pw")
    feed = await store.feed(Inbox())
    watching = asyncio.create_task(feed.watch("t1"))
    async with asyncio.timeout(WAIT_S):
        while len(pauses) < 6:
            await asyncio.wait([watching], timeout=0.01)

    assert pauses[:6] == [0.05, 0.1, 0.2, 0.4, 0.8, 1.0]
    told = [entry for entry in caplog.records if "a line for news broke" in entry.msg]
    assert [entry.levelname for entry in told] == ["WARNING"]
    assert "add &*" in told[0].getMessage()
    watching.cancel()
    await asyncio.wait([watching])
    await store.aclose()
