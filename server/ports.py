"""What the server needs from outside, besides its store.

Time, chance, bots and connections are handed in, so that the same server runs on a
real machine and in a test that moves the clock by hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.view import SeatView


class Clock(Protocol):
    """Time as this process sees it."""

    def monotonic_ms(self) -> int:
        """Milliseconds since some moment; never goes back."""

    async def sleep_ms(self, wait_ms: int) -> None:
        """Return after at least this time."""


class Chance(Protocol):
    """Random bytes that nobody can foresee."""

    def fresh(self, count: int) -> bytes:
        """So many random bytes."""


class Bots(Protocol):
    """Programs that act for seats."""

    async def choose(self, view: SeatView, level: str) -> Action:
        """The action of the seat on turn, from what that seat may know.

        Raises:
            BotFailed: There was no answer in time, or none at all.
        """


class BotFailed(Exception):  # noqa: N818 - says what happened
    """A bot gave no answer; its turn falls to the fallback."""


class Outlet(Protocol):
    """Where messages to one connection go; never waits."""

    def tell(self, frame: bytes) -> None:
        """Queue a message; a connection that does not read loses its queue instead."""
