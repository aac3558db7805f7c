"""Every flag, as a table: the parser, the help and completion read the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from client_cli.texts import message
from client_cli.verbs import VERB_NAMES


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


LIVE: Final = ("play", "host", "join", "resume")
"""The verbs with which one plays."""
_SEATED: Final = ("play", "host")
_HOST: Final = ("host",)
_TOLD: Final = ("tables", "who", "watch")
_ONLINE: Final = (*LIVE, "bot")
_PERSON: Final = ("login", "logout", "whoami")
_LOOKING: Final = ("tables", "who", "watch", "doctor")

FLAGS: Final = (
    Flag(
        ("--server",),
        "URL",
        message("play at this server instead of one of your own"),
        (*_ONLINE, *_LOOKING, *_PERSON, "replay"),
    ),
    Flag(("--name",), "NAME", message("what the others see"), (*_ONLINE, *_PERSON)),
    Flag(
        ("--exec",),
        "CMD",
        message("in place of FILE: a program that speaks JSON lines"),
        ("bot",),
    ),
    Flag(
        ("--stdio",),
        "",
        message("in place of FILE: JSON lines to standard output, answers from input"),
        ("bot",),
    ),
    Flag(
        ("--table",),
        "TABLE",
        message("sit down at this table instead of a new one"),
        ("play", "bot"),
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
        ("play", "host", "join", "watch", "bot", "replay"),
    ),
    Flag(
        ("--bots",),
        "WAY",
        message("the other seats: only (bots at once), fill (bots later), wait"),
        _SEATED,
    ),
    Flag(
        ("--timer",),
        "TIME",
        message("time for a move, such as 30s; off for a table without a clock"),
        _SEATED,
    ),
    Flag(("--private",), "", message("in no list; the code cannot be guessed"), _HOST),
    Flag(
        ("--password",),
        "",
        message("asks for a password, which others need to sit down"),
        _HOST,
    ),
    Flag(
        ("--invite",),
        "NAMES",
        message("who may sit down, with commas between; else everybody"),
        _HOST,
    ),
    Flag(("--talk",), "WHAT", message("off, phrases, free or always"), _HOST),
    Flag(("--signals",), "WHEN", message("on, off or after_king"), _HOST),
    Flag(("--undo",), "ON|OFF", message("cards may be taken back by consent"), _HOST),
    Flag(("--recall",), "TRICKS", message("which are shown again: last, all"), _HOST),
    Flag(("--hints",), "ON|OFF", message("whether one may ask for hints"), _HOST),
    Flag(
        ("--as",),
        "SEAT",
        message("as --seat; all for everything laid open"),
        ("replay",),
    ),
    Flag(("--from",), "TRICK", message("begin with this trick, 1 to 15"), ("replay",)),
    Flag(
        ("--speed",),
        "SPEED",
        message("one event after the other: 0 all at once, 1 slowly, 2 fast"),
        ("replay",),
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
        (*_SEATED, "bot"),
    ),
    Flag(
        ("--deals",),
        "N",
        message("how many deals, 1 to 16; in the arena up to 10000"),
        (*_SEATED, "arena"),
    ),
    Flag(
        ("--pace",),
        "PACE",
        message("wait of the bots: 0 none, 1 short, 2 normal, 3 long, or ms"),
        (*_SEATED, "bot"),
    ),
    Flag(
        ("--bell",),
        "WHEN",
        message("when the terminal's bell rings: never, turn, all"),
        LIVE,
    ),
    Flag(
        ("--notify",),
        "",
        message(
            "a notification of the desktop, when your turn comes after a long wait"
        ),
        LIVE,
    ),
    Flag(
        ("--confirm",),
        "WHEN",
        message("what is asked again: never, once (what is final), always"),
        LIVE,
    ),
    Flag(
        ("--sort",),
        "ORDER",
        message("order of your hand: high, low or suits first"),
        LIVE,
    ),
    Flag(
        ("--auto-play",),
        "",
        message("play a card by itself where no other is allowed"),
        LIVE,
    ),
    Flag(("--autopilot",), "", message("a bot plays your seat"), LIVE),
    Flag(
        ("--plain",),
        "",
        message("line by line, for pipes and screen readers; no pager"),
        (*LIVE, "watch", "replay", "cards", "rules"),
    ),
    Flag(("--tui",), "", message("in the full screen, where there is one"), LIVE),
    Flag(("--no-color",), "", message("the full screen without colours"), LIVE),
    Flag(("--ascii",), "", message("the full screen in plain ASCII letters"), LIVE),
    Flag(
        ("--no-mouse",),
        "",
        message("the full screen leaves the mouse to the terminal, to select text"),
        LIVE,
    ),
    Flag(
        ("--no-input",),
        "",
        message("a script plays: no questions, an illegal action ends it"),
        LIVE,
    ),
    Flag(
        ("--keep-going",),
        "",
        message("with --no-input: an illegal action does not end it"),
        LIVE,
    ),
    Flag(
        ("--on-eof",),
        "WAY",
        message("when input ends: bot (plays on), wait, leave"),
        LIVE,
    ),
    Flag(("--follow",), "", message("not only to the end of a deal"), ("watch",)),
    Flag(
        ("--timeout",),
        "TIME",
        message("how long to wait for a lost server, such as 10s"),
        (*_ONLINE, *_LOOKING, "login", "logout", "replay"),
    ),
    Flag(
        ("-q", "--quiet"),
        "",
        message("no progress messages"),
        (*_ONLINE, *_LOOKING, "replay", "arena"),
    ),
    Flag(
        ("-v", "--verbose"),
        "",
        message("more progress messages; every reason for a lost turn"),
        (*_ONLINE, "arena"),
    ),
    Flag(
        ("--debug-log",),
        "FILE",
        message("what the game reacts to, for a report; no secrets stand in it"),
        LIVE,
    ),
    Flag(
        ("--json",),
        "",
        message("one JSON object; of a game, when it is over"),
        (*LIVE, *_TOLD, "replay", "bot", "arena", "score", "explain", "config"),
    ),
    Flag(
        ("--jsonl",),
        "",
        message("one JSON object a line; of records a filter, text in, object out"),
        (*LIVE, "watch", "score", "explain"),
    ),
    Flag(("--origin",), "", message("where each value comes from"), ("config",)),
    Flag(
        ("--config",),
        "FILE",
        message("another file of settings than your own"),
        VERB_NAMES,
    ),
    Flag(("--lang",), "LANG", message("language: en, it, de, ar, ms"), VERB_NAMES),
    Flag(
        ("--card-names",),
        "LANG",
        message("names of the cards in another language: en, it, de, ar, ms"),
        VERB_NAMES,
    ),
    Flag(
        ("--bidi",),
        "WAY",
        message("how Arabic is shown: auto, terminal, app, off"),
        VERB_NAMES,
    ),
    Flag(("-h", "--help"), "", message("this help"), VERB_NAMES),
    Flag(("--version",), "", message("versions of client and protocol"), VERB_NAMES),
)
