"""The help: short for the program, one page for each verb, the example first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client_cli.arguments import LEVELS
from client_cli.exits import Exit
from client_cli.flags import FLAGS, Flag
from client_cli.texts import message
from client_cli.verbs import PLAY, VERBS, Verb

if TYPE_CHECKING:
    from client_cli.texts import Texts

_BOTS: Final = "client_cli/README.md"
_EXAMPLES: Final = ("play", "score", "explain")
_ALWAYS: Final = (
    (
        Exit.FAULT,
        message("a fault of the program (a log is named), or output not to be written"),
    ),
    (Exit.WRONG_USE, message("wrong use")),
    (Exit.HUNG_UP, message("stopped as the terminal was closed")),
    (Exit.INTERRUPTED, message("stopped by Ctrl-C")),
    (Exit.TERMINATED, message("stopped by TERM")),
)
_LIVE_EXITS: Final = (
    (Exit.DONE, message("done, also for a lost game")),
    (Exit.UNREACHABLE, message("server not reachable, or lost and not back in time")),
    (Exit.REFUSED, message("refused by the server")),
    (Exit.NOT_FOUND, message("no such table, or no seat to return to")),
    (Exit.PROTOCOL, message("client and server do not fit together")),
    (Exit.ILLEGAL_ACTION, message("illegal action in a script")),
    (Exit.TIMED_OUT, message("no answer from the server in time")),
    (Exit.INPUT_ENDED, message("input ended while seated")),
    (Exit.TABLE_CLOSED, message("the table was closed")),
    (Exit.BAD_RECORD, message("a deal was not dealt or counted as promised")),
)
_DONE: Final = (Exit.DONE, message("done"))
_NO_FILE: Final = (Exit.NOT_FOUND, message("no such file"))
_RECORD_EXITS: Final = (
    _DONE,
    _NO_FILE,
    (Exit.BAD_RECORD, message("the record is illegal or does not verify")),
)
_REPLAY_EXITS: Final = (
    _DONE,
    (Exit.UNREACHABLE, message("server not reachable, or lost and not back in time")),
    (Exit.REFUSED, message("refused by the server")),
    (Exit.NOT_FOUND, message("no such file or table")),
    (Exit.PROTOCOL, message("client and server do not fit together")),
    (Exit.TIMED_OUT, message("no answer from the server in time")),
    (Exit.TABLE_CLOSED, message("the table was closed")),
    (Exit.BAD_RECORD, message("the record is illegal or does not verify")),
)
_LOBBY_EXITS: Final = (
    _DONE,
    (Exit.UNREACHABLE, message("server not reachable, or lost and not back in time")),
    (Exit.REFUSED, message("refused by the server")),
    (Exit.PROTOCOL, message("client and server do not fit together")),
    (Exit.TIMED_OUT, message("no answer from the server in time")),
)
_WATCH_EXITS: Final = (
    *_LOBBY_EXITS,
    (Exit.NOT_FOUND, message("no such table, or no seat to return to")),
    (Exit.TABLE_CLOSED, message("the table was closed")),
)
_LOGIN_EXITS: Final = (
    *_LOBBY_EXITS[:4],
    (Exit.NOT_FOUND, message("no such file")),
)
_BOT_EXITS: Final = (
    (Exit.DONE, message("done, also for a lost game")),
    (Exit.UNREACHABLE, message("server not reachable, or lost and not back in time")),
    (Exit.REFUSED, message("refused by the server")),
    (Exit.NOT_FOUND, message("no such file, program or table")),
    (Exit.PROTOCOL, message("client and server do not fit together")),
    (Exit.TIMED_OUT, message("no answer from the server in time")),
    (Exit.TABLE_CLOSED, message("the table was closed")),
    (Exit.BAD_RECORD, message("a deal was not dealt or counted as promised")),
)
_EXITS: Final = {
    "play": _LIVE_EXITS,
    "host": _LIVE_EXITS,
    "join": _LIVE_EXITS,
    "resume": _LIVE_EXITS,
    "tables": _LOBBY_EXITS,
    "who": _LOBBY_EXITS,
    "watch": _WATCH_EXITS,
    "bot": _BOT_EXITS,
    "arena": (_DONE, _NO_FILE),
    "score": _RECORD_EXITS,
    "explain": (_DONE, _NO_FILE),
    "verify": _RECORD_EXITS,
    "replay": _REPLAY_EXITS,
    "cards": (_DONE,),
    "login": _LOGIN_EXITS,
    "logout": (_DONE, (Exit.REFUSED, message("another client of yours is running"))),
    "whoami": (_DONE,),
    "config": (
        _DONE,
        (Exit.NOT_FOUND, message("nothing is set, or there is no editor")),
    ),
    "doctor": _LOBBY_EXITS,
    "completion": (_DONE,),
    "rules": (_DONE, (Exit.NOT_FOUND, message("no such topic"))),
}
"""What each verb may end with, besides what every verb may."""
_LIVE_VARIABLES: Final = (
    ("TAROCCO_SERVER", message("as --server")),
    ("TAROCCO_NAME", message("as --name")),
    ("XDG_STATE_HOME", message("where games and the local server are kept")),
)
_LOGIN_VARIABLE: Final = ("TAROCCO_TOKEN_FILE", message("a login to use"))
_COLOURS: Final = ("NO_COLOR", message("no colours, whatever the terminal has"))
_GAME_VARIABLES: Final = (
    *_LIVE_VARIABLES,
    ("TAROCCO_MODE", message("tui, plain or json, where no flag says it")),
    _LOGIN_VARIABLE,
    _COLOURS,
)
_PAGE_VARIABLES: Final = (
    ("PAGER", message("shows what is longer than the screen; empty: nothing does")),
    ("COLUMNS", message("the width of the screen, if it is not that of the terminal")),
)
_VARIABLES: Final = {
    "play": _GAME_VARIABLES,
    "host": _GAME_VARIABLES,
    "join": _GAME_VARIABLES,
    "resume": _GAME_VARIABLES,
    "tables": _LIVE_VARIABLES[:1],
    "who": _LIVE_VARIABLES[:1],
    "watch": _LIVE_VARIABLES[:1],
    "bot": _LIVE_VARIABLES,
    "replay": (_LIVE_VARIABLES[0], _LIVE_VARIABLES[2]),
    "cards": _PAGE_VARIABLES[:1],
    "rules": _PAGE_VARIABLES,
    "login": _LIVE_VARIABLES[:1],
    "logout": _LIVE_VARIABLES[:1],
    "whoami": (*_LIVE_VARIABLES[:2], _LOGIN_VARIABLE),
    "doctor": (
        _LIVE_VARIABLES[0],
        _COLOURS,
        (
            "COLUMNS",
            message("the width of the screen, if it is not that of the terminal"),
        ),
    ),
    "config": (
        ("EDITOR", message("what edit uses; VISUAL stands before it")),
        ("XDG_CONFIG_HOME", message("where your settings are")),
        ("XDG_CONFIG_DIRS", message("where those of the machine are")),
    ),
}
_LANGUAGE: Final = (
    ("TAROCCO_CONFIG", message("as --config")),
    ("TAROCCO_LANG", message("language; else LC_ALL, LC_MESSAGES, LANG")),
    ("TAROCCO_BIDI", message("as --bidi")),
)


def short_help(texts: Texts) -> str:
    """At most 24 lines: what it is, three examples, the verbs by group."""
    by_name = {verb.name: verb for verb in VERBS}
    lines = [texts.say("Tarocco Bolognese in the terminal."), ""]
    examples = {
        texts.command(by_name[name].example): texts.say(by_name[name].says)
        for name in _EXAMPLES
    }
    width = max(30, *map(len, examples))
    lines += [f"  {typed:<{width}} {says}" for typed, says in examples.items()]
    lines += ["", texts.say(PLAY)]
    lines += [
        f"  {verb.name:<9} {texts.say(verb.summary)}"
        for verb in VERBS
        if verb.group == PLAY
    ]
    lines += ["", *_other_groups(texts)]
    more = texts.say("More on a verb: {command} VERB --help", command="tarocco")
    lines += ["", more]
    return "\n".join(lines)


def _other_groups(texts: Texts) -> list[str]:
    """The verbs that are no game, one line for each group."""
    names: dict[str, list[str]] = {}
    for verb in VERBS:
        if verb.group != PLAY:
            names.setdefault(texts.say(verb.group), []).append(verb.name)
    return [f"{group:<11} {' '.join(verbs)}" for group, verbs in names.items()]


def verb_help(name: str, texts: Texts) -> str:
    """The page of one verb."""
    verb = next(verb for verb in VERBS if verb.name == name)
    usage = f"tarocco {verb.name} {verb.usage}".rstrip()
    lines = [
        f"  {texts.command(verb.example)}",
        f"      {texts.say(verb.says)}",
        "",
        f"{texts.command(usage)}: {texts.say(verb.summary)}.",
        "",
        texts.say("Flags"),
        *(_flag_line(flag, texts) for flag in FLAGS if name in flag.verbs),
        "",
        texts.say("Exit codes"),
        *(
            f"  {code.value:<4} {texts.say(meaning)}"
            for code, meaning in exits_of(name)
        ),
        "",
        texts.say("Environment"),
        *(
            f"  {variable:<18} {texts.say(meaning)}"
            for variable, meaning in variables_of(name)
        ),
    ]
    return "\n".join([*lines, *_more(verb, texts)])


def exits_of(name: str) -> list[tuple[Exit, str]]:
    """Every exit code of a verb with its meaning, by number."""
    return sorted((*_EXITS[name], *_ALWAYS), key=lambda each: each[0])


def variables_of(name: str) -> tuple[tuple[str, str], ...]:
    """The variables that a verb heeds, with their meanings."""
    return (*_VARIABLES.get(name, ()), *_LANGUAGE)


def _flag_line(flag: Flag, texts: Texts) -> str:
    names = ", ".join(flag.names)
    return f"  {f'{names} {flag.value}'.rstrip():<16} {texts.say(flag.summary)}"


def _more(verb: Verb, texts: Texts) -> list[str]:
    match verb.name:
        case "play" | "host" | "join" | "resume":
            return [
                "",
                texts.say("At the table, type help for the words to play with."),
            ]
        case "arena":
            levels = texts.say("Built-in levels: {levels}.", levels=", ".join(LEVELS))
            return ["", levels]
        case "bot":
            more = texts.say("How to write one, and its JSON lines: {file}", file=_BOTS)
            return ["", more]
        case "score" | "explain":
            more = texts.say("Keys of the JSON objects: client_cli/README.md")
            return ["", more]
        case _:
            return []
