"""P7: whoever is connected is neither taken for lost nor shown out for an older connection.

A connection that is slow to reach its table may be counted there after one that was made
later. That is put right by the newer one; so a loss is wrong at once only where no other
connection can be behind it, and where one is, if it stays so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.codes import CloseCode
from server.table.events import ControlPassed
from tests.simulation.checker.violation import Violation
from tests.simulation.history import WireEnded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.simulation.checker.account import Account, Entry, WireStory


def check(account: Account) -> list[Violation]:
    """Where somebody is said to be gone who is there, or made to go."""
    found = [
        Violation(
            "P7",
            addition.at_ms,
            f"version {entry.version}: a seat counts as lost, and its person is there",
        )
        for addition in account.additions
        for entry in addition.entries
        if _is_wrong_loss(account, entry)
    ]
    return [*found, *_still_lost(account), *_shown_out(account)]


def _is_wrong_loss(account: Account, entry: Entry) -> bool:
    """Whether the newest wire of a seat's person was sound, and alone, when it was lost."""
    event, place = entry.stamped.event, entry.addition.place
    if not isinstance(event, ControlPassed) or event.connected:
        return False
    newest = _newest_of(account, entry.before.users[event.seat], place)
    if newest is None or not entry.before.connected[event.seat]:
        return False
    is_sound = all(ended > place for ended in newest.ended.values())
    arrivals = _arrivals(account, event.seat, newest.welcomed or 0, place)
    return is_sound and arrivals == [newest.node]


def _newest_of(account: Account, user: str | None, place: int) -> WireStory | None:
    """The wire over which somebody was welcomed last before some place."""
    mine = [
        wire
        for wire in account.wires.values()
        if wire.session == user and wire.welcomed is not None and wire.welcomed < place
    ]
    return max(mine, key=lambda wire: wire.welcomed or 0, default=None)


def _arrivals(account: Account, seat: int, after: int, before: int) -> list[str]:
    """The nodes over which somebody has come for a seat, between two places."""
    return [
        addition.stored.node
        for addition in account.additions
        if after < addition.place < before
        for entry in addition.entries
        if isinstance(entry.stamped.event, ControlPassed)
        and entry.stamped.event.seat == seat
        and entry.stamped.event.arrived
    ]


def _still_lost(account: Account) -> Iterator[Violation]:
    """Whoever is there at the end is there for the table too.

    A store that came back shorter may have lost the notes of where people are, which
    nobody promises to notice.
    """
    if account.rollbacks:
        return
    end, end_ms = len(account.records), account.records[-1].at_ms
    for table in sorted({one.stored.table for one in account.additions}):
        heads = account.heads(table)
        for seat, user in enumerate(heads[0].after.users if heads else ()):
            connected = any(head.after.connected[seat] for head in heads)
            newest = None if user is None else _newest_of(account, user, end)
            if newest is not None and newest.is_open and not connected:
                text = f"{newest.client} is connected, and the table says otherwise"
                yield Violation("P7", end_ms, text)


def _shown_out(account: Account) -> Iterator[Violation]:
    """Whoever is shown out has come over another connection since."""
    for record in account.records:
        what = record.what
        if not isinstance(what, WireEnded) or what.code != CloseCode.SUPERSEDED:
            continue
        wire = account.wires[what.wire]
        others = [
            other
            for other in account.wires.values()
            if other is not wire
            and other.session == wire.session
            and (other.welcomed or 0) > wire.opened
        ]
        if wire.session is not None and not others:
            text = f"{what.wire} is shown out, and its person has come nowhere else"
            yield Violation("P7", record.at_ms, text)
