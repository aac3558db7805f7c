import json
from collections.abc import Set

import pytest

from engine.cards import CARD_CODES
from server.table.commands import StartDeal
from server.table.deadlines import ARCHIVE
from server.table.options import TableOptions
from tests.bench.swarm.ledger import Key
from tests.bench.swarm.stored_log import LogFault, state_of_record, stored_table
from tests.server.hub.nodes import World, world

TWO_DEALS = TableOptions(people=2, pace_ms=0, deals=2)


async def settled(all_of: World) -> str:
    """A table at which two people and two bots have played a deal."""
    table = await all_of.opened("ann", "bob", options=TWO_DEALS)
    while (await all_of.truth(table)).state.deal_runs:
        await all_of.play_on(all_of.nodes[0], table)
    return table


def cards_of(commands: Set[Key], deal: int) -> set[str | None]:
    """The cards that fell in a deal."""
    played = (key for key in commands if key.kind == "card_played")
    return {key.card for key in played if key.deal == deal}


async def test_a_settled_deal_holds_all_its_cards_but_the_discard() -> None:
    async with world(1) as all_of:
        table = await settled(all_of)

        stored = await stored_table(all_of.store, table)

    assert stored is not None
    played = cards_of(stored.commands, 1)
    assert len(played) == 60
    assert played < set(CARD_CODES)
    assert stored.events[-1].version == stored.version


async def test_a_deal_before_the_newest_is_read_from_its_record() -> None:
    async with world(1) as all_of:
        table = await settled(all_of)
        await all_of.nodes[0].duties.fire(table, ARCHIVE)
        for user in ("ann", "bob"):
            await all_of.done(all_of.nodes[0], table, StartDeal(user))

        stored = await stored_table(all_of.store, table)

    assert stored is not None
    assert len(cards_of(stored.commands, 1)) == 60
    assert not cards_of(stored.commands, 2)


async def test_a_record_against_the_rules_is_found() -> None:
    async with world(1) as all_of:
        table = await settled(all_of)
        await all_of.nodes[0].duties.fire(table, ARCHIVE)
        payload = await all_of.store.archived(table, "1")

    assert payload is not None
    record = json.loads(payload)
    record["discards"] = record["discards"][:1]
    with pytest.raises(LogFault):
        state_of_record(json.dumps(record).encode())


async def test_a_table_that_is_not_there() -> None:
    async with world(1) as all_of:
        assert await stored_table(all_of.store, "QF7K2") is None
