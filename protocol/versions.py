"""The versions of the protocol that a server speaks: this one, and the one before.

Everything inside thinks in this version. Whoever speaks the one before is served by its
dialect, which says what such a client means and how it is told what happens. So a new
version comes with one dialect, in `DIALECTS`, and the range that is served follows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from protocol.limits import PROTOCOL_VERSION

Plain: TypeAlias = dict[str, Any]
"""A message, as the plain map that goes over the wire."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How an older version says things; neither side changes the map that it is given."""

    newer: Callable[[Plain], Plain]
    """What a client's message would be in this version. It may be given any map, good
    or not: what comes of it is validated as if it had been sent."""
    older: Callable[[Plain], Plain]
    """A message of this version as that client understands it; as long as a message
    may be at most, whatever it was before."""


DIALECTS: Final[dict[int, Dialect]] = {}
"""By version, for each one older than this that is served. So far there is none."""


def served() -> tuple[int, int]:
    """Lowest and highest version that a server speaks."""
    return min(DIALECTS, default=PROTOCOL_VERSION), PROTOCOL_VERSION


def common(lowest: int, highest: int) -> int | None:
    """The highest version that a client of this range and a server speak, if any.

    >>> common(1, 7)
    1
    >>> common(8, 9) is None
    True
    """
    own_lowest, own_highest = served()
    version = min(highest, own_highest)
    return version if version >= max(lowest, own_lowest) else None
