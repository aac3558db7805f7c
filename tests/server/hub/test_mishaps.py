"""Faults of our own at a table: nothing is half done, and nothing goes on for ever."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from protocol.codes import ErrorCode
from protocol.to_client import Error, Snapshot
from server.faults import Point
from server.hub import hub
from server.hub.answers import Answer, Done, NotDone
from server.hub.mishaps import MOST_MISHAPS
from server.store_outcomes import StoreUnavailable
from server.table.commands import BotAction, GiveUpSeat, TableCommand, TakeSeat
from server.table.deadlines import BOT
from server.table.decide import decide
from server.table.draft import Circumstances, Outcome
from server.table.state import TableState
from tests.server.hub.nodes import PLAIN, Node, World, entry, world
from tests.support.fakes import Inbox

FOUR = ("ann", "bob", "cid", "dan")


@pytest.fixture(autouse=True)
def logged() -> Iterator[list[EventDict]]:
    """What is logged, and printed nowhere."""
    with capture_logs() as entries:
        yield entries


@dataclass
class Failing:
    """Fails at a point of a command's way, so many times."""

    point: Point
    times: int

    def reached(self, point: Point) -> None:
        """Fail, if it is that point."""
        if point is self.point and self.times:
            self.times -= 1
            raise ZeroDivisionError


def code(answer: Answer) -> ErrorCode:
    assert isinstance(answer, NotDone)
    return answer.refusal.code


def last(inbox: Inbox) -> object:
    return inbox.messages()[-1]


async def frozen_table(all_of: World, node: Node) -> str:
    """A table at which nothing can be played any more at this node."""
    table = await all_of.opened(*FOUR)
    node.hub.faults = Failing(Point.DECIDED, MOST_MISHAPS)
    for _ in range(MOST_MISHAPS):
        assert code(await all_of.act(node, table)) is ErrorCode.INTERNAL
    return table


@pytest.mark.parametrize("point", [Point.DECIDED, Point.BEFORE_STORE])
async def test_fault_before_the_store_changes_nothing_and_is_not_remembered(
    point: Point,
) -> None:
    # T-D13, P3
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        before = await all_of.truth(table)
        move = await all_of.move(table)
        key = all_of.key(move.user)
        node.hub.faults = Failing(point, 1)

        answer = await node.ask(table, move, key)

        assert code(answer) is ErrorCode.INTERNAL
        assert await all_of.truth(table) == before
        assert node.counts.count("faults", "table") == 1
        assert isinstance(await node.ask(table, move, key), Done)


@pytest.mark.parametrize("point", [Point.MEMORY, Point.EVENTS_QUEUED])
async def test_move_that_is_stored_counts_though_telling_it_failed(
    point: Point,
) -> None:
    # P3: never "not done" for a move that counts.
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        inbox = await node.look(table, "ann")
        before = (await all_of.truth(table)).mark.version
        node.hub.faults = Failing(point, 1)

        answer = await all_of.act(node, table)

        after = await all_of.truth(table)
        assert isinstance(answer, Done)
        assert after.mark.version > before
        shown = last(inbox)
        assert isinstance(shown, Snapshot)
        assert (shown.version, shown.reason) == (after.mark.version, "reloaded")
        assert (await node.live(table)).position == after


async def test_copy_is_read_anew_after_a_fault() -> None:
    # T-D13
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        live = await node.live(table)
        spoilt = replace(live.position.state, deal=None)
        live.position = replace(live.position, state=spoilt)
        node.hub.faults = Failing(Point.DECIDED, 1)

        await all_of.do(node, table, GiveUpSeat("ann"))

        assert live.position == await all_of.truth(table)


async def test_store_that_is_away_leaves_the_copy_to_a_later_look() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        inbox = await node.look(table, "ann")
        node.hub.faults = Failing(Point.DECIDED, 1)
        all_of.store.is_away = True

        assert code(await all_of.act(node, table)) is ErrorCode.INTERNAL

        assert len(inbox.frames) == 1


async def test_table_stands_still_after_three_faults_and_the_others_go_on() -> None:
    # T-D13, P12
    async with world(1) as all_of:
        (node,) = all_of.nodes
        other = await node.opener.open(entry("host"), 2, b"other", PLAIN)
        table = await frozen_table(all_of, node)
        before = await all_of.truth(table)

        assert code(await all_of.act(node, table)) is ErrorCode.FROZEN

        assert await all_of.truth(table) == before
        assert isinstance(await all_of.do(node, other, TakeSeat("eve", "Eve")), Done)


async def fail(all_of: World, node: Node, table: str) -> None:
    """Let a move meet a fault of ours."""
    node.hub.faults = Failing(Point.DECIDED, 1)
    assert code(await all_of.act(node, table)) is ErrorCode.INTERNAL


async def test_table_that_moves_between_faults_goes_on() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        for _ in range(2 * MOST_MISHAPS):
            await fail(all_of, node, table)
            assert isinstance(await all_of.act(node, table), Done)

        assert not (await node.live(table)).is_frozen


async def test_fault_after_each_move_is_none_the_less_in_a_row() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        node.hub.faults = Failing(Point.EVENTS_QUEUED, MOST_MISHAPS)
        for _ in range(MOST_MISHAPS):
            assert isinstance(await all_of.act(node, table), Done)

        assert (await node.live(table)).is_frozen


async def test_people_who_come_and_go_do_not_make_up_for_faults() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        for _ in range(MOST_MISHAPS):
            await fail(all_of, node, table)
            await all_of.go(node, table, "ann")
            await all_of.come(node, table, "ann")

        assert (await node.live(table)).is_frozen


async def test_people_are_told_that_their_table_stands_still() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        inbox = await node.look(table, "ann")
        node.hub.faults = Failing(Point.DECIDED, MOST_MISHAPS)
        for _ in range(MOST_MISHAPS - 1):
            await all_of.act(node, table)
        assert isinstance(last(inbox), Snapshot)

        await all_of.act(node, table)
        latecomer = await node.look(table, "bob")

        for told in (last(inbox), last(latecomer)):
            assert isinstance(told, Error)
            assert told.code == ErrorCode.FROZEN
            assert table in told.detail


async def test_people_can_leave_a_table_that_stands_still() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await frozen_table(all_of, node)

        for user in FOUR:
            assert isinstance(await all_of.do(node, table, GiveUpSeat(user)), Done)

        assert (await all_of.truth(table)).state.closed == "left"


async def test_node_without_the_fault_goes_on_with_the_table() -> None:
    async with world(2) as all_of:
        table = await frozen_table(all_of, all_of.nodes[0])

        assert isinstance(await all_of.act(all_of.nodes[1], table), Done)


async def test_table_that_cannot_be_shown_stands_still_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        await node.look(table, "ann")

        def broken(*_given: object) -> bytes:
            raise ZeroDivisionError

        monkeypatch.setattr("server.hub.live_table.snapshot_frame", broken)
        node.hub.faults = Failing(Point.DECIDED, 1)
        await all_of.act(node, table)

        assert (await node.live(table)).is_frozen


async def bots_turn(all_of: World) -> str:
    """A table at which a bot is on turn."""
    (node,) = all_of.nodes
    options = replace(PLAIN, people=1)
    table = await all_of.opened("ann", options=options)
    state = (await all_of.truth(table)).state
    while state.turn is None or state.seats[state.turn].person is not None:
        await all_of.act(node, table)
        state = (await all_of.truth(table)).state
    return table


async def test_bots_turn_goes_to_the_simplest_action_after_a_fault() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await bots_turn(all_of)
        before = (await all_of.truth(table)).state
        node.hub.faults = Failing(Point.DECIDED, 1)

        await node.duties.fire(table, BOT)

        after = (await all_of.truth(table)).state
        assert after.turn_version > before.turn_version
        assert node.counts.count("bot_fallbacks") == 1


async def test_bot_whose_every_action_fails_is_not_asked_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await bots_turn(all_of)

        def no_bots(
            state: TableState, command: TableCommand, now: Circumstances
        ) -> Outcome:
            if isinstance(command, BotAction):
                raise ZeroDivisionError
            return decide(state, command, now)

        monkeypatch.setattr(hub, "decide", no_bots)
        for _ in range(10):
            await node.duties.fire(table, BOT)

        assert node.counts.count("faults", "table") == MOST_MISHAPS
        assert len(node.bots.asked) == 2


async def test_question_to_a_bot_that_cannot_be_made_counts_as_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await bots_turn(all_of)

        def broken(*_given: object) -> object:
            raise ZeroDivisionError

        monkeypatch.setattr("server.hub.bot_turns.view_of", broken)
        for _ in range(10):
            await node.duties.fire(table, BOT)

        assert node.counts.count("faults", "table") == MOST_MISHAPS
        assert (await node.live(table)).is_frozen


async def test_store_that_does_not_answer_is_no_fault_of_the_table() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await bots_turn(all_of)
        all_of.store.faults = ["before"]

        with pytest.raises(StoreUnavailable):
            await node.duties.fire(table, BOT)

        assert (await node.live(table)).mishaps == 0
