"""What is known and what the person does, as a screen of an exact size.

Pure: the same state gives the same cells. Four layouts, chosen by the size alone: wide
from 120x36, normal from 80x24, compact below, and single lines where hardly anything
fits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client_cli.screens.frame import (
    footer,
    message_lines,
    prompt,
    status,
    title,
    turn_words,
)
from client_cli.screens.grid import Grid, Role, line, line_width, wrapped
from client_cli.screens.hand import rows_of_hand
from client_cli.screens.overlays import draw_panel
from client_cli.screens.phases import declare_lines, discard_lines
from client_cli.screens.result import result_lines
from client_cli.screens.room import waiting_lines
from client_cli.screens.side import (
    declared_line,
    last_trick_lines,
    log_lines,
    side_lines,
    tricks_line,
    wide_side_lines,
)
from client_cli.screens.state import Scene
from client_cli.screens.table import draw_table, draw_wide_table, trick_spans

if TYPE_CHECKING:
    from client_cli.screens.grid import Line, Picture
    from client_cli.screens.look import Look
    from client_cli.screens.state import ScreenState
    from client_cli.texts import Texts

NORMAL: Final = (80, 24)
WIDE: Final = (120, 36)
_MOST_MESSAGE: Final = 2
_TABLE: Final = 54
_WIDE_TABLE: Final = 83
_HAND: Final = 6
_BELOW_HAND: Final = 4
"""A rule, the prompt, the message and the keys; a wide screen has one row more."""
_TURN_ROW: Final = 19
"""Of a wide screen, counted from the first row of the table."""


def picture_of(
    state: ScreenState, size: tuple[int, int], look: Look, texts: Texts
) -> Picture:
    """The screen for a state.

    Args:
        state: What there is to show.
        size: Columns and rows, each at least 1.
        look: Colours and letters.
        texts: The person's language.
    """
    grid = Grid(*size, look)
    scene = None if state.known is None else Scene(state, state.known, texts)
    body_end = _draw_below(grid, scene, state, texts)
    _draw_above(grid, scene, state, texts)
    if scene is None:
        _draw_arrival(grid, state, body_end)
    elif _fits(grid, NORMAL):
        _draw_scene(grid, scene, body_end)
    else:
        _draw_compact(grid, scene, body_end)
    draw_panel(grid, scene, state, texts)
    return grid.picture()


def _fits(grid: Grid, size: tuple[int, int]) -> bool:
    return grid.width >= size[0] and grid.height >= size[1]


# ------------------------------------------------------------- above and below


def _draw_above(
    grid: Grid, scene: Scene | None, state: ScreenState, texts: Texts
) -> None:
    """The title; the connection keeps its place even where it hides the title."""
    if grid.height < 3:
        return
    right = status(state, texts)
    name = line(f" {texts.say('Tarocco Bolognese')}", Role.TITLE, bold=True)
    left = name if scene is None or scene.deal is None else title(scene, scene.deal)
    room = grid.width - line_width(right) - 1
    if room > 0:
        grid.put(0, 0, left, room)
    grid.put_right(grid.width, 0, right)
    if _fits(grid, NORMAL):
        grid.rule(1)


def _draw_below(
    grid: Grid, scene: Scene | None, state: ScreenState, texts: Texts
) -> int:
    """Prompt, message and keys; gives the first row that they take."""
    messages = _folded(message_lines(scene, state, texts), grid.width)
    keys_row = grid.height - 1
    if grid.height < 8:
        row = grid.height - 1
    else:
        grid.put(0, keys_row, footer(state, texts, grid.width))
        row = keys_row - max(1, len(messages))
        if _fits(grid, WIDE):
            row = keys_row - _MOST_MESSAGE
        grid.put_all(0, row, messages, grid.width)
        row -= 1
    typed, meant = prompt(scene, state, texts)
    if grid.width > line_width(typed) + line_width(meant):
        grid.put_right(grid.width, row, meant)
    grid.put(0, row, typed)
    roomy = len(messages) < _MOST_MESSAGE or _fits(grid, WIDE)
    if _fits(grid, NORMAL) and roomy:
        row -= 1
        grid.rule(row)
    return row


def _folded(lines: list[Line], width: int) -> list[Line]:
    """Messages in at most two rows; what is longer can be asked for by a key."""
    folded = [
        line(f" {part}", spans[0].role, bold=spans[0].bold)
        for spans in lines
        for part in wrapped("".join(span.text for span in spans), max(1, width - 2))
    ]
    return folded[:_MOST_MESSAGE]


def _draw_arrival(grid: Grid, state: ScreenState, end: int) -> None:
    """Before a table is known: what has been done so far, and what is asked."""
    told = log_lines((*state.log, "", *state.question), grid.width, max(0, end - 3))
    grid.put_all(0, 2, told, grid.width)


# ------------------------------------------------------------------- the table


def _draw_scene(grid: Grid, scene: Scene, end: int) -> None:
    """Normal and wide: the body above, the hand below it."""
    wide = _fits(grid, WIDE)
    hand = rows_of_hand(scene, grid.width, names=wide)
    if hand:
        first = grid.height - _HAND - _BELOW_HAND - int(wide)
        grid.put_all(0, first, hand[: end - first], grid.width)
        end = first - 1
        grid.rule(end)
    if scene.state.phase == "play" and not _is_settled(scene):
        _draw_play(grid, scene, end)
        return
    grid.put_all(0, 2, _body(scene, grid.width, end - 2), grid.width)


def _is_settled(scene: Scene) -> bool:
    return scene.deal is not None and scene.deal.settlement is not None


def _body(scene: Scene, width: int, height: int) -> list[Line]:
    """The middle of a screen that shows no table, in at most so many rows."""
    if scene.deal is None:
        lines = waiting_lines(scene, width)
        room = max(0, height - len(lines) - 1)
        return [*lines, line(""), *log_lines(scene.state.log, width, room)][:height]
    if _is_settled(scene):
        return result_lines(scene, width, height)
    if scene.state.phase == "discard":
        return [turn_words(scene), *discard_lines(scene, width, height - 1)][:height]
    if scene.known.situation.offer is None:
        lines = [line(""), turn_words(scene), line("")]
        return [*lines, *log_lines(scene.state.log, width, height - len(lines))]
    asked = (*turn_words(scene), *trick_spans(scene))
    return [asked, *declare_lines(scene, width, height - 1)][:height]


def _draw_play(grid: Grid, scene: Scene, end: int) -> None:
    if _fits(grid, WIDE):
        draw_wide_table(grid, 2, scene)
        grid.put(0, 2 + _TURN_ROW, turn_words(scene), _WIDE_TABLE)
        grid.wall(_WIDE_TABLE, 2, end - 2)
        side = wide_side_lines(scene, grid.width - _WIDE_TABLE - 1, end - 2)
        start = _WIDE_TABLE + 1
    else:
        draw_table(grid, 2, scene)
        grid.put(0, end - 1, turn_words(scene), _TABLE)
        grid.wall(_TABLE, 2, end - 2)
        side = side_lines(scene, grid.width - _TABLE - 1)
        start = _TABLE + 1
    grid.put_all(start, 2, side[: end - 2], grid.width - start)


def _draw_compact(grid: Grid, scene: Scene, end: int) -> None:
    """Everything in lines, the most important first, the hand just above the prompt."""
    hand = rows_of_hand(scene, grid.width)
    rows = min(len(hand), max(0, end - 2))
    grid.put_all(0, end - rows, hand[:rows], grid.width)
    first = 1 if grid.height > 2 else 0
    room = max(0, end - rows - first)
    if scene.state.phase == "play" and not _is_settled(scene):
        lines = [
            turn_words(scene),
            trick_spans(scene),
            tricks_line(scene),
            declared_line(scene),
            *last_trick_lines(scene, grid.width),
        ]
    else:
        lines = _body(scene, grid.width, room)
    grid.put_all(0, first, lines[:room], grid.width)
