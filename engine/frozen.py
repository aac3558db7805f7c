"""Changed copies of frozen records, for the few that every move changes.

`dataclasses.replace` hands every field to the constructor, by name, and there each one is
set by a call: for a record of twenty fields that takes longer than the move is thought
about (tests/bench/moves.py). Here the slots are copied as they are.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

__all__ = ["changed"]

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import replace as changed
else:

    def changed(record: Any, /, **changes: Any) -> Any:  # noqa: ANN401 - of any kind
        """Copy a record with some of its fields changed, like `dataclasses.replace`.

        Args:
            record: Of a frozen dataclass with slots, and without a `__post_init__`,
                which would not be called.
            changes: Field to value.

        Raises:
            AttributeError: There is no such field.
        """
        kind = type(record)
        copy = _EMPTY(kind)
        read, writers = _slots(kind)
        for write, value in zip(writers, read(record), strict=True):
            write(copy, value)
        for name, value in changes.items():
            _SET(copy, name, value)
        return copy


_EMPTY: Final = object.__new__
_SET: Final = object.__setattr__


@cache
def _slots(
    kind: type[Any],
) -> tuple[Callable[[Any], tuple[Any, ...]], tuple[Callable[[Any, Any], None], ...]]:
    """How to read all fields of a record at once, and how to write each."""
    names = [field.name for field in fields(kind)]
    return attrgetter(*names), tuple(getattr(kind, name).__set__ for name in names)
