"""Copies of tables: loaded once, kept up by news, caught up with when news are lost."""

import asyncio
from dataclasses import replace
from functools import partial

import pytest

from engine.seats import SEATS
from protocol.codes import ErrorCode
from protocol.to_client import Snapshot
from server import stored
from server.hub.answers import NotDone
from server.hub.copies import NoSuchTable
from server.hub.live_table import Viewer
from server.metrics import REPLAY_MISMATCH
from server.store_outcomes import Published, StoreUnavailable, Watching
from server.store_records import Change, Mark, NewEvent, Rebase, StoredEvent
from server.stored import seal_event, seal_snapshot
from server.table.commands import GiveUpSeat, TakeSeat
from server.table.events import Author, EntropyAdded, Stamped
from server.table.evolve import evolve
from server.table.options import TableOptions
from tests.server.hub.nodes import PLAIN, World, entry, heard, known, world
from tests.support.fakes import Inbox, settled

FOUR = ("ann", "bob", "cid", "dan")


async def rebased(all_of: World, table: str) -> None:
    """Give the table a new epoch, as after a loss of the store's tail."""
    truth = await all_of.truth(table)
    stamped = Stamped(EntropyAdded(SEATS[0], bytes(16)), 1, Author.SERVER)
    sealed = seal_event(stamped, truth.checksum)
    state = evolve(truth.state, stamped, truth.mark.version + 1)
    change = Change(
        now_ms=all_of.clock.store_ms(),
        events=(NewEvent(sealed.payload, b"rebased."),),
        snapshot=seal_snapshot(state, sealed.checksum),
    )
    await all_of.store.rebase(Rebase(table, truth.mark, b"epoch..2", change))


# -------------------------------------------------------------------------- loading


async def test_table_is_loaded_once_for_all_who_ask() -> None:
    async with world() as all_of:
        table = await all_of.opened(*FOUR)
        copies = all_of.nodes[1].copies

        found = await asyncio.gather(*(copies.live(table) for _ in range(5)))

        assert len({id(live) for live in found}) == 1
        assert copies.known() == (found[0],)


async def test_there_is_room_for_so_many_tables_with_viewers() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        looked_at = await all_of.opened("ann")
        other = await node.opener.open(entry("bob"), 1, b"digest", PLAIN)
        node.copies.most = 1
        before = node.copies.has_room_for(other)
        await node.look(looked_at, "ann")

        assert before
        assert node.copies.has_room_for(looked_at)
        assert not node.copies.has_room_for(other)
        assert not node.copies.has_room_for()


async def test_unknown_table_is_no_copy() -> None:
    async with world(1) as all_of:
        copies = all_of.nodes[0].copies

        with pytest.raises(NoSuchTable):
            await copies.live("NOSUCH")

        assert copies.known() == ()
        table = await all_of.opened(started=False)
        assert (await copies.live(table)).table == table


async def test_store_that_is_away_leaves_no_half_copy() -> None:
    async with world(1) as all_of:
        table = await all_of.opened(*FOUR)
        copies = all_of.nodes[0].copies
        copies.drop(await copies.live(table))
        all_of.store.is_away = True
        with pytest.raises(StoreUnavailable):
            await copies.live(table)

        all_of.store.is_away = False

        assert (await copies.live(table)).position == await all_of.truth(table)


async def test_caller_that_gives_up_does_not_stop_the_loading_for_others() -> None:
    async with world() as all_of:
        table = await all_of.opened(*FOUR)
        copies = all_of.nodes[1].copies
        one = asyncio.create_task(copies.live(table))
        other = asyncio.create_task(copies.live(table))
        await asyncio.sleep(0)

        one.cancel()

        assert (await other).table == table


async def test_copies_that_nobody_looks_at_make_room() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        node.copies.most = 3
        seen = await all_of.opened(*FOUR)
        await node.look(seen, "ann")
        tables = [
            await node.opener.open(entry("host"), number, b"d", PLAIN)
            for number in range(2, 7)
        ]

        for table in tables:
            await node.live(table)

        kept = [live.table for live in node.copies.known()]
        assert kept == [seen, *tables[-2:]]


# ----------------------------------------------------------------------------- news


async def test_viewer_hears_of_what_another_node_stored_once_and_in_order() -> None:
    # P4
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        inbox = await two.look(table, "bob")
        first = (await all_of.truth(table)).mark.version

        for _ in range(10):
            await all_of.act(one, table)
            await settled()

        last = (await all_of.truth(table)).mark.version
        assert heard(inbox) == list(range(first + 1, last + 1))
        assert known(inbox).mark.version == last


async def test_news_that_come_in_a_heap_are_told_one_by_one() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        inbox = await two.look(table, "bob")
        first = (await all_of.truth(table)).mark.version
        live = await two.live(table)

        async with live.turn_taken(patient=True):
            for _ in range(80):
                if (await all_of.truth(table)).state.turn is not None:
                    await all_of.act(one, table)
        await settled(500)

        last = (await all_of.truth(table)).mark.version
        assert heard(inbox) == list(range(first + 1, last + 1))


async def test_own_news_wake_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        await node.look(table, "bob")
        await settled()
        begun: list[object] = []
        monkeypatch.setattr(node.copies, "_spawn", begun.append)
        all_of.store.dawdles = lambda: 3  # the news are here before the answer

        for _ in range(4):
            await all_of.act(node, table)

        assert begun == []
        assert not (await node.live(table)).news


async def test_own_news_tell_what_an_answer_that_was_lost_did_not() -> None:
    # T-F02
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        inbox = await node.look(table, "bob")
        first = (await all_of.truth(table)).mark.version
        all_of.store.dawdles = lambda: 3
        all_of.store.faults = ["after"]

        with pytest.raises(StoreUnavailable):
            await all_of.act(node, table)
        await settled()

        assert heard(inbox) == [first + 1]


async def test_news_that_cannot_be_read_are_read_from_the_store() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        inbox = await two.look(table, "bob")
        mark = (await all_of.truth(table)).mark
        all_of.store.loses_news = True
        await all_of.act(one, table)
        true = (await all_of.truth(table)).mark
        live = await two.live(table)

        async with live.turn_taken():
            damaged = StoredEvent(true.version, true.token, b"rubbish")
            two.copies._heard(Published(table, true, (damaged,)))
            two.copies._heard(Published(table, true, (damaged,)))
        await settled()

        assert heard(inbox) == [mark.version + 1]


async def test_lost_news_are_read_when_the_next_ones_come() -> None:
    # T-F20
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        inbox = await two.look(table, "bob")
        first = (await all_of.truth(table)).mark.version
        all_of.store.loses_news = True
        for _ in range(4):
            await all_of.act(one, table)
        await settled()
        assert heard(inbox) == []
        all_of.store.loses_news = False

        await all_of.act(one, table)
        await settled()

        last = (await all_of.truth(table)).mark.version
        assert heard(inbox) == list(range(first + 1, last + 1))


async def test_lost_news_are_read_when_the_feed_was_renewed() -> None:
    # T-F20
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        inbox = await two.look(table, "bob")
        first = (await all_of.truth(table)).mark.version
        all_of.store.loses_news = True
        await all_of.act(one, table)
        all_of.store.loses_news = False

        two.copies._heard(Watching(table))
        await settled()

        assert heard(inbox) == [first + 1]


async def test_news_while_the_store_is_away_are_made_up_for_later() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        inbox = await two.look(table, "bob")
        first = (await all_of.truth(table)).mark.version
        all_of.store.is_away = True
        two.copies._heard(Watching(table))
        await settled()
        all_of.store.is_away = False

        for _ in range(2):
            await all_of.act(one, table)
        await settled()

        assert heard(inbox)[:2] == [first + 1, first + 2]


async def test_news_of_another_history_lead_to_a_snapshot() -> None:
    # T-B05, P5
    async with world() as all_of:
        (_, two) = all_of.nodes
        table = await all_of.opened(*FOUR)
        inbox = await two.look(table, "bob")

        await rebased(all_of, table)
        await settled()

        message = inbox.messages()[-1]
        assert isinstance(message, Snapshot)
        assert (message.reason, message.epoch) == ("new_epoch", b"epoch..2")
        assert (await two.live(table)).position == await all_of.truth(table)


async def test_news_about_tables_that_nobody_looks_at_are_let_go() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        live = await two.live(table)
        mark = live.position.mark

        two.copies._heard(Published(table, Mark(mark.epoch, 99, b"whatever"), ()))
        two.copies._heard(Published("NOSUCH", mark, ()))
        await all_of.act(one, table)
        await settled()

        assert live.position.mark == mark


async def test_who_looks_no_more_hears_no_more() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        gone, stays = await two.look(table, "bob"), await two.look(table, "cid")
        live = await two.live(table)

        await two.copies.detach(live, gone)
        await all_of.act(one, table)
        await settled()

        assert heard(gone) == []
        assert len(heard(stays)) == 1
        await two.copies.detach(live, stays)
        await two.copies.detach(live, stays)


async def test_old_copy_does_not_take_the_news_away_from_the_new_one() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        old = await two.live(table)
        two.copies.drop(old)
        inbox = await two.look(table, "bob")
        assert await two.live(table) is not old

        await two.copies.detach(old, inbox)
        await all_of.act(one, table)
        await settled()

        assert len(heard(inbox)) == 1


async def test_who_begins_to_look_misses_nothing_in_between() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        await two.live(table)
        await all_of.act(one, table)

        inbox = await two.look(table, "bob")

        assert known(inbox).mark == known(await one.look(table, "bob")).mark


# ------------------------------------------------------------------------- catching up


async def test_trimmed_events_lead_to_a_snapshot() -> None:
    # T-B03
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened("ann", "bob", started=False)
        live = await two.live(table)
        inbox = await two.look(table, "bob")
        all_of.store.loses_news = True
        for user in ("cid", "dan"):
            await all_of.done(one, table, TakeSeat(user, user.title()))
        kept = all_of.store._tables[table]
        for version in range(1, kept.snapshot.version + 1):
            kept.events.pop(version, None)

        async with live.turn_taken(patient=True):
            await two.copies.catch_up(live)

        message = inbox.messages()[-1]
        assert isinstance(message, Snapshot)
        assert message.reason == "trimmed"


async def test_damaged_table_keeps_no_other_from_being_looked_at() -> None:
    # P12, T-D13
    async with world() as all_of:
        one, two = all_of.nodes
        bad = await all_of.opened(*FOUR)
        good = await one.opener.open(entry("host"), 2, b"digest", PLAIN)
        for user in FOUR:
            await all_of.done(one, good, TakeSeat(user, user.title()))
        inboxes = [await two.look(table, "bob") for table in (bad, good)]
        all_of.store.loses_news = True
        for table in (bad, good):
            await all_of.act(one, table)
        kept = all_of.store._tables[bad]
        version = kept.mark.version
        broken = replace(kept.events[version], payload=b"damaged" * 9)
        kept.events[version] = broken

        await two.copies.check_all()

        assert [len(heard(inbox)) for inbox in inboxes] == [0, 1]
        assert two.counts.count("faults", "table") == 1


async def test_damaged_news_are_read_from_the_store_instead() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        inbox = await two.look(table, "bob")
        live = await two.live(table)
        all_of.store.loses_news = True
        await all_of.act(one, table)
        mark = (await all_of.truth(table)).mark
        stored = all_of.store._tables[table].events[mark.version]
        damaged = replace(stored, payload=b"damaged" * 9)

        two.copies._heard(Published(table, mark, (damaged,)))
        await settled()

        assert heard(inbox) == [mark.version]
        assert live.position.mark == mark
        assert two.counts.count("faults", "table") == 0


async def test_table_that_goes_on_at_newer_nodes_is_let_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # T-K04: whoever looks at it has to look elsewhere; nothing is counted as broken.
    shown_out: list[str] = []
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        live = await two.live(table)
        viewer = Viewer("bob", outgrown=lambda: shown_out.append("bob"))
        async with live.turn_taken(patient=True):
            await two.copies.attach(live, Inbox(), viewer)
        await two.look(table, "eve")
        all_of.store.loses_news = True
        monkeypatch.setattr(stored, "SCHEMA", 2)
        monkeypatch.setitem(stored._EVENT_STEPS, 1, lambda *event: event)
        monkeypatch.setitem(stored._STATE_STEPS, 1, lambda fields: fields)
        await all_of.act(one, table)
        monkeypatch.undo()

        await two.copies.check_all()

        assert shown_out == ["bob"]
        assert two.copies.known() == ()
        assert two.counts.count("broken_promises", REPLAY_MISMATCH) == 0
        refused = await all_of.do(two, table, GiveUpSeat("bob"))
        assert isinstance(refused, NotDone)
        assert refused.refusal.code is ErrorCode.BUSY


async def test_table_that_was_over_is_forgotten() -> None:
    # T-B21
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened("ann", options=TableOptions(people=1))
        await all_of.done(node, table, GiveUpSeat("ann"))
        live = await node.live(table)
        await all_of.store.forget(table)

        with pytest.raises(NoSuchTable):
            await node.copies.catch_up(live)

        assert node.copies.known() == ()


async def test_comparison_with_the_store_finds_what_news_did_not_bring() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        inbox = await two.look(table, "bob")
        await two.live(table)
        all_of.store.loses_news = True
        await all_of.act(one, table)
        assert heard(inbox) == []

        await two.copies.check_all()

        assert len(heard(inbox)) == 1
        assert known(inbox).mark.version == (await all_of.truth(table)).mark.version


async def test_time_until_people_elsewhere_are_told_is_measured() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        inbox = await two.look(table, "bob")
        await one.look(table, "ann")
        await settled()
        all_of.store.before_apply = partial(later, all_of, 70)

        await all_of.act(one, table)
        await settled()

        assert len(heard(inbox)) == 1
        assert two.counts.made["delivered_elsewhere_seconds"].values == [0.07]
        assert one.counts.made["delivered_elsewhere_seconds"].values == []


async def later(all_of: World, ms: int) -> None:
    """Let the store take its time."""
    all_of.clock.jump(ms)
