"""How long a session waits for what, how much it keeps, and what it takes from outside."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from protocol import limits

_SYSTEM_CHANCE: Final = secrets.SystemRandom().random


def _system_time_ms() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """Waits in seconds, and bounds; the defaults suit people and bots."""

    open_s: float = 10.0
    """For a connection, WebSocket handshake included."""
    answer_s: float = 15.0
    """For any answer on a live connection, before the connection is given up."""
    command_s: float = 30.0
    """For the answer to a command, over all connections that it takes."""
    ping_every_s: float = limits.PING_EVERY_S
    ping_wait_s: float = limits.SILENCE_S - limits.PING_EVERY_S
    """Together with `ping_every_s` the silence after which a connection is dead."""
    close_s: float = limits.CLOSE_S
    """For the other side to agree that a connection is closed."""
    later_s: float = 5.0
    """Bound of the pause before coming back to a server that asks for one."""
    steady_s: float = 10.0
    """A connection that lasted so long makes the next waits short again."""
    backoff_first_s: float = limits.BACKOFF_FIRST_S
    backoff_most_s: float = limits.BACKOFF_MOST_S
    most_commands: int = 8
    """How many commands may wait."""
    most_updates: int = 256
    """How many updates may wait; see `Overrun`."""
    allow_plain: bool = False
    """Take `ws://` to another machine too, for anybody on the way to read."""
    chance: Callable[[], float] = _SYSTEM_CHANCE
    """A number from 0 up to, but not including, 1; for the waits between attempts."""
    now_ms: Callable[[], int] = _system_time_ms
    """Time of day in milliseconds, for the stamps of updates."""
