"""P7 and P8: only whoever holds a seat acts for it, and only while it is his to act."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from server.table.events import Author, ControlPassed
from tests.simulation.checker.rules import action_of
from tests.simulation.checker.violation import Violation
from tests.simulation.store import START_MS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.simulation.checker.account import Account, Addition, Entry

_AFTER_CALM_MS: Final = 1_000
"""Then what was on its way while things went wrong has arrived."""
_OFF_MS: Final = 700
"""By so much the time of a node may be wrong that has heard the store once, late."""


def check(account: Account) -> list[Violation]:
    """Who acted that should not have."""
    wrong_times = [
        Violation("P8", addition.at_ms, text)
        for addition in account.additions
        if addition.at_ms > account.calm_ms + _AFTER_CALM_MS
        for text in _stamps(addition)
    ]
    return wrong_times + [
        Violation("P7", addition.at_ms, text)
        for addition in account.additions
        for entry in addition.entries
        for text in (*_mover(addition, entry), *_timer(addition, entry))
    ]


def _mover(addition: Addition, entry: Entry) -> Iterator[str]:
    """Who moves for a seat, against whose it is."""
    action = action_of(entry.stamped.event)
    if action is None:
        return
    seat, by = action.seat, entry.stamped.by
    control, user = entry.before.control[seat], entry.before.users[seat]
    where = f"version {entry.version}: seat {seat}"
    if by is Author.BOT and control != "bot":
        yield f"{where} is moved for by a bot, and is a {control}'s"
    elif by is Author.PERSON:
        receipt = addition.stored.receipt
        if control != "person":
            yield f"{where} is moved for by a person, and is a {control}'s"
        if receipt is None or receipt.session != user:
            yield f"{where} is moved for by somebody else"
    elif by not in {Author.BOT, Author.PERSON}:
        yield f"{where} is moved for by the {by.value}"


def _timer(addition: Addition, entry: Entry) -> Iterator[str]:
    """Time is up only for the seat on turn, and not before it is."""
    event, past = entry.stamped.event, entry.before
    is_turn = (
        isinstance(event, ControlPassed)
        and entry.stamped.by is Author.TIMER
        and past.connected[event.seat]
    )
    if not is_turn or not isinstance(event, ControlPassed) or past.turn is None:
        return
    turn_ms = 0 if past.options is None else past.options.turn_ms
    waited_ms = START_MS + addition.at_ms - past.asked_ms
    where = f"version {entry.version}: seat {event.seat}"
    if event.seat != past.turn:
        yield f"{where} loses its turn, which is another seat's"
    elif waited_ms < turn_ms:
        yield f"{where} loses its turn after {waited_ms:.0f} of {turn_ms} ms"


def _stamps(addition: Addition) -> Iterator[str]:
    """Events say when they happened by the store's clock, which judges all times."""
    for entry in addition.entries[:1]:
        off_ms = START_MS + addition.at_ms - entry.stamped.at_ms
        if abs(off_ms) > _OFF_MS:
            yield f"version {entry.version} is stamped {off_ms:.0f} ms off"
