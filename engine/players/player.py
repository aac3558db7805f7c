"""What a program has to be to hold a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.view import SeatView


class Player(Protocol):
    """Answers for one seat from what that seat may know.

    An answer follows from the view alone: no clock, no memory, no hidden card. The
    same view always gives the same action.
    """

    def choose(self, view: SeatView) -> Action:
        """The action of the seat; the view is of a seat that is on turn."""
