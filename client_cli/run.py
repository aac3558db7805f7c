"""From a command line to an exit code: picks the verb, prints how it ended.

What a verb needs is imported when it is chosen, so that help and filters start without
the network's libraries, and a live table without the rules. Everything that can end a
run ends here: reasons in three lines, a reader that went away, Ctrl-C, and faults of
the program itself, whose traceback goes to a file.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from client_cli.arguments import Request, request_from, wrong_use
from client_cli.exits import Exit, Stopped
from client_cli.help_pages import short_help, verb_help
from client_cli.home import Home, is_at_home, line_of_terminal, may_have_a_seat
from client_cli.modes import Mode, mode_for, terminal_now
from client_cli.preferences import preferences_from
from client_cli.safe_text import shown
from client_cli.speech import check_bidi, texts_for
from client_cli.splitting import peeked
from client_cli.streams import (
    check_output,
    complain,
    flush_or_forget,
    laid_out_for,
    output_fault,
    prepare,
)
from client_cli.texts import PROGRAM

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from client_cli.preferences import Preferences
    from client_cli.texts import Texts

_CALLED_AS: Final = "TAROCCO_COMMAND"
"""The variable in which a starter such as `run.py` says how it was called."""
_LONGEST_PROGRAM: Final = 200
_OPERANDS: Final = {
    "resume": (0, 1),
    "join": (1, 1),
    "watch": (1, 1),
    "login": (0, 1),
    "completion": (1, 1),
}
"""Fewest and most words after a verb; none after one that is not here."""


def run(words: Sequence[str]) -> int:
    """Do what the words of a command line say; gives the exit code."""
    prepare()
    program = shown(os.environ.get(_CALLED_AS) or PROGRAM, _LONGEST_PROGRAM)
    preferences = preferences_from(peeked("--config", words), os.environ)
    preferred = {key: said.value for key, said in preferences.of_files().items()}
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    texts = texts_for(words, os.environ, preferred, program, encoding)
    with laid_out_for(texts.bidi):
        code = _ended(words, preferences, texts)
        flush_or_forget()
    return int(code)


def _ended(words: Sequence[str], preferences: Preferences, texts: Texts) -> Exit:
    """The exit code of a command line, after telling how it ended."""
    try:
        check_output(texts)
        code = _dispatch(words, preferences, texts)
        sys.stdout.flush()
    except Stopped as end:
        code = _told(end, texts)
    except BrokenPipeError:
        code = Exit.DONE  # whoever was reading has seen enough
    except KeyboardInterrupt:
        code = Exit.INTERRUPTED
    except OSError as fault:
        code = _told(output_fault(fault, texts) or _fault(fault, texts), texts)
    except Exception as fault:  # noqa: BLE001 - the one place for what nobody foresaw
        code = _told(_fault(fault, texts), texts)
    return code


def _dispatch(words: Sequence[str], preferences: Preferences, texts: Texts) -> Exit:
    request = request_from(words, os.environ, texts, preferences.of_files())
    if request.version:
        print(_versions(texts))
        return Exit.DONE
    if request.verb is None:
        return _without_verb(request, words, preferences, texts)
    if request.help:
        print(verb_help(request.verb, texts))
        return Exit.DONE
    if request.json and request.jsonl:
        what = texts.say("--json and --jsonl do not go together.")
        raise wrong_use(what, texts, request.verb)
    return _verb(request, preferences, texts)


def _without_verb(
    request: Request, words: Sequence[str], preferences: Preferences, texts: Texts
) -> Exit:
    """The home screen for whoever sits before a terminal; else the short help."""
    if not request.help and is_at_home(os.environ):
        preferences.check(texts)
        return Home(
            lambda chosen: _ended(chosen, preferences, texts),
            line_of_terminal,
            texts,
            words=words,
            can_return=may_have_a_seat(),
        ).run()
    print(short_help(texts), file=sys.stdout if request.help else sys.stderr)
    return Exit.DONE if request.help else Exit.WRONG_USE


def _verb(request: Request, preferences: Preferences, texts: Texts) -> Exit:
    if request.verb == "config":
        from client_cli.config import configure  # noqa: PLC0415 - rarely wanted

        return configure(request, preferences, texts)
    if request.verb == "doctor":
        _check_operands(request, texts)
        from client_cli.live.doctor import examine  # noqa: PLC0415 - rarely wanted

        return examine(request, preferences, texts)
    preferences.check(texts)
    check_bidi(texts)
    match request.verb:
        case "play" | "host" | "join" | "resume":
            return _live(request, texts)
        case "tables" | "who" | "watch":
            return _look(request, texts)
        case "login" | "logout" | "whoami":
            return _person(request, texts)
        case "bot":
            return _bot(request, texts)
        case "replay":
            return _replay(request, texts)
        case "completion":
            return _completion(request, texts)
        case "cards" | "rules":
            return _reference(request, texts)
        case _:
            return _offline(request, texts)


def _live(request: Request, texts: Texts) -> Exit:
    _check_operands(request, texts)
    from client_cli.invitations import with_invitation  # noqa: PLC0415 - rarely wanted

    request = with_invitation(request, texts)
    # Said before the libraries are loaded: something has to appear at once.
    _begin(request, texts)
    choice = mode_for(request, os.environ, terminal_now(os.environ), texts)
    if choice.remark and not request.live.quiet:
        print(choice.remark, file=sys.stderr, flush=True)
    if choice.mode is Mode.FULL:
        from client_cli.full.start import play_full  # noqa: PLC0415 - brings Textual

        return play_full(request, texts)
    from client_cli.live.start import play  # noqa: PLC0415 - brings the network

    return play(request, texts)


def _look(request: Request, texts: Texts) -> Exit:
    _check_operands(request, texts)
    if request.verb != "watch":
        from client_cli.live.lobby import show_lobby  # noqa: PLC0415

        return show_lobby(request, texts)
    from client_cli.invitations import with_invitation  # noqa: PLC0415
    from client_cli.live.watch import watch  # noqa: PLC0415 - brings the network

    return watch(with_invitation(request, texts), texts)


def _person(request: Request, texts: Texts) -> Exit:
    _check_operands(request, texts)
    from client_cli.live.login import log_in, log_out, who_am_i  # noqa: PLC0415

    deeds = {"login": log_in, "logout": log_out, "whoami": who_am_i}
    return deeds[request.verb or "whoami"](request, texts)


def _completion(request: Request, texts: Texts) -> Exit:
    _check_operands(request, texts)
    from client_cli.completion import print_completion  # noqa: PLC0415

    return print_completion(request, texts)


def _check_operands(request: Request, texts: Texts) -> None:
    """Refuse words that a verb has no use for, and miss those that it needs."""
    verb, given = request.verb or "", len(request.operands)
    fewest, most = _OPERANDS.get(verb, (0, 0))
    if fewest <= given <= most:
        return
    command = f"tarocco {verb}"
    if given > most:
        what = texts.say("{command} takes fewer words.", command=command)
    else:
        what = texts.say("{command} needs one more word.", command=command)
    raise wrong_use(what, texts, verb)


def _bot(request: Request, texts: Texts) -> Exit:
    from client_cli.bots.start import play_bot  # noqa: PLC0415 - brings the network

    return play_bot(request, texts, begin=lambda: _begin(request, texts))


def _replay(request: Request, texts: Texts) -> Exit:
    """A deal that is played now, if a table is named at which there is one."""
    from client_cli.kept_deals import names_a_table, record_path  # noqa: PLC0415

    if len(request.operands) == 1 and names_a_table(request.operands[0]):
        from client_cli.live.replay import replay_live  # noqa: PLC0415

        is_kept = record_path(request.operands[0]) != request.operands[0]
        code = replay_live(request, texts, must=not is_kept)
        if code is not None:
            return code
    return _offline(request, texts)


def _begin(request: Request, texts: Texts) -> None:
    """Tell what is done first, unless the person wants quiet."""
    if not request.live.quiet:
        print(_beginning(request, texts), file=sys.stderr, flush=True)


def _beginning(request: Request, texts: Texts) -> str:
    if request.live.server is None:
        if request.verb == "resume":
            return texts.say("Looking for your seat on this machine.")
        if request.table.code is not None:
            return texts.say("Looking for the table on this machine.")
        return texts.say("Opening a table on this machine.")
    return texts.say("Connecting to {server}.", server=shown(request.live.server))


def _offline(request: Request, texts: Texts) -> Exit:
    from client_cli.offline.verbs import run_offline  # noqa: PLC0415 - brings the rules

    return run_offline(request, texts)


def _reference(request: Request, texts: Texts) -> Exit:
    from client_cli.reference import show_reference  # noqa: PLC0415 - rarely wanted

    return show_reference(request, texts)


def _versions(texts: Texts) -> str:
    from client_cli.versions import client_version  # noqa: PLC0415 - slow to load
    from protocol.limits import PROTOCOL_VERSION  # noqa: PLC0415

    client = client_version() or texts.say("not installed")
    return texts.say(
        "tarocco {client}, protocol {protocol}",
        client=client,
        protocol=PROTOCOL_VERSION,
    )


def _told(end: Stopped, texts: Texts) -> Exit:
    """Tell the three parts of an end, each on a line of its own; gives its code."""
    lines = [texts.say("Error: {what}", what=end.what)]
    if end.why:
        lines.append(texts.say("Why: {why}", why=end.why))
    if end.advice:
        lines.append(texts.say("Next: {advice}", advice=end.advice))
    complain(lines)
    return end.code


def _fault(fault: Exception, texts: Texts) -> Stopped:
    import traceback  # noqa: PLC0415 - wanted only when all is lost

    log = _written("".join(traceback.format_exception(fault)))
    return Stopped(
        Exit.FAULT,
        texts.say("The program made a mistake: {kind}.", kind=type(fault).__name__),
        why=texts.say("Details are in {path}", path=log) if log else str(fault),
        advice=texts.say(
            "Give the same command again; if it stays, report the details."
        ),
    )


def _written(text: str) -> Path | None:
    """Where the text was written; None if it could not be."""
    from client_cli.folders import made, state_folder, write_private  # noqa: PLC0415

    try:
        path = made(state_folder()) / "fault.log"
        write_private(path, text)
    except (OSError, RuntimeError):
        return None
    return path
