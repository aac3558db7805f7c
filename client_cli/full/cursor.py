"""What the arrows stand on: a card of the hand, a line of the result; what is chosen.

Pure, like the keys that lead here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from client_cli.live.hand_order import held_in
from client_cli.screens.actions import Action
from client_cli.screens.result import result_rows
from client_cli.screens.state import Scene, ScreenState

if TYPE_CHECKING:
    from client_cli.texts import Texts

TO_LAY_AWAY: Final = 2
"""The cards of a discard."""
ARROWS: Final = {Action.LEFT: -1, Action.RIGHT: 1, Action.UP: -1, Action.DOWN: 1}
"""Which way each arrow goes."""


def toggled(state: ScreenState, code: str) -> ScreenState:
    """The card marked or not; the first of two makes room for a third."""
    if code in state.chosen:
        chosen = tuple(card for card in state.chosen if card != code)
        return replace(state, chosen=chosen)
    if state.known is None or code not in state.known.situation.discardable:
        return state
    return replace(state, chosen=(*state.chosen, code)[-TO_LAY_AWAY:])


def moved(state: ScreenState, action: Action, texts: Texts) -> ScreenState:
    """The cursor on another card, or on another line of the result."""
    step = ARROWS[action]
    if is_settled(state):
        return replace(state, line=next_line(state, step, texts))
    rows = _rows_to_choose(state)
    cards = [code for row in rows for code in row]
    if not cards:
        return state
    if state.cursor not in cards:
        return replace(state, cursor=cards[0])
    if action in {Action.LEFT, Action.RIGHT}:
        place = (cards.index(state.cursor) + step) % len(cards)
        return replace(state, cursor=cards[place])
    row = next(place for place, row in enumerate(rows) if state.cursor in row)
    column = rows[row].index(state.cursor)
    other = rows[(row + step) % len(rows)]
    return replace(state, cursor=other[min(column, len(other) - 1)])


def next_line(state: ScreenState, step: int, texts: Texts) -> int:
    """The line of the result so many further on, within the first and the last."""
    if state.known is None:
        return 0
    rows = result_rows(Scene(state, state.known, texts))
    return min(max(0, state.line + step), max(0, len(rows) - 1))


def _rows_to_choose(state: ScreenState) -> list[tuple[str, ...]]:
    """The cards that the arrows reach, by row of the hand: those that may be used."""
    if state.known is None or state.deal is None:
        return []
    situation = state.known.situation
    match state.phase:
        case "discard" if state.asked:
            usable = situation.discardable
        case "play":
            usable = situation.legal or state.deal.hand or ()
        case _:
            return []
    rows = [group.cards for group in held_in(state.order, usable)]
    return [row for row in rows if row]


def is_settled(state: ScreenState) -> bool:
    """Whether the last deal is over and its result known."""
    return state.deal is not None and state.deal.settlement is not None
