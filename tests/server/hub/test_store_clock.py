"""The store's clock, as a node estimates it."""

from server.hub.answers import Done
from server.hub.store_clock import StoreClock
from tests.server.hub.nodes import world
from tests.support.fakes import START_MS, HandClock


def test_estimate_runs_on_from_what_the_store_told() -> None:
    base = HandClock()
    own = HandClock(ahead_ms=-START_MS + 5, follows=base)
    clock = StoreClock(own)
    assert own.monotonic_ms() == 5

    clock.seen(START_MS + 700)
    base.jump(40)

    assert clock.now_ms() == START_MS + 740


def test_answer_that_was_heard_soonest_counts() -> None:
    # T-F07: an answer that was half a second on its way tells an old time.
    base = HandClock()
    clock = StoreClock(base)
    clock.seen(START_MS)
    base.jump(500)
    clock.seen(START_MS + 20)

    assert clock.now_ms() == START_MS + 500


def test_estimate_is_never_ahead_of_the_store() -> None:
    base = HandClock()
    clock = StoreClock(base)
    for late_ms in (900, 20, 400, 0, 700):
        clock.seen(START_MS + 5_000 - late_ms)
        assert clock.now_ms() <= START_MS + 5_000

    assert clock.now_ms() == START_MS + 5_000


def test_store_that_refuses_the_estimate_sets_it() -> None:
    # T-I04: after a failover another machine's clock counts, and it may be behind.
    base = HandClock()
    clock = StoreClock(base)
    clock.seen(START_MS + 9_999)
    clock.corrected(START_MS + 100)

    assert clock.now_ms() == START_MS + 100


async def test_clock_that_is_wrong_is_set_by_the_store() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened("ann", "bob", "cid", "dan")
        node.hub._clock.seen(all_of.clock.store_ms() - 3_600_000)

        answer = await all_of.act(node, table)

        assert isinstance(answer, Done)
        assert node.hub._clock.now_ms() == all_of.clock.store_ms()
