"""Views of a deal for bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.deal import Phase, decide, evolve, start
from engine.players.by_rule import MEDIUM
from engine.seats import Seat
from engine.view import view_of
from server.ports import BotAnswer, BotQuestion
from tests.support.builders import dealt

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.events import DealStarted
    from engine.view import SeatView


BOT_SEED = b"sixteen of chance"[:16]


def question(view: SeatView, level: str = "medium") -> BotQuestion:
    """A question to a bot of this level."""
    return BotQuestion(view, level, BOT_SEED)


def answer(action: Action, level: str = "medium") -> BotAnswer:
    """The answer of a bot of this level."""
    return BotAnswer(action, level)


def views() -> list[SeatView]:
    """What each seat knew when it was its turn, through one whole deal."""
    started: DealStarted = dealt(0, {1: "SR SQ SC MT", 2: "AN MN 16-10 BG"})
    state = start(started)
    found = []
    while state.phase is not Phase.SETTLED:
        assert state.turn is not None
        view = view_of(state, Seat(state.turn))
        found.append(view)
        for event in decide(state, MEDIUM.choose(view)):
            state = evolve(state, event)
    return found
