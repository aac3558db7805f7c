"""What is not silent: a promise that was broken, and a table that was mended."""

from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from server.hub.broken_promises import note_broken
from server.metrics import GAP, LOST, Metrics
from server.stored import StoredFault
from server.table.commands import GiveUpSeat
from tests.server.hub.nodes import World, world
from tests.server.hub.test_repair import damage_snapshot, shortened
from tests.support.counting import CountingInstruments

FOUR = ("ann", "bob", "cid", "dan")


@pytest.fixture(autouse=True)
def logged() -> Iterator[list[EventDict]]:
    """What is logged, and printed nowhere."""
    with capture_logs() as entries:
        yield entries


def test_broken_promise_is_counted_and_logged_as_an_error(
    logged: list[EventDict],
) -> None:
    counts = CountingInstruments()

    note_broken(Metrics(counts), GAP, "QF7K2", times=3, first=9)

    assert counts.count("broken_promises", GAP) == 3
    assert logged == [
        {
            "event": "a promise is broken",
            "log_level": "error",
            "promise": GAP,
            "table": "QF7K2",
            "times": 3,
            "first": 9,
        }
    ]


async def two_lookers(all_of: World) -> tuple[str, int]:
    """A table at which people look from both nodes, and where it stands."""
    table = await all_of.opened(*FOUR)
    for _ in range(3):
        await all_of.act(all_of.nodes[0], table)
    for node in all_of.nodes:
        await node.look(table, "ann")
    return table, (await all_of.truth(table)).mark.version


async def test_table_that_was_set_back_is_logged_where_it_was_mended_and_elsewhere(
    logged: list[EventDict],
) -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table, seen = await two_lookers(all_of)
        await shortened(all_of, table, 2)

        async with (await one.live(table)).turn_taken(patient=True):
            await one.copies.catch_up(await one.live(table))
        await two.copies.check_all()
        now = (await all_of.truth(table)).mark.version

        versions = {"table": table, "seen": seen, "now": now}
        assert one.counts.count("broken_promises", LOST) == 2
        assert logged == [
            {
                "event": "a promise is broken",
                "log_level": "error",
                "promise": LOST,
                "table": table,
                "times": 2,
                "seen": seen,
                "left": seen - 2,
            },
            {
                "event": "a table was mended",
                "log_level": "warning",
                "how": "rebased",
                **versions,
            },
            {
                "event": "a table was mended elsewhere",
                "log_level": "warning",
                **versions,
            },
        ]


async def test_table_that_is_gone_is_one_loss_and_logged_as_put_back(
    logged: list[EventDict],
) -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table, seen = await two_lookers(all_of)
        del all_of.store._tables[table]

        await all_of.do(node, table, GiveUpSeat("dan"))

        assert node.counts.count("broken_promises", LOST) == 1
        assert node.counts.count("repairs", "put_back") == 1
        lost, mended = logged
        assert (lost["promise"], lost["seen"], lost["left"]) == (LOST, seen, 0)
        assert (mended["how"], mended["table"], mended["seen"]) == (
            "put_back",
            table,
            seen,
        )


async def test_closed_table_that_is_gone_is_no_loss(logged: list[EventDict]) -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        for user in FOUR:
            await all_of.do(node, table, GiveUpSeat(user))
        del all_of.store._tables[table]

        await all_of.do(node, table, GiveUpSeat("ann"))

        assert node.counts.count("broken_promises", LOST) == 0
        assert logged == []


async def test_damaged_table_is_named_in_the_log(logged: list[EventDict]) -> None:
    async with world() as all_of:
        two = all_of.nodes[1]
        table = await all_of.opened(*FOUR)
        damage_snapshot(all_of, table)

        with pytest.raises(StoredFault):
            await two.live(table)

        assert two.counts.count("broken_promises", "replay_mismatch") == 1
        assert [
            (entry["event"], entry["promise"], entry["table"]) for entry in logged
        ] == [("a promise is broken", "replay_mismatch", table)]


async def test_table_that_is_written_anew_is_logged(logged: list[EventDict]) -> None:
    async with world() as all_of:
        one = all_of.nodes[0]
        table, seen = await two_lookers(all_of)
        damage_snapshot(all_of, table)

        await one.copies.mend(table)

        assert [
            (entry["how"], entry["table"], entry["seen"], entry["now"])
            for entry in logged
        ] == [("written_anew", table, seen, seen + 1)]
