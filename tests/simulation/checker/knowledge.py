"""P6: nobody is told of a card that he cannot have seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tests.simulation.checker.past import ALL_CARDS
from tests.simulation.checker.violation import Violation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.simulation.checker.account import Account, Said
    from tests.simulation.checker.past import Past

_NO_CARDS: Final = frozenset({"led", "level", "name", "args", "stands_for"})
"""Fields that hold words, what the client itself has said, or a card that is not held:
the gap that it would fill can be seen in the row (A28)."""


def check(account: Account) -> list[Violation]:
    """Where somebody was told too much."""
    found = []
    newest: dict[tuple[str, str], Past] = {}
    for said in account.told:
        user = account.wires[said.wire].session
        named = frozenset(cards_in(said.message))
        pasts = _pasts_of(account, said)
        table = said.message.get("table") or ""
        if pasts:
            newest[said.wire, table] = pasts[-1]
        elif (said.wire, table) in newest:
            pasts = [newest[said.wire, table]]
        if not named:
            continue
        allowed: frozenset[str] = frozenset()
        for past in pasts:
            seat = None if user is None else past.seat_of(user)
            allowed |= past.known_to(seat)
        if not named <= allowed:
            hidden = " ".join(sorted(named - allowed))
            text = f"{said.wire} is told of {hidden} ({said.message['op']})"
            found.append(Violation("P6", said.at_ms, text))
    return found


def cards_in(value: Any) -> Iterator[str]:
    """Every card that a message names."""
    if isinstance(value, str):
        if value in ALL_CARDS:
            yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name not in _NO_CARDS:
                yield from cards_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from cards_in(inner)


def _pasts_of(account: Account, said: Said) -> list[Past]:
    """The table at each of the versions that a message is about."""
    message = said.message
    if message["op"] == "snapshot":
        entry = account.entries.get(message["token"])
        return [] if entry is None else [entry.after]
    if message["op"] == "events":
        entries = account.chain(message["token"], len(message["items"])) or ()
        return [entry.after for entry in entries]
    if message["op"] == "refused":
        newest = [one for one in account.additions if one.stands_at(said.place)]
        return [one.entries[-1].after for one in newest if one.entries][-1:]
    return []
