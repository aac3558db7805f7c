"""What a seat does when its player fails: the first thing that the rules allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.actions import Action, Discard, PlayCard, Skip
from engine.deal import Phase
from engine.errors import BrokenInvariant

if TYPE_CHECKING:
    from engine.view import SeatView


def fallback_action(view: SeatView) -> Action:
    """An action that is always legal for the seat on turn, and never clever."""
    match view.public.phase:
        case Phase.DISCARD:
            first, second, *_ = view.discardable
            return Discard(view.seat, (first, second))
        case Phase.DECLARE:
            return Skip(view.seat)
        case Phase.PLAY:
            return PlayCard(view.seat, next(iter(view.legal)))
        case Phase.SETTLED:
            msg = "a settled deal asks nobody"
            raise BrokenInvariant(msg)
        case _:
            assert_never(view.public.phase)
