"""P1 and P3: what a command is answered is true, once and for all.

What was answered is held against the log: a command that counts is there exactly once,
with its content, before its answer went out; one that was refused is not, and that it was
refused is there as well.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.cards import code_of
from engine.events import CardPlayed, Declared, Discarded, Skipped
from server.table.events import Author, EntropyAdded, ReadyGiven, SeatTaken
from tests.simulation.checker.account import Addition, Plain, Said
from tests.simulation.checker.violation import Violation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from server.table.events import TableEvent
    from tests.simulation.checker.account import Account

Key: TypeAlias = tuple[str, int]
"""Session and number of a command."""
NOT_JUDGED: Final = frozenset({"E_NO_TABLE", "E_OLD_NUMBER", "E_TOO_MANY_TABLES"})
"""Refusals that stand without a trace in a table's log."""
ASK_AGAIN: Final = frozenset({"E_BUSY", "E_RATE", "E_STORE_AWAY", "E_STORE_FULL"})
"""Refusals that decide nothing: the same command comes again."""
NEVER: Final = frozenset({"E_CONFLICT", "E_INTERNAL", "E_FROZEN", "E_BAD_MESSAGE"})
"""Refusals that no client here ever gives reason for."""
_MOVES: Final = {"play", "discard", "declare", "skip"}


@dataclass(slots=True)
class Command:
    """A command, all that was answered to it, and what the log has of it."""

    session: str
    message: Plain
    sent: Said
    answers: list[Said] = field(default_factory=list)
    additions: list[Addition] = field(default_factory=list)


def check(account: Account) -> list[Violation]:
    """Which answers were wrong."""
    found: list[Violation] = []
    commands = commands_in(account)
    for command in commands.values():
        found += _check_log(command)
        for said in command.answers:
            if said.message["op"] == "ok":
                found += _check_ok(command, said)
            else:
                found += _check_refusal(command, said)
        found += _check_same(account, command)
    found += _check_origins(account, commands)
    return found


def commands_in(account: Account) -> dict[Key, Command]:
    """All commands that were sent in a session, by session and number."""
    commands: dict[Key, Command] = {}
    for said in account.sent:
        session = account.wires[said.wire].session
        if "n" in said.message and session is not None:
            key = session, said.message["n"]
            commands.setdefault(key, Command(session, said.message, said))
    for said in account.told:
        session = account.wires[said.wire].session
        if said.message["op"] in {"ok", "refused"} and session is not None:
            known = commands.get((session, said.message["n"]))
            if known is not None:
                known.answers.append(said)
    for addition in account.additions:
        receipt = addition.stored.receipt
        if receipt is not None:
            known = commands.get((receipt.session, receipt.number))
            if known is not None:
                known.additions.append(addition)
    return commands


def _check_log(command: Command) -> Iterator[Violation]:
    """One command has one place in the log, and its content there."""
    standing: list[Addition] = []
    for addition in command.additions:
        standing = [one for one in standing if one.stands_at(addition.place)]
        if standing:
            text = f"{_name(command)} is in the log a second time"
            yield Violation("P1", addition.at_ms, text)
        standing.append(addition)
        if addition.entries and not _fits(command, addition):
            text = f"{_name(command)} stands in the log as something else"
            yield Violation("P1", addition.at_ms, text)


def _check_ok(command: Command, said: Said) -> Iterator[Violation]:
    if command.message["op"] not in _MOVES | {"start", "back", "sit"}:
        return
    standing = _standing(command, said)
    if not standing:
        text = f"{_name(command)} was acknowledged and is not in the log"
        yield Violation("P1", said.at_ms, text)
        return
    addition = standing[0]
    if command.message["op"] in _MOVES and not addition.entries:
        text = f"{_name(command)} was acknowledged, and the log says it was refused"
        yield Violation("P1", said.at_ms, text)
    if said.message["version"] != addition.stored.after:
        text = f"{_name(command)} was acknowledged with the version of something else"
        yield Violation("P3", said.at_ms, text)


def _check_refusal(command: Command, said: Said) -> Iterator[Violation]:
    code = said.message["code"]
    if code in ASK_AGAIN | NOT_JUDGED:
        return
    if code in NEVER:
        text = f"{_name(command)} was refused with {code} for no reason"
        yield Violation("P3", said.at_ms, text)
        return
    if command.message["op"] == "create":
        return
    standing = _standing(command, said)
    if not standing:
        text = f"{_name(command)} was refused ({code}), and the log was not asked"
        yield Violation("P3", said.at_ms, text)
    elif standing[0].entries:
        text = f"{_name(command)} was refused ({code}), and counts"
        yield Violation("P3", said.at_ms, text)


def _check_same(account: Account, command: Command) -> Iterator[Violation]:
    """The first answer stands, unless the log lost what it rests on."""
    first: Said | None = None
    for said in command.answers:
        if said.message.get("code") in ASK_AGAIN | NOT_JUDGED:
            continue
        if first is None or any(
            first.place < rollback < said.place for rollback in account.rollbacks
        ):
            first = said
        elif _gist(said) != _gist(first):
            text = f"{_name(command)} was answered {_gist(first)}, then {_gist(said)}"
            yield Violation("P3", said.at_ms, text)


def _check_origins(
    account: Account, commands: dict[Key, Command]
) -> Iterator[Violation]:
    """Nothing is in the log for a session that nobody has asked for in it (P7)."""
    for addition in account.additions:
        receipt = addition.stored.receipt
        if receipt is None or not addition.is_of_person:
            continue
        command = commands.get((receipt.session, receipt.number))
        if command is None or command.sent.place > addition.place:
            text = f"{receipt.session[:6]}#{receipt.number} was never asked for"
            yield Violation("P7", addition.at_ms, text)


def _standing(command: Command, said: Said) -> list[Addition]:
    return [one for one in command.additions if one.stands_at(said.place)]


def _gist(said: Said) -> tuple[object, ...]:
    message = said.message
    if message["op"] == "ok":
        return "ok", message["table"], message["version"]
    return "refused", message["code"]


def _name(command: Command) -> str:
    message = command.message
    detail = message.get("card") or " ".join(message.get("cards", ()))
    return f"{command.session[:6]}#{message['n']} ({message['op']} {detail})"


def _fits(command: Command, addition: Addition) -> bool:
    """Whether what was stored is what was asked for, by whom it was asked."""
    wanted = command.message["op"]
    for entry in addition.entries:
        seat = entry.after.seat_of(command.session)
        if _is_act(wanted, command.message, entry.stamped.event, seat):
            return wanted not in _MOVES or entry.stamped.by is Author.PERSON
    return wanted not in _MOVES | {"start", "sit"}


def _is_act(wanted: str, message: Plain, event: TableEvent, seat: int | None) -> bool:
    match event:
        case CardPlayed(mover, card):
            return (
                wanted == "play" and mover == seat and code_of(card) == message["card"]
            )
        case Discarded(mover, cards):
            laid = sorted(map(code_of, cards))
            return (
                wanted == "discard"
                and mover == seat
                and laid == sorted(message["cards"])
            )
        case Declared(mover):
            return wanted == "declare" and mover == seat
        case Skipped(mover):
            return wanted == "skip" and mover == seat
        case ReadyGiven(mover) | EntropyAdded(mover):
            return wanted == "start" and mover == seat
        case SeatTaken(taken):
            return wanted == "sit" and taken == seat
        case _:
            return False
