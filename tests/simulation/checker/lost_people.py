"""P7: whoever is connected is not taken for lost because of an older connection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.table.events import ControlPassed
from tests.simulation.checker.violation import Violation

if TYPE_CHECKING:
    from tests.simulation.checker.account import Account, Entry


def check(account: Account) -> list[Violation]:
    """Where somebody is said to be gone who is there."""
    return [
        Violation(
            "P7",
            addition.at_ms,
            f"version {entry.version}: seat {entry.stamped.event.seat} counts as lost, "
            "and its person is connected",
        )
        for addition in account.additions
        for entry in addition.entries
        if isinstance(entry.stamped.event, ControlPassed)
        and not entry.stamped.event.connected
        and _is_there(account, entry)
    ]


def _is_there(account: Account, entry: Entry) -> bool:
    """Whether the newest wire of the seat's person was sound, and the table knew it."""
    event, place = entry.stamped.event, entry.addition.place
    assert isinstance(event, ControlPassed)
    user = entry.before.users[event.seat]
    mine = [
        wire
        for wire in account.wires.values()
        if wire.session == user and wire.welcomed is not None and wire.welcomed < place
    ]
    if not mine or not entry.before.connected[event.seat]:
        return False
    newest = max(mine, key=lambda wire: wire.welcomed or 0)
    is_sound = all(ended > place for ended in newest.ended.values())
    return is_sound and _has_arrived(account, event.seat, newest.welcomed or 0, place)


def _has_arrived(account: Account, seat: int, after: int, place: int) -> bool:
    """Whether the log says that a client has come for a seat, between two places."""
    return any(
        isinstance(entry.stamped.event, ControlPassed)
        and entry.stamped.event.seat == seat
        and entry.stamped.event.arrived
        for addition in account.additions
        if after < addition.place < place
        for entry in addition.entries
    )
