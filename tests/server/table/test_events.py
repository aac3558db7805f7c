"""What a table's history may say."""

from dataclasses import FrozenInstanceError, fields
from typing import get_args

import pytest

from engine.seats import SEATS
from server.table.events import Author, SeatLeft, Stamped, TableEvent


def test_each_event_is_a_frozen_record() -> None:
    stamped = Stamped(SeatLeft(SEATS[0]), 1, Author.PERSON)

    for record, name in ((stamped, "at_ms"), (stamped.event, "seat")):
        with pytest.raises(FrozenInstanceError):
            setattr(record, name, 2)


def test_secret_stands_in_one_event_only() -> None:
    # Whoever tells events on has one place to look at.
    with_secret = [
        kind.__name__
        for kind in get_args(TableEvent)
        if any("secret" in field.name for field in fields(kind))
    ]

    assert with_secret == ["DealPromised"]


def test_history_says_when_and_by_whom() -> None:
    assert [field.name for field in fields(Stamped)] == [
        "event",
        "at_ms",
        "by",
        "clock",
        "bot",
    ]
    assert [author.value for author in Author] == ["person", "bot", "timer", "server"]
