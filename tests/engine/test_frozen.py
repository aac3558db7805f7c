"""Copies of frozen records with some fields changed."""

from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass

import pytest

from engine import deal
from engine.frozen import changed
from server.table import state


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = 0
    tags: tuple[str, ...] = ()


def test_only_what_is_named_changes() -> None:
    point = Point(1, 2, ("a",))

    moved = changed(point, y=5)

    assert moved == Point(1, 5, ("a",))
    assert point == Point(1, 2, ("a",))


def test_copy_is_frozen_and_hashed_like_any_other() -> None:
    moved = changed(Point(1, 2), x=3)

    with pytest.raises(FrozenInstanceError):
        moved.x = 4  # type: ignore[misc]
    assert hash(moved) == hash(Point(3, 2))


def test_unknown_field_is_an_error() -> None:
    with pytest.raises(AttributeError):
        changed(Point(1), z=1)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "kind",
    [deal.DealState, state.TableState, state.SeatState, state.RunningDeal],
)
def test_records_that_are_copied_so_are_made_for_it(kind: type[object]) -> None:
    assert is_dataclass(kind)
    assert [field.name for field in fields(kind)] == list(kind.__slots__)  # type: ignore[attr-defined]
    assert not hasattr(kind, "__post_init__")
