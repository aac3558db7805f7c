"""A server in memory with one table, at which a given deal is played as it was before.

Time, chance, and the deal itself are handed in, so that two runs differ in nothing but
the cards that were dealt.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, cast
from unittest.mock import patch

import msgpack
from structlog.testing import capture_logs

from engine.cards import CARD_CODES
from engine.dealing import DealtHands
from engine.events import (
    CardPlayed,
    DealStarted,
    Declared,
    Discarded,
    Event,
    Skipped,
)
from engine.seats import SEATS, Seat
from server.adapters.memory_server_store import MemoryServerStore
from server.door.connection import Connection
from server.door.service import Service
from server.metrics import Metrics
from server.settings import Settings
from server.wiring import Watch, wired
from tests.support.counting import CountingInstruments
from tests.support.fakes import HandClock, SeededChance

STEP_MS = 40
"""Between one message and the next."""
NOT_COMPARED = frozenset({"bytes_out", "bytes_in"})
"""How much others are told, who may do other things: it is for whoever runs the server,
and says how many cards somebody could have played, not which."""
HELLO = {"op": "hello", "versions": [1, 1], "client": "twin/1"}


def unpacked(frame: bytes) -> dict[str, Any]:
    """What a frame says."""
    return cast("dict[str, Any]", msgpack.unpackb(frame))


@dataclass(slots=True)
class Guest:
    """A connection, and every byte that was told over it."""

    connection: Connection
    told: list[bytes] = field(default_factory=list)
    number: int = 0
    version: int = 0

    def written(self, frame: bytes) -> bool:
        """Take a frame where it would be written."""
        self.told.append(frame)
        message = unpacked(frame)
        if message["op"] == "events":
            self.version = message["first"] + len(message["items"]) - 1
        elif message["op"] == "snapshot":
            self.version = message["version"]
        return True


@dataclass(slots=True)
class Seen:
    """What a run has shown to the seat that is looked at, and to those without a seat."""

    seat: list[bytes]
    onlooker: list[bytes]
    lobby: list[bytes]
    logs: list[Any]
    counts: dict[str, dict[str, int]]


class Room:
    """One run.

    Args:
        started: The deal that is dealt.
        seat: Whose view is looked at.
    """

    def __init__(self, started: DealStarted, seat: Seat) -> None:
        self._started = started
        self._seat = seat
        self._clock = HandClock()
        self._counts = CountingInstruments()
        self._table = ""

    def run(self, events: Sequence[Event]) -> Seen:
        """Play these events, ask for everything that can be asked for; what was told."""
        with ExitStack() as stack:
            logs = stack.enter_context(capture_logs())
            dealt = DealtHands(self._started.dealer, self._started.hands)
            stack.enter_context(
                patch("server.table.starting.deal_out", lambda _source: dealt)
            )
            guests = asyncio.run(self._play(events))
        return Seen(
            seat=guests[self._seat].told,
            onlooker=guests[4].told,
            lobby=guests[5].told,
            logs=logs,
            counts={
                name: dict(counted.tally)
                for name, counted in self._counts.made.items()
                if name not in NOT_COMPARED
            },
        )

    async def _play(self, events: Sequence[Event]) -> list[Guest]:
        store = MemoryServerStore(self._clock.store_ms)
        settings = Settings(bot_workers=0, messages_burst=10_000, audit_share=0.0)
        watch = Watch(self._counts, Metrics(self._counts))  # type: ignore[arg-type]
        service = wired(
            settings, store, watch, SeededChance(1), clock=self._clock
        ).service
        service.store_clock.seen(self._clock.store_ms())
        await service.copies.open()
        guests = [await self._guest(service) for _ in range(6)]
        try:
            await self._sit(guests)
            for event in events:
                await self._act(guests, event)
            await self._ask_for_everything(guests)
        finally:
            for guest in guests:
                await guest.connection.aclose()
            await service.copies.aclose()
            await store.aclose()
        return guests

    async def _guest(self, service: Service) -> Guest:
        guest = Guest(Connection(service))
        guest.connection.outbox.write_now = guest.written
        guest.connection.outbox._writer_waits = True
        await self._send(guest, HELLO)
        return guest

    async def _sit(self, guests: Sequence[Guest]) -> None:
        host = guests[0]
        options = {"people": 4, "deals": 2, "undo": True, "claims": True}
        await self._command(host, {"op": "create", "options": options})
        self._table = unpacked(host.told[-1])["table"]
        await self._send(guests[4], {"op": "resync", "table": self._table})
        await self._send(guests[5], {"op": "lobby"})
        for seat in SEATS:
            await self._command(guests[seat], {"op": "sit", "seat": int(seat)})

    async def _act(self, guests: Sequence[Guest], event: Event) -> None:
        """What somebody did, if anybody did it; before it, the seat is refused something."""
        wish: dict[str, object] | None = None
        match event:
            case Discarded(seat, cards):
                wish = {"op": "discard", "cards": [CARD_CODES[card] for card in cards]}
            case Declared(seat):
                wish = {"op": "declare"}
            case Skipped(seat):
                wish = {"op": "skip"}
            case CardPlayed(seat, card):
                wish = {"op": "play", "card": CARD_CODES[card]}
            case _:
                return
        await self._be_refused(guests[self._seat])
        await self._command(guests[seat], wish)

    async def _be_refused(self, guest: Guest) -> None:
        """Cards that are not held, and what is nobody's turn; each is refused."""
        held = {CARD_CODES[card] for card in self._started.hands[self._seat]}
        card = next(code for code in CARD_CODES if code not in held)
        await self._command(guest, {"op": "play", "card": card})
        await self._command(guest, {"op": "discard", "cards": [card, "MT"]})

    async def _ask_for_everything(self, guests: Sequence[Guest]) -> None:
        seat, onlooker, stranger = guests[self._seat], guests[4], guests[5]
        at_table = {"table": self._table}
        for guest in (seat, onlooker):
            for op in ("resync", "past"):
                await self._send(guest, {"op": op, **at_table})
        await self._send(stranger, {"op": "lobby"})
        await self._command(seat, {"op": "undo"})
        await self._command(seat, {"op": "claim", "ours": True})
        await self._send(seat, {"op": "hint", **at_table})

    async def _command(self, guest: Guest, wish: dict[str, Any]) -> None:
        guest.number += 1
        asked = {**wish, "n": guest.number}
        if wish["op"] != "create":
            asked |= {"table": self._table}
        if wish["op"] in {"play", "discard", "declare", "skip", "claim"}:
            asked |= {"at": guest.version}
        await self._send(guest, asked)

    async def _send(self, guest: Guest, message: dict[str, Any]) -> None:
        self._clock.jump(STEP_MS)
        await guest.connection.take(msgpack.packb(message))
        for _ in range(20):  # what goes on beside the answer
            await asyncio.sleep(0)


Compared = Callable[[Seen], object]
ALL: dict[str, Compared] = {
    "what the seat is told": lambda seen: seen.seat,
    "what onlookers are told": lambda seen: seen.onlooker,
    "what the lobby tells": lambda seen: seen.lobby,
    "logs": lambda seen: seen.logs,
    "metrics": lambda seen: seen.counts,
}
