"""Several cards in line mode: in one sentence, or one card a line.

Where a line may change its direction only once, a card has a line of its own: its code
first, then its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.bidi import Bidi
from client_cli.card_names import CardNames
from client_cli.cards import on_screen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from client_cli.texts import Texts


def has_card_lines(texts: Texts) -> bool:
    """Whether each card stands in a line of its own."""
    return texts.bidi is Bidi.AUTO


def card_lines(cards: Iterable[str], texts: Texts) -> list[str]:
    """One card a line: `SF  الولد`."""
    names = CardNames(texts)
    return [f"{on_screen(code)}  {names.short(code)}" for code in cards]
