"""Tables whose first deal is nearly over, so that a run sees its end and the next one.

Such a table stands in the store as one that a server has put back there: a snapshot, and
no events before it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from engine import deal as deals
from server.hub.appending import all_deadlines
from server.store_records import Change, NewEvent, NewTable, Receipt
from server.stored import NO_CHECKSUM, SCHEMA, seal_event, seal_snapshot
from server.table.commands import TakeSeat
from server.table.decide import decide, open_table
from server.table.draft import Circumstances
from server.table.events import Author, HistoryRestored, Stamped, TableOpened
from server.table.evolve import evolve
from server.table.options import TableOptions
from server.table.state import Person
from tests.simulation.store import START_MS
from tests.support.play import chance, random_action

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from server.table.draft import Outcome
    from server.table.state import TableState

TABLE: Final = "SIMUL"
TRICKS: Final = 15
KINDS: Final = 6
"""So many different deals are played at."""
BASE: Final = 10_000
"""Events that such a table has behind it; its snapshot stands for them."""


def nearly_over(
    users: Mapping[str, str], options: TableOptions, kind: int, tricks_left: int
) -> TableState:
    """A table in its first deal, at which these people sit.

    Args:
        users: Name to user, in the order of the seats; bots have the others.
        options: Of the table.
        kind: Which deal, 0 to 5.
        tricks_left: So many tricks are to be played, 1 to 14.
    """
    state = _played(len(users), kind, tricks_left)
    people = dict(zip(map(str, range(len(users))), users.items(), strict=True))
    seats = [
        held
        if held.person is None
        else replace(held, person=_renamed(held.person, people))
        for held in state.seats
    ]
    deal = state.deal
    assert deal is not None
    holders = [tuple(people[user][1] for user in one) for one in deal.holders]
    return replace(
        state,
        options=options,
        host=people[state.host][1],
        seats=(seats[0], seats[1], seats[2], seats[3]),
        deal=replace(deal, holders=tuple(holders)),
    )


def as_new(state: TableState, epoch: bytes, token: bytes) -> NewTable:
    """A table as a server puts it back into a store, with an event that says so."""
    stamped = Stamped(HistoryRestored(), START_MS, Author.SERVER)
    sealed = seal_event(stamped, NO_CHECKSUM)
    after = evolve(state, stamped, BASE + 1)
    change = Change(
        now_ms=START_MS,
        events=(NewEvent(sealed.payload, token),),
        snapshot=seal_snapshot(after, sealed.checksum),
        deadlines=all_deadlines(after, START_MS),
        writer=SCHEMA,
    )
    receipt = Receipt("sys:repair", 1, b"", b"")
    return NewTable(state.table, epoch, receipt, change, BASE)


def _renamed(person: Person, people: Mapping[str, Sequence[str]]) -> Person:
    name, user = people[person.user]
    return Person(user, name)


@cache
def _played(people: int, kind: int, tricks_left: int) -> TableState:
    """The deal at a table of people with the users "0", "1" and so on."""
    options = TableOptions(people=people, deals=2)
    opening = TableOpened(TABLE, "0", options, bytes(16), bytes(16))
    fresh = kind.to_bytes(32)
    state = _end(open_table(opening, Circumstances(START_MS, 0, fresh)))
    for user in map(str, range(people)):
        now = Circumstances(START_MS, 2, fresh)
        state = _end(decide(state, TakeSeat(user, f"P{user}"), now))
    rng = chance(kind)
    version = 20
    while (
        state.deal is not None and len(state.deal.state.tricks) < TRICKS - tricks_left
    ):
        action = random_action(state.deal.state, rng)
        for event in deals.decide(state.deal.state, action):
            version += 1
            stamped = Stamped(event, START_MS, Author.PERSON)
            state = evolve(state, stamped, version)
    return state


def _end(outcome: Outcome) -> TableState:
    return outcome.states[-1]
