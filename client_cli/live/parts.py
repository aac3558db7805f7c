"""What a game in line mode is built from, handed in so that tests can build it anew."""

from __future__ import annotations

from dataclasses import dataclass

from client_cli.arguments import LiveFlags
from client_cli.live.deal_keeper import DealKeeper
from client_cli.live.happenings import Happenings
from client_cli.live.keyboard import Keyboard
from client_cli.live.screen import Screen
from client_cli.texts import Texts
from protocol.client import Session


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of one game."""

    session: Session
    happenings: Happenings
    keyboard: Keyboard
    screen: Screen
    keeper: DealKeeper
    texts: Texts
    flags: LiveFlags
    reserved_ms: int
    """How long the server keeps the seat."""
    wait_s: float
    """How long a lost server is waited for."""

    @property
    def is_script(self) -> bool:
        """Whether nobody is there to be asked anything."""
        return self.flags.no_input or self.flags.autopilot
