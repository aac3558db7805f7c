"""A fault that can be planted."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from unittest.mock import patch

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class PlantedFault:
    """One wrong behaviour of a server or of its store."""

    name: str
    breaks: frozenset[str]
    """The promises, any of which shows it."""
    seeds: int
    """Within so many seeds from 0 it is found."""
    instead: Mapping[str, object]
    """What stands in the place of what, by the full name of the latter."""

    @contextmanager
    def planted(self) -> Iterator[None]:
        """Let servers have this fault."""
        with ExitStack() as stack:
            for name, other in self.instead.items():
                stack.enter_context(patch(name, other))
            yield


def fault(
    name: str, breaks: str, seeds: int, instead: Mapping[str, object]
) -> PlantedFault:
    """A fault, with the promises that it breaks in one text."""
    return PlantedFault(name, frozenset(breaks.split()), seeds, instead)
