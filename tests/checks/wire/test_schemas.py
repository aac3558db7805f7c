"""The JSON Schemas say of the examples, and of faults in them, what the models say."""

import json
from typing import Any, get_args

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.base import Message
from protocol.codec import BadMessage, decode_to_client, decode_to_server
from protocol.to_client import ToClient
from protocol.to_server import ToServer
from tests.checks.wire.documents import SCHEMAS
from tests.checks.wire.examples import frames
from tests.checks.wire.schema_reader import SchemaReader
from tests.protocol.played_table import a_played_table

SAID, TOLD = get_args(ToServer), get_args(ToClient)
FRAMES: dict[str, Any] = {
    name: msgpack.unpackb(frame) for name, frame in frames().items()
}
NO_VALUE_OF_ANY_FIELD: Any = {"x": [1.5]}


def reader(family: str) -> SchemaReader:
    path = SCHEMAS / f"{family}.schema.json"
    return SchemaReader(json.loads(path.read_text("utf-8")))


TO_SERVER, TO_CLIENT = reader("to_server"), reader("to_client")


def schema_of(model: type[Message]) -> SchemaReader:
    return TO_SERVER if model in SAID else TO_CLIENT


def is_read(model: type[Message], message: object) -> bool:
    decode = decode_to_server if model in SAID else decode_to_client
    return isinstance(decode(msgpack.packb(message)), model)


@pytest.mark.parametrize("model", [*SAID, *TOLD], ids=lambda one: one.__name__)
def test_example_is_described(model: type[Message]) -> None:
    assert schema_of(model).takes(FRAMES[model.__name__])


@pytest.mark.parametrize("you", [None, 0])
def test_everything_at_a_table_is_described(you: int | None) -> None:
    table = a_played_table(you=you)

    for version in range(1, table.version + 1):
        assert TO_CLIENT.takes(table.events(version, version))
    assert TO_CLIENT.takes(table.snapshot())


@pytest.mark.parametrize("model", [*SAID, *TOLD], ids=lambda one: one.__name__)
def test_field_that_is_missing_or_of_no_type_is_a_fault_for_both(
    model: type[Message],
) -> None:
    message = FRAMES[model.__name__]
    for name, field in model.model_fields.items():
        without = {key: part for key, part in message.items() if key != name}
        wrong = message | {name: NO_VALUE_OF_ANY_FIELD}
        if field.is_required():
            assert not schema_of(model).takes(without)
            assert not is_read(model, without)
        if name != "args":
            assert not schema_of(model).takes(wrong)
            assert not is_read(model, wrong)


@pytest.mark.parametrize("model", SAID, ids=lambda one: one.__name__)
def test_field_too_many_is_a_fault_of_a_client(model: type[Message]) -> None:
    message = FRAMES[model.__name__] | {"further": 1}

    assert TO_SERVER.takes(message) is is_read(model, message)
    assert TO_SERVER.takes(message) is (model.__name__ == "Hello")


@pytest.mark.parametrize("model", TOLD, ids=lambda one: one.__name__)
def test_field_too_many_is_none_of_a_server(model: type[Message]) -> None:
    assert TO_CLIENT.takes(FRAMES[model.__name__] | {"further": 1})


def test_item_of_a_newer_kind_is_described() -> None:
    events = FRAMES["Events"] | {"items": [FRAMES["UnknownItem"]]}

    assert TO_CLIENT.takes(events)


def test_known_item_with_a_fault_is_no_newer_one() -> None:
    events = FRAMES["Events"] | {"items": [{"kind": "skipped", "seat": 4}]}

    assert not TO_CLIENT.takes(events)
    assert isinstance(decode_to_client(msgpack.packb(events)), BadMessage)


@given(
    model=st.sampled_from([*SAID, *TOLD]),
    index=st.integers(0, 20),
    value=st.none() | st.booleans() | st.integers(-5, 10**6) | st.text(max_size=30),
)
def test_what_a_model_takes_its_schema_takes(
    model: type[Message], index: int, value: object
) -> None:
    message = FRAMES[model.__name__]
    name = list(message)[index % len(message)]
    changed = message | {name: value}

    assert schema_of(model).takes(changed) or not is_read(model, changed)
