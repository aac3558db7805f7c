"""One's own cards in rows by suit, each with the marks that it has now.

`[SF]` may be played, `>B7<` is chosen, `(SF)` is played at one's turn, `#SR` is
protected, `SO*` would be shown with a declaration. A card keeps its width with and without its mark.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from client_cli.card_names import CardNames
from client_cli.cards import on_screen, suit_of
from client_cli.live.hand_order import held_in
from client_cli.screens.grid import Line, Pick, Role, Span, line_width, width_of

if TYPE_CHECKING:
    from client_cli.screens.state import Scene

_ROLES: Final = {
    "S": Role.SWORDS,
    "B": Role.BATONS,
    "C": Role.CUPS,
    "D": Role.COINS,
    "T": Role.TRUMP,
    "M": Role.MATTO,
}
_LABEL: Final = 9
_CELL: Final = 5
_NAMED: Final = 13


def role_of(code: str) -> Role:
    """The role of a card: that of its suit."""
    return _ROLES[suit_of(code)]


def card_span(code: str, text: str | None = None) -> Span:
    """A card by its code, or as another text."""
    bold = suit_of(code) == "M"
    return Span(on_screen(code) if text is None else text, role_of(code), bold)


def rows_of_hand(scene: Scene, width: int, *, names: bool = False) -> list[Line]:
    """Six rows: trumps, Matto and the four suits, as they are held; none without a hand.

    Args:
        scene: Whose hand and marks.
        width: The width of a row; where cards need more, the gaps go first.
        names: Whether to say the names as well, where there is room.
    """
    deal = scene.deal
    if deal is None or deal.hand is None or deal.settlement is not None:
        return []
    card_names = CardNames(scene.texts)
    room = _label_width(card_names)
    rows = []
    for group in held_in(scene.state.order, deal.hand):
        label = card_names.suit(group.suit)
        head = Span(f" {label}{' ' * (room - width_of(label))}")
        cards = _cards(scene, group.cards, width - room - 1, names=names)
        rows.append((head, *cards))
    return rows


def _label_width(card_names: CardNames) -> int:
    """Cells of a suit's name and the gap behind it; some languages need more."""
    return max([_LABEL, *(width_of(card_names.suit(suit)) + 1 for suit in _ROLES)])


def _cards(
    scene: Scene, cards: tuple[str, ...], width: int, *, names: bool
) -> tuple[Span, ...]:
    if not cards:
        return (Span(" -", Role.DIM),)
    if names:
        named = tuple(_named(scene, code) for code in cards)
        if line_width(named) <= width:
            return named
    spans = [_marked(scene, code) for code in cards]
    roomy = sum(max(_CELL, len(span.text) + 1) for span in spans) <= width
    return tuple(
        replace(span, text=f"{span.text} ".ljust(_CELL)) if roomy else span
        for span in spans
    )


def _named(scene: Scene, code: str) -> Span:
    """The card with its name, still between its marks."""
    span = _marked(scene, code)
    name = CardNames(scene.texts).in_hand(code).removeprefix(on_screen(code))
    text = f"{span.text[:-1]}{name}{span.text[-1:]}"
    return replace(span, text=f"{text:<{_NAMED}}")


def _marked(scene: Scene, code: str) -> Span:
    """The card between its marks, or between blanks."""
    before, after = _marks(scene, code)
    bold = before in {"[", ">"} or suit_of(code) == "M"
    return Span(
        f"{before}{on_screen(code)}{after}", role_of(code), bold, target=Pick(code)
    )


def _marks(scene: Scene, code: str) -> tuple[str, str]:
    state, situation = scene.state, scene.known.situation
    if code in state.chosen or code == state.cursor:
        return ">", "<"
    if code == state.ahead:
        return "(", ")"
    if situation.phase == "discard" and state.asked:
        return (" ", " ") if code in situation.discardable else ("#", " ")
    if situation.phase == "declare" and situation.offer is not None:
        return " ", "*" if code in situation.offer.public_cards else " "
    # The mark means only this: the trick on the table takes the card.
    led = scene.deal is not None and scene.deal.trick
    if code in situation.legal and (led or state.asked):
        return "[", "]"
    return " ", " "
