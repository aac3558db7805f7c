"""What is particular to tables in memory; the contract says the rest."""

from server.adapters.memory_tables import MemoryTable
from server.store_records import Change, Mark, NewEvent, Snapshot, StoredEvent

EPOCH = b"epoch..1"


def table() -> MemoryTable:
    return MemoryTable(Mark(EPOCH, 0, b""), Snapshot(0, b""), writer=1)


def change(*payloads: bytes, expire_ms: int = 24_000) -> Change:
    events = tuple(
        NewEvent(payload, b"token..%d" % i) for i, payload in enumerate(payloads)
    )
    return Change(now_ms=0, events=events, expire_ms=expire_ms)


def test_reading_ends_where_an_event_is_missing() -> None:
    found = table()
    found.write(change(b"one", b"two", b"three", b"four"), EPOCH, 0)
    del found.events[3]

    assert found.after(0, 9) == (
        StoredEvent(1, b"token..0", b"one"),
        StoredEvent(2, b"token..1", b"two"),
    )
    assert found.after(2, 9) == ()


def test_life_is_renewed_when_it_moved_by_a_twenty_fourth() -> None:
    found = table()

    found.write(change(), EPOCH, 0)
    first = found.expires_ms
    found.write(change(), EPOCH, 1_000)
    unmoved = found.expires_ms
    found.write(change(), EPOCH, 1_001)
    moved = found.expires_ms
    found.write(change(expire_ms=900), EPOCH, 1_001)

    assert (first, unmoved, moved, found.expires_ms) == (24_000, 24_000, 25_001, 1_901)
