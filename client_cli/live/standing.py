"""How a game stands for the person who plays it: all that a screen may want to show."""

from __future__ import annotations

from dataclasses import dataclass

from client_cli.live.hand_order import HandOrder
from client_cli.live.seat import OwnSeat
from client_cli.live.table_talk import ALL_HEARD, MutedNow


@dataclass(frozen=True, slots=True)
class Standing:
    """One moment of a game, between two things that happen."""

    seat: OwnSeat
    order: HandOrder = HandOrder.HIGH_FIRST
    """In which the person holds his cards."""
    ahead: str | None = None
    """The card that is played at one's turn."""
    muted: MutedNow = ALL_HEARD
    in_room: bool = False
    """Whether others are waited for before the first deal."""
    url: str = ""
    """Where the server is, for invitations."""
