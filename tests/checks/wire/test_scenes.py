"""Every word of the protocol is used with a real server, and each frame is as described."""

import asyncio
import json
from typing import Any, get_args

import msgpack
import pytest

from protocol.codec import decode_to_client, decode_to_server
from protocol.items import KINDS
from protocol.to_client import Events, GoAway, StoreState, ToClient
from protocol.to_server import ToServer
from tests.checks.wire.documents import SCHEMAS
from tests.checks.wire.recording import ACCIDENTS, SCENES, chosen
from tests.checks.wire.scenes import Stage
from tests.checks.wire.schema_reader import SchemaReader
from tests.server.processes import server

# These come when a server or its store ends.
ENDINGS = {GoAway, StoreState}


@pytest.fixture(scope="module")
def frames() -> list[bytes]:
    """What went over the wire; the talkers have read each frame strictly."""

    async def play(stage: Stage) -> None:
        for scene in SCENES:
            await scene(stage)

    with server() as running:
        running.await_ready()
        stage = Stage(running.url)
        asyncio.run(play(stage))
        assert running.end() == 0
    return stage.tape.frames


def test_every_message_is_used(frames: list[bytes]) -> None:
    said = {type(decode_to_server(frame)) for frame in frames}
    told = {type(decode_to_client(frame)) for frame in frames}

    assert set(get_args(ToServer)) <= said
    assert set(get_args(ToClient)) - ENDINGS <= told


def test_every_item_is_told(frames: list[bytes]) -> None:
    messages = [decode_to_client(frame) for frame in frames]
    kinds = {
        item.kind
        for message in messages
        if isinstance(message, Events)
        for item in message.items
    }

    assert kinds == KINDS - {kind for kind in KINDS if kind in ACCIDENTS}


def test_every_frame_is_described(frames: list[bytes]) -> None:
    readers = [
        SchemaReader(json.loads(path.read_text("utf-8")))
        for path in sorted(SCHEMAS.glob("*.json"))
    ]

    messages: list[Any] = [msgpack.unpackb(frame) for frame in frames]

    strange = [
        message
        for message in messages
        if not any(reader.takes(message) for reader in readers)
    ]

    # The one that a scene sends with a fault in it.
    assert [(one["op"], set(one)) for one in strange] == [("start", {"op", "n"})]


def test_examples_can_be_chosen(frames: list[bytes]) -> None:
    names = set(chosen(frames))

    assert {"Hello", "Refused", "DealSettled", "DealView", "UnknownItem"} <= names
