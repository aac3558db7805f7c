"""The Lua scripts, and the arguments they take.

A script is called by the SHA-1 of its whole text, so that two versions of the server
on one store never run each other's scripts. The text of `common.lua` stands in front
of each. Arguments are lists that the scripts read one after the other; what they mean
is said at the head of each script.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

from server.store_records import (
    EVENTS_MAX,
    Append,
    Change,
    Mark,
    NewTable,
    Rebase,
    Receipt,
    Row,
)
from server.store_talk import TALK_KEPT, Speech

Argument: TypeAlias = bytes | str | int

_WHEN_FULL = {"apply_last": "apply"}
"""Scripts that are another one, taken even by a store that has no memory left. Those
that only free memory, or write over what is there, say so in their own first line."""
_FOLDER = Path(__file__).parent / "scripts"


@dataclass(frozen=True, slots=True)
class Script:
    """One script, ready to be called."""

    name: str
    text: str
    sha: str


@cache
def script(name: str) -> Script:
    """Give the script of that name."""
    common = (_FOLDER / "common.lua").read_text("utf-8")
    source = _FOLDER / f"{_WHEN_FULL.get(name, name)}.lua"
    head, _, body = source.read_text("utf-8").partition("\n")
    if name in _WHEN_FULL:
        head = "#!lua flags=allow-oom"
    # The first line says what the script may do; it has to stay the first one.
    text = f"{head}\n{common}\n{body}"
    sha = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
    return Script(name, text, sha)


def apply_arguments(append: Append, verb: str, skew_ms: int) -> list[Argument]:
    """Give the arguments of `apply`."""
    receipt, change, at = append.receipt, append.change, append.at
    return [
        receipt.session,
        receipt.number,
        receipt.digest.hex(),
        at.epoch,
        at.version,
        at.token,
        change.now_ms,
        skew_ms,
        change.writer,
        EVENTS_MAX,
        *_change_arguments(append.table, change, verb),
        *_receipt_arguments(receipt, change.mark_after(at)),
        *_lists(change),
    ]


def create_arguments(new: NewTable, verb: str, skew_ms: int) -> list[Argument]:
    """Give the arguments of `create`."""
    receipt, change = new.receipt, new.change
    return [
        receipt.session,
        receipt.number,
        receipt.digest.hex(),
        new.epoch,
        new.base,
        change.now_ms,
        skew_ms,
        *_change_arguments(new.table, change, verb),
        *_receipt_arguments(receipt, new.mark),
        *_lists(change),
    ]


def rebase_arguments(rebase: Rebase, verb: str, skew_ms: int) -> list[Argument]:
    """Give the arguments of `rebase`."""
    change, at = rebase.change, rebase.at
    return [
        at.epoch,
        at.version,
        at.token,
        rebase.epoch,
        change.now_ms,
        skew_ms,
        change.writer,
        rebase.skip,
        *_change_arguments(rebase.table, change, verb),
        *("", b""),  # a rebase is nobody's command
        *_lists(change),
    ]


def say_arguments(speech: Speech, verb: str) -> list[Argument]:
    """Give the arguments of `say`."""
    receipt = speech.receipt
    _, kept = _receipt_arguments(receipt, speech.at)
    return [
        receipt.session,
        receipt.number,
        receipt.digest.hex(),
        kept,
        TALK_KEPT,
        verb,
        speech.line or b"",
    ]


def _change_arguments(table: str, change: Change, verb: str) -> Iterable[Argument]:
    yield from (table, verb, change.phase, change.writer)
    yield _or_empty(change.minimum_writer)
    yield change.expire_ms
    yield _or_empty(change.trim_before)
    yield from (1, change.snapshot) if change.snapshot is not None else (0, b"")
    match change.lobby_row:
        case bytes(row):
            yield from ("put", row)
        case Row.KEEP | Row.REMOVE as what:
            yield from (what.value, b"")


def _receipt_arguments(receipt: Receipt, after: Mark) -> Iterable[Argument]:
    """Give the session and what is remembered of its command.

    The position after the command is part of it: a node that sends a command again
    because the answer was lost can tell its own work from another node's.
    """
    words = (
        str(receipt.number),
        receipt.digest.hex(),
        str(after.version),
        after.token.hex(),
        "",
    )
    return receipt.session, " ".join(words).encode() + receipt.result


def _lists(change: Change) -> Iterable[Argument]:
    yield len(change.events)
    for event in change.events:
        yield event.token
        yield event.payload
    yield len(change.deadlines)
    for kind, due_ms in change.deadlines.items():
        yield kind
        yield _or_empty(due_ms)


def _or_empty(number: int | None) -> Argument:
    return "" if number is None else number
