"""What happens to the clocks of a table, as items of an `events` message."""

from typing import Literal

from protocol.base import Told
from protocol.fields import Milliseconds, SeatNumber


class ClockReceipt(Told):
    """Where the time of a person's move went."""

    think_ms: Milliseconds
    """From the question to the moment at which a server received the move."""
    lag_ms: Milliseconds
    """What of that was left to the line and charged to no clock."""
    server_ms: Milliseconds
    """From there until it was stored, charged to nobody."""


class BankSpent(Told):
    """A move took longer than the time for it, or has added something to the bank."""

    kind: Literal["bank"] = "bank"
    seat: SeatNumber
    left_ms: Milliseconds
    """What is left of the extra time for this deal."""


class LagNoted(Told):
    """A seat's line takes another time than before, or a move made use of what it may."""

    kind: Literal["lag"] = "lag"
    seat: SeatNumber
    lag_ms: Milliseconds
    """What each move of the seat may take on its way from now on."""
    left_ms: Milliseconds
    """What is left for that in this deal."""


class ClockCredited(Told):
    """Time in which no server was there is given back to the seat on turn."""

    kind: Literal["clock_credited"] = "clock_credited"
    credit_ms: Milliseconds
    """How much."""


class PauseWished(Told):
    """A person wants a pause, or no longer."""

    kind: Literal["pause_wished"] = "pause_wished"
    seat: SeatNumber
    wish: bool


class Paused(Told):
    """Clocks and bots stand still."""

    kind: Literal["paused"] = "paused"


class PauseEnded(Told):
    """The table goes on."""

    kind: Literal["pause_ended"] = "pause_ended"
