"""Every verb, as a table: the parser, the help and completion read the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from client_cli.texts import message


@dataclass(frozen=True, slots=True)
class Verb:
    """One thing that the program does."""

    name: str
    usage: str
    """What may follow the name."""
    summary: str
    example: str
    says: str
    """What the example does."""
    group: str


PLAY: Final = message("Play")
_RECORDS: Final = message("Records")
_RULES: Final = message("Rules")
_PROGRAM: Final = message("Program")

VERBS: Final = (
    Verb(
        "play",
        "",
        message("play at once: with bots here, with people on a server"),
        "tarocco play",
        message("one deal, at once"),
        PLAY,
    ),
    Verb(
        "host",
        "",
        message("open a table, and invite others to it"),
        "tarocco host --deals 4 --private",
        message("a table of four deals, for those who are told its code"),
        PLAY,
    ),
    Verb(
        "join",
        "CODE|LINK",
        message("sit down at the table of a code or an invitation"),
        "tarocco join QF7K2",
        message("straight to this table"),
        PLAY,
    ),
    Verb(
        "resume",
        "[TABLE]",
        message("return to the table where you still sit"),
        "tarocco resume",
        message("goes on where you left"),
        PLAY,
    ),
    Verb(
        "tables",
        "",
        message("the open tables"),
        "tarocco tables",
        message("who plays, and where a seat is free"),
        PLAY,
    ),
    Verb(
        "who",
        "",
        message("who sits at open tables"),
        "tarocco who --json",
        message("everybody, as one JSON object"),
        PLAY,
    ),
    Verb(
        "watch",
        "CODE|LINK",
        message("look on at a table: what everybody may know"),
        "tarocco watch QF7K2 --follow",
        message("from now on, until the table is closed"),
        PLAY,
    ),
    Verb(
        "bot",
        "FILE",
        message("let a bot of yours play at a table"),
        "tarocco bot examples/bot.py",
        message("one deal, played by the class in this file"),
        PLAY,
    ),
    Verb(
        "arena",
        "PLAYER PLAYER",
        message("bots against each other, on the same cards"),
        "tarocco arena examples/bot.py easy",
        message("a bot in a file against a built-in level"),
        PLAY,
    ),
    Verb(
        "score",
        "FILE|TABLE|-",
        message("what a finished deal came to, line by line"),
        "tarocco score game.json",
        message("the whole breakdown of a record"),
        _RECORDS,
    ),
    Verb(
        "explain",
        "CARD...",
        message("the combinations of some cards, and their points"),
        "tarocco explain sr sq sa mt",
        message("what these four cards are worth"),
        _RECORDS,
    ),
    Verb(
        "verify",
        "FILE|TABLE|-",
        message("whether a deal was dealt as promised"),
        "tarocco verify game.json",
        message("commitment, deck and play"),
        _RECORDS,
    ),
    Verb(
        "replay",
        "FILE|TABLE",
        message("a deal once more, event by event, from any seat"),
        "tarocco replay game.json --seat 2 --at 37",
        message("what seat 2 knew after event 37"),
        _RECORDS,
    ),
    Verb(
        "cards",
        "",
        message("the codes and names of the cards"),
        "tarocco cards",
        message("the table of codes"),
        _RULES,
    ),
    Verb(
        "rules",
        "[TOPIC]",
        message("the rules, by topic or number"),
        "tarocco rules grande",
        message("the rules of the Grande"),
        _RULES,
    ),
    Verb(
        "login",
        "[FILE|-]",
        message("use the login that a host has given you"),
        "tarocco login --server wss://table.example",
        message("asks for it; seats are yours on every machine then"),
        _PROGRAM,
    ),
    Verb(
        "logout",
        "",
        message("forget the login of a server"),
        "tarocco logout --server wss://table.example",
        message("you are a guest again"),
        _PROGRAM,
    ),
    Verb(
        "whoami",
        "",
        message("guest or login, and your name"),
        "tarocco whoami",
        message("asks no server"),
        _PROGRAM,
    ),
    Verb(
        "config",
        "get|set|unset|list|edit|path",
        message("your settings"),
        "tarocco config set name Marta",
        message("the name that the others see from now on"),
        _PROGRAM,
    ),
    Verb(
        "doctor",
        "",
        message("terminal, language, settings, server; and what to do"),
        "tarocco doctor",
        message("when something does not look right"),
        _PROGRAM,
    ),
    Verb(
        "completion",
        "bash|zsh|fish",
        message("what your shell offers when you press Tab"),
        "tarocco completion bash",
        message("the script for bash, to be read at its start"),
        _PROGRAM,
    ),
)
VERB_NAMES: Final = tuple(verb.name for verb in VERBS)
