"""What a program has to be to hold a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from engine.cards import Card

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.view import SeatView

NO_SEED: Final = b""
"""Chance of no table: every table without a seed of its own has the same."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing that a seat may do, and what it comes to."""

    cards: tuple[Card, ...]
    """The card to play, or the two to lay away."""
    points: float | None
    """The margin of the deal for the own team, as expected; None from a player that
    does not reckon it."""


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


class Adviser(Player, Protocol):
    """A player that can also tell what it thinks of."""

    def advise(self, view: SeatView, bot_seed: bytes = NO_SEED) -> tuple[Advice, ...]:
        """What the seat on turn may lay away or play, the best first: a hint.

        The first is what `choose` would do, once the seat has declared. A player that
        does not compare gives that one alone.

        Raises:
            BrokenInvariant: The seat is not on turn.
        """
