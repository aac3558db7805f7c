"""Examples for the document: frames that were really sent, from scenes that were played.

    python -m tests.checks.wire --record

Which frame is an example of what is decided here; the run itself differs each time, so
the examples are kept as data. A few items come only after an accident of the store; for
these the server's own translation is asked instead of bringing the accident about.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from typing import TYPE_CHECKING, Any, Final

import msgpack
from pydantic import TypeAdapter

from engine.seats import SEATS
from protocol.base import Message
from protocol.codec import decode_to_client, decode_to_server
from protocol.items import Item, TaggedItem, UnknownItem
from protocol.to_client import Events, GoAway, Snapshot, StoreState
from server.table.events import (
    Author,
    ClockCredited,
    HandsLookedAt,
    HistoryRestored,
    HistoryRewound,
    LagNoted,
    Stamped,
)
from server.translate.items import item_for
from server.translate.recipient import ONLOOKER
from tests.checks.wire import scenes
from tests.checks.wire.examples import EXAMPLES
from tests.checks.wire.scenes import Stage
from tests.server.processes import server
from tests.server.table.playing import table

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.table.events import TableEvent
    from tests.server.processes import Running

SCENES: Final = (
    scenes.a_match,
    scenes.a_wrong_word,
    scenes.away_and_back,
    scenes.out_of_time,
)
ITEMS: Final[TypeAdapter[Item]] = TypeAdapter(TaggedItem)
ACCIDENTS: Final[dict[str, TableEvent]] = {
    "clock_credited": ClockCredited(1_850, 0),
    "lag": LagNoted(SEATS[2], 80, 4_770),
    "rewound": HistoryRewound(2),
    "restored": HistoryRestored(),
    "hands_looked_at": HandsLookedAt(),
}
"""Items that only an accident brings, or somebody who runs the server, by kind."""
_NEWER: Final = {"kind": "fireworks", "seat": 2, "colour": "green"}
_BETTER: Final[dict[str, Callable[[dict[str, Any]], Any]]] = {
    "Create": lambda one: one["options"]["signals"] == "on",
    "Events": lambda one: len(one["items"]) > 1 and one["situation"],
    "Hints": lambda one: len(one["candidates"]) > 2 and one["candidates"][0]["points"],
    "Hello": lambda one: one["resume"] is None,
    "Kick": lambda one: one["at"],
    "Past": lambda one: one["after"],
    "PastEvents": lambda one: one["view"] is None,
    "Lobby": lambda one: one["follow"],
    "LobbyRows": lambda one: one["rows"],
    "Previewed": lambda one: one["rest"] and one["rest"]["lines"],
    "Refused": lambda one: one["legal"],
    "Resync": lambda one: one["token"],
    "Said": lambda one: one["text"],
    "Say": lambda one: one["text"],
    "Snapshot": lambda one: one["reason"] == "sat",
    "Start": lambda one: one["entropy"],
}
"""What makes a frame a good example, where the first one might not be."""


def record() -> None:
    """Play the scenes at a new server and keep the examples."""
    with server() as running:
        running.await_ready()
        stage = Stage(running.url)
        asyncio.run(_play(stage, running))
    examples = chosen(stage.tape.frames)
    EXAMPLES.parent.mkdir(parents=True, exist_ok=True)
    EXAMPLES.write_text(json.dumps(examples, indent=1, sort_keys=True) + "\n", "utf-8")


async def _play(stage: Stage, running: Running) -> None:
    for scene in SCENES:
        await scene(stage)
    await _the_store_stops(stage, running)
    await _the_server_ends(stage, running)


async def _the_store_stops(stage: Stage, running: Running) -> None:
    store = int((running.folder / "state/store/store.pid").read_text("utf-8"))
    tea = stage.talker("Tea")
    async with tea.online(stage.url):
        os.kill(store, signal.SIGSTOP)
        try:
            await tea.until_heard(StoreState, state="away")
        finally:
            os.kill(store, signal.SIGCONT)
        await tea.until_heard(StoreState, state="back")


async def _the_server_ends(stage: Stage, running: Running) -> None:
    tea = stage.talker("Tea")
    async with tea.online(stage.url):
        running.process.send_signal(signal.SIGTERM)
        await tea.until_heard(GoAway)
        assert await tea.end() == 1012


def chosen(frames: list[bytes]) -> dict[str, str]:
    """The examples, by the names of their models, as the bytes of each in hex."""
    found: dict[str, Any] = {}
    for data in frames:
        for message in (decode_to_server(data), decode_to_client(data)):
            if isinstance(message, Message):
                _take(found, message, msgpack.unpackb(data))
    for event in ACCIDENTS.values():
        item = item_for(Stamped(event, 0, Author.SERVER), table().state, ONLOOKER)
        found[type(ITEMS.validate_python(item)).__name__] = item
    found[UnknownItem.__name__] = _NEWER
    return {name: msgpack.packb(one).hex() for name, one in found.items()}


def _take(found: dict[str, Any], message: Message, raw: Any) -> None:
    """Offer a message, and those parts of it that are shown by themselves."""
    _offer(found, type(message).__name__, raw)
    match message:
        case Events():
            for item, plain in zip(message.items, raw["items"], strict=True):
                _offer(found, type(item).__name__, plain)
            if message.situation and message.situation.led and message.situation.legal:
                _offer(found, "Situation", raw["situation"])
        case Snapshot() if message.view.deal is not None:
            _offer(found, "DealView", raw["view"]["deal"])
        case _:
            pass


def _offer(found: dict[str, Any], name: str, one: dict[str, Any]) -> None:
    """Take an example if there is none yet, or none as good."""
    better: Callable[[dict[str, Any]], Any] = _BETTER.get(name, _is_complete)
    if name not in found or (better(one) and not better(found[name])):
        found[name] = one


def _is_complete(one: dict[str, Any]) -> bool:
    return None not in one.values()
