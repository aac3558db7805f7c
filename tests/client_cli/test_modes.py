from dataclasses import replace

import pytest

from client_cli.arguments import LiveFlags, Request
from client_cli.bidi import Bidi
from client_cli.modes import Choice, Mode, Terminal, mode_for, terminal_now
from client_cli.texts import Texts

TERMINAL = Terminal(is_terminal=True, kind="xterm-256color", size=(80, 24))
PLAY = Request("play")
SMALL = "Line by line: the window has {}x{} cells, the full screen needs 60x16."
NO_TERMINAL = "Line by line: this is no terminal for the full screen."


def chosen(
    request: Request = PLAY,
    terminal: Terminal = TERMINAL,
    mode: str | None = None,
) -> Choice:
    environ = {} if mode is None else {"TAROCCO_MODE": mode}
    return mode_for(request, environ, terminal, Texts())


def test_a_terminal_is_filled() -> None:
    assert chosen() == Choice(Mode.FULL)


@pytest.mark.parametrize(
    "request_",
    [
        Request("play", plain=True),
        Request("play", plain=True, tui=True),
        Request("play", live=LiveFlags(autopilot=True)),
        Request("play", live=LiveFlags(no_input=True), tui=True),
    ],
)
def test_lines_are_chosen_by_a_flag_and_for_scripts(request_: Request) -> None:
    assert chosen(request_) == Choice(Mode.LINES)


@pytest.mark.parametrize(
    ("mode", "expected"),
    [("plain", Mode.LINES), ("tui", Mode.FULL), ("what", Mode.FULL), ("", Mode.FULL)],
)
def test_the_variable_decides_without_a_flag(mode: str, expected: Mode) -> None:
    assert chosen(mode=mode) == Choice(expected)


def test_a_flag_outweighs_the_variable() -> None:
    assert chosen(Request("play", tui=True), mode="plain") == Choice(Mode.FULL)
    assert chosen(Request("play", plain=True), mode="tui") == Choice(Mode.LINES)


@pytest.mark.parametrize(
    "terminal",
    [replace(TERMINAL, is_terminal=False), replace(TERMINAL, kind="dumb")],
)
def test_what_is_no_terminal_gets_lines_and_is_told_so_if_it_asked(
    terminal: Terminal,
) -> None:
    assert chosen(terminal=terminal) == Choice(Mode.LINES)
    asked = chosen(Request("play", tui=True), terminal)
    assert asked == Choice(Mode.LINES, NO_TERMINAL)


@pytest.mark.parametrize(
    ("size", "mode"),
    [
        ((60, 16), Mode.FULL),
        ((59, 16), Mode.LINES),
        ((60, 15), Mode.LINES),
        ((2, 1), Mode.LINES),
    ],
)
def test_a_small_window_gets_lines_and_is_told_so(
    size: tuple[int, int], mode: Mode
) -> None:
    remark = SMALL.format(*size) if mode is Mode.LINES else ""

    assert chosen(terminal=replace(TERMINAL, size=size)) == Choice(mode, remark)


def test_without_a_terminal_there_is_no_size() -> None:
    assert terminal_now({"TERM": "xterm"}) == Terminal(
        is_terminal=False, kind="xterm", size=(0, 0)
    )
    assert terminal_now({}).kind == ""


ARABIC = (
    "Line by line: for the full screen say how this terminal shows Arabic, "
    "--bidi app or --bidi terminal; tarocco doctor finds out."
)


@pytest.mark.parametrize("request_", [PLAY, Request("play", tui=True)])
def test_arabic_starts_line_by_line(request_: Request) -> None:
    texts = Texts().turned(Bidi.AUTO)

    assert mode_for(request_, {}, TERMINAL, texts) == Choice(Mode.LINES, ARABIC)


@pytest.mark.parametrize("bidi", [Bidi.APP, Bidi.TERMINAL, Bidi.OFF])
def test_arabic_fills_a_terminal_that_is_known(bidi: Bidi) -> None:
    texts = Texts().turned(bidi)

    assert mode_for(PLAY, {}, TERMINAL, texts) == Choice(Mode.FULL)
