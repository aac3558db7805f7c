"""The four seats round the table, with the cards where they were played.

One's own seat is below, the partner above; play goes round against the clock, and no
language mirrors it. Between two tricks the last one stays until the next card falls.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from client_cli.cards import on_screen
from client_cli.live.places import level_word
from client_cli.safe_text import shown
from client_cli.screens.grid import Line, Role, Span, cut, line, width_of
from client_cli.screens.hand import role_of

if TYPE_CHECKING:
    from client_cli.screens.grid import Grid
    from client_cli.screens.state import Scene

_BOX: Final = 7
_WIDE_BOX: Final = 13


@dataclass(frozen=True, slots=True)
class Lying:
    """The cards that lie on the table."""

    leader: int
    cards: tuple[str, ...]
    winning: int | None
    """Which of them wins so far, or has won."""
    complete: bool

    def at(self, seat: int) -> int | None:
        """The place of a seat's card in the trick, from 0; None without one."""
        place = (seat - self.leader) % 4
        return place if place < len(self.cards) else None


def lying(scene: Scene) -> Lying:
    """The trick on the table; the last one until the next begins, or while it rests."""
    deal = scene.deal
    if deal is None:
        return Lying(0, (), None, complete=False)
    if not deal.tricks or (deal.trick and not scene.state.resting):
        winning = scene.known.situation.winning if deal.trick else None
        return Lying(deal.leader, deal.trick, winning, complete=False)
    last = deal.tricks[-1]
    return Lying(
        last.leader, last.cards, (last.winner - last.leader) % 4, complete=True
    )


def seat_name(scene: Scene, steps: int) -> str:
    """`EAST Maya`, `NORTH Anna (partner)`; the direction alone for a nameless bot."""
    texts, seat = scene.texts, scene.seat(steps)
    info = scene.known.view.seats[seat]
    name = shown(info.name or "") if info.occupant == "person" else ""
    parts = [scene.places.direction(seat).upper(), name]
    if steps == 2:
        parts.append(texts.say("(partner)"))
    return " ".join(part for part in parts if part)


def seat_kind(scene: Scene, steps: int) -> str:
    """Whether a person or a bot plays there, and whether the person is away."""
    texts = scene.texts
    info = scene.known.view.seats[scene.seat(steps)]
    if info.occupant == "bot":
        return texts.say("bot {level}", level=level_word(info.level, texts)).strip()
    if info.occupant == "empty":
        return texts.say("nobody yet")
    if info.control == "bot":
        return texts.say("away, a bot plays")
    if info.control == "grace" or not info.connected:
        return texts.say("away")
    return texts.say("person")


def cards_left(scene: Scene, steps: int) -> str:
    """How many cards a seat holds."""
    deal = scene.deal
    number = 0 if deal is None else deal.counts[scene.seat(steps)]
    return scene.texts.count("{number} card", "{number} cards", number)


def card_in_box(scene: Scene, steps: int) -> Line:
    """Order of play, card and the mark of the winning one; or who is to act."""
    seat, trick = scene.seat(steps), lying(scene)
    place = trick.at(seat)
    if place is not None:
        code = trick.cards[place]
        wins = place == trick.winning
        return (
            Span(f"{place + 1} "),
            Span(f"{on_screen(code):>3}", role_of(code), bold=True),
            Span(" *" if wins else "  ", Role.MARK, bold=True),
        )
    if scene.known.situation.turn != seat or trick.complete:
        return line("")
    own = scene.texts.say("YOU ?") if steps == 0 else "?"
    return line(cut(f" {own}", _BOX), Role.MARK, bold=True)


def draw_table(grid: Grid, row: int, scene: Scene) -> None:
    """The table of a normal screen: 10 rows, 54 columns."""
    north = f"{seat_name(scene, 2)} · {seat_kind(scene, 2)} · {cards_left(scene, 2)}"
    shown_north = cut(north, 52)
    grid.put(max(1, (53 - width_of(shown_north)) // 2), row, line(shown_north))
    for steps, column, below in ((2, 22, 1), (3, 11, 4), (1, 33, 4), (0, 22, 7)):
        grid.box(column, row + below, [card_in_box(scene, steps)], _BOX)
    grid.put(26, row + 5, line("↺", Role.DIM))
    for steps, column, width in ((3, 1, 10), (1, 43, 11)):
        labels = (
            seat_name(scene, steps),
            seat_kind(scene, steps),
            cards_left(scene, steps),
        )
        for below, text in enumerate(labels, 4):
            grid.put(column, row + below, line(cut(text, width)), width)


def draw_wide_table(grid: Grid, row: int, scene: Scene) -> None:
    """The table of a wide screen: 18 rows, 83 columns."""
    for steps, column, below in ((2, 34, 2), (3, 12, 7), (1, 56, 7), (0, 34, 12)):
        grid.box(column, row + below, _big_card(scene, steps), _WIDE_BOX)
    grid.put(41, row + 9, line("↺", Role.DIM))
    _labels(grid, row, 23, scene, 2, 58)
    _labels(grid, row + 5, 1, scene, 3, 32)
    _labels(grid, row + 5, 52, scene, 1, 30)


def _labels(  # noqa: PLR0913, PLR0917 - a place and what stands there
    grid: Grid, row: int, column: int, scene: Scene, steps: int, width: int
) -> None:
    text = f"{seat_name(scene, steps)} · {seat_kind(scene, steps)}"
    if scene.deal is not None and scene.deal.dealer == scene.seat(steps):
        text = f"{text} · {scene.texts.say('dealer')}"
    grid.put(column, row, line(cut(text, width), bold=True), width)
    grid.put(column, row + 1, line(cut(cards_left(scene, steps), width)), width)


def _big_card(scene: Scene, steps: int) -> list[Line]:
    small = card_in_box(scene, steps)
    return [line(""), (Span("   "), *small), line("")]


def trick_spans(scene: Scene) -> Line:
    """The table in one line, where there is no room to draw it."""
    trick, spans = lying(scene), []
    for place, code in enumerate(trick.cards):
        seat = scene.places.short((trick.leader + place) % 4)
        spans += [
            Span(f" {place + 1} {seat} "),
            Span(on_screen(code), role_of(code), bold=True),
            Span("*" if place == trick.winning else " ", Role.MARK, bold=True),
        ]
    return tuple(spans)
