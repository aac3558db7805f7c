"""What is said of the surroundings of the program, and what to do about them.

Pure: facts in, sentences out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from client_cli.safe_text import shown

if TYPE_CHECKING:
    from client_cli.texts import Texts

USUAL_SIZE: Final = (80, 24)
"""Columns and rows that every text of the program fits into."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The terminal, the language and the files, as the program finds them."""

    is_terminal: bool
    size: tuple[int, int]
    kind: str
    """The variable `TERM`."""
    has_colours: bool
    encoding: str
    language: str
    bidi: str
    """How text that runs from right to left is shown; empty where there is none."""
    settings: str
    """The path of the person's file."""
    settings_fault: str
    """What is wrong with a file of settings; empty for nothing."""

    @property
    def has_unicode(self) -> bool:
        """Whether every letter can be printed."""
        return self.encoding.lower().replace("-", "") == "utf8"


@dataclass(frozen=True, slots=True)
class ServerFound:
    """A server that has let the program in, or why it has not."""

    address: str
    """Empty where none is named and none runs on this machine."""
    protocol: int = 0
    round_trip_ms: int = 0
    fault: str = ""


def surroundings_lines(found: Surroundings, texts: Texts) -> list[str]:
    """The facts of this machine, one a line."""
    columns, rows = found.size
    yes, no = texts.say("yes"), texts.say("no")
    return [
        texts.say("Terminal: {kind}.", kind=shown(found.kind))
        if found.is_terminal
        else texts.say("Terminal: none."),
        texts.say("Size: {columns} columns, {rows} rows.", columns=columns, rows=rows),
        texts.say("Colours: {answer}.", answer=yes if found.has_colours else no),
        texts.say(
            "Letters: {encoding}, all of Unicode: {answer}.",
            encoding=shown(found.encoding),
            answer=yes if found.has_unicode else no,
        ),
        texts.say("Language: {language}.", language=found.language),
        *([texts.say("Arabic: {way}.", way=found.bidi)] if found.bidi else []),
        texts.say("Settings: {path}", path=found.settings),
    ]


def server_line(found: ServerFound, texts: Texts) -> str:
    """The server: where, which protocol, how far away."""
    if not found.address:
        return texts.say("Server: none runs on this machine; a game starts one.")
    if found.fault:
        return texts.say(
            "Server: {address} cannot be used.", address=shown(found.address, 200)
        )
    return texts.say(
        "Server: {address}, protocol {protocol}, {milliseconds} ms there and back.",
        address=shown(found.address, 200),
        protocol=found.protocol,
        milliseconds=found.round_trip_ms,
    )


def advice_lines(found: Surroundings, server: ServerFound, texts: Texts) -> list[str]:
    """What to do, the most important first; that all is well, if it is."""
    lines = []
    if server.fault:
        lines.append(texts.say("Server: {fault}", fault=shown(server.fault, 300)))
    if found.settings_fault:
        fault = shown(found.settings_fault, 200)
        lines.append(
            texts.say(
                "Put your settings right ({fault}): {command}",
                fault=fault,
                command="tarocco config edit",
            )
        )
    if found.is_terminal and (
        found.size[0] < USUAL_SIZE[0] or found.size[1] < USUAL_SIZE[1]
    ):
        columns, rows = USUAL_SIZE
        lines.append(
            texts.say(
                "Make the window larger: {columns} columns and {rows} rows are enough.",
                columns=columns,
                rows=rows,
            )
        )
    if not found.has_unicode:
        lines.append(
            texts.say(
                "Set a locale with UTF-8, such as LANG={example}.", example="C.UTF-8"
            )
        )
    return lines or [texts.say("All is well. Play: {command}", command="tarocco play")]
