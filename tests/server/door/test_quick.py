"""Quick match: people first, one table for one command."""

import asyncio
from collections import Counter
from dataclasses import replace

import pytest

from protocol.options import Options
from protocol.to_client import Ok, Refused, Snapshot, Welcome
from protocol.to_server import Create, Leave, Quick, Sit
from server.door.wire_commands import table_options
from server.door.wishes import Wish
from server.settings import TableSettings
from tests.server.door.visitors import House, Visitor, house

OPTIONS = Options(pace_ms=0)
USUAL = Wish(
    "", table_options(OPTIONS, TableSettings(), b"", quick=True), waits=False
).key
"""Under which people with the usual wish meet."""


async def quick(visitor: Visitor, options: Options = OPTIONS) -> str:
    answer = await visitor.ask(Quick, options=options)
    assert isinstance(answer, Ok), answer
    assert answer.table is not None
    return answer.table


async def enter(doors: House, *names: str) -> list[Visitor]:
    return [await doors.enter(name) for name in names]


async def test_first_one_waits_at_a_table_of_ones_own_and_the_next_ones_come() -> None:
    async with house() as doors:
        people = await enter(doors, "Ada", "Bob", "Cid", "Dan", "Eve")

        tables = [await quick(visitor) for visitor in people]

        assert len(set(tables[:4])) == 1
        assert tables[4] != tables[0]
        truth = await doors.world.truth(tables[0])
        assert truth.state.deal_runs
        assert [v.last(Snapshot).view.you for v in people[:4]] == [0, 1, 2, 3]


async def standing(doors: House) -> list[str]:
    store = doors.world.store
    return [table for table in list(store._tables) if await store.load(table)]


@pytest.mark.parametrize("nodes", [1, 2, 3])
async def test_people_who_ask_at_the_same_moment_find_each_other(nodes: int) -> None:
    async with house(nodes) as doors:
        people = [await doors.enter(f"p{n}", node=n % nodes) for n in range(12)]
        doors.world.store.dawdles = lambda: 3

        tables = await asyncio.gather(*(quick(visitor) for visitor in people))

        assert sorted(Counter(tables).values()) == [4, 4, 4]
        for table in set(tables):
            assert (await doors.world.truth(table)).state.deal_runs
        assert set(await standing(doors)) == set(tables)


async def test_people_of_two_nodes_with_other_wishes_do_not_meet() -> None:
    async with house(2) as doors:
        ada, bob = await doors.enter("Ada"), await doors.enter("Bob", node=1)
        doors.world.store.dawdles = lambda: 3

        one, other = await asyncio.gather(
            quick(ada), quick(bob, OPTIONS.model_copy(update={"deals": 2}))
        )

        assert one != other


async def test_nobody_is_led_to_a_table_that_goes_on_without_them() -> None:
    async with house() as doors:
        ada, bob, cid, dan = await enter(doors, "Ada", "Bob", "Cid", "Dan")
        meet = doors.world.store.meet
        await meet(USUAL, "NOSUCH")
        running = await quick(ada, Options(people=1))

        first = await quick(bob)
        assert await meet(USUAL, running, instead_of=first) == running
        await bob.ask(Leave, table=first)
        second = await quick(cid)
        await cid.ask(Leave, table=second)

        assert await quick(dan) not in {"NOSUCH", running, first, second}


async def test_table_that_fills_up_just_before_is_replaced_for_all() -> None:
    # The next ones of other nodes are led to the new table, not to one of their own.
    async with house(2) as doors:
        ada, bob = await doors.enter("Ada"), await doors.enter("Bob", node=1)
        store = doors.world.store
        full = await doors.opened(ada, private=True, turn_ms=30_000)
        for name in ("Cid", "Dan"):
            other = await doors.enter(name)
            assert isinstance(await other.ask(Sit, table=full), Ok)
        await store.meet(USUAL, full)
        eve = await doors.enter("Eve")

        async def eve_is_faster() -> None:
            store.before_apply = None
            assert isinstance(await eve.ask(Sit, table=full), Ok)

        store.before_apply = eve_is_faster
        table = await quick(bob)

        assert table != full
        assert await store.meet(USUAL, "another") == table


async def test_who_has_to_wait_too_long_asks_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("server.door.quick._PATIENCE_S", 0)
    async with house() as doors:
        (ada,) = await enter(doors, "Ada")
        ask = Quick(n=7, options=OPTIONS)
        async with doors.services[0].matching:
            refused = await ada.repeat(ask)

        assert isinstance(refused, Refused)
        assert refused.code == "E_STORE_AWAY"
        assert isinstance(await ada.repeat(ask), Ok)


async def test_fullest_table_comes_first() -> None:
    async with house() as doors:
        ada, bob, cid, dan = await enter(doors, "Ada", "Bob", "Cid", "Dan")
        await doors.opened(ada)
        fuller = await doors.opened(bob)
        assert isinstance(await cid.ask(Sit, table=fuller), Ok)

        assert await quick(dan) == fuller


@pytest.mark.parametrize(
    "options",
    [
        {"password": "tre re"},
        {"private": True},
        {"deals": 2},
        {"turn_ms": 20_000},
        {"people": 1},  # its deal runs already
    ],
)
async def test_table_that_is_not_meant_is_passed_by(options: dict[str, object]) -> None:
    async with house() as doors:
        ada, bob = await enter(doors, "Ada", "Bob")
        await quick(ada, Options.model_validate(options))

        table = await quick(bob)

        assert (await doors.world.truth(table)).state.host == bob.last(Welcome).session


@pytest.mark.parametrize("fault", ["before", "after"])
async def test_command_without_an_answer_leads_to_one_seat(fault: str) -> None:
    # T-B08
    async with house() as doors:
        ada, bob = await enter(doors, "Ada", "Bob")
        table = await quick(ada)
        ask = Quick(n=bob.number + 1, options=OPTIONS)
        doors.world.store.faults = [fault]

        first = await bob.repeat(ask)
        second = await bob.repeat(ask)
        third = await bob.repeat(ask)

        assert isinstance(first, Refused)
        assert isinstance(second, Ok)
        assert isinstance(third, Ok)
        assert second.table == third.table == table
        people = (await doors.world.truth(table)).state.people
        assert people == (0, 1)
        again = await doors.back(bob)
        assert [seat.table for seat in again.last(Welcome).seats] == [table]


async def test_seat_that_a_number_led_to_is_no_hindrance_to_its_repeat() -> None:
    # P3
    async with house(max_seats_per_user=1) as doors:
        (ada,) = await enter(doors, "Ada")
        ask = Quick(n=7, options=OPTIONS)
        first = await ada.repeat(ask)

        again = await ada.repeat(ask)

        assert isinstance(first, Ok)
        assert again == first.model_copy(update={"dup": True})


async def test_number_leads_to_no_second_table_after_its_seat_was_left() -> None:
    async with house() as doors:
        (ada,) = await enter(doors, "Ada")
        ask = Quick(n=7, options=OPTIONS)
        first = await ada.repeat(ask)
        assert isinstance(first, Ok)
        await ada.repeat(Leave(n=8, table=first.table or ""))

        again = await ada.repeat(ask)

        assert isinstance(again, Refused)
        assert again.code == "E_OLD_NUMBER"
        assert list(doors.world.store._tables) == [first.table]


async def test_table_at_which_one_sits_already_is_not_looked_at() -> None:
    async with house() as doors:
        ada, bob = await enter(doors, "Ada", "Bob")
        own = await quick(ada)

        other = await quick(ada)

        assert other != own
        again = await doors.back(ada)
        assert {seat.table for seat in again.last(Welcome).seats} == {own, other}
        assert await quick(bob) in {own, other}


async def test_nobody_has_more_seats_than_the_host_allows() -> None:
    async with house(max_seats_per_user=1) as doors:
        (ada,) = await enter(doors, "Ada")
        table = await quick(ada)

        answer = await ada.ask(Quick, options=OPTIONS)
        assert isinstance(answer, Refused)
        assert answer.code == "E_TOO_MANY_TABLES"

        await ada.ask(Leave, table=table)
        assert await quick(ada) != table


async def test_two_sessions_of_one_person_do_not_take_each_others_seats() -> None:
    # Numbers count in a session; the seats are the person's.
    async with house() as doors:
        ada = await doors.enter("Ada")
        own = await quick(ada)
        elsewhere = await doors.enter("Ada")
        desk = elsewhere.connection._desk
        assert desk is not None
        assert elsewhere.connection._tables is not None
        user = ada.last(Welcome).session
        desk._entry = replace(desk._entry, user=user)
        elsewhere.number = ada.number - 1

        other = await quick(elsewhere)

        assert other != own
        seats = await doors.world.store.user_seats(user)
        assert {own, other} <= set(seats)


async def test_table_that_is_gone_is_passed_by() -> None:
    async with house() as doors:
        ada, bob = await enter(doors, "Ada", "Bob")
        table = await quick(ada)
        row = doors.world.store._rows[table]
        doors.world.store._rows["GONE2"] = row

        assert await quick(bob) == table


# ---------------------------------------------------------------- whom one sits with


async def test_bots_come_when_nobody_else_does() -> None:
    async with house(ringing=True) as doors:
        (ada,) = await enter(doors, "Ada")
        table = await quick(ada)
        await doors.world.clock.advance(19_000)
        assert not (await doors.world.truth(table)).state.deal_runs

        await doors.world.clock.advance(2_000)

        state = (await doors.world.truth(table)).state
        assert state.deal_runs
        assert [held.bot_level for held in state.seats] == [None, *["medium"] * 3]


@pytest.mark.parametrize(
    "other",
    [
        {"level": "easy"},
        {"undo": True},
        {"talk": "free"},
        {"bank_ms": 1_000},
        {"people": 3},
        {"fill_ms": 5_000},
    ],
    ids=str,
)
async def test_table_is_played_in_every_way_as_wished(other: dict[str, object]) -> None:
    async with house() as doors:
        ada, bob, cid = await enter(doors, "Ada", "Bob", "Cid")
        usual = await quick(ada)
        wished = Options.model_validate({"pace_ms": 0, **other})

        unusual = await quick(bob, wished)

        assert unusual != usual
        assert await quick(cid, wished) == unusual


async def test_nobody_waits_with_somebody_who_is_gone() -> None:
    async with house() as doors:
        ada, bob = await enter(doors, "Ada", "Bob")
        left = await quick(ada)
        await ada.cut()

        assert await quick(bob) != left


@pytest.mark.parametrize(
    ("bot_seats", "joins"), [("at_once", True), ("between_deals", False)]
)
async def test_bot_gives_its_seat_up_when_the_table_says_so(
    bot_seats: str,
    joins: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    async with house() as doors:
        ada, bob, cid = await enter(doors, "Ada", "Bob", "Cid")
        wished = Options.model_validate(
            {"pace_ms": 0, "people": 2, "bot_seats": bot_seats, "deals": 2}
        )
        playing = await quick(ada, wished)
        assert await quick(bob, wished) == playing
        assert (await doors.world.truth(playing)).state.deal_runs

        assert (await quick(cid, wished) == playing) is joins


async def test_bots_seat_is_taken_between_two_deals() -> None:
    async with house() as doors:
        ada, bob, cid = await enter(doors, "Ada", "Bob", "Cid")
        wished = Options.model_validate({"pace_ms": 0, "people": 2, "deals": 2})
        playing = await quick(ada, wished)
        await quick(bob, wished)
        while (await doors.world.truth(playing)).state.deal_runs:
            await doors.world.play_on(doors.world.nodes[0], playing)

        assert await quick(cid, wished) == playing
        state = (await doors.world.truth(playing)).state
        assert sum(held.person is not None for held in state.seats) == 3


async def test_people_who_wait_come_before_a_bots_seat() -> None:
    async with house() as doors:
        ada, bob, cid, dan = await enter(doors, "Ada", "Bob", "Cid", "Dan")
        wished = Options.model_validate(
            {"pace_ms": 0, "people": 2, "bot_seats": "at_once"}
        )
        playing = await quick(ada, wished)
        assert await quick(bob, wished) == playing
        waiting = await cid.ask(Create, options=wished)
        assert waiting.table is not None if isinstance(waiting, Ok) else False
        table = waiting.table if isinstance(waiting, Ok) else None
        await cid.ask(Sit, table=table)

        assert await quick(dan, wished) == table
