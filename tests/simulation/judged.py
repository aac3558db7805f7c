"""A seed, its history, and the verdict on it."""

from __future__ import annotations

from tests.simulation.checker import violations
from tests.simulation.runs import history_of
from tests.simulation.story import story


class PromiseBrokenError(AssertionError):
    """A run in which promises were broken; its text is the whole story."""


def judge(seed: int) -> None:
    """Run a seed, and fail with its story if a promise was broken.

    Raises:
        PromiseBrokenError: Which promises, and what happened.
    """
    history = history_of(seed)
    broken = violations(history)
    if broken:
        lines = [*story(history), "", *map(str, broken)]
        raise PromiseBrokenError("\n".join(lines))
