import pytest

from server.rehearsal.house import house
from server.store_outcomes import StoreUnavailable
from tests.server.rehearsal.played import seated


async def test_while_it_is_away_nothing_is_stored() -> None:
    async with house(1) as its_house:
        before = await its_house.store.marks([its_house.table])
        its_house.store.is_away = True

        with pytest.raises(StoreUnavailable):
            await its_house.office.close(its_house.table, "host")

        its_house.store.is_away = False
        assert await its_house.store.marks([its_house.table]) == before
        await its_house.office.close(its_house.table, "host")
        assert await its_house.store.marks([its_house.table]) != before


async def test_it_forgets_events_but_never_a_snapshot() -> None:
    async with house(1) as its_house, seated(its_house):
        store, table = its_house.store, its_house.table
        for _ in range(3):
            await its_house.look_at_hands(table)
        (mark,) = (await store.marks([table])).values()

        store.forget_events(table, 1)
        (shorter,) = (await store.marks([table])).values()
        for _ in range(2):
            store.forget_events(table, 10_000)
        loaded = await store.load(table)

    assert shorter.version == mark.version - 1
    assert loaded is not None
    assert [event.version for event in loaded.events] == [loaded.snapshot.version + 1]
    assert loaded.mark.version == loaded.snapshot.version + 1
