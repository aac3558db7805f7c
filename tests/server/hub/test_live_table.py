"""One table on one node: its queue, its viewers, and what they are told."""

import asyncio

import pytest

from protocol.codes import ErrorCode
from protocol.to_client import Events, Snapshot
from server.hub import live_table
from server.hub.answers import Done, NotDone
from server.hub.delivery import snapshot_frame
from server.hub.history import Position, advanced, unfolded
from server.hub.live_table import COMMANDS_WAITING, LiveTable, TableBusy, Viewer
from server.metrics import DUPLICATE_APPLY, GAP, Metrics
from server.store_records import Mark
from server.table.commands import TakeSeat, WishPause
from server.table.refusal import Refusal
from server.translate.recipient import Recipient
from tests.server.hub.nodes import PLAIN, entry, heard, known, world
from tests.support.counting import CountingInstruments
from tests.support.fakes import Inbox, settled

FOUR = ("ann", "bob", "cid", "dan")


async def test_table_is_held_by_one_at_a_time_in_order() -> None:
    async with world(1) as all_of:
        live = await all_of.nodes[0].live(await all_of.opened(*FOUR))
        order: list[str] = []

        async def hold(name: str, gate: asyncio.Event) -> None:
            async with live.turn_taken():
                order.append(f"{name} in")
                await gate.wait()
                order.append(f"{name} out")

        gates = [asyncio.Event() for _ in range(3)]
        tasks = [asyncio.create_task(hold(f"{n}", gates[n])) for n in range(3)]
        await settled()
        for gate in reversed(gates):
            gate.set()
        await asyncio.gather(*tasks)

        assert order == ["0 in", "0 out", "1 in", "1 out", "2 in", "2 out"]
        assert live.waiting == 0


async def test_queue_is_bounded_for_people_and_not_for_own_work() -> None:
    async with world(1) as all_of:
        live = await all_of.nodes[0].live(await all_of.opened(*FOUR))
        live.commands = COMMANDS_WAITING

        with pytest.raises(TableBusy):
            async with live.turn_taken():
                pass
        async with live.turn_taken(patient=True):
            assert (live.waiting, live.commands) == (1, COMMANDS_WAITING)
        assert (live.waiting, live.commands) == (0, COMMANDS_WAITING)


async def test_own_work_keeps_no_command_out() -> None:
    async with world(1) as all_of:
        live = await all_of.nodes[0].live(await all_of.opened(*FOUR))
        live.waiting = COMMANDS_WAITING

        async with live.turn_taken():
            assert (live.waiting, live.commands) == (COMMANDS_WAITING + 1, 1)

        assert (live.waiting, live.commands) == (COMMANDS_WAITING, 0)


async def test_table_is_drawn_once_for_all_onlookers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with world(1) as all_of:
        node = all_of.nodes[0]
        table = await all_of.opened(*FOUR)
        drawn: list[str] = []

        def draw(
            position: Position, recipient: Recipient, reason: str, *, said: int
        ) -> bytes:
            drawn.append(reason)
            return snapshot_frame(position, recipient, reason, said=said)

        monkeypatch.setattr(live_table, "snapshot_frame", draw)
        inboxes = [await node.look(table, f"eve {n}") for n in range(3)]
        assert drawn == ["asked"]

        live = await node.live(table)
        live.tell_whole(inboxes[0], "slow")
        live.tell_whole(inboxes[1], "slow")
        assert drawn == ["asked", "slow"]
        await all_of.do(node, table, WishPause("ann", wish=True))
        live.tell_whole(inboxes[0], "slow")
        assert drawn == ["asked", "slow", "slow"]


async def test_table_is_free_again_after_a_fault() -> None:
    # T-D13
    async with world(1) as all_of:
        live = await all_of.nodes[0].live(await all_of.opened(*FOUR))

        with pytest.raises(ZeroDivisionError):
            async with live.turn_taken():
                raise ZeroDivisionError

        assert not live.lock.locked()
        assert live.waiting == 0


async def test_each_viewer_is_told_what_its_seat_may_know() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        inboxes = {user: await node.look(table, user) for user in (*FOUR, "eve")}

        await all_of.act(node, table)

        frames = {user: inbox.frames[-1] for user, inbox in inboxes.items()}
        state = (await all_of.truth(table)).state
        assert state.deal is not None
        dealer = FOUR[state.deal.state.dealer]
        others = {frame for user, frame in frames.items() if user != dealer}
        assert frames[dealer] not in others
        hands = [known(inboxes[user]).view.deal for user in FOUR]
        assert len({view.hand for view in hands if view is not None}) == 4
        onlooker = known(inboxes["eve"]).view.deal
        assert onlooker is not None
        assert onlooker.hand is None


async def test_two_clients_of_one_seat_are_told_the_same_bytes() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        first, second = await node.look(table, "ann"), await node.look(table, "ann")

        await all_of.act(node, table)

        assert first.frames[-1] == second.frames[-1]


async def test_position_that_does_not_continue_is_told_whole() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        inbox = await node.look(table, "ann")
        live = await node.live(table)

        live.replace(live.position, "new_epoch")

        message = inbox.messages()[-1]
        assert isinstance(message, Snapshot)
        assert message.reason == "new_epoch"
        assert message.view.you == 0


async def test_copy_knows_which_positions_it_holds() -> None:
    async with world(1) as all_of:
        live = await all_of.nodes[0].live(await all_of.opened(*FOUR))
        mark = live.position.mark

        assert live.is_ahead_of(mark)
        assert live.is_ahead_of(Mark(mark.epoch, 1, b"whatever"))
        assert not live.is_ahead_of(Mark(mark.epoch, mark.version + 1, b"whatever"))
        assert not live.is_ahead_of(Mark(b"another.", 1, b"whatever"))


async def test_steps_are_told_as_they_were_stored() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        old = LiveTable(await all_of.truth(table))
        inbox = Inbox()
        old.viewers[inbox] = Viewer("ann")
        old.tell_whole(inbox, "asked")
        for _ in range(3):
            await all_of.act(node, table)
        loaded = await all_of.store.load(table)
        assert loaded is not None
        later = [e for e in loaded.events if e.version > old.position.mark.version]

        old.advance(*advanced(old.position, later, loaded.mark.epoch))

        assert heard(inbox) == [event.version for event in later]
        assert isinstance(inbox.messages()[-1], Events)
        assert known(inbox).mark.token == later[-1].token


async def test_copy_that_moves_by_a_wrong_step_is_counted() -> None:
    # P17
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        early = await all_of.truth(table)
        for _ in range(3):
            await all_of.act(node, table)
        loaded = await all_of.store.load(table)
        assert loaded is not None
        later, steps = unfolded(loaded)
        counts = CountingInstruments()
        copy = LiveTable(early, metrics=Metrics(counts))

        copy.advance(later, steps[-1:])
        copy.advance(later, steps[-1:])

        assert counts.count("broken_promises", GAP) == 1
        assert counts.count("broken_promises", DUPLICATE_APPLY) == 1


async def test_full_queue_of_a_table_is_busy_and_others_are_not_held_up() -> None:
    # T-D11
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened("ann", started=False)
        live = await node.live(table)
        async with live.turn_taken():
            waiting = [
                asyncio.create_task(all_of.do(node, table, TakeSeat(f"u{number}", "U")))
                for number in range(COMMANDS_WAITING)
            ]
            await settled()
            assert [task.done() for task in waiting] == [False] * 7 + [True]
            other = await node.opener.open(entry("host"), 2, b"other", PLAIN)
            assert await all_of.do(node, other, TakeSeat("eve", "Eve")) == Done(3)
        answers = await asyncio.gather(*waiting)

        assert answers[-1] == NotDone(Refusal(ErrorCode.BUSY))
        assert [isinstance(answer, Done) for answer in answers[:3]] == [True] * 3
        assert answers[4] == NotDone(Refusal(ErrorCode.TABLE_FULL))
