from dataclasses import replace

import pytest

from client_cli.diagnosis import (
    ServerFound,
    Surroundings,
    advice_lines,
    server_line,
    surroundings_lines,
)
from client_cli.texts import Texts

TEXTS = Texts()
GOOD = Surroundings(
    is_terminal=True,
    size=(120, 40),
    kind="xterm",
    has_colours=True,
    encoding="utf-8",
    language="en",
    bidi="",
    settings="/home/ada/.config/tarocco/config.toml",
    settings_fault="",
)


def test_facts_are_told_one_a_line() -> None:
    assert surroundings_lines(GOOD, TEXTS) == [
        "Terminal: xterm.",
        "Size: 120 columns, 40 rows.",
        "Colours: yes.",
        "Letters: utf-8, all of Unicode: yes.",
        "Language: en.",
        "Settings: /home/ada/.config/tarocco/config.toml",
    ]


def test_how_arabic_is_shown() -> None:
    lines = surroundings_lines(replace(GOOD, language="ar", bidi="auto"), TEXTS)

    assert lines[4:6] == ["Language: ar.", "Arabic: auto."]


def test_no_terminal() -> None:
    lines = surroundings_lines(
        replace(GOOD, is_terminal=False, has_colours=False, encoding="ascii"), TEXTS
    )

    assert lines[0] == "Terminal: none."
    assert "Colours: no." in lines
    assert "Letters: ascii, all of Unicode: no." in lines


@pytest.mark.parametrize(
    ("server", "line"),
    [
        (ServerFound(""), "Server: none runs on this machine; a game starts one."),
        (
            ServerFound("wss://x", protocol=1, round_trip_ms=41),
            "Server: wss://x, protocol 1, 41 ms there and back.",
        ),
        (ServerFound("wss://x", fault="no"), "Server: wss://x cannot be used."),
    ],
)
def test_server(server: ServerFound, line: str) -> None:
    assert server_line(server, TEXTS) == line


def test_all_is_well() -> None:
    assert advice_lines(GOOD, ServerFound(""), TEXTS) == [
        "All is well. Play: tarocco play"
    ]


def test_what_to_do_the_most_important_first() -> None:
    bad = replace(GOOD, size=(79, 24), encoding="latin-1", settings_fault="f: line 1")

    assert advice_lines(bad, ServerFound("wss://x", fault="It is away."), TEXTS) == [
        "Server: It is away.",
        "Put your settings right (f: line 1): tarocco config edit",
        "Make the window larger: 80 columns and 24 rows are enough.",
        "Set a locale with UTF-8, such as LANG=C.UTF-8.",
    ]


@pytest.mark.parametrize("size", [(79, 24), (80, 23)])
def test_only_a_window_can_be_too_small(size: tuple[int, int]) -> None:
    small = replace(GOOD, size=size)

    assert "larger" in advice_lines(small, ServerFound(""), TEXTS)[0]
    piped = replace(small, is_terminal=False)
    assert "larger" not in advice_lines(piped, ServerFound(""), TEXTS)[0]
