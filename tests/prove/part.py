"""One part of the campaign, and what it has shown."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Shown:
    """What a part has shown."""

    title: str
    rows: tuple[tuple[str, str], ...]
    """What was tried, and how much of it."""
    violations: int = 0
    """Promises found broken, faults not found, inputs not answered: must be 0."""
    details: str = ""
    """Markdown: what to look at, or more of the figures."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is done.

    Args:
        scale: 1 is a campaign of about an hour on two cores.
        jobs: Processes at a time, where they do not disturb each other.
    """

    scale: float = 1.0
    jobs: int = 2

    def of(self, count: float, least: int = 1) -> int:
        """So much of something that a whole campaign has `count` of."""
        return max(least, round(count * self.scale))


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the campaign."""

    name: str
    what: str
    run: Callable[[Effort], Shown] = field(repr=False)
