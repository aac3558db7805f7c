"""What a game is built from, handed in so that tests can build it anew."""

from __future__ import annotations

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

    @property
    def is_script(self) -> bool:
        """Whether nobody is there to be asked anything."""
        return self.flags.no_input or self.flags.autopilot
