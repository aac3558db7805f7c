"""The deal of a table from its beginning: complete, in pages, and of the seat alone."""

import pytest

from engine.plain import codes
from engine.seats import SEATS, Seat
from protocol.fold import Known, fold
from protocol.limits import EVENTS_PER_MESSAGE
from protocol.to_client import Events, PastEvents
from protocol.views import NOTHING_TO_DO
from server.hub.copies import NoSuchTable
from server.hub.history import position_of
from server.hub.live_table import LiveTable
from server.hub.past import DealSoFar, deal_so_far
from server.table.commands import StartDeal, TakeSeat
from server.table.options import TableOptions
from server.translate.recipient import ONLOOKER, Recipient
from tests.server.hub.nodes import Node, World, known, world
from tests.support.fakes import read

FOUR = ("ann", "bob", "cid", "dan")
LONG = TableOptions(people=4, pace_ms=0, deals=4)


async def played(all_of: World, moves: int) -> tuple[Node, str]:
    """A table at which so many moves of its first deal have been made."""
    node = all_of.nodes[0]
    table = await all_of.opened(*FOUR, options=LONG)
    for _ in range(moves):
        await all_of.act(node, table)
    return node, table


async def pages_for(
    all_of: World, node: Node, table: str, recipient: Recipient
) -> list[PastEvents]:
    """Every part of the deal, as one is told who asks on and on."""
    live = await node.live(table)
    pages: list[PastEvents] = []
    after = None
    while not pages or pages[-1].more:
        deal = await deal_so_far(all_of.store, live)
        message = read(deal.page_after(after).frame(recipient))
        assert isinstance(message, PastEvents)
        pages.append(message)
        after = message.first + len(message.items) - 1
    return pages


def kinds(pages: list[PastEvents]) -> list[str]:
    return [item.kind for page in pages for item in page.items]


@pytest.mark.parametrize("is_new_copy", [False, True])
async def test_whole_deal_is_told_in_pages(*, is_new_copy: bool) -> None:
    async with world(1) as all_of:
        node, table = await played(all_of, 64)
        if is_new_copy:
            node.copies.drop(await node.live(table))

        first, second = await pages_for(all_of, node, table, Recipient(SEATS[2]))

        assert first.view is not None
        assert first.view.deal is not None
        assert (len(first.items), first.more) == (EVENTS_PER_MESSAGE, True)
        assert (second.view, second.more) == (None, False)
        assert second.first == first.first + EVENTS_PER_MESSAGE
        end = (await all_of.truth(table)).mark.version
        assert second.first + len(second.items) - 1 == end


@pytest.mark.parametrize("seat", [*SEATS, None])
async def test_folded_it_leads_to_what_is_known_now(seat: Seat | None) -> None:
    async with world(1) as all_of:
        node, table = await played(all_of, 30)
        now = known(await node.look(table, "eve" if seat is None else FOUR[seat]))

        (page,) = await pages_for(all_of, node, table, Recipient(seat))

        assert page.view is not None
        assert page.view.deal is not None
        assert (page.view.deal.tricks, page.view.deal.discarded) == ((), False)
        start = Known(now.mark, page.view, NOTHING_TO_DO)
        then = fold(start, as_news(page, start))
        assert isinstance(then, Known)
        assert then.view.deal == now.view.deal


def as_news(page: PastEvents, known: Known) -> Events:
    """The same items as if they were told on the knowledge of the start."""
    return Events(
        table=page.table,
        epoch=known.mark.epoch,
        first=known.mark.version + 1,
        token=known.mark.token,
        at=0,
        items=page.items,
        situation=None,
    )


async def test_other_hands_stay_hidden_while_the_deal_runs() -> None:
    async with world(1) as all_of:
        node, table = await played(all_of, 1)
        deal = (await all_of.truth(table)).state.deal
        assert deal is not None
        dealer = deal.state.dealer

        for seat in (*SEATS, None):
            (page,) = await pages_for(all_of, node, table, Recipient(seat))

            assert page.view is not None
            assert page.view.deal is not None
            hand = None if seat is None else codes(deal.state.dealt[seat])
            told = page.view.deal.hand
            assert (None if told is None else list(told)) == hand
            (discarded,) = [one for one in page.items if one.kind == "discarded"]
            assert (discarded.model_dump()["cards"] is not None) == (seat == dealer)


async def test_later_deal_begins_with_its_own_dealing() -> None:
    async with world(1) as all_of:
        node, table = await played(all_of, 0)
        await all_of.play_out(table)
        for user in FOUR:
            await all_of.done(node, table, StartDeal(user))
        await all_of.act(node, table)

        (page,) = await pages_for(all_of, node, table, ONLOOKER)

        assert page.view is not None
        assert page.view.deal is not None
        assert (page.view.deal.deal, page.view.deal.discarded) == (2, False)
        assert "discarded" in kinds([page])
        assert "deal_settled" not in kinds([page])


async def test_deal_that_is_over_is_told_to_its_end() -> None:
    async with world(1) as all_of:
        node, table = await played(all_of, 0)
        await all_of.play_out(table)

        pages = await pages_for(all_of, node, table, Recipient(SEATS[1]))

        assert "deal_settled" in kinds(pages)


async def test_before_the_first_deal_there_is_nothing_to_tell() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened("ann", options=LONG, started=False)

        (page,) = await pages_for(all_of, node, table, Recipient(SEATS[0]))

        assert page.view is not None
        assert (page.view.deal, page.items, page.more) == (None, (), False)


async def test_version_that_is_none_of_the_deal_begins_anew() -> None:
    async with world(1) as all_of:
        node, table = await played(all_of, 8)
        live = await node.live(table)
        deal = await deal_so_far(all_of.store, live)
        start, end = deal.start.mark.version, live.position.mark.version

        asked = (None, start - 1, start, end, end + 1)
        pages = [deal.page_after(version) for version in asked]

        assert [page.is_first for page in pages] == [True, True, False, False, True]
        counts = [len(page.steps) for page in pages]
        assert counts == [end - start, end - start, end - start, 0, end - start]


async def test_it_ends_where_an_onlooker_may_see_to() -> None:
    async with world(1) as all_of:
        node, table = await played(all_of, 4)
        earlier = (await node.live(table)).position
        for _ in range(3):
            await all_of.act(node, table)
        deal = await deal_so_far(all_of.store, await node.live(table))

        cut = deal.up_to(earlier)

        assert cut.start.mark.version + len(cut.steps) == earlier.mark.version
        assert len(cut.steps) < len(deal.steps)


async def test_onlooker_who_may_not_see_the_deal_yet_is_shown_what_he_may() -> None:
    async with world(1) as all_of:
        node = all_of.nodes[0]
        table = await all_of.opened(*FOUR[:3], options=LONG, started=False)
        waiting = (await node.live(table)).position
        await all_of.done(node, table, TakeSeat("dan", "Dan"))
        await all_of.act(node, table)

        deal = await deal_so_far(all_of.store, await node.live(table))

        assert deal.up_to(waiting) == DealSoFar(waiting, ())


async def test_table_that_is_gone_is_said() -> None:
    async with world(1) as all_of:
        _, table = await played(all_of, 2)
        loaded = await all_of.store.load(table)
        assert loaded is not None
        new_copy = LiveTable(position_of(loaded))
        await all_of.store.forget(table)

        with pytest.raises(NoSuchTable):
            await deal_so_far(all_of.store, new_copy)
