"""How a person is served from now on, in a sentence after each change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client_cli.cards import on_screen
from client_cli.live.hand_order import HandOrder
from client_cli.texts import message

if TYPE_CHECKING:
    from client_cli.texts import Texts

_ORDERS: Final = {
    HandOrder.HIGH_FIRST: message("Your hand: trumps first, high cards first."),
    HandOrder.LOW_FIRST: message("Your hand: trumps first, low cards first."),
    HandOrder.SUITS_FIRST: message("Your hand: suits first, high cards first."),
}


def order_line(order: HandOrder, texts: Texts) -> str:
    """In which order the hand is read from now on."""
    return texts.say(_ORDERS[order])


def auto_line(texts: Texts, *, on: bool) -> str:
    """Whether forced cards are played by themselves from now on."""
    if on:
        return texts.say("Where only one card is allowed, it is played by itself.")
    return texts.say("Every card waits for you, also where only one is allowed.")


def cancel_line(card: str | None, texts: Texts) -> str:
    """What becomes of the card that was chosen ahead, if one was."""
    if card is None:
        return texts.say("No card was chosen ahead.")
    return texts.say("{card} is not played ahead any more.", card=on_screen(card))
