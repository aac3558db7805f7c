"""Every verb and every flag, as tables: the parser and the help read the same."""

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


@dataclass(frozen=True, slots=True)
class Flag:
    """One flag.

    Attributes:
        names: All spellings; the last is the long one.
        value: What stands for its value in the help; empty for a switch.
        summary: What it does.
        verbs: Where it means something.
    """

    names: tuple[str, ...]
    value: str
    summary: str
    verbs: tuple[str, ...]

    @property
    def key(self) -> str:
        """Its name among the parsed flags."""
        return self.names[-1].lstrip("-").replace("-", "_")


_PLAY: Final = message("Play")
_RECORDS: Final = message("Records")
_RULES: Final = message("Rules")

VERBS: Final = (
    Verb(
        "play",
        "",
        message("play against three bots, at a table of your own"),
        "tarocco play",
        message("one deal, at once"),
        _PLAY,
    ),
    Verb(
        "resume",
        "[TABLE]",
        message("return to the table where you still sit"),
        "tarocco resume",
        message("goes on where you left"),
        _PLAY,
    ),
    Verb(
        "bot",
        "FILE",
        message("let a bot of yours play at a table"),
        "tarocco bot examples/bot.py",
        message("one deal, played by the class in this file"),
        _PLAY,
    ),
    Verb(
        "arena",
        "PLAYER PLAYER",
        message("bots against each other, on the same cards"),
        "tarocco arena examples/bot.py easy",
        message("a bot in a file against a built-in level"),
        _PLAY,
    ),
    Verb(
        "score",
        "FILE|-",
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
        "FILE|-",
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
)
VERB_NAMES: Final = tuple(verb.name for verb in VERBS)
_LIVE: Final = ("play", "resume")
_ONLINE: Final = (*_LIVE, "bot")

FLAGS: Final = (
    Flag(
        ("--server",),
        "URL",
        message("play at this server instead of one of your own"),
        (*_ONLINE, "replay"),
    ),
    Flag(("--name",), "NAME", message("what the others see"), _ONLINE),
    Flag(
        ("--exec",),
        "CMD",
        message("in place of FILE: a program that speaks JSON lines"),
        ("bot",),
    ),
    Flag(
        ("--table",),
        "TABLE",
        message("sit down at this table instead of a new one"),
        ("bot",),
    ),
    Flag(("--games",), "N", message("how many deals to play, 1 to 10000"), ("bot",)),
    Flag(
        ("--limit",),
        "TIME",
        message("time for a move, such as 2s; then the first legal card is played"),
        ("bot", "arena"),
    ),
    Flag(
        ("--seed",),
        "TEXT",
        message("what the deals follow from; the same seed gives the same deals"),
        ("arena",),
    ),
    Flag(
        ("--seat",),
        "SEAT",
        message("north, east, south or west of the table, or its number 0 to 3"),
        ("play", "bot", "replay"),
    ),
    Flag(("--at",), "N", message("one event alone, by its number from 1"), ("replay",)),
    Flag(
        ("--export",),
        "FORM",
        message("write the events as data: json, msgpack"),
        ("replay",),
    ),
    Flag(("--a",), "PLAYER", message("the first player of the arena"), ("arena",)),
    Flag(("--b",), "PLAYER", message("the second player of the arena"), ("arena",)),
    Flag(
        ("--jobs",),
        "N",
        message("play in so many processes at once, 1 to 64"),
        ("arena",),
    ),
    Flag(
        ("--level",),
        "LEVEL",
        message("how well the bots play: easy, medium, hard, expert, master"),
        ("play", "bot"),
    ),
    Flag(
        ("--deals",),
        "N",
        message("how many deals, 1 to 16; in the arena up to 10000"),
        ("play", "arena"),
    ),
    Flag(
        ("--pace",),
        "PACE",
        message("wait of the bots: 0 none, 1 short, 2 normal, 3 long, or ms"),
        ("play", "bot"),
    ),
    Flag(
        ("--bell",),
        "WHEN",
        message("when the terminal's bell rings: never, turn, all"),
        _LIVE,
    ),
    Flag(
        ("--notify",),
        "",
        message(
            "a notification of the desktop, when your turn comes after a long wait"
        ),
        _LIVE,
    ),
    Flag(
        ("--confirm",),
        "WHEN",
        message("what is asked again: never, once (what is final), always"),
        _LIVE,
    ),
    Flag(
        ("--auto-play",),
        "",
        message("play a card by itself where no other is allowed"),
        _LIVE,
    ),
    Flag(("--autopilot",), "", message("a bot plays your seat"), _LIVE),
    Flag(
        ("--plain",),
        "",
        message("line by line, for pipes and screen readers; no pager"),
        (*_LIVE, "replay", "cards", "rules"),
    ),
    Flag(("--tui",), "", message("in the full screen, where there is one"), _LIVE),
    Flag(("--no-color",), "", message("the full screen without colours"), _LIVE),
    Flag(("--ascii",), "", message("the full screen in plain ASCII letters"), _LIVE),
    Flag(
        ("--no-mouse",),
        "",
        message("the full screen leaves the mouse to the terminal, to select text"),
        _LIVE,
    ),
    Flag(
        ("--no-input",),
        "",
        message("a script plays: no questions, an illegal action ends it"),
        _LIVE,
    ),
    Flag(
        ("--keep-going",),
        "",
        message("with --no-input: an illegal action does not end it"),
        _LIVE,
    ),
    Flag(
        ("--on-eof",),
        "WAY",
        message("when input ends: bot (plays on), wait, leave"),
        _LIVE,
    ),
    Flag(
        ("--timeout",),
        "TIME",
        message("how long to wait for a lost server, such as 10s"),
        (*_ONLINE, "replay"),
    ),
    Flag(
        ("-q", "--quiet"),
        "",
        message("no progress messages"),
        (*_ONLINE, "replay", "arena"),
    ),
    Flag(
        ("-v", "--verbose"),
        "",
        message("more progress messages; every reason in the arena"),
        (*_ONLINE, "arena"),
    ),
    Flag(
        ("--json",),
        "",
        message("one JSON object"),
        ("bot", "arena", "score", "explain"),
    ),
    Flag(
        ("--jsonl",),
        "",
        message("a filter: one JSON text a line in, one object a line out"),
        ("score", "explain"),
    ),
    Flag(("--lang",), "LANG", message("language: it, en"), VERB_NAMES),
    Flag(("-h", "--help"), "", message("this help"), VERB_NAMES),
    Flag(("--version",), "", message("versions of client and protocol"), VERB_NAMES),
)
