"""The full screen on Textual: draws pictures, and takes keys, clicks and sizes.

Nothing is decided here. One widget fills the window and shows the cells of the picture;
what a key or a click means is for `client_cli.full.keys`.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.strip import Strip
from textual.widget import Widget

from client_cli.full.cursor import TO_LAY_AWAY
from client_cli.full.keys import after_click, after_key
from client_cli.full.terminal import driver_class
from client_cli.screens.grid import Role
from client_cli.screens.render import picture_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.driver import Driver

    from client_cli.full.display import FullDisplay
    from client_cli.full.keys import Effect
    from client_cli.screens.grid import Cell, Picture
    from client_cli.screens.look import Look
    from client_cli.texts import Texts

_COLOURS: Final = {
    Role.SWORDS: "blue",
    Role.BATONS: "green",
    Role.CUPS: "red",
    Role.COINS: "yellow",
    Role.MARK: "cyan",
    Role.WARNING: "magenta",
}
"""Of the 16 base colours: what they look like is for the person's theme to say."""
_NAMES: Final = {
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
    "backspace": "Backspace",
    "left": "Left",
    "right": "Right",
    "up": "Up",
    "down": "Down",
    "home": "Home",
    "end": "End",
    "pageup": "PageUp",
    "pagedown": "PageDown",
    "insert": "Insert",
    "delete": "Delete",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}
"""Keys as Textual calls them, and as they are called here."""


def style_of(cell: Cell) -> Style:
    """How a cell is drawn."""
    return Style(color=_COLOURS.get(cell.role), bold=cell.bold or None)


def strip_of(row: tuple[Cell, ...]) -> Strip:
    """A row of cells as Textual draws it: neighbours of one style together."""
    segments = [
        Segment("".join(cell.text for cell in cells), style)
        for style, cells in groupby(row, key=style_of)
    ]
    return Strip(segments, len(row))


class TableView(Widget):
    """The whole window: the picture of the moment."""

    def __init__(self, draw: Callable[[tuple[int, int]], Picture]) -> None:
        super().__init__()
        self.styles.width = self.styles.height = "100%"
        self._draw = draw
        self._picture: Picture | None = None

    def redraw(self) -> None:
        """The state has changed."""
        self._picture = None
        self.refresh()

    @property
    def picture(self) -> Picture:
        """The picture in the size that the window has now."""
        size = (max(1, self.size.width), max(1, self.size.height))
        picture = self._picture
        if picture is None or (len(picture.rows[0]), len(picture.rows)) != size:
            picture = self._picture = self._draw(size)
        return picture

    def render_line(self, y: int) -> Strip:
        """One row."""
        rows = self.picture.rows
        return strip_of(rows[y]) if y < len(rows) else Strip.blank(0)


class TableApp(App[None]):
    """The screen of one game.

    Args:
        display: What the game says, as the state of the screen.
        texts: The person's language.
        look: Colours and letters.
        send: Takes a line for the game.
        interrupt: Called for Ctrl-C.
        leave: Called when the person has seen enough of a game that is over.
        look_ahead: Called with two cards that may be laid away, once both are chosen.
    """

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+z", "suspend_process"),
        ("ctrl+c", "interrupt"),
        ("ctrl+q", "interrupt"),
    ]

    def __init__(  # noqa: PLR0913 - each is named by the caller
        self,
        *,
        display: FullDisplay,
        texts: Texts,
        look: Look,
        send: Callable[[str], None],
        interrupt: Callable[[], None],
        leave: Callable[[], None],
        look_ahead: Callable[[tuple[str, ...]], None],
    ) -> None:
        super().__init__(ansi_color=True)
        self._shown = display
        self._texts = texts
        self._look = look
        self._send = send
        self._interrupt = interrupt
        self._leave = leave
        self._look_ahead = look_ahead
        self.view = TableView(self._draw)

    def get_driver_class(self) -> type[Driver]:
        """What draws in this terminal."""
        return driver_class(super().get_driver_class())

    def compose(self) -> ComposeResult:
        """One widget."""
        yield self.view

    def on_mount(self) -> None:
        """Follow the display from now on."""
        self._shown.watched_by(self.view.redraw)
        self.view.redraw()

    def on_unmount(self) -> None:
        """Follow it no longer."""
        self._shown.watched_by(None)

    def action_interrupt(self) -> None:
        """Ctrl-C: asked once, as in line mode; a second one leaves and keeps the seat."""
        self._interrupt()

    def on_key(self, event: events.Key) -> None:
        """A key that is no binding."""
        key = _NAMES.get(event.key) or event.character
        if key is not None:
            event.stop()
            self._follow(after_key(self._shown.state, key, self._texts))

    def on_click(self, event: events.Click) -> None:
        """A click, on whatever the picture has there."""
        target = self.view.picture.target_at(event.screen_x, event.screen_y)
        if target is not None:
            self._follow(after_click(self._shown.state, target, self._texts))

    def _follow(self, effect: Effect) -> None:
        chosen = effect.state.chosen
        is_new = chosen != self._shown.state.chosen
        self._shown.take(effect.state)
        if is_new and len(chosen) == TO_LAY_AWAY:
            self._look_ahead(chosen)
        if effect.line is not None:
            self._send(effect.line)
        if effect.leaves:
            self._leave()

    def _draw(self, size: tuple[int, int]) -> Picture:
        return picture_of(self._shown.state, size, self._look, self._texts)
