"""What happened in a deal."""

from dataclasses import fields
from typing import get_args

from engine.events import (
    CardPlayed,
    DealSettled,
    Declared,
    Discarded,
    Event,
    Skipped,
    TakenBack,
    TrickWon,
)


def names(event: type) -> list[str]:
    return [field.name for field in fields(event)]


def test_events_carry_what_was_decided_and_nothing_that_follows() -> None:
    assert {event: names(event) for event in get_args(Event)} == {
        Discarded: ["seat", "cards"],
        Declared: ["seat"],
        Skipped: ["seat"],
        CardPlayed: ["seat", "card"],
        TakenBack: ["seat", "card"],
        TrickWon: ["seat"],
        DealSettled: [],
    }


def test_a_skip_and_a_hand_without_combinations_are_the_same_event() -> None:
    # A27: the type has no place for the difference.
    assert names(Skipped) == ["seat"]
