"""Deadlines and nodes on Redis; the contract says the rest."""

from server.adapters.redis_keys import NODES_SEEN, node_key
from server.adapters.redis_store import RedisStore
from server.store_records import OUTAGES_KEPT, Append, DueDeadline, Outage, shard_of
from tests.support.redis_processes import ServerProcess
from tests.support.store_values import PATIENT_MS, Played, change, fresh_table, receipt


async def due(store: RedisStore, kind: str) -> Played:
    table = await Played.new(store)
    given = change(table.now_ms, deadlines={kind: table.now_ms})
    await table.apply(Append(table.name, table.mark, receipt("sys"), given))
    return table


async def test_many_shards_are_looked_at_before_they_are_asked(
    store: RedisStore,
) -> None:
    tables = [await due(store, "turn") for _ in range(3)]

    found = await store.claim_due(range(512))

    names = [deadline.table for deadline in found]
    assert all(names.count(table.name) == 1 for table in tables)


async def test_deadline_of_a_table_that_has_expired_can_be_forgotten(
    store: RedisStore, shared_server: ServerProcess
) -> None:
    table = await due(store, "turn")
    with shared_server.client() as client:
        for key in client.scan_iter(f"T:*:{table.name}:*"):
            client.delete(key)
    shard = [shard_of(table.name)]
    (found,) = [d for d in await store.scheduled(shard) if d.table == table.name]
    assert found == DueDeadline(table.name, "turn", table.now_ms) or found.due_ms

    await store.forget(table.name)

    assert table.name not in {d.table for d in await store.scheduled(shard)}


async def test_silence_of_all_nodes_is_an_outage(own_server: ServerProcess) -> None:
    store = RedisStore.at(own_server.url, skew_ms=PATIENT_MS)
    first = await store.beat("a", b"", keep_ms=1_000, gap_ms=60_000)
    with own_server.client() as client:
        client.zincrby(NODES_SEEN, -90_000, "a")

    second = await store.beat("b", b"", keep_ms=1_000, gap_ms=60_000)
    third = await store.beat("a", b"", keep_ms=1_000, gap_ms=60_000)
    await store.aclose()

    assert first.outages == ()
    assert second.outages == (Outage(first.now_ms - 90_000, second.now_ms),)
    assert third.outages == second.outages


async def test_last_outages_and_late_nodes_are_kept_and_no_more(
    own_server: ServerProcess,
) -> None:
    store = RedisStore.at(own_server.url, skew_ms=PATIENT_MS)
    with own_server.client() as client:
        for number in range(OUTAGES_KEPT + 2):
            node = f"node-{number}"
            await store.beat(node, b"", keep_ms=30_000, gap_ms=60_000)
            client.zincrby(NODES_SEEN, -90_000, node)
        last = await store.beat("last", b"", keep_ms=30_000, gap_ms=60_000)
        seen = client.zcard(NODES_SEEN)
    await store.aclose()

    assert len(last.outages) == OUTAGES_KEPT
    assert seen == 1


async def test_node_without_a_sign_of_life_is_not_named(
    store: RedisStore, shared_server: ServerProcess
) -> None:
    gone, here = fresh_table(), fresh_table()
    for node in (gone, here):
        await store.beat(node, b"load", keep_ms=60_000, gap_ms=60_000)
    with shared_server.client() as client:
        client.delete(node_key(gone))

    nodes = await store.nodes()

    assert here in nodes
    assert gone not in nodes
