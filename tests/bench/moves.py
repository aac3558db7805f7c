"""What a move costs without sockets and Redis: python -m tests.bench.moves

Four persons play cards at one table with a clock. The bytes of each move go in at a
connection, and what all four are told is taken where it would be written; the store is
the one in memory. Prints the median of the time of a card, of several runs the best.
"""

import argparse
import asyncio
import random
import statistics
import time
from typing import Any

import msgpack
import structlog

from server.adapters.memory_server_store import MemoryServerStore, day_clock
from server.door.connection import Connection
from server.door.service import Service
from server.settings import Settings
from server.wiring import Watch, wired

OFTEN = 1_000
"""Messages a second: as many as the settings allow."""


class Person:
    """A connection, and what its person was told last."""

    def __init__(self, service: Service) -> None:
        self.connection = Connection(service)
        self.situation: dict[str, Any] = {}
        self._number = 0
        self._version = 0
        self._frames: list[bytes] = []
        self.connection.outbox.write_now = self._written
        self.connection.outbox._writer_waits = True

    def _written(self, frame: bytes) -> bool:
        self._frames.append(frame)
        return True

    def packed(self, **fields: object) -> bytes:
        """The next command."""
        self._number += 1
        packed: bytes = msgpack.packb({**fields, "n": self._number})
        return packed

    def move(self, table: str, rng: random.Random) -> bytes:
        """A command that the situation allows."""
        fields: dict[str, object] = {"op": "skip"}
        if self.situation["phase"] == "discard":
            cards = rng.sample(self.situation["discardable"], 2)
            fields = {"op": "discard", "cards": cards}
        elif self.situation["phase"] == "play":
            fields = {"op": "play", "card": rng.choice(self.situation["legal"])}
        return self.packed(**fields, table=table, at=self._version)

    def read(self) -> list[dict[str, Any]]:
        """Everything that was told since the last time."""
        told: list[Any] = [msgpack.unpackb(frame) for frame in self._frames]
        self._frames.clear()
        for message in told:
            if message["op"] in {"events", "snapshot"}:
                self.situation = message["situation"]
                items = message.get("items", ())
                first = message.get("first", message.get("version", 0) + 1)
                self._version = first + len(items) - 1
        return told


async def played(deals: int) -> list[float]:
    """How long each card took, in seconds."""
    clock = day_clock()
    settings = Settings(
        bot_workers=0, messages_per_s=OFTEN, messages_burst=OFTEN, audit_share=0.01
    )
    service = wired(settings, MemoryServerStore(clock), Watch.begun()).service
    service.store_clock.seen(clock())
    await service.copies.open()
    people = [Person(service) for _ in range(4)]
    host, rng = people[0], random.Random(1)  # noqa: S311 - moves, no secrets
    times_s: list[float] = []
    hello = msgpack.packb({"op": "hello", "versions": [1, 1], "client": "bench/1"})
    for person in people:
        await person.connection.take(hello)
    create = host.packed(op="create", options={"deals": deals, "people": 4})
    await host.connection.take(create)
    table: str = host.read()[-1]["table"]
    for seat, person in enumerate(people):
        await person.connection.take(person.packed(op="sit", table=table, seat=seat))
    for person in people:
        person.read()
    for deal in range(1, deals + 1):
        while host.situation["phase"] != "settled":
            times_s += await _one_move(people, table, rng)
        for person in people if deal < deals else ():
            await person.connection.take(person.packed(op="start", table=table))
        for person in people:
            person.read()
    await service.copies.aclose()
    return times_s


async def _one_move(
    people: list[Person], table: str, rng: random.Random
) -> list[float]:
    mover = people[people[0].situation["turn"]]
    is_card = mover.situation["phase"] == "play"
    packed = mover.move(table, rng)
    begun_s = time.perf_counter()
    await mover.connection.take(packed)
    took_s = time.perf_counter() - begun_s
    answers = [person.read()[-1]["op"] for person in people]
    if answers.count("ok") != 1:
        raise AssertionError(f"a move was not taken: {answers}")
    return [took_s] if is_card else []


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=16, help="in each run")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    medians_us = []
    for _ in range(given.runs):
        times_s = asyncio.run(played(given.deals))
        medians_us.append(statistics.median(times_s) * 1e6)
    shown = ", ".join(f"{median_us:.0f}" for median_us in medians_us)
    print(f"us a card: {min(medians_us):.0f} (runs: {shown})")


if __name__ == "__main__":
    main()
