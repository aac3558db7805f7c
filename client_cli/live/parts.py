"""What a game is built from, handed in so that tests can build it anew."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TypeAlias

from client_cli.arguments import LiveFlags
from client_cli.live.comforts import Comforts
from client_cli.live.deal_keeper import DealKeeper
from client_cli.live.front_end import Asker, Display
from client_cli.live.happenings import Happenings
from client_cli.texts import Texts
from protocol.client import Session

Revive: TypeAlias = Callable[[], Coroutine[None, None, None]]


def own_clock_ms() -> int:
    """Milliseconds since 1970 by the clock of this machine."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of one game."""

    session: Session
    happenings: Happenings
    keyboard: Asker
    screen: Display
    keeper: DealKeeper
    texts: Texts
    flags: LiveFlags
    reserved_ms: int
    """How long the server keeps the seat."""
    wait_s: float
    """How long a lost server is waited for."""
    can_return: bool
    """Whether a later start of the program could come back to the seat."""
    comforts: Comforts
    revive: Revive | None = None
    """Starts the server again if it is gone; None where that is not ours to do."""
    url: str = ""
    """Where the server is, for invitations to its tables."""
    server_now_ms: Callable[[], int] = own_clock_ms
    """Time by the server's clock, for what it says will happen when."""

    @property
    def is_script(self) -> bool:
        """Whether nobody is there to be asked anything."""
        return self.flags.no_input or self.flags.autopilot
