"""`tarocco replay`: a recorded deal once more, from any viewpoint."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from client_cli.arguments import wrong_use
from client_cli.exits import Exit
from client_cli.folders import state_folder
from client_cli.offline.faults import not_json, stopped_by_rule
from client_cli.offline.history import event_seen, history_of
from client_cli.offline.labels import labels_for, team_lines
from client_cli.offline.reading import BadJson, data_in
from client_cli.offline.replay_words import ReplayWords
from client_cli.offline.stepping import Stepper, step_through
from engine.record import IllegalRecord, read_record
from engine.seats import Seat
from protocol.codec import encode_plain

if TYPE_CHECKING:
    from client_cli.arguments import Request
    from client_cli.offline.history import Happened, Viewpoint
    from client_cli.texts import Texts

FORMAT: Final = "tarocco-replay/1"


def replay(request: Request, texts: Texts) -> Exit:
    """Show one event, all of them one after the other, or step; or export them.

    Raises:
        Stopped: The words cannot be meant, or there is no legal record.
    """
    if len(request.operands) != 1:
        what = texts.say("One file or table is needed.")
        raise wrong_use(what, texts, "replay")
    data = _data(record_path(request.operands[0]), texts)
    history = _history(data, texts)
    seat = request.live.seat
    viewpoint = None if seat is None else Seat(seat)
    at = request.replay.at
    happened = history[-1] if at is None else _at(history, at, texts)
    if request.replay.export is not None:
        until_then = history[: happened.number]
        _export(data, until_then, viewpoint, request.replay.export)
        return Exit.DONE
    labels = labels_for(data, texts)
    words = ReplayWords(labels, texts, len(history))
    if at is not None:
        print(words.place(happened, viewpoint))
        print("\n".join(words.event(happened, viewpoint)))
        print("\n".join(words.standing(happened, viewpoint)))
    elif _is_terminal() and not request.plain:
        print("\n".join(team_lines(labels, texts)))
        step_through(Stepper(history, words, viewpoint, texts))
    else:
        print("\n".join(team_lines(labels, texts)))
        print("\n".join(words.hands(history[0], viewpoint)))
        for each in history:
            first, *rest = words.event(each, viewpoint)
            print("\n".join([f"{each.number}. {first}", *rest]))
    return Exit.DONE


def record_path(operand: str) -> str:
    """The path of a record: the operand, or the newest deal kept of that table."""
    path = Path(operand)
    if operand == "-" or path.exists() or not operand.isalnum():
        return operand
    kept = [
        one
        for one in sorted((state_folder() / "games").glob("*-*-*-*.json"))
        if one.stem.split("-")[2].casefold() == operand.casefold()
    ]
    return str(kept[-1]) if kept else operand


def _data(path: str, texts: Texts) -> object:
    try:
        return data_in(path, texts)
    except BadJson as fault:
        raise not_json(fault, texts) from None


def _history(data: object, texts: Texts) -> tuple[Happened, ...]:
    try:
        return history_of(read_record(data))
    except IllegalRecord as fault:
        what = texts.say("The record breaks a rule.")
        raise stopped_by_rule(fault, what, texts) from None


def _at(history: tuple[Happened, ...], number: int, texts: Texts) -> Happened:
    if number > len(history):
        what = texts.say("--at cannot be {number}.", number=number)
        why = texts.say("Possible: {values}.", values=f"1-{len(history)}")
        raise wrong_use(what, texts, "replay", why=why)
    return history[number - 1]


def _export(
    data: object, history: tuple[Happened, ...], viewpoint: Viewpoint, form: str
) -> None:
    names = data.get("names") if isinstance(data, dict) else None
    content: dict[str, Any] = {
        "v": 1,
        "format": FORMAT,
        "seat": viewpoint,
        "names": names,
        "events": [event_seen(happened, viewpoint) for happened in history],
    }
    if form == "json":
        print(json.dumps(content))
    else:
        sys.stdout.buffer.write(encode_plain(content))
        sys.stdout.buffer.flush()


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
