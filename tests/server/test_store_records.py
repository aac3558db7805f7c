"""Values out of bounds cannot be made; positions follow from changes."""

from collections.abc import Callable

import pytest

from server.store_records import (
    DEADLINES_MAX,
    EVENT_BYTES_MAX,
    EVENTS_MAX,
    RESULT_BYTES_MAX,
    ROW_BYTES_MAX,
    SHARDS,
    SNAPSHOT_BYTES_MAX,
    VERSION_MAX,
    Append,
    Change,
    Mark,
    NewEvent,
    NewTable,
    Presence,
    Rebase,
    Receipt,
    shard_of,
)

EPOCH, TOKEN = b"epoch..1", b"token..1"
HERE = Mark(EPOCH, 3, TOKEN)
RECEIPT = Receipt("ann", 1, b"digest", b"result")
EVENT = NewEvent(b"card", b"token..2")
WHOLE = Change(now_ms=1, events=(EVENT,), snapshot=b"state")


OUT_OF_BOUNDS: dict[str, Callable[[], object]] = {
    "epoch too short": lambda: Mark(b"short", 0, b""),
    "no token after events": lambda: Mark(EPOCH, 1, b""),
    "token too short": lambda: Mark(EPOCH, 0, b"short"),
    "version below zero": lambda: Mark(EPOCH, -1, b""),
    "version too large": lambda: Mark(EPOCH, VERSION_MAX + 1, TOKEN),
    "event too long": lambda: NewEvent(bytes(1024 + 1), TOKEN),
    "event without token": lambda: NewEvent(b"", b"short"),
    "session of two words": lambda: Receipt("two words", 1, b"", b""),
    "number below zero": lambda: Receipt("ann", -1, b"", b""),
    "digest too long": lambda: Receipt("ann", 1, bytes(33), b""),
    "result too long": lambda: Receipt("ann", 1, b"", bytes(RESULT_BYTES_MAX + 1)),
    "too many events": lambda: Change(now_ms=1, events=(EVENT,) * (EVENTS_MAX + 1)),
    "too many deadlines": lambda: Change(
        now_ms=1, deadlines=dict.fromkeys(map(str, range(33)))
    ),
    "kind with a bar": lambda: Change(now_ms=1, deadlines={"a|b": 1}),
    "deadline below zero": lambda: Change(now_ms=1, deadlines={"turn": -1}),
    "snapshot too long": lambda: Change(
        now_ms=1, snapshot=bytes(SNAPSHOT_BYTES_MAX + 1)
    ),
    "row too long": lambda: Change(now_ms=1, lobby_row=bytes(ROW_BYTES_MAX + 1)),
    "phase of three words": lambda: Change(now_ms=1, phase="not one word"),
    "no life": lambda: Change(now_ms=1, expire_ms=0),
    "clock below zero": lambda: Change(now_ms=-1),
    "writer below zero": lambda: Change(now_ms=1, writer=-1),
    "table with a slash": lambda: NewTable("a/b", EPOCH, RECEIPT, WHOLE),
    "new table with a short epoch": lambda: NewTable("T", b"short", RECEIPT, WHOLE),
    "new table without snapshot": lambda: NewTable(
        "T", EPOCH, RECEIPT, Change(now_ms=1)
    ),
    "put back without event": lambda: NewTable(
        "T", EPOCH, RECEIPT, Change(now_ms=1, snapshot=b""), base=3
    ),
    "no table": lambda: Append("", HERE, RECEIPT, WHOLE),
    "rebase without snapshot": lambda: Rebase(
        "T", HERE, b"epoch..2", Change(now_ms=1, events=(EVENT,))
    ),
    "rebase without event": lambda: Rebase(
        "T", HERE, b"epoch..2", Change(now_ms=1, snapshot=b"s")
    ),
    "rebase into the same epoch": lambda: Rebase("T", HERE, EPOCH, WHOLE),
    "presence of two words": lambda: Presence("two words", 0, 0, "node", 0),
    "presence on two words": lambda: Presence("ann", 0, 0, "two words", 0),
}


@pytest.mark.parametrize("case", OUT_OF_BOUNDS)
def test_value_out_of_bounds_cannot_be_made(case: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        OUT_OF_BOUNDS[case]()


def test_largest_values_can_be_made() -> None:
    events = (NewEvent(bytes(EVENT_BYTES_MAX), TOKEN),) * EVENTS_MAX
    deadlines = dict.fromkeys(map(str, range(DEADLINES_MAX)), VERSION_MAX)

    change = Change(
        now_ms=VERSION_MAX,
        events=events,
        deadlines=deadlines,
        snapshot=bytes(SNAPSHOT_BYTES_MAX),
        lobby_row=bytes(ROW_BYTES_MAX),
    )

    assert change.mark_after(HERE) == Mark(EPOCH, 3 + EVENTS_MAX, TOKEN)


def test_position_after_a_change() -> None:
    assert WHOLE.mark_after(HERE) == Mark(EPOCH, 4, b"token..2")
    assert Change(now_ms=1).mark_after(HERE) == HERE


def test_position_of_a_new_table() -> None:
    empty = Change(now_ms=1, snapshot=b"state")

    assert NewTable("T", EPOCH, RECEIPT, empty).mark == Mark(EPOCH, 0, b"")
    assert NewTable("T", EPOCH, RECEIPT, WHOLE).mark == Mark(EPOCH, 1, b"token..2")
    put_back = NewTable("T", EPOCH, RECEIPT, WHOLE, base=41)
    assert put_back.mark == Mark(EPOCH, 42, b"token..2")


def test_position_of_a_rebase_is_in_the_new_epoch() -> None:
    rebase = Rebase("T", HERE, b"epoch..2", WHOLE)

    assert rebase.mark == Mark(b"epoch..2", 4, b"token..2")
    leaping = Rebase("T", HERE, b"epoch..2", WHOLE, skip=90)
    assert leaping.mark == Mark(b"epoch..2", 94, b"token..2")


def test_shards_are_the_same_everywhere() -> None:
    # crc32("ABCDE") = 0x72D31AD5 and crc32("") = 0, by any implementation
    assert shard_of("ABCDE") == 0x72D31AD5 % SHARDS
    assert shard_of("") == 0
