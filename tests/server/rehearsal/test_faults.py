"""What is done to messages, without a connection."""

from typing import TYPE_CHECKING, cast

import pytest

from protocol.base import Message
from protocol.codec import Unknown, decode_to_client, encode_to_client
from protocol.items import UnknownItem
from protocol.to_client import Events, Pong, StoreState
from server.rehearsal.faults import (
    Blow,
    at_news_of_others,
    at_the_turn,
    unaltered,
    with_more_fields,
    with_newer_items,
)
from tests.protocol.folding import told
from tests.protocol.pretend_table import a_table

if TYPE_CHECKING:
    from server.rehearsal.house import House
    from server.rehearsal.link import Link

PAUSED: dict[str, object] = {"kind": "paused"}
LOOKED_AT: dict[str, object] = {"kind": "hands_looked_at"}


def events(*items: dict[str, object]) -> tuple[Events, bytes]:
    table = a_table()
    before = table.version
    for item in items:
        table.happen(item)
    message = told(table.events(before + 1, table.version))
    assert isinstance(message, Events)
    return message, encode_to_client(message)


def blow(message: Events | Pong, seat: int | None = 2) -> Blow:
    async def pass_on() -> None:
        raise AssertionError

    return Blow(cast("Link", None), cast("House", None), message, pass_on, seat)


def news(turn: int | None, *, more_follows: bool = False) -> Events:
    message, _ = events(PAUSED)
    assert message.situation is not None
    situation = message.situation.model_copy(update={"turn": turn})
    return message.model_copy(update={"situation": None if more_follows else situation})


@pytest.mark.parametrize(
    ("message", "seat", "of_others", "mine"),
    [
        (news(2), 2, False, True),
        (news(1), 2, True, False),
        (news(None), 2, False, False),
        (news(2, more_follows=True), 2, True, False),
        (news(None), None, False, False),
        (Pong(t=1, now=2), 2, False, False),
    ],
    ids=["mine", "another's", "nobody's", "more follows", "no seat", "no news"],
)
def test_whose_turn_it_is_says_when_to_strike(
    message: Events | Pong, seat: int | None, *, of_others: bool, mine: bool
) -> None:
    assert at_news_of_others(blow(message, seat)) is of_others
    assert at_the_turn(blow(message, seat)) is mine


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
