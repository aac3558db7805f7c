"""A screen as cells: letters with a role, and the places that may be clicked.

A grid never holds more or fewer cells than its size. What does not fit is cut, so that
a drawing needs no special case for a small window.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from wcwidth import wcwidth

from client_cli.screens.actions import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

    from client_cli.screens.look import Look


class Role(Enum):
    """What a cell says besides its letter; never the only sign of anything."""

    PLAIN = "plain"
    DIM = "dim"
    TITLE = "title"
    SWORDS = "swords"
    BATONS = "batons"
    CUPS = "cups"
    COINS = "coins"
    TRUMP = "trump"
    MATTO = "matto"
    MARK = "mark"
    """What is to be noticed: whose turn it is, the card that wins."""
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Press:
    """A click that is as good as the key of an action."""

    action: Action


@dataclass(frozen=True, slots=True)
class Pick:
    """A click on a card."""

    code: str


@dataclass(frozen=True, slots=True)
class Open:
    """A click on a line of the result, counted from 0."""

    line: int


@dataclass(frozen=True, slots=True)
class Choose:
    """A click on something that can be said or done with others, counted from 0."""

    place: int


Target: TypeAlias = Press | Pick | Open | Choose


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text in one role."""

    text: str
    role: Role = Role.PLAIN
    bold: bool = False
    target: Target | None = None


Line: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell; the second cell of a wide letter holds no text."""

    text: str = " "
    role: Role = Role.PLAIN
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """Cells of one row that may be clicked: from `start`, up to and without `end`."""

    row: int
    start: int
    end: int
    target: Target


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished screen."""

    rows: tuple[tuple[Cell, ...], ...]
    spots: tuple[Spot, ...]

    def text(self) -> list[str]:
        """The letters of each row, blanks at its end cut."""
        return ["".join(cell.text for cell in row).rstrip() for row in self.rows]

    def target_at(self, column: int, row: int) -> Target | None:
        """What a click there means; what was drawn last lies on top."""
        for spot in reversed(self.spots):
            if spot.row == row and spot.start <= column < spot.end:
                return spot.target
        return None


_BLANK: Final = Cell()


def line(text: str, role: Role = Role.PLAIN, *, bold: bool = False) -> Line:
    """A line of one span."""
    return (Span(text, role, bold),)


def width_of(text: str) -> int:
    """How many cells a text takes."""
    return sum(max(0, wcwidth(letter)) for letter in text)


def line_width(spans: Line) -> int:
    """How many cells a line takes."""
    return sum(width_of(span.text) for span in spans)


def cut(text: str, width: int) -> str:
    """The text, or as much of it as fits, with a sign that there was more."""
    if width_of(text) <= width:
        return text
    kept = ""
    for letter in text:
        if width_of(kept + letter) > width - 1:
            break
        kept += letter
    return f"{kept}…" if width > 0 else ""


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most so many cells, broken between words."""
    lines: list[str] = []
    current = ""
    for word in text.split():
        longer = f"{current} {word}" if current else word
        if width_of(longer) <= width:
            current = longer
            continue
        if current:
            lines.append(current)
        current = cut(word, width)
    return [*lines, current] if current else lines


class Grid:
    """A screen that is being drawn.

    Args:
        width: Cells in a row, at least 1.
        height: Rows, at least 1.
        look: How letters come out.
    """

    def __init__(self, width: int, height: int, look: Look) -> None:
        self.width = width
        self.height = height
        self.look = look
        self._rows = [[_BLANK] * width for _ in range(height)]
        self._spots: list[Spot] = []

    def put(self, column: int, row: int, spans: Line, width: int | None = None) -> int:
        """Draw a line; gives the column behind it.

        Args:
            column: Where it begins.
            row: Its row; outside of the grid nothing is drawn.
            spans: The line.
            width: The most cells it may take; None for the rest of the row.
        """
        end = self.width if width is None else min(self.width, column + width)
        for span in spans:
            start = column
            for letter in self.look.drawn(span.text):
                column = self._put_letter(column, row, letter, span, end)
            if span.target is not None and column > start and 0 <= row < self.height:
                self._spots.append(Spot(row, start, column, span.target))
        return column

    def put_right(self, end: int, row: int, spans: Line) -> None:
        """Draw a line so that it ends before a column."""
        width = sum(width_of(self.look.drawn(span.text)) for span in spans)
        self.put(max(0, end - width), row, spans)

    def put_all(self, column: int, row: int, lines: Iterable[Line], width: int) -> None:
        """Draw lines one below the other."""
        for below, spans in enumerate(lines):
            self.put(column, row + below, spans, width)

    def rule(self, row: int) -> None:
        """Draw a line through the whole row."""
        self.put(0, row, line("─" * self.width, Role.DIM))

    def wall(self, column: int, row: int, height: int) -> None:
        """Draw a line down a column."""
        for below in range(height):
            self.put(column, row + below, line("│", Role.DIM))

    def box(self, column: int, row: int, lines: Iterable[Line], width: int) -> None:
        """Draw lines in a frame.

        Args:
            column: Of its left edge.
            row: Of its upper edge.
            lines: What stands in it.
            width: The width within.
        """
        self.put(column, row, line(f"┌{'─' * width}┐", Role.DIM))
        for spans in lines:
            row += 1
            self.put(column, row, line(f"│{' ' * width}│", Role.DIM))
            self.put(column + 1, row, spans, width)
        self.put(column, row + 1, line(f"└{'─' * width}┘", Role.DIM))

    def clear(self, column: int, row: int, width: int, height: int) -> None:
        """Make room for something that lies on top."""
        for below in range(height):
            self.put(column, row + below, line(" " * width), width)
        self._spots = [
            spot
            for spot in self._spots
            if not (
                row <= spot.row < row + height
                and spot.start < column + width
                and spot.end > column
            )
        ]

    def picture(self) -> Picture:
        """The screen as it is now."""
        return Picture(tuple(map(tuple, self._rows)), tuple(self._spots))

    def _put_letter(
        self, column: int, row: int, letter: str, span: Span, end: int
    ) -> int:
        """Draw one letter if there is room; gives the column behind it."""
        wide = wcwidth(letter)
        if wide <= 0 or column + wide > end:
            return column
        if 0 <= row < self.height and column >= 0:
            self._free(row, column, column + wide)
            role = span.role if self.look.colour else Role.PLAIN
            self._rows[row][column] = Cell(letter, role, span.bold)
            if wide == 2:
                self._rows[row][column + 1] = Cell("", role, span.bold)
        return column + wide

    def _free(self, row: int, start: int, end: int) -> None:
        """Leave no half of a wide letter beside what is drawn next."""
        cells = self._rows[row]
        if not cells[start].text:
            cells[start - 1] = _BLANK
        if end < self.width and not cells[end].text:
            cells[end] = _BLANK
