"""Positions that people complain about, as they stand in the files of this folder.

A position is a whole deal up to one decision, so that the rules themselves say that it
can be reached:

- `name`, `why`: what it is, and why the answer is right;
- `seat`, `holds`, `trick`: who decides, with which cards, to which trick;
- `right` or `wrong`: the cards that may be chosen, or may not;
- `fails`: the levels that are known to choose otherwise;
- `dealer`, `hands`: the cards as dealt, by seat;
- `discards`, `tricks`: what was laid away, and the cards in the order played; nobody
  has declared. Both are missing where the dealer is to discard.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.actions import Action, Discard, PlayCard
from engine.cards import CardSet
from engine.deal import DealState, start
from engine.events import DealStarted
from engine.seats import Seat
from tests.support.builders import hand, row, seat
from tests.support.play import act, play

BLUNDERS: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Position:
    """A decision, and what is to be said of it."""

    complaint: str
    """The name of the file: what people complain about."""
    name: str
    why: str
    seat: Seat
    holds: CardSet
    trick: str
    state: DealState
    good: CardSet
    """The cards that may be chosen."""
    fails: tuple[str, ...]
    """The levels that are known to choose otherwise."""

    def allows(self, action: Action) -> bool:
        """Whether an answer is good: each of its cards is."""
        match action:
            case PlayCard(card=card):
                return card in self.good
            case Discard(cards=cards):
                return all(card in self.good for card in cards)
            case _:
                return False


def positions() -> list[Position]:
    """Every position of every file, in the order written."""
    return [
        _position(file.stem, told)
        for file in sorted(BLUNDERS.glob("*.toml"))
        for told in tomllib.loads(file.read_text("utf-8"))["position"]
    ]


def _position(complaint: str, told: dict[str, Any]) -> Position:
    holds = hand(told["holds"])
    return Position(
        complaint=complaint,
        name=told["name"],
        why=told["why"],
        seat=seat(told["seat"]),
        holds=holds,
        trick=told["trick"],
        state=_state(told),
        good=hand(told["right"]) if "right" in told else holds - hand(told["wrong"]),
        fails=tuple(told["fails"]),
    )


def _state(told: dict[str, Any]) -> DealState:
    first, second, third, fourth = (hand(one) for one in told["hands"])
    dealer = seat(told["dealer"])
    state = start(DealStarted(dealer, (first, second, third, fourth)))
    if "discards" not in told:
        return state
    state = act(state, Discard(dealer, row(told["discards"])))
    return play(state, " ".join(told["tricks"]))
