"""Commands on one node and on two: each counts once, and its answer is true."""

from dataclasses import replace

import pytest

from engine.seats import SEATS
from protocol.codes import ErrorCode
from server.adapters.memory_store import MemoryStore
from server.hub.answers import Answer, Done, NotDone
from server.store_outcomes import StoreUnavailable, Trouble
from server.store_records import Append, Change, NewEvent, Receipt
from server.stored import seal_event
from server.table.commands import (
    GiveUpSeat,
    MakeMove,
    PersonConnected,
    SkipMove,
    StartDeal,
    TakeSeat,
)
from server.table.events import Author, EntropyAdded, Stamped
from server.table.refusal import Refusal
from tests.server.hub.nodes import PLAIN, World, entry, heard, known, world
from tests.support.fakes import settled

FOUR = ("ann", "bob", "cid", "dan")


def refused(answer: Answer) -> ErrorCode:
    assert isinstance(answer, NotDone)
    return answer.refusal.code


async def event_count(store: MemoryStore, table: str) -> int:
    """How many events are stored."""
    marks = await store.marks([table])
    return marks[table].version


# ------------------------------------------------------------------------- one node


async def test_command_is_answered_with_the_version_after_it() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(started=False)

        answer = await all_of.do(node, table, TakeSeat("ann", "Ann"))

        assert answer == Done(3)
        assert (await all_of.truth(table)).state.seat_of("ann") == 0


async def test_nobody_hears_of_what_is_not_stored() -> None:
    # P2
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        inbox = await node.look(table, "ann")
        all_of.store.faults = ["before"]

        with pytest.raises(StoreUnavailable):
            await all_of.act(node, table)

        assert heard(inbox) == []
        assert (await node.live(table)).position == await all_of.truth(table)


async def test_unknown_table_is_none() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes

        answer = await all_of.do(node, "NOSUCH", GiveUpSeat("ann"))

        assert refused(answer) is ErrorCode.NO_TABLE


async def test_table_that_was_over_and_is_dropped_is_none() -> None:
    # T-B21
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        for user in FOUR:
            await all_of.done(node, table, GiveUpSeat(user))
        await all_of.store.forget(table)

        answer = await all_of.do(node, table, GiveUpSeat("ann"))

        assert refused(answer) is ErrorCode.NO_TABLE


async def test_refusal_is_a_rule_with_its_reason() -> None:
    # T-C02
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        before = await all_of.truth(table)
        turn = before.state.turn
        others = [user for seat, user in enumerate(FOUR) if seat != turn]

        for user in others:
            answer = await all_of.do(node, table, MakeMove(user, SkipMove()))
            assert isinstance(answer, NotDone)
            assert answer.refusal == Refusal(ErrorCode.NOT_YOUR_TURN, rule="R5")

        assert await all_of.truth(table) == before


# ------------------------------------------------------------------------- repeats


async def test_same_number_and_content_gets_the_first_answer() -> None:
    # T-D01, T-B08
    async with world() as all_of:
        table = await all_of.opened(*FOUR)
        move = await all_of.move(table)
        key = all_of.key(move.user)
        first = await all_of.nodes[0].ask(table, move, key)
        assert isinstance(first, Done)
        stored = await event_count(all_of.store, table)

        for node in all_of.nodes:
            assert await node.ask(table, move, key) == replace(first, repeated=True)

        assert await event_count(all_of.store, table) == stored


async def test_first_answer_is_told_when_the_table_has_moved_on() -> None:
    async with world() as all_of:
        table = await all_of.opened(*FOUR)
        move = await all_of.move(table)
        key = all_of.key(move.user)
        first = await all_of.nodes[0].ask(table, move, key)
        assert isinstance(first, Done)
        for _ in range(6):
            await all_of.act(all_of.nodes[1], table)

        again = await all_of.nodes[0].ask(table, move, key)

        assert again == Done(first.version, repeated=True)


async def test_refusal_is_remembered_and_told_again() -> None:
    # P3: it stays refused, even when the same command would do by now.
    async with world() as all_of:
        table = await all_of.opened(*FOUR)
        state = (await all_of.truth(table)).state
        assert state.turn is not None
        after = FOUR[(state.turn + 1) % 4]
        key = all_of.key(after)
        skip = MakeMove(after, SkipMove())
        first = await all_of.nodes[0].ask(table, skip, key)
        assert refused(first) is ErrorCode.NOT_YOUR_TURN
        await all_of.act(all_of.nodes[0], table)

        assert await all_of.nodes[1].ask(table, skip, key) == first


async def test_same_number_with_other_content_is_a_conflict() -> None:
    # T-B10
    async with world() as all_of:
        table = await all_of.opened(*FOUR)
        move = await all_of.move(table)
        user, number, digest = all_of.key(move.user)
        await all_of.nodes[0].ask(table, move, (user, number, digest))
        before = await all_of.truth(table)

        answer = await all_of.nodes[1].ask(table, move, (user, number, b"other"))

        assert refused(answer) is ErrorCode.CONFLICT
        assert await all_of.truth(table) == before


async def test_lower_number_than_the_last_is_old() -> None:
    async with world() as all_of:
        table = await all_of.opened(*FOUR)
        move = await all_of.move(table)
        await all_of.nodes[0].ask(table, move, (move.user, 9, b"d"))

        answer = await all_of.nodes[1].ask(table, move, (move.user, 8, b"d"))

        assert refused(answer) is ErrorCode.OLD_NUMBER


@pytest.mark.parametrize("fault", ["before", "after"])
async def test_command_without_an_answer_is_settled_by_asking_again(
    fault: str,
) -> None:
    # T-E02, T-E03, T-F05: applied and the answer lost, or never applied at all.
    async with world() as all_of:
        table = await all_of.opened(*FOUR)
        inbox = await all_of.nodes[1].look(table, "eve")
        move = await all_of.move(table)
        key = all_of.key(move.user)
        before = await event_count(all_of.store, table)
        all_of.store.faults = [fault]
        with pytest.raises(StoreUnavailable) as failure:
            await all_of.nodes[0].ask(table, move, key)
        assert failure.value.unknown is (fault == "after")

        answer = await all_of.nodes[0].ask(table, move, key)

        assert isinstance(answer, Done)
        assert answer.repeated is (fault == "after")
        assert answer.version == await event_count(all_of.store, table)
        await settled()
        assert heard(inbox) == list(range(before + 1, answer.version + 1))
        assert (await all_of.nodes[0].live(table)).position.state == (
            await all_of.truth(table)
        ).state


async def test_own_commands_of_a_node_go_on_after_a_lost_answer() -> None:
    async with world() as all_of:
        (node, _) = all_of.nodes
        table = await all_of.opened(*FOUR)
        live = await node.live(table)
        all_of.store.faults = ["after"]
        with pytest.raises(StoreUnavailable):
            await node.hub.submit_own(live, PersonConnected("ann"))

        await node.hub.submit_own(live, PersonConnected("ann"))

        assert live.position.state == (await all_of.truth(table)).state


# ------------------------------------------------------------------------ two nodes


async def test_of_two_nodes_at_one_version_one_wins_and_the_other_judges_again() -> (
    None
):
    # T-D03, T-D07, P8
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        await two.live(table)
        move = await all_of.move(table)
        keys = [all_of.key(move.user), all_of.key(move.user)]

        answers = [
            await one.ask(table, move, keys[0]),
            await two.ask(table, move, keys[1]),
        ]

        assert isinstance(answers[0], Done)
        assert refused(answers[1]) in {ErrorCode.STALE, ErrorCode.NOT_YOUR_TURN}
        assert (await two.live(table)).position == (await one.live(table)).position


async def test_move_chosen_ahead_of_the_copy_is_judged_on_the_newer_table() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        behind = (await two.live(table)).position.mark.version
        await all_of.act(one, table)
        move = await all_of.move(table)
        assert move.seen_version is not None
        assert move.seen_version > behind

        answer = await two.ask(table, move, all_of.key(move.user))
        too_far = replace(await all_of.move(table), seen_version=10_000)
        refusal = await two.ask(table, too_far, all_of.key(too_far.user))

        assert isinstance(answer, Done)
        assert refused(refusal) is ErrorCode.STALE


async def test_refusal_is_never_given_on_an_old_copy() -> None:
    """The second node still believes that it is somebody else's turn."""
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        await two.live(table)
        await all_of.act(one, table)

        answer = await all_of.act(two, table)

        assert isinstance(answer, Done)


async def test_table_is_caught_up_with_over_any_distance() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        await two.live(table)
        for _ in range(70):
            state = (await all_of.truth(table)).state
            if state.turn is not None:
                await all_of.act(one, table)
        assert (await all_of.truth(table)).mark.version > 64 + 10

        answer = await all_of.do(two, table, GiveUpSeat("ann"))

        assert isinstance(answer, Done)
        assert (await two.live(table)).position == await all_of.truth(table)


async def test_whole_deal_over_two_nodes_is_told_to_all_without_gap() -> None:
    # P4, P9, T-D07
    async with world(ringing=True) as all_of:
        table = await all_of.opened("ann", "bob")
        inboxes = {
            (number, user): await node.look(table, user)
            for number, node in enumerate(all_of.nodes)
            for user in ("ann", "bob", "eve")
        }
        first = (await all_of.truth(table)).mark.version

        await all_of.play_out(table)
        await settled()

        truth = await all_of.truth(table)
        assert truth.state.finished
        for inbox in inboxes.values():
            assert heard(inbox) == list(range(first + 1, truth.mark.version + 1))
        for user in ("ann", "bob", "eve"):
            assert known(inboxes[0, user]) == known(inboxes[1, user])
        assert all_of.nodes[0].rung
        assert all_of.nodes[1].rung


async def test_table_that_takes_newer_writers_only_is_left_to_them() -> None:
    # T-K08: an older node beside newer ones.
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        kept = all_of.store._tables[table]
        kept.minimum_writer = 99
        before = kept.mark

        answer = await all_of.act(node, table)

        assert refused(answer) is ErrorCode.BUSY
        assert kept.mark == before


async def test_table_that_moves_on_all_the_time_is_busy() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        all_of.store.before_apply = lambda: push_one(all_of, table)

        answer = await all_of.act(node, table)

        assert refused(answer) is ErrorCode.BUSY


async def push_one(all_of: World, table: str) -> None:
    """Store an event behind the back of all nodes."""
    truth = await all_of.truth(table)
    stamped = Stamped(EntropyAdded(SEATS[0], bytes(16)), 1, Author.SERVER)
    payload = seal_event(stamped, truth.checksum).payload
    event = NewEvent(payload, truth.mark.version.to_bytes(8, "big"))
    change = Change(now_ms=all_of.clock.store_ms(), events=(event,))
    receipt = Receipt(*all_of.key("pusher"), result=b"")
    append = Append(table, truth.mark, receipt, change)
    await MemoryStore.apply(all_of.store, append)


# -------------------------------------------------------------------------- damage


async def test_damaged_table_is_answered_as_our_fault_and_stays_as_it_is() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        kept = all_of.store._tables[table]
        newest = kept.events[kept.mark.version]
        flipped = newest.payload[:-9] + bytes([newest.payload[-9] ^ 1])
        kept.events[kept.mark.version] = replace(
            newest, payload=flipped + newest.payload[-8:]
        )
        snapshot = kept.snapshot
        kept.snapshot = replace(snapshot, payload=snapshot.payload[:-1] + b"?")

        answer = await all_of.do(two, table, GiveUpSeat("ann"))

        assert refused(answer) is ErrorCode.INTERNAL
        assert kept.mark == (await one.live(table)).position.mark


async def test_other_tables_go_on_beside_a_damaged_one() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        other = await node.opener.open(entry("host"), 2, b"other", PLAIN)
        kept = all_of.store._tables[table]
        kept.snapshot = replace(kept.snapshot, payload=b"nonsense of some length")
        node.copies.drop(await node.live(table))

        assert refused(await all_of.do(node, table, StartDeal("ann"))) is (
            ErrorCode.INTERNAL
        )
        assert await all_of.do(node, other, TakeSeat("eve", "Eve")) == Done(3)


async def test_store_that_is_full_says_so_and_nothing_changes() -> None:
    # T-F08, P14
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        before = await all_of.truth(table)

        all_of.store.faults = ["full"]
        with pytest.raises(StoreUnavailable) as failure:
            await all_of.act(node, table)

        assert failure.value.trouble is Trouble.FULL
        assert await all_of.truth(table) == before
        assert isinstance(await all_of.act(node, table), Done)
