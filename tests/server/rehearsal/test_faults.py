"""What is done to messages, without a connection."""

import pytest

from protocol.base import Message
from protocol.codec import Unknown, decode_to_client, encode_to_client
from protocol.items import UnknownItem
from protocol.to_client import Events, Pong, StoreState
from server.rehearsal.faults import unaltered, with_more_fields, with_newer_items
from tests.protocol.folding import told
from tests.protocol.pretend_table import a_table


def events(*items: dict[str, object]) -> tuple[Events, bytes]:
    table = a_table()
    before = table.version
    for item in items:
        table.happen(item)
    message = told(table.events(before + 1, table.version))
    assert isinstance(message, Events)
    return message, encode_to_client(message)


PAUSED: dict[str, object] = {"kind": "paused"}
LOOKED_AT: dict[str, object] = {"kind": "hands_looked_at"}


@pytest.mark.parametrize("message", [Pong(t=1, now=2), StoreState(state="away")])
def test_more_fields_do_not_change_what_is_known(message: Message) -> None:
    assert isinstance(message, Pong | StoreState)
    frame = encode_to_client(message)

    wider = with_more_fields(message, frame)

    assert len(wider) > len(frame)
    assert decode_to_client(wider) == message


def test_more_fields_stand_in_items_too() -> None:
    message, frame = events(PAUSED)

    wider = with_more_fields(message, frame)

    assert wider.count(b"further") == 2
    assert decode_to_client(wider) == message


def test_item_that_changes_nothing_becomes_a_newer_one() -> None:
    message, frame = events(PAUSED, LOOKED_AT)

    newer = decode_to_client(with_newer_items(message, frame))

    assert isinstance(newer, Events)
    assert newer.items == (message.items[0], UnknownItem(kind="fireworks"))
    assert newer.last == message.last


def test_other_messages_stay_as_they_are() -> None:
    unknown = Unknown("fireworks")

    assert unaltered(unknown, b"x") == b"x"
    assert with_more_fields(unknown, b"x") == b"x"
    assert with_newer_items(Pong(t=1, now=2), b"x") == b"x"
