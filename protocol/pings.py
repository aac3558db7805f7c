"""Measuring the way to the server and back."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.to_client import Pong


@dataclass(frozen=True, slots=True)
class Latency:
    """What a `ping` has shown."""

    round_trip_ms: int
    ahead_ms: int
    """How far the server's clock is ahead of this one's, about."""


def latency_of(pong: Pong, took_s: float, now_ms: int) -> Latency:
    """What an answer shows that came after this time.

    Args:
        pong: The answer.
        took_s: Seconds from the question to the answer.
        now_ms: This side's time of day when it came.
    """
    round_trip_ms = round(1_000 * took_s)
    return Latency(round_trip_ms, pong.now - (now_ms - round_trip_ms // 2))


class Pings:
    """The questions that wait for an answer, each under a stamp of its own."""

    def __init__(self) -> None:
        self._stamps = 0
        self._asked: dict[int, asyncio.Future[Pong]] = {}

    @contextmanager
    def asked(self) -> Iterator[tuple[int, asyncio.Future[Pong]]]:
        """A new stamp, and what will be its answer while the context lasts."""
        self._stamps += 1
        stamp = self._stamps
        self._asked[stamp] = asyncio.get_running_loop().create_future()
        try:
            yield stamp, self._asked[stamp]
        finally:
            del self._asked[stamp]

    def answered(self, pong: Pong) -> None:
        """An answer came; one to no question of ours is ignored."""
        asked = self._asked.get(pong.t)
        if asked is not None and not asked.done():
            asked.set_result(pong)
