"""Whole dialogues: frame after frame over one connection to a server in memory.

The input is a row of frames, each behind its length in two bytes.
"""

import asyncio
import struct
from collections.abc import Iterable, Iterator
from functools import cache

import msgpack

from protocol import limits
from protocol.codec import BadMessage, Unknown, decode_to_client
from server.adapters.memory_server_store import MemoryServerStore
from server.door.connection import Connection
from server.metrics import Metrics
from server.settings import Settings
from server.wiring import Watch, wired
from tests.fuzz.messages import WORDS, frames_of
from tests.fuzz.target import Target
from tests.support.counting import CountingInstruments
from tests.support.fakes import START_MS

MOST_FRAMES = 40
ANSWER_S = 20.0
HELLO = msgpack.packb({"op": "hello", "versions": [1, 1], "client": "fuzz"})
CREATE = msgpack.packb({"op": "create", "n": 1, "options": {"people": 1}})


def joined(frames: Iterable[bytes]) -> bytes:
    """A dialogue as bytes."""
    return b"".join(struct.pack(">H", len(frame)) + frame for frame in frames)


def frames_in(data: bytes) -> Iterator[bytes]:
    """The frames of a dialogue; a length beyond the end takes what is there."""
    at = 0
    for _ in range(MOST_FRAMES):
        if at + 2 > len(data):
            return
        (length,) = struct.unpack_from(">H", data, at)
        yield data[at + 2 : at + 2 + length]
        at += 2 + length


def check_dialogue(data: bytes) -> None:
    """Each frame is answered, or the connection ends; the server has no fault."""
    asyncio.run(_spoken(data))


async def _spoken(data: bytes) -> None:
    counts = CountingInstruments()
    store = MemoryServerStore(lambda: START_MS)
    settings = Settings(bot_workers=0, messages_burst=1_000, audit_share=1.0)
    parts = wired(settings, store, Watch(counts, Metrics(counts)))  # type: ignore[arg-type]
    service = parts.service
    service.store_clock.seen(START_MS)
    await service.copies.open()
    connection = Connection(service)
    told: list[bytes] = []

    def write_now(frame: bytes) -> bool:
        told.append(frame)
        return True

    connection.outbox.write_now = write_now
    writing = asyncio.create_task(connection.outbox.next())
    await asyncio.sleep(0)
    try:
        async with asyncio.timeout(ANSWER_S):
            for frame in (HELLO, *frames_in(data)):
                if not connection.outbox.is_closing:
                    await connection.take(frame)
            await connection.aclose()
    finally:
        writing.cancel()
        await service.copies.aclose()
        await store.aclose()
    assert told, "nothing was answered at all"
    for frame in told:
        assert len(frame) <= limits.SNAPSHOT_BYTES
        assert not isinstance(decode_to_client(frame), BadMessage | Unknown)
    assert not counts.made["faults"].tally.total(), "a fault of the server's own"
    assert not counts.made["broken_promises"].tally.total(), "a promise was broken"


@cache
def _seeds() -> tuple[bytes, ...]:
    frames = list(frames_of("to_server"))
    table = b"T"  # no table has this id; the first that is opened has another one
    asked = {"op": "resync", "table": table.decode()}
    return (
        joined(frames[:MOST_FRAMES]),
        joined([CREATE, *frames[: MOST_FRAMES - 1]]),
        joined([CREATE, msgpack.packb(asked)]),
        joined([HELLO, HELLO]),
        joined([msgpack.packb({"op": "quick", "n": 1}), CREATE]),
        joined([msgpack.packb({"op": "lobby"}), msgpack.packb({"op": "bye"})]),
    )


TARGETS = (
    Target("dialogue", "rows of messages", check_dialogue, _seeds, WORDS, cost=100),
)
