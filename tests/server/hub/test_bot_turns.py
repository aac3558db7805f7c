"""The turns of bots: who is asked, and who answers when nobody does."""

import asyncio
from collections.abc import Callable, Iterator

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from engine.actions import Action, Declare, PlayCard, Skip
from engine.players.by_rule import MEDIUM
from engine.players.fallback import fallback_action
from engine.seats import next_seat
from engine.view import SeatView, view_of
from server.hub.bot_turns import MOST_FAILURES, MOST_MS, SIMPLE_LEVEL
from server.store_outcomes import StoreUnavailable
from server.stored import CHECKSUM_BYTES, unpack_plain
from server.table.commands import FIRST_LEGAL, GiveUpSeat, PersonConnected, StartDeal
from server.table.deadlines import BOT, deadlines_of
from server.table.state import Control
from tests.server.hub.nodes import Node, World, world
from tests.server.hub.test_duties import bot_for_a_person, bot_table
from tests.support.fakes import settled

FOUR = ("ann", "bob", "cid", "dan")


@pytest.fixture(autouse=True)
def logged() -> Iterator[list[EventDict]]:
    """What is logged, and printed nowhere."""
    with capture_logs() as entries:
        yield entries


class Failing:
    """A player that always fails."""

    def choose(self, view: SeatView, bot_seed: bytes = b"") -> Action:
        """Fail."""
        del view, bot_seed
        raise ZeroDivisionError


def fails(_view: SeatView) -> Action:
    raise ArithmeticError


def for_another(view: SeatView) -> Action:
    return Skip(next_seat(view.seat))


def against_the_rules(view: SeatView) -> Action:
    return Declare(view.seat)


async def late_bot_turn(all_of: World) -> tuple[Node, str]:
    """A node and a table at which a bot is to choose a card, of which it has several."""
    (node,) = all_of.nodes
    table = await bot_table(all_of)
    while True:
        await play_on_to_the_second_trick(all_of, table)
        if differ(await next_view(node, table)):
            node.bots.asked.clear()
            return node, table
        await node.duties.fire(table, BOT)


async def next_view(node: Node, table: str) -> SeatView:
    """What the bot on turn may know."""
    state = await node.state(table)
    assert state.deal is not None
    assert state.turn is not None
    return view_of(state.deal.state, state.turn)


def differ(view: SeatView) -> bool:
    """Whether one can tell from the card who has chosen it."""
    return MEDIUM.choose(view) != fallback_action(view)


async def played(node: Node, table: str) -> Action:
    """Let the bot on turn act; what was done for it."""
    view = await next_view(node, table)
    await node.duties.fire(table, BOT)
    state = await node.state(table)
    assert state.deal is not None
    (card,) = view.hand - state.deal.state.hands[view.seat]
    return PlayCard(view.seat, card)


@pytest.mark.parametrize("answer", [fails, for_another])
async def test_simple_player_acts_for_a_bot_that_gives_no_answer(
    answer: Callable[[SeatView], Action],
) -> None:
    async with world(1) as all_of:
        node, table = await late_bot_turn(all_of)
        view = await next_view(node, table)
        node.bots.answers = [answer]

        assert await played(node, table) == MEDIUM.choose(view)
        assert logged_level(all_of) == SIMPLE_LEVEL
        assert node.counts.count("bot_substitutes") == 1
        assert node.counts.count("bot_fallbacks") == 0


def logged_level(all_of: World) -> str:
    """Which level has chosen the last move, by the log in the store."""
    move = all_of.store.applied[-1].change.events[0]
    *_, receipt = unpack_plain(move.payload[:-CHECKSUM_BYTES])
    return str(receipt[0])


async def test_first_legal_card_is_played_when_the_simple_player_fails_too() -> None:
    async with world(1) as all_of:
        node, table = await late_bot_turn(all_of)
        view = await next_view(node, table)
        node.bots.answers = [fails]
        node.bot_turns.simple = Failing()

        assert await played(node, table) == fallback_action(view)
        assert logged_level(all_of) == FIRST_LEGAL
        assert node.counts.count("bot_fallbacks") == 1
        assert node.counts.count("faults", "simple_player") == 1


async def test_answer_against_the_rules_is_the_first_legal_card() -> None:
    async with world(1) as all_of:
        node, table = await late_bot_turn(all_of)
        view = await next_view(node, table)
        node.bots.answers = [against_the_rules]

        assert await played(node, table) == fallback_action(view)


async def test_log_says_that_another_level_has_played() -> None:
    async with world(1) as all_of:
        node, table = await late_bot_turn(all_of)
        node.bots.plays_as = "easy"

        await played(node, table)

        assert logged_level(all_of) == "easy"


async def turns(all_of: World, table: str, count: int) -> None:
    """Let bots have so many turns, and people theirs in between."""
    (node,) = all_of.nodes
    while count:
        if BOT in deadlines_of((await all_of.truth(table)).state):
            await node.duties.fire(table, BOT)
            count -= 1
        else:
            await all_of.act(node, table)


async def test_bot_that_failed_three_times_in_a_row_is_not_asked_again(
    logged: list[EventDict],
) -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await bot_table(all_of)
        node.bots.answers = [fails] * MOST_FAILURES

        await turns(all_of, table, MOST_FAILURES + 4)

        assert len(node.bots.asked) == MOST_FAILURES
        assert node.counts.count("bot_substitutes") == MOST_FAILURES + 4
        assert node.counts.count("bots_given_up") == 1
        assert [entry["event"] for entry in logged] == ["a bot is not asked any more"]


async def test_bot_that_was_given_up_is_asked_again_in_the_next_deal() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await bot_table(all_of)
        node.bots.answers = [fails] * MOST_FAILURES
        while (await node.state(table)).turn is not None:
            await all_of.play_on(node, table)
        assert len(node.bots.asked) == MOST_FAILURES

        await all_of.done(node, table, StartDeal("ann"))
        await turns(all_of, table, 1)

        assert len(node.bots.asked) == MOST_FAILURES + 1


async def test_bot_that_answers_in_between_is_asked_on() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await bot_table(all_of)
        node.bots.answers = [fails, fails, MEDIUM.choose, fails, fails, MEDIUM.choose]

        await turns(all_of, table, 8)

        assert len(node.bots.asked) == 8
        assert node.counts.count("bots_given_up") == 0


async def test_turn_is_not_waited_for_beyond_the_most() -> None:
    # However long the bot of a node would think.
    async with world(1) as all_of:
        node, table = await late_bot_turn(all_of)
        view = await next_view(node, table)
        node.bots.holds.clear()
        thinking = asyncio.create_task(node.duties.fire(table, BOT))
        await settled()
        all_of.clock.jump(MOST_MS - 1)
        before = await all_of.truth(table)
        await node.duties.fire(table, BOT)
        assert await all_of.truth(table) == before
        all_of.clock.jump(1)

        assert await played(node, table) == fallback_action(view)
        node.bots.holds.set()
        await thinking


async def test_next_turn_has_all_its_time() -> None:
    async with world(1) as all_of:
        node, table = await late_bot_turn(all_of)
        await node.duties.fire(table, BOT)
        all_of.clock.jump(MOST_MS)

        await turns(all_of, table, 1)

        assert node.counts.count("bot_fallbacks") == 0


async def test_store_that_was_away_is_not_laid_to_the_bot() -> None:
    async with world(1) as all_of:
        node, table = await late_bot_turn(all_of)
        view = await next_view(node, table)
        all_of.store.faults = ["before"]
        with pytest.raises(StoreUnavailable):
            await node.duties.fire(table, BOT)
        all_of.clock.jump(MOST_MS)

        assert await played(node, table) == MEDIUM.choose(view)


async def play_on_to_the_second_trick(all_of: World, table: str) -> None:
    """Declarations are over then, and a bot is on turn."""
    (node,) = all_of.nodes
    while True:
        state = (await all_of.truth(table)).state
        assert state.deal is not None
        bots_turn = BOT in deadlines_of(state)
        if bots_turn and state.deal.state.tricks:
            return
        if bots_turn:
            await node.duties.fire(table, BOT)
        else:
            await all_of.act(node, table)


async def test_answer_that_comes_too_late_changes_nothing() -> None:
    # T-D06, T-B20: the person is back while the bot thinks.
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        live = await node.live(table)
        user = await bot_for_a_person(all_of, table)
        node.bots.holds.clear()
        thinking = asyncio.create_task(node.duties.fire(table, BOT))
        await settled()
        await node.hub.submit_own(live, PersonConnected(user))
        before = await all_of.truth(table)

        node.bots.holds.set()
        await thinking

        assert await all_of.truth(table) == before
        seat = before.state.seat_of(user)
        assert seat is not None
        assert before.state.seats[seat].control is Control.PERSON


async def test_bot_that_thinks_is_not_asked_again() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await bot_table(all_of)
        node.bots.holds.clear()
        thinking = asyncio.create_task(node.duties.fire(table, BOT))
        await settled()

        await node.duties.fire(table, BOT)

        assert len(node.bots.asked) == 1
        node.bots.holds.set()
        await thinking


async def test_closed_table_asks_no_bot() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await bot_table(all_of)
        await all_of.done(node, table, GiveUpSeat("ann"))

        await node.duties.fire(table, BOT)

        assert node.bots.asked == []


async def test_bot_is_asked_for_its_turn_with_its_own_view() -> None:
    # T-C11, P13
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await bot_table(all_of)
        before = (await all_of.truth(table)).state
        assert before.deal is not None

        await node.duties.fire(table, BOT)

        (asked,) = node.bots.asked
        view = asked.view
        assert view.seat == before.turn
        assert asked.level == "medium"
        assert asked.bot_seed == before.bot_seed != b""
        assert view.hand == before.deal.state.hands[view.seat]
        assert (await all_of.truth(table)).state.turn_version > before.turn_version
