"""Histories on Redis: lost answers, damaged parts, and what is written."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from server.adapters.redis_keys import table_keys
from server.adapters.redis_scripts import Argument, Script
from server.adapters.redis_server_link import ServerLink
from server.adapters.redis_store import RedisStore
from server.sessions import KeptSession, Resumed
from server.store_outcomes import (
    Applied,
    Duplicate,
    HistoryBroken,
    StoreUnavailable,
    Trouble,
)
from server.store_records import (
    ACTIVE_MS,
    FINISHED_MS,
    SHARDS,
    Append,
    Mark,
    NewTable,
    Presence,
    Rebase,
)
from tests.support.fault_proxy import FaultProxy, fault_proxy
from tests.support.redis_processes import ServerProcess
from tests.support.store_values import (
    PATIENT_MS,
    WAIT_S,
    Inbox,
    Played,
    change,
    fresh,
    fresh_table,
    receipt,
)


@pytest.fixture
async def proxy(
    folder: Path, shared_server: ServerProcess
) -> AsyncIterator[FaultProxy]:
    async with fault_proxy(folder, shared_server.options["unixsocket"]) as proxy:
        yield proxy


@pytest.fixture
async def behind(proxy: FaultProxy) -> AsyncIterator[RedisStore]:
    """A store that reaches its server through the proxy."""
    store = RedisStore.at(proxy.url, skew_ms=PATIENT_MS)
    yield store
    await store.aclose()


async def test_lost_answers_make_one_event_and_a_true_answer(
    behind: RedisStore, proxy: FaultProxy
) -> None:
    """T-F05: the command is sent again until its own receipt answers."""
    table = await Played.new(behind, b"one")

    for dropped in (1, 3):
        proxy.drop_replies(dropped)
        await table.play(b"after %d" % dropped)

    assert proxy.dropped == 4
    assert await table.payloads() == [b"after 1", b"after 3"]


async def test_lost_answer_to_a_command_without_events(
    behind: RedisStore, proxy: FaultProxy
) -> None:
    table = await Played.new(behind, b"one")
    before = table.mark

    proxy.drop_replies(1)
    await table.play()

    assert table.mark == before


async def test_lost_answers_to_create_and_rebase(
    behind: RedisStore, proxy: FaultProxy
) -> None:
    proxy.drop_replies(2)
    table = await Played.new(behind, b"one")
    rebase = table.rebase(b"rewound")

    proxy.drop_replies(2)
    outcome = await behind.rebase(rebase)

    assert isinstance(outcome, Applied)
    assert outcome.mark == rebase.mark == (await behind.marks([table.name]))[table.name]
    assert proxy.dropped == 4


async def test_same_command_by_way_of_another_node_is_not_ours(
    behind: RedisStore, store: RedisStore, proxy: FaultProxy
) -> None:
    """The answer of the node that was first counts, not the one decided here."""
    table = await Played.new(behind, b"one")
    given = receipt("ann", 1)
    theirs = Append(table.name, table.mark, given, change(table.now_ms, b"theirs"))
    ours = Append(table.name, table.mark, given, change(table.now_ms, b"ours"))

    proxy.hold()
    waiting = asyncio.create_task(behind.apply(ours))
    assert isinstance(await store.apply(theirs), Applied)
    proxy.drop_replies(1)
    proxy.release()

    assert await waiting == Duplicate(b"ok", 2)
    assert await table.payloads() == [b"theirs"]


async def test_silence_is_unknown_and_bounded(proxy: FaultProxy) -> None:
    """T-F06: no answer for a while is told as unknown, never as a refusal."""
    store = RedisStore.at(proxy.url, give_up_s=0, skew_ms=PATIENT_MS)
    try:
        table = await Played.new(store, b"one")
        append = table.append(b"two")
        proxy.swallow(on=True)
        async with asyncio.timeout(WAIT_S):
            with pytest.raises(StoreUnavailable) as failure:
                await store.apply(append)
        assert failure.value.unknown

        proxy.swallow(on=False)
        proxy.cut()
        table.now_ms = await store.now_ms()
        await table.play(b"two")
        assert await table.payloads() == [b"two"]
    finally:
        await store.aclose()


@pytest.mark.parametrize(
    ("part", "says"),
    [("state", "snapshot is missing"), ("events", "events after the snapshot")],
)
async def test_table_with_a_lost_part(
    store: RedisStore, shared_server: ServerProcess, part: str, says: str
) -> None:
    table = await Played.new(store, b"one")
    await table.play(b"two")
    with shared_server.client() as client:
        client.delete(getattr(table_keys(table.name), part))

    with pytest.raises(HistoryBroken, match=says):
        await store.load(table.name)


async def test_broken_table_is_repaired_by_a_rebase(
    store: RedisStore, shared_server: ServerProcess
) -> None:
    table = await Played.new(store, b"one")
    await table.play(b"two")
    with shared_server.client() as client:
        client.delete(table_keys(table.name).events)

    assert isinstance(await store.rebase(table.rebase(b"repaired")), Applied)

    loaded = await store.load(table.name)
    assert loaded is not None
    assert (loaded.mark.version, loaded.snapshot.version) == (3, 3)


async def test_flushed_store_gets_its_tables_back(own_server: ServerProcess) -> None:
    """T-F17: versions go on where they were."""
    store = RedisStore.at(own_server.url, skew_ms=PATIENT_MS)
    table = await Played.new(store, b"one", b"two")
    with own_server.client() as client:
        client.flushall()

    assert await store.load(table.name) is None
    back = NewTable(
        table.name,
        fresh(),
        receipt("host"),
        change(table.now_ms, b"repaired", snapshot=b"memory"),
        base=table.mark.version,
    )
    outcome = await store.create(back)
    await store.aclose()

    assert isinstance(outcome, Applied)
    assert outcome.mark.version == 3


async def test_remains_do_not_mix_with_a_new_table(
    store: RedisStore, shared_server: ServerProcess
) -> None:
    table = await Played.new(store, b"one")
    await table.play(b"two")
    with shared_server.client() as client:
        client.delete(table_keys(table.name).meta)

    new = NewTable(
        table.name, fresh(), receipt("ann"), change(table.now_ms, snapshot=b"anew")
    )
    assert isinstance(await store.create(new), Applied)

    loaded = await store.load(table.name)
    assert loaded is not None
    assert (loaded.mark.version, loaded.events) == (0, ())


async def test_foreign_values_are_no_answer(
    store: RedisStore, shared_server: ServerProcess
) -> None:
    table = await Played.new(store, b"one")
    with shared_server.client() as client:
        client.hset(table_keys(table.name).meta, "e", "odd")

    with pytest.raises(StoreUnavailable, match="broken"):
        await store.load(table.name)
    with pytest.raises(StoreUnavailable, match="broken"):
        await store.marks([table.name])


async def test_key_of_another_kind_changes_nothing(
    store: RedisStore, shared_server: ServerProcess
) -> None:
    table = await Played.new(store)
    keys = table_keys(table.name)
    with shared_server.client() as client:
        client.set(keys.events, "not a stream")
        before = client.hgetall(keys.meta)
        with pytest.raises(StoreUnavailable) as failure:
            await store.apply(table.append(b"one"))
        after = client.hgetall(keys.meta)
        client.delete(keys.events)

    assert failure.value.unknown
    assert before == after
    assert isinstance(await store.apply(table.append(b"one")), Applied)


async def test_all_keys_of_a_table_end_together(
    store: RedisStore, shared_server: ServerProcess
) -> None:
    table = await Played.new(store)
    await table.play(b"one")
    await table.say(b"ciao")
    with shared_server.client() as client:
        kept = [key for key in table_keys(table.name).all[:5] if client.exists(key)]
        lives = [client.pttl(key) for key in kept]
        client.pexpire(table_keys(table.name).meta, ACTIVE_MS // 2)
        await table.play(b"two")
        renewed = [client.pttl(key) for key in kept]

    assert len(kept) == 5
    assert all(ACTIVE_MS * 23 / 24 < life <= ACTIVE_MS for life in lives + renewed)


async def test_shorter_life_is_kept_to(
    store: RedisStore, shared_server: ServerProcess
) -> None:
    table = await Played.new(store)
    last = change(table.now_ms, b"end", expire_ms=60_000)
    await table.apply(Append(table.name, table.mark, receipt("sys"), last))

    with shared_server.client() as client:
        lives = [client.pttl(key) for key in table_keys(table.name).all[:4]]

    assert all(0 < life <= 60_000 for life in lives)


async def test_next_deadline_is_told_to_people_who_look(
    store: RedisStore, shared_server: ServerProcess
) -> None:
    table = await Played.new(store)
    seen = []
    key = table_keys(table.name).meta
    steps: list[dict[str, int | None]] = [
        {"turn": 9_000, "idle": 70_000},
        {"turn": 80_000},
        {"idle": None, "turn": None},
    ]
    for number, deadlines in enumerate(steps):
        given = change(table.now_ms, deadlines=deadlines)
        await table.apply(Append(table.name, table.mark, receipt("sys", number), given))
        with shared_server.client() as client:
            seen.append(client.hget(key, "dl"))

    assert seen == [b"9000", b"70000", b""]


async def test_table_that_changes_too_fast_to_be_loaded(
    store: RedisStore, shared_server: ServerProcess
) -> None:
    """A gap far from the start shows only when the rest is read."""
    table = await Played.new(store)
    for _ in range(5):
        await table.play(*[b"x"] * 64)
    with shared_server.client() as client:
        client.xdel(table_keys(table.name).events, "300-0")

    with pytest.raises(StoreUnavailable, match="too fast"):
        await store.load(table.name)


async def test_nothing_is_published_without_events(
    store: RedisStore, caplog: pytest.LogCaptureFixture
) -> None:
    table = await Played.new(store)
    inbox = Inbox()
    feed = await store.feed(inbox)
    await feed.watch(table.name)
    await inbox.next()

    await table.play()
    await table.play(b"one")
    news = await inbox.next()
    await feed.aclose()

    assert getattr(news, "mark", None) == table.mark
    assert inbox.is_empty
    assert "makes no sense" not in caplog.text


class SenselessLink(ServerLink):
    """A link that gives one reply to everything."""

    def __init__(self, reply: object) -> None:
        self.reply = reply

    async def change(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> object:
        del script, keys, arguments
        return self.reply


@pytest.mark.parametrize(
    ("call", "reply"),
    [
        ("create", [b"GONE"]),
        ("apply", [b"EXISTS"]),
        ("rebase", [b"CONFLICT"]),
        ("apply", [b"ODD"]),
        ("apply", b"text"),
        ("apply", [b"OK", b"no number", b"none"]),
    ],
)
async def test_answer_that_makes_no_sense_is_unknown(call: str, reply: object) -> None:
    store = RedisStore(SenselessLink(reply))
    mark = Mark(fresh(), 1, fresh())
    whole = change(1, b"x", snapshot=b"s")
    given = {
        "create": NewTable("T1", fresh(), receipt(), whole),
        "apply": Append("T1", mark, receipt(), whole),
        "rebase": Rebase("T1", mark, fresh(), whole),
    }

    with pytest.raises(StoreUnavailable) as failure:
        await getattr(store, call)(given[call])

    assert (failure.value.trouble, failure.value.unknown) == (Trouble.BROKEN, True)


async def test_tables_of_one_call_may_be_many(store: RedisStore) -> None:
    assert await store.marks([]) == {}
    assert await store.marks([fresh_table() for _ in range(2_000)]) == {}


# --------------------------------------------------------------------------- store full


@pytest.fixture
async def filled(own_server: ServerProcess) -> AsyncIterator[tuple[RedisStore, Played]]:
    """A store without memory left, and a table in it."""
    store = RedisStore.at(own_server.url, skew_ms=PATIENT_MS)
    table = await Played.new(store, b"one")
    await store.open_session("ann", KeptSession(b"proof", b"Ann"), keep_ms=60_000)
    assert await store.put_presence(table.name, Presence("ann", 1, 1, "node-a", 99))
    with own_server.client() as client:
        client.config_set("maxmemory", "1mb")
        client.script_flush()
    yield store, table
    await store.aclose()


async def test_full_store_takes_nothing_new_and_is_read(
    filled: tuple[RedisStore, Played],
) -> None:
    # T-F08
    store, table = filled
    refused = [
        store.apply(table.append(b"two")),
        store.say(table.speech(b"ciao")),
        store.take_number(receipt("ann", 1)),
        store.open_session("bob", KeptSession(b"proof", b"Bob"), keep_ms=60_000),
        store.beat("node-a", b"", keep_ms=1_000, gap_ms=1_000),
    ]
    for call in refused:
        with pytest.raises(StoreUnavailable) as failure:
            await call
        assert failure.value.is_full

    loaded = await store.load(table.name)
    assert loaded is not None
    assert loaded.mark == table.mark
    assert await store.now_ms(table.name) >= table.now_ms


async def test_full_store_takes_what_frees_it(
    filled: tuple[RedisStore, Played], own_server: ServerProcess
) -> None:
    # T-F08
    store, table = filled
    last = change(table.now_ms, b"over", expire_ms=FINISHED_MS, ends_table=True)
    await table.apply(Append(table.name, table.mark, receipt("host", 2), last))

    assert isinstance(
        await store.resume_session("ann", b"proof", b"next", keep_ms=60_000), Resumed
    )
    assert await store.drop_presence(table.name, "ann", 1)
    await store.drop_user_seat("ann", table.name)
    await store.end_session("ann")
    assert await store.claim_due(range(SHARDS)) == ()
    assert await store.claim(table.name, "turn") is None
    with own_server.client() as client:
        assert 0 < client.pttl(table_keys(table.name).events) <= FINISHED_MS
    await store.forget(table.name)
    assert await store.load(table.name) is None


async def test_store_that_has_room_again_goes_on(
    filled: tuple[RedisStore, Played], own_server: ServerProcess
) -> None:
    # T-F08
    store, table = filled
    with pytest.raises(StoreUnavailable):
        await store.apply(table.append(b"two"))

    with own_server.client() as client:
        client.config_set("maxmemory", "0")

    await table.play(b"two")
    assert await table.payloads() == [b"two"]
