"""P2, P4 and P5: who is told, is told what the log holds, all of it, in its order.

On each wire and for each table there is a position, known by its token. What is told next
begins right after it, or says that it is the table as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.simulation.checker.items import misfit
from tests.simulation.checker.violation import Violation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.simulation.checker.account import Account, Entry, Said


@dataclass(slots=True)
class Position:
    """How far somebody was told of a table over a wire."""

    token: bytes | None = None
    """None before anything was told."""
    asked: list[bytes] = field(default_factory=list)
    """Tokens of the positions that were named in questions, not answered yet."""
    since_asked: int = 0
    """Events told since the last question."""
    is_unknown: bool = False
    """Whether a question could not be answered: what follows leaves a gap that its
    client knows of, and asks about."""


def check(account: Account) -> list[Violation]:
    """What was told wrongly, or not at all."""
    found: list[Violation] = []
    positions: dict[tuple[str, str], Position] = {}
    both = sorted(account.sent + account.told, key=lambda said: said.place)
    for said in both:
        table = said.message.get("table")
        if said.message["op"] == "error" and table is None:
            for (wire, _), position in positions.items():
                position.is_unknown |= wire == said.wire
        if table is None:
            continue
        position = positions.setdefault((said.wire, table), Position())
        match said.message["op"]:
            case "resync":
                position.asked.append(said.message.get("token") or b"")
                position.since_asked = 0
            case "snapshot":
                found += _snapshot(account, said, position)
            case "events":
                found += _events(account, said, position)
            case "replayed":
                found += _replayed(account, said, position)
            case "error":
                position.is_unknown = True
            case _:
                pass
    found += _left_behind(account, positions)
    return found


def _snapshot(account: Account, said: Said, position: Position) -> Iterator[Violation]:
    message = said.message
    entry = account.entries.get(message["token"])
    if entry is None or not _is_stored(entry, said):
        text = f"{said.wire} is shown version {message['version']} before it is stored"
        yield Violation("P2", said.at_ms, text)
    elif (entry.epoch, entry.version) != (message["epoch"], message["version"]):
        text = f"{said.wire} is shown version {entry.version} under another number"
        yield Violation("P5", said.at_ms, text)
    position.token = message["token"]
    position.is_unknown = False


def _events(account: Account, said: Said, position: Position) -> Iterator[Violation]:
    message = said.message
    items, first = message["items"], message["first"]
    entries = account.chain(message["token"], len(items))
    if entries is None or not _is_stored(entries[-1], said):
        text = f"{said.wire} is told version {first} and on before they are stored"
        yield Violation("P2", said.at_ms, text)
        return
    versions = [(entry.epoch, entry.version) for entry in entries]
    if versions != [(message["epoch"], first + at) for at in range(len(items))]:
        text = f"{said.wire} is told version {entries[0].version} as {first}"
        yield Violation("P4", said.at_ms, text)
    starts = {position.token, *position.asked}
    if entries[0].parent not in starts and not position.is_unknown:
        text = f"{said.wire} is told version {first}, which does not follow"
        yield Violation("P4", said.at_ms, text)
    elif entries[0].parent != position.token:
        position.since_asked = 0
    position.token = message["token"]
    position.since_asked += len(items)
    user = account.wires[said.wire].session or ""
    for entry, item in zip(entries, items, strict=True):
        why = misfit(entry, item, user)
        if why:
            text = f"{said.wire} is told of version {entry.version}: {why}"
            yield Violation("P4", said.at_ms, text)


def _replayed(account: Account, said: Said, position: Position) -> Iterator[Violation]:
    message = said.message
    if message["count"] == 0 and position.asked:
        position.token = position.asked[0]
    entry = account.entries.get(position.token or b"")
    if entry is None or entry.version != message["version"]:
        text = (
            f"{said.wire} was replayed to version {message['version']} and is not there"
        )
        yield Violation("P5", said.at_ms, text)
    elif message["count"] > position.since_asked:
        text = f"{said.wire} was told fewer events than {message['count']}"
        yield Violation("P5", said.at_ms, text)
    position.is_unknown = False
    position.asked.clear()


def _left_behind(
    account: Account, positions: dict[tuple[str, str], Position]
) -> Iterator[Violation]:
    """Whoever is connected at the end knows the end of the log."""
    end_ms = account.records[-1].at_ms
    for (name, table), position in positions.items():
        wire, heads = account.wires[name], account.heads(table)
        if not wire.is_open or not heads or position.token is None:
            continue
        ends = {head.token for head in heads}
        if position.token not in ends or position.is_unknown:
            text = f"{name} was not told of version {heads[-1].version}"
            yield Violation("P4", end_ms, text)


def _is_stored(entry: Entry, said: Said) -> bool:
    return entry.addition.place < said.place
