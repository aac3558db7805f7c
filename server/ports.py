"""What the server needs from outside, besides its store.

Time, chance, bots and connections are handed in, so that the same server runs on a
real machine and in a test that moves the clock by hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine.actions import Action
from engine.players.player import Advice
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


@dataclass(frozen=True, slots=True)
class BotQuestion:
    """What a bot is asked: all that its answer may follow from."""

    view: SeatView
    """What the seat on turn may know."""
    level: str
    bot_seed: bytes
    """Of the table; nothing of any deal follows from it."""


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """What a bot answers."""

    action: Action
    level: str
    """The level that has played: a lower one than was asked for when there is too much
    to do, or when this server cannot play that one."""


@dataclass(frozen=True, slots=True)
class BotAdvice:
    """What a bot thinks of what a seat may do."""

    candidates: tuple[Advice, ...]
    """The best first, at least one; points are whole ones."""
    level: str
    """The level that has thought, as in `BotAnswer`."""


class Bots(Protocol):
    """Programs that act for seats."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that are played here, the weakest first."""

    async def choose(self, question: BotQuestion) -> BotAnswer:
        """The action of the seat on turn.

        Raises:
            BotFailed: There was no answer in time, or none at all.
        """

    async def advise(self, question: BotQuestion) -> BotAdvice:
        """What the seat on turn may do and what it comes to.

        Raises:
            BotFailed: As for `choose`, or there is too much to do.
        """


class BotFailed(Exception):  # noqa: N818 - says what happened
    """A bot gave no answer; its turn falls to the fallback."""


class Outlet(Protocol):
    """Where messages to one connection go; never waits."""

    def tell(self, frame: bytes) -> None:
        """Queue a message; a connection that does not read loses its queue instead."""
