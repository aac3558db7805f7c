"""The tables of one connection: sitting down, coming back, looking on, going."""

import asyncio
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from protocol.limits import REPLAY_EVENTS
from protocol.options import Options
from protocol.to_client import (
    Error,
    Events,
    Ok,
    PastEvents,
    Refused,
    Replayed,
    Said,
    Snapshot,
    Welcome,
)
from protocol.to_server import (
    Bye,
    Create,
    Leave,
    Past,
    Pause,
    Ping,
    Quick,
    Resync,
    Say,
    Sit,
    Start,
    Unwatch,
)
from server.background import cancelled
from server.hub import missed
from server.hub.late_view import LateView, tell_late
from server.table.commands import CloseTable
from server.table.state import Control
from tests.server.door.visitors import House, Visitor, codes, four_seated, house
from tests.server.hub.test_repair import shortened
from tests.support.fakes import settled

ONLOOKERS = 50


async def resync(visitor: Visitor, table: str, **at: object) -> list[object]:
    """Ask for what was missed after a position, or for all of it."""
    return list(await visitor.send(Resync(table=table, **at)))  # type: ignore[arg-type]


def position(visitor: Visitor, table: str) -> dict[str, object]:
    mark = visitor.known(table).mark
    return {"epoch": mark.epoch, "version": mark.version, "token": mark.token}


# ------------------------------------------------------------------------- store full


async def test_who_comes_back_while_the_store_is_full_sees_the_table() -> None:
    # T-F08
    async with house() as doors:
        table, people = await four_seated(doors)
        await people[0].cut()
        doors.world.store.is_full = True

        ada = await doors.back(people[0])
        (shown,) = await resync(ada, table)

        assert isinstance(shown, Snapshot)
        assert shown.view.you == 0
        answer = await ada.ask(Pause, table=table, wish=True)
        assert isinstance(answer, Refused)
        assert answer.code == "E_STORE_FULL"
        assert not (await doors.world.truth(table)).state.seats[0].connected

        doors.world.store.is_full = False
        await ada.send(Ping(t=1))

        assert (await doors.world.truth(table)).state.seats[0].connected
        await ada.cut()
        assert not (await doors.world.truth(table)).state.seats[0].connected


async def test_table_that_ends_meanwhile_is_announced_to_no_more() -> None:
    async with house() as doors:
        ada = await doors.enter()
        table = await doors.opened(ada)
        await ada.cut()
        doors.world.store.is_full = True
        back = await doors.back(ada)
        live = await doors.world.nodes[0].copies.live(table)
        await doors.world.nodes[0].hub.submit_own(live, CloseTable("host"))
        doors.world.nodes[0].copies.drop(live)
        await doors.world.store.forget(table)
        doors.world.store.is_full = False

        await back.send(Ping(t=1))

        assert back.connection._tables is not None
        assert not back.connection._tables._unannounced


async def test_last_one_can_leave_while_the_store_is_full() -> None:
    # T-F08
    async with house() as doors:
        ada = await doors.enter()
        table = await doors.opened(ada)
        await doors.world.nodes[0].pulse.outages_until_now()
        doors.world.store.is_full = True

        assert isinstance(await ada.ask(Leave, table=table), Ok)

        truth = await doors.world.truth(table)
        assert truth.state.closed == "left"


# ---------------------------------------------------------------------- sitting down


async def test_who_sits_down_is_shown_the_table_from_the_seat() -> None:
    async with house() as doors:
        ada = await doors.enter()
        table = await doors.opened(ada)

        snapshot = ada.last(Snapshot)
        assert (snapshot.table, snapshot.reason, snapshot.view.you) == (table, "sat", 0)
        assert ada.last(Ok).version == snapshot.version


async def test_onlooker_who_sits_down_is_shown_the_table_anew() -> None:
    async with house() as doors:
        ada, bob = await doors.enter("Ada"), await doors.enter("Bob")
        table = await doors.opened(ada, people=1, deals=2)
        await resync(bob, table)
        assert bob.last(Snapshot).view.you is None
        while (await doors.world.truth(table)).state.deal_runs:
            await doors.world.play_on(doors.world.nodes[0], table)
        await bob.hear()

        assert isinstance(await bob.ask(Sit, table=table), Ok)

        assert (bob.last(Snapshot).reason, bob.last(Snapshot).view.you) == ("sat", 1)
        assert bob.known(table).view == bob.last(Snapshot).view


@pytest.mark.parametrize("calls", [1, 2])
async def test_sitting_down_that_the_store_interrupts_is_done_when_asked_again(
    calls: int,
) -> None:
    # P3: the answer comes last, so that whoever has no answer asks again.
    async with house() as doors:
        ada, bob = await doors.enter("Ada"), await doors.enter("Bob")
        table = await doors.opened(ada)
        store = doors.world.store
        store.fails_notes = calls
        sit = Sit(n=bob.number + 1, table=table)

        answers = [await bob.repeat(sit) for _ in range(calls + 1)]

        assert [one.code for one in answers if isinstance(one, Refused)] == (
            ["E_STORE_AWAY"] * calls
        )
        assert answers[-1] == Ok(
            n=sit.n, table=table, version=4, dup=True
        ) or isinstance(answers[-1], Ok)
        again = await doors.back(bob)
        assert [seat.table for seat in again.last(Welcome).seats] == [table]


@pytest.mark.parametrize("token", [b"", b"abc", b"1234567"])
async def test_position_that_no_server_gave_is_answered_with_the_whole_table(
    token: bytes,
) -> None:
    async with house() as doors:
        ada = await doors.enter("Ada")
        table = await doors.opened(ada)

        told = await resync(ada, table, epoch=b"12345678", version=3, token=token)

        assert [type(one) for one in told] == [Snapshot]
        assert ada.ended is None


async def test_seat_taken_last_is_named_last() -> None:
    async with house() as doors:
        ada = await doors.enter("Ada")
        tables = []
        for _ in range(4):
            tables.append(await doors.opened(ada))
            await doors.world.clock.advance(1_000)

        again = await doors.back(ada)

        assert [seat.table for seat in again.last(Welcome).seats] == tables


async def test_nobody_has_more_seats_than_the_host_allows() -> None:
    async with house(max_seats_per_user=2) as doors:
        ada, bob = await doors.enter("Ada"), await doors.enter("Bob")
        tables = [await doors.opened(ada) for _ in range(2)]
        other = await doors.opened(bob)

        refused = await ada.ask(Sit, table=other)
        assert isinstance(refused, Refused)
        assert refused.code == "E_TOO_MANY_TABLES"
        await ada.ask(Leave, table=tables[0])

        assert isinstance(await ada.ask(Sit, table=other), Ok)


# ------------------------------------------------------------------------ going away


@pytest.mark.parametrize(
    ("says_bye", "control"), [(True, Control.BOT), (False, Control.GRACE)]
)
async def test_closing_is_told_from_a_connection_that_breaks(
    says_bye: bool,  # noqa: FBT001 - a parameter of the test
    control: Control,
) -> None:
    async with house() as doors:
        table, people = await four_seated(doors)

        if says_bye:
            await people[1].send(Bye())
        await people[1].cut()

        seat = (await doors.world.truth(table)).state.seats[1]
        assert seat.person is not None
        assert (seat.connected, seat.control) == (False, control)


# ------------------------------------------------------------------------ coming back


async def test_client_that_missed_nothing_is_told_so() -> None:
    # T-B02
    async with house() as doors:
        table, people = await four_seated(doors)
        ada = people[0]

        heard = await resync(ada, table, **position(ada, table))

        version = ada.known(table).mark.version
        assert heard == [Replayed(table=table, count=0, version=version)]


@pytest.mark.parametrize("missed", [1, 2, 5, 12])
async def test_client_is_told_what_it_missed_and_then_goes_on_live(missed: int) -> None:
    # T-B01, T-B07
    async with house() as doors:
        table, people = await four_seated(doors)
        eve = await doors.enter("Eve")
        await resync(eve, table)
        before = eve.known(table).mark.version
        at = position(eve, table)
        await eve.cut()
        for _ in range(missed):
            await doors.world.act(doors.world.nodes[0], table)
        again = await doors.back(eve)

        heard = await resync(again, table, **at)

        (*events, replayed) = heard
        truth = (await doors.world.truth(table)).mark
        assert isinstance(replayed, Replayed)
        assert replayed.count == truth.version - before
        versions = [
            version
            for one in events
            if isinstance(one, Events)
            for version in range(one.first, one.last + 1)
        ]
        assert versions == list(range(before + 1, truth.version + 1))
        await doors.world.act(doors.world.nodes[0], table)
        (live,) = await again.hear()
        assert isinstance(live, Events)
        assert live.first == truth.version + 1
        assert people


async def test_client_of_another_history_is_shown_the_table_whole() -> None:
    # T-B05, P5
    async with house() as doors:
        table, people = await four_seated(doors)
        ada = people[0]
        at = position(ada, table)

        reasons = []
        for other in (
            {**at, "epoch": b"another."},
            {**at, "version": 99},
            {**at, "token": b"another."},
            {},
        ):
            (snapshot,) = await resync(ada, table, **other)
            assert isinstance(snapshot, Snapshot)
            reasons.append(snapshot.reason)

        assert reasons == ["new_epoch", "rewound", "rewound", "asked"]


async def test_client_that_missed_too_much_is_shown_the_table_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # T-B03
    monkeypatch.setattr(missed, "REPLAY_EVENTS", 3)
    assert REPLAY_EVENTS == 256
    async with house() as doors:
        table, people = await four_seated(doors)
        await doors.world.act(doors.world.nodes[0], table)
        await people[0].hear()
        at = position(people[0], table)
        for _ in range(4):
            await doors.world.act(doors.world.nodes[0], table)

        (snapshot,) = [
            one
            for one in await resync(people[0], table, **at)
            if not isinstance(one, Events)
        ]

        assert isinstance(snapshot, Snapshot)
        assert snapshot.reason == "trimmed"


async def test_table_that_does_not_exist_is_said() -> None:
    # T-B21
    async with house() as doors:
        ada = await doors.enter()

        (error,) = await resync(ada, "NOSUCH")

        assert isinstance(error, Error)
        assert (error.code, error.table) == ("E_NO_TABLE", "NOSUCH")


async def test_damaged_table_keeps_nobody_from_the_others() -> None:
    # P12
    async with house(2) as doors:
        ada = await doors.enter()
        table, other = await doors.opened(ada), await doors.opened(ada)
        kept = doors.world.store._tables[table]
        kept.snapshot = replace(kept.snapshot, payload=b"nonsense of some length")

        again = await doors.back(ada, node=1)

        assert [seat.table for seat in again.last(Welcome).seats] == [other]
        assert codes(await again.send(Resync(table=table))) == ["E_INTERNAL"]
        assert isinstance((await again.send(Resync(table=other)))[0], Snapshot)


async def test_table_that_cannot_be_shown_is_answered_and_the_connection_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_given: object) -> bytes:
        raise ZeroDivisionError

    async with house() as doors:
        ada = await doors.enter()
        table = await doors.opened(ada)
        monkeypatch.setattr("server.hub.live_table.snapshot_frame", broken)

        with capture_logs() as logged:
            answers = await ada.send(Resync(table=table))

        assert codes(answers) == ["E_INTERNAL"]
        assert [entry["event"] for entry in logged] == ["a table cannot be shown"]


async def test_person_who_comes_back_acts_again_at_once() -> None:
    # T-B20, H48
    async with house(ringing=True) as doors:
        table, people = await four_seated(doors)
        bob = people[1]
        await bob.cut()
        await doors.world.clock.advance(21_000)
        assert (await doors.world.truth(table)).state.seats[1].control is Control.BOT

        await doors.back(bob)

        state = (await doors.world.truth(table)).state
        assert state.seats[1].control is Control.PERSON
        assert state.seats[1].connected


async def test_same_person_over_two_nodes_is_shown_out_at_the_first() -> None:
    # T-B11
    async with house(2) as doors:
        ada = await doors.enter(node=0)
        table = await doors.opened(ada)

        again = await doors.back(ada, node=1)
        await settled()
        await ada.hear()

        assert ada.ended is not None
        assert ada.ended == 4005
        await settled()
        assert again.ended is None
        assert (await doors.world.truth(table)).state.seats[0].connected


# ------------------------------------------------------------------------- looking on


async def test_onlooker_sees_no_hand_and_cannot_act() -> None:
    # T-C03, D10
    async with house() as doors:
        table, _ = await four_seated(doors)
        eve = await doors.enter("Eve")

        await resync(eve, table)

        deal = eve.last(Snapshot).view.deal
        assert deal is not None
        assert deal.hand is None
        answer = await eve.ask(Start, table=table)
        assert isinstance(answer, Refused)
        assert answer.code == "E_NOT_SEATED"


async def test_table_without_spectators_is_shown_to_its_people_only() -> None:
    async with house() as doors:
        ada = await doors.enter("Ada")
        answer = await ada.ask(Create, options=Options(spectators=False))
        assert isinstance(answer, Ok)
        table = str(answer.table)
        eve = await doors.enter("Eve")

        (error,) = await resync(eve, table)
        assert isinstance(error, Error)
        assert (error.code, error.table) == ("E_NOT_ALLOWED", table)
        assert error.detail == "the table wants no onlookers"
        # Whoever opened it looks at it before sitting down.
        assert isinstance((await resync(ada, table))[0], Snapshot)
        assert isinstance(await eve.ask(Sit, table=table), Ok)
        assert isinstance((await resync(eve, table))[0], Snapshot)


async def test_table_has_room_for_so_many_onlookers() -> None:
    async with house(max_onlookers=2) as doors:
        table, _ = await four_seated(doors)
        eves = [await doors.enter("Eve") for _ in range(3)]

        heard = [(await resync(eve, table))[0] for eve in eves]

        assert [isinstance(one, Snapshot) for one in heard] == [True, True, False]
        await eves[0].send(Unwatch(table=table))
        assert isinstance((await resync(eves[2], table))[0], Snapshot)


async def test_server_with_all_its_tables_takes_nobody_to_another_one() -> None:
    # P12
    async with house(nodes=2) as doors:
        doors.services[0].copies.most = 1
        full, (ada, *_) = await four_seated(doors)
        other = await doors.opened(await doors.enter("Fay", node=1), people=2)
        eve = await doors.enter("Eve")

        (watching,) = await resync(eve, other)
        answers = [
            await eve.ask(Sit, table=other),
            await eve.ask(Create),
            await eve.ask(Quick),
        ]

        assert isinstance(watching, Error)
        assert watching.code == "E_TOO_MANY_TABLES"
        assert [isinstance(one, Refused) and one.code for one in answers] == [
            "E_TOO_MANY_TABLES"
        ] * 3
        assert isinstance((await resync(eve, full))[0], Snapshot)
        assert isinstance(await ada.ask(Pause, table=full, wish=True), Ok)


async def test_server_with_all_its_tables_takes_people_back_to_their_seats() -> None:
    async with house(nodes=2) as doors:
        fay = await doors.enter("Fay", node=1)
        other = await doors.opened(fay, people=2)
        await four_seated(doors)
        doors.services[0].copies.most = 1

        back = await doors.back(fay, node=0)

        assert isinstance((await resync(back, other))[0], Snapshot)
        assert isinstance(await back.ask(Leave, table=other), Ok)


async def test_onlookers_who_keep_asking_make_no_player_wait_for_them_all() -> None:
    # P12, T-G06
    async with house() as doors:
        table, people = await four_seated(doors)
        eves = [await doors.enter("Eve") for _ in range(ONLOOKERS)]
        for eve in eves:
            await resync(eve, table)
        live = await doors.world.nodes[0].copies.live(table)
        asking = [asyncio.create_task(resync(eve, table)) for eve in eves]
        await settled()

        assert live.waiting <= 1
        answer = await people[0].ask(Pause, table=table, wish=True)

        assert isinstance(answer, Ok)
        assert not all(task.done() for task in asking)
        await doors.world.clock.advance(3_000)
        await asyncio.gather(*asking)
        assert all(eve.last(Snapshot).reason == "asked" for eve in eves)


async def test_who_comes_to_a_full_gallery_is_sent_away_at_once() -> None:
    async with house() as doors:
        table, people = await four_seated(doors)
        eve, zoe = await doors.enter("Eve"), await doors.enter("Zoe")
        await resync(eve, table)
        live = await doors.world.nodes[0].copies.live(table)
        live.gallery.waiting = ONLOOKERS

        (error,) = await resync(zoe, table)

        assert isinstance(error, Error)
        assert error.code == "E_NOT_ALLOWED"
        assert isinstance((await resync(eve, table))[0], Snapshot)
        assert isinstance((await resync(people[0], table))[0], Snapshot)


async def test_who_looks_on_no_longer_hears_no_more() -> None:
    async with house() as doors:
        table, people = await four_seated(doors)
        eve = await doors.enter("Eve")
        await resync(eve, table)

        await eve.send(Unwatch(table=table))
        await people[0].send(Unwatch(table=table))  # a seat is not given up by this
        await doors.world.act(doors.world.nodes[0], table)

        assert await eve.hear() == []
        assert len(await people[0].hear()) == 1


# --------------------------------------------------------------------------- leaving


async def test_who_leaves_hears_no_more_of_the_table() -> None:
    async with house() as doors:
        table, people = await four_seated(doors)
        bob = people[1]

        assert isinstance(await bob.ask(Leave, table=table), Ok)
        seen = len(bob.told)
        await doors.world.act(doors.world.nodes[0], table)

        await bob.hear()
        assert len(bob.told) == seen
        again = await doors.back(bob)
        assert again.last(Welcome).seats == ()


async def test_connection_that_breaks_is_told_to_the_table() -> None:
    async with house() as doors:
        table, people = await four_seated(doors)

        await people[2].cut()

        state = (await doors.world.truth(table)).state
        assert state.seats[2].control is Control.GRACE
        notes = await doors.world.store.presences(table)
        assert people[2].last(Welcome).session not in {n.session for n in notes}


async def test_connection_that_breaks_while_the_store_is_away_ends_all_the_same() -> (
    None
):
    async with house() as doors:
        table, people = await four_seated(doors)
        doors.world.store.is_away = True

        await people[2].cut()

        doors.world.store.is_away = False
        # Nobody could say so; the lease finds it out.
        assert (await doors.world.truth(table)).state.seats[2].connected
        assert len(doors.services[0].connections) == 3


async def test_seat_at_a_table_that_is_gone_is_forgotten() -> None:
    # T-B21
    async with house(2) as doors:
        ada = await doors.enter()
        table = await doors.opened(ada)
        user = ada.last(Welcome).session
        await ada.cut()
        del doors.world.store._tables[table]

        again = await doors.back(ada, node=1)

        assert again.last(Welcome).seats == ()
        assert await doors.world.store.user_seats(user) == {}


async def test_what_is_missed_at_a_table_in_view_is_told_without_the_store() -> None:
    """Many come back at once: each call to the store would keep the others waiting."""
    async with house() as doors:
        table, people = await four_seated(doors)
        at = position(people[0], table)
        await doors.world.act(doors.world.nodes[0], table)
        await people[0].hear()
        doors.world.store.is_away = True

        (events, replayed) = await resync(people[0], table, **at)
        (nothing_new,) = await resync(people[0], table, **position(people[0], table))

        assert isinstance(events, Events)
        assert isinstance(replayed, Replayed)
        # Whether there is anything new at all, only the store knows.
        assert isinstance(nothing_new, Error)


async def test_who_sits_down_while_away_from_a_table_is_shown_it_whole() -> None:
    """The events of sitting down do not tell what the seat holds."""
    async with house() as doors:
        ada, eve = await doors.enter("Ada"), await doors.enter("Eve")
        table = await doors.opened(ada, people=1, bot_seats="at_once")
        await resync(eve, table)
        at = position(eve, table)
        sat = await eve.ask(Sit, table=table)
        assert isinstance(sat, Ok)

        (snapshot,) = [
            one for one in await resync(eve, table, **at) if not isinstance(one, Events)
        ]

        assert isinstance(snapshot, Snapshot)
        assert (snapshot.reason, snapshot.view.you) == ("sat", 1)


# ------------------------------------------------------------------- shown with delay


async def late_table(doors: House) -> tuple[str, list[Visitor]]:
    table, people = await four_seated(
        doors, spectator_delay_ms=60_000, talk="phrases", turn_ms=0
    )
    return table, people


async def test_onlooker_is_told_late_and_whoever_sits_at_once() -> None:
    async with house() as doors:
        node, clock = doors.world.nodes[0], doors.world.clock
        table, people = await late_table(doors)
        eve = await doors.enter("Eve")
        await resync(eve, table)
        seen = eve.known(table)
        telling = asyncio.create_task(
            tell_late(node.copies.known, clock, node.store_clock)
        )
        for _ in range(6):
            await doors.world.act(node, table)
        await people[0].ask(Say, table=table, phrase="hello")
        now = (await doors.world.truth(table)).mark.version
        await people[0].hear()
        assert people[0].known(table).mark.version == now

        await clock.advance(59_000)
        assert await eve.hear() == []
        assert eve.known(table) == seen
        await clock.advance(2_000)
        await eve.hear()

        assert eve.known(table).mark.version == now
        assert not [one for one in eve.told if isinstance(one, Said)]
        await cancelled(telling)


async def test_node_that_has_just_loaded_the_table_shows_it_late_as_well() -> None:
    async with house(2) as doors:
        table, _ = await late_table(doors)
        for _ in range(6):
            await doors.world.act(doors.world.nodes[0], table)
        eve = await doors.enter("Eve", node=1)

        await resync(eve, table)

        deal = eve.known(table).view.deal
        assert deal is None or not (deal.trick or deal.tricks)
        doors.world.clock.jump(61_000)
        await resync(eve, table)
        truth = (await doors.world.truth(table)).mark
        assert eve.last(Snapshot).version == truth.version


async def test_table_that_is_set_back_in_a_deal_is_shown_as_it_was_before() -> None:
    # T-F12: until something of the new history is old enough.
    async with house() as doors:
        node, clock = doors.world.nodes[0], doors.world.clock
        table, _ = await late_table(doors)
        eve = await doors.enter("Eve")
        await resync(eve, table)
        seen = eve.known(table)
        for _ in range(6):
            await doors.world.act(node, table)
        live = await node.live(table)
        await shortened(doors.world, table, 2)
        async with live.turn_taken(patient=True):
            await node.copies.catch_up(live)
        await eve.hear()
        zoe = await doors.enter("Zoe")

        await resync(zoe, table)

        assert zoe.known(table) == eve.known(table)
        assert zoe.known(table).view == seen.view
        await doors.world.act(node, table)
        clock.jump(61_000)
        await resync(zoe, table)
        await eve.hear()
        truth = (await doors.world.truth(table)).mark
        for onlooker in (eve, zoe):
            assert onlooker.last(Snapshot).version == truth.version
            assert onlooker.known(table).mark.token == truth.token


async def test_onlooker_waits_outside_while_nothing_may_be_shown() -> None:
    async with house() as doors:
        node = doors.world.nodes[0]
        table, _ = await late_table(doors)
        for _ in range(6):
            await doors.world.act(node, table)
        live = await node.live(table)
        live.late = LateView()
        live.late.begin(live.position)
        eve = await doors.enter("Eve")

        assert codes(await eve.send(Resync(table=table))) == ["E_NOT_ALLOWED"]
        assert eve.connection.outbox not in live.viewers


# ------------------------------------------------------------- a deal from its beginning


async def test_past_is_told_as_to_the_seat_of_whoever_asks() -> None:
    async with house() as doors:
        node = doors.world.nodes[0]
        table, people = await four_seated(doors)
        for _ in range(20):
            await doors.world.act(node, table)

        for seat, visitor in enumerate(people):
            now = (await visitor.hear(), visitor.known(table))[1]
            (told,) = await visitor.send(Past(table=table))

            assert isinstance(told, PastEvents)
            assert told.view is not None
            assert told.view.you == seat
            assert told.first + len(told.items) - 1 == now.mark.version
            assert visitor.known(table) == now


async def test_past_goes_on_after_a_version() -> None:
    async with house() as doors:
        table, (ada, *_) = await four_seated(doors)
        for _ in range(4):
            await doors.world.act(doors.world.nodes[0], table)
        end = (await doors.world.truth(table)).mark.version
        await ada.hear()

        (told,) = await ada.send(Past(table=table, after=end - 1))

        assert isinstance(told, PastEvents)
        assert (told.view, told.first, len(told.items)) == (None, end, 1)


async def test_past_of_a_table_is_not_told_to_everybody() -> None:
    async with house() as doors:
        table, _ = await four_seated(doors)
        eve = await doors.enter("Eve")

        assert codes(await eve.send(Past(table=table))) == ["E_NOT_ALLOWED"]
        assert codes(await eve.send(Past(table="NOSUCH"))) == ["E_NO_TABLE"]
        await resync(eve, table)
        (told,) = await eve.send(Past(table=table))

        assert isinstance(told, PastEvents)
        assert told.view is not None
        assert told.view.deal is not None
        assert (told.view.you, told.view.deal.hand) == (None, None)


async def test_past_is_told_late_to_onlookers_of_a_table_that_is_shown_late() -> None:
    async with house() as doors:
        node, clock = doors.world.nodes[0], doors.world.clock
        table, _ = await late_table(doors)
        eve = await doors.enter("Eve")
        await resync(eve, table)
        seen = eve.known(table).mark.version
        for _ in range(6):
            await doors.world.act(node, table)

        (early,) = await eve.send(Past(table=table))

        assert isinstance(early, PastEvents)
        assert early.first + len(early.items) - 1 == seen
        clock.jump(61_000)
        (await node.live(table)).tell_late(node.store_clock.now_ms())
        await eve.hear()
        (told,) = await eve.send(Past(table=table))
        assert isinstance(told, PastEvents)
        end = (await doors.world.truth(table)).mark.version
        assert told.first + len(told.items) - 1 == end


async def test_past_is_put_off_while_nothing_may_be_shown() -> None:
    async with house() as doors:
        node = doors.world.nodes[0]
        table, _ = await late_table(doors)
        eve = await doors.enter("Eve")
        await resync(eve, table)
        for _ in range(6):
            await doors.world.act(node, table)
        live = await node.live(table)
        live.late.shown = None  # as where the copy was made in the middle of a deal

        assert codes(await eve.send(Past(table=table))) == ["E_BUSY"]
        assert eve.connection.outbox in live.viewers


async def cut_while_sitting_down(doors: House) -> tuple[Visitor, str, Sit]:
    """Somebody who has a seat and no note of it, and whose connection broke since."""
    host = await doors.enter("Bob")
    table = await doors.opened(host)
    ada = await doors.enter()
    doors.world.store.fails_notes = 1
    sit = Sit(n=1, table=table)
    assert codes(await ada.send(sit)) == ["E_STORE_AWAY"]
    await ada.cut()
    assert not (await doors.world.truth(table)).state.seats[1].connected
    return ada, table, sit


async def test_whoever_sits_down_again_is_there_again() -> None:
    # Seed 489 of the simulation: the seat stayed one of somebody who is away.
    async with house() as doors:
        ada, table, sit = await cut_while_sitting_down(doors)
        again = await doors.back(ada)
        assert again.last(Welcome).seats == ()

        answer = await again.repeat(sit)

        assert isinstance(answer, Ok)
        assert (await doors.world.truth(table)).state.seats[1].connected


async def test_whoever_is_seated_already_finds_the_seat_by_sitting_down() -> None:
    # Seed 424 of the simulation: no way led back to the seat.
    async with house() as doors:
        ada, table, _ = await cut_while_sitting_down(doors)
        again = await doors.back(ada)

        answer = await again.repeat(Sit(n=2, table=table))

        assert codes([answer]) == ["E_ALREADY_SEATED"]
        assert again.known(table).view.you == 1
        assert (await doors.world.truth(table)).state.seats[1].connected
        third = await doors.back(again)
        assert [seat.table for seat in third.last(Welcome).seats] == [table]
