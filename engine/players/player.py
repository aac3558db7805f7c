"""What a program has to be to hold a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.view import SeatView

NO_SEED: Final = b""
"""Chance of no table: every table without a seed of its own has the same."""


class Player(Protocol):
    """Answers for one seat from what that seat may know.

    An answer follows from the view and the bot seed alone: no clock, no memory, no
    hidden card. The same two always give the same action, in any thread and process.
    """

    def choose(self, view: SeatView, bot_seed: bytes = NO_SEED) -> Action:
        """The action of the seat.

        Args:
            view: Of a seat that is on turn.
            bot_seed: All the chance that the player has: random bytes of the table,
                from which nothing of any deal follows.
        """
