"""P9 and P10: each event of a log could happen where it stands, and no deal comes twice."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from engine import deal as deals
from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import code_of
from engine.errors import RuleViolation
from engine.events import CardPlayed, Declared, Discarded, Skipped
from server.table.events import DealBegan
from tests.simulation.checker.violation import Violation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from server.table.events import TableEvent
    from tests.simulation.checker.account import Account, Addition, Entry


def check(account: Account) -> list[Violation]:
    """What is wrong with the logs."""
    found = [
        Violation("P9", addition.at_ms, text)
        for addition in account.additions
        for text in chain(_out_of_place(account, addition), _illegal(addition))
    ]
    found += [
        Violation("P10", entry.addition.at_ms, text)
        for entry, text in _dealt_again(account)
    ]
    return found


def _out_of_place(account: Account, addition: Addition) -> Iterator[str]:
    """Where an addition does not begin at the end of the log (P8, P9)."""
    stored = addition.stored
    if not stored.events:
        return
    before = [
        one
        for one in account.additions
        if one.entries
        and one.stored.table == stored.table
        and one.stands_at(addition.place)
    ]
    if before and before[-1].entries[-1].token != stored.token_before:
        yield f"version {stored.before + 1} does not follow the last event of the log"


def _illegal(addition: Addition) -> Iterator[str]:
    for entry in addition.entries:
        action = action_of(entry.stamped.event)
        if action is None or entry.before.deal is None:
            continue
        try:
            deals.decide(entry.before.deal, action)
        except RuleViolation as fault:
            yield f"version {entry.version} is against the rules: {fault}"


def action_of(event: TableEvent) -> Action | None:
    """The action that an event of a deal comes of, if it is a move."""
    match event:
        case CardPlayed(seat, card):
            return PlayCard(seat, card)
        case Declared(seat):
            return Declare(seat)
        case Skipped(seat):
            return Skip(seat)
        case Discarded(seat, cards):
            return Discard(seat, cards)
        case _:
            return None


def _dealt_again(account: Account) -> Iterator[tuple[Entry, str]]:
    """Deals whose cards somebody had seen before, and numbers that do not go on."""
    told = {said.message["token"] for said in account.told if "token" in said.message}
    seen: set[str] = set()
    for addition in account.additions:
        for entry in addition.entries:
            event = entry.stamped.event
            if not isinstance(event, DealBegan):
                continue
            if event.number != entry.before.number + 1:
                yield entry, f"deal {event.number} follows deal {entry.before.number}"
            cards = str(
                [[code_of(card) for card in hand] for hand in event.started.hands]
            )
            if cards in seen:
                yield entry, f"deal {event.number} was dealt and seen before"
            if any(one.token in told for one in addition.entries):
                seen.add(cards)
