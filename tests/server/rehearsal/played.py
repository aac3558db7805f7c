"""What the tests of the rehearsal share: a person at the table of its server."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from protocol.updates import Changed, Replaced
from tests.system.people import Person, person

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from protocol.fold import Known
    from server.rehearsal.house import House


@asynccontextmanager
async def seated(house: House) -> AsyncIterator[Person]:
    """A person who sits at the table, with cards in hand."""
    async with person("Ada", house.url) as ada:
        await ada.sit(house.table)
        await until(ada, house, lambda known: known.view.deal is not None)
        yield ada


async def until(
    one: Person, house: House, holds: Callable[[Known], bool]
) -> tuple[Known, list[str]]:
    """What somebody knows once something holds, and why snapshots came meanwhile."""
    reasons: list[str] = []
    known = one.session.known(house.table)
    if known is not None and holds(known):
        return known, reasons
    async for update in one.session:
        if isinstance(update, Replaced):
            reasons.append(update.message.reason)
        known = one.session.known(house.table)
        if isinstance(update, Changed | Replaced) and known and holds(known):
            return known, reasons
    raise AssertionError("the session ended")
