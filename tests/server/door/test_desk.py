"""Each kind of message is served, and answered once and in order."""

import pytest
from structlog.testing import capture_logs

from engine.seats import SEATS
from protocol.codes import CloseCode, ErrorCode
from protocol.options import Options
from protocol.to_client import LobbyRows, Ok, Pong, Refused, Snapshot
from protocol.to_server import (
    Back,
    Bye,
    Claim,
    Command,
    Create,
    Declare,
    Discard,
    Kick,
    Leave,
    Lobby,
    Pause,
    Ping,
    Play,
    Quick,
    Reply,
    Say,
    Sit,
    Skip,
    Start,
    Undo,
)
from server.faults import Point
from tests.server.door.visitors import Visitor, four_seated, house

RIGHT = "open sesame"

AT = {"table": "QWERT"}


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (Leave, {}),
        (Start, {}),
        (Discard, {"cards": ("S7", "S6")}),
        (Declare, {}),
        (Skip, {}),
        (Play, {"card": "SR"}),
        (Kick, {"seat": SEATS[1]}),
        (Back, {}),
        (Pause, {"wish": True}),
        (Undo, {}),
        (Claim, {"ours": True}),
        (Reply, {"agrees": True}),
    ],
)
async def test_command_for_no_table_is_answered_once(
    kind: type, fields: dict[str, object]
) -> None:
    async with house() as doors:
        ada = await doors.enter()

        answer = await ada.ask(kind, table="QWERT", **fields)

        assert isinstance(answer, Refused)
        assert answer.code == "E_NO_TABLE"


async def test_command_that_counts_is_seen_before_it_is_answered() -> None:
    async with house() as doors:
        ada = await doors.enter()
        table = await doors.opened(ada)
        await ada.hear()

        heard = await ada.send(Start(n=ada.number + 1, table=table))

        assert [one.op for one in heard] == ["events", "ok"]


async def test_seat_is_seen_before_the_command_is_answered() -> None:
    async with house() as doors:
        ada = await doors.enter()
        await doors.opened(ada)

        ops = [one.op for one in ada.told]

        assert ops == ["welcome", "ok", "snapshot", "ok"]
        assert isinstance(ada.told[2], Snapshot)


async def test_requests_are_answered_without_a_number() -> None:
    async with house() as doors:
        ada = await doors.enter()

        (pong,) = await ada.send(Ping(t=3))
        (rows,) = await ada.send(Lobby())
        await ada.send(Bye())

        assert isinstance(pong, Pong)
        assert isinstance(rows, LobbyRows)
        assert ada.ended is CloseCode.NORMAL


async def test_follower_of_the_lobby_is_forgotten_with_the_connection() -> None:
    async with house() as doors:
        (service,) = doors.services
        ada = await doors.enter()
        await ada.send(Lobby(follow=True))
        assert len(service.lobby._followers) == 1

        await ada.cut()

        assert service.lobby._followers == {}


async def test_commands_sent_together_are_each_judged_on_their_own_version() -> None:
    # T-D04
    async with house() as doors:
        ada = await doors.enter()
        table = await doors.opened(ada)
        at = (await doors.world.truth(table)).mark.version
        first = Start(n=ada.number + 1, table=table)
        second = Declare(n=ada.number + 2, table=table, at=at)

        one = await ada.repeat(first)
        two = await ada.repeat(second)

        assert isinstance(one, Ok)
        assert isinstance(two, Refused)
        assert two.code == "E_STALE"


async def test_table_with_the_longest_options_there_are_can_be_opened() -> None:
    longest = Options(
        deals=16,
        levels=("medium",) * 4,
        pace_ms=5_000,
        private=True,
        password="\N{CJK UNIFIED IDEOGRAPH-570B}" * 64,
        invited=("\N{CJK UNIFIED IDEOGRAPH-738B}" * 64,) * 16,
        fill_ms=600_000,
        ready_ms=600_000,
        turn_ms=600_000,
        bank_ms=3_600_000,
        increment_ms=60_000,
        extra_time=False,
        bot_seats="between_deals",
        spectators=False,
        spectator_delay_ms=600_000,
        talk="phrases",
        signals="after_king",
        undo=True,
        claims=False,
        hints=False,
        counting=True,
    )
    async with house() as doors:
        ada = await doors.enter()

        answer = await ada.repeat(Create(n=1, options=longest))

        assert isinstance(answer, Ok)


async def test_number_opens_one_table_for_one_wish() -> None:
    # T-B10
    async with house() as doors:
        ada = await doors.enter()
        first = await ada.repeat(Create(n=1, options=Options(deals=1)))

        other = await ada.repeat(Create(n=1, options=Options(deals=2)))

        assert isinstance(first, Ok)
        assert isinstance(other, Refused)
        assert other.code == "E_CONFLICT"


async def test_number_below_the_last_opens_no_table() -> None:
    # T-B08
    async with house() as doors:
        ada = await doors.enter()
        later = await ada.repeat(Create(n=8))

        for older in (Create(n=7), Quick(n=7)):
            answer = await ada.repeat(older)
            assert isinstance(answer, Refused)
            assert answer.code == "E_OLD_NUMBER"

        assert isinstance(later, Ok)
        assert list(doors.world.store._tables) == [later.table]


@pytest.mark.parametrize("node", [0, 1])
async def test_new_connection_brings_no_new_tables(node: int) -> None:
    # Limits of one user hold at every server, and for every way to open a table.
    async with house(2, tables_per_minute=2) as doors:
        ada = await doors.enter()
        await ada.ask(Create)
        await ada.ask(Quick)
        await ada.cut()

        back = await doors.back(ada, node=node)
        again = [await back.ask(Create), await back.ask(Quick)]

        assert len(doors.world.store._tables) == 2
        for answer in again:
            assert isinstance(answer, Refused)
            assert (answer.code, answer.args) == ("E_RATE", {"retry_ms": 60_000})
        doors.world.clock.jump(60_000)
        assert isinstance(await back.ask(Create), Ok)


async def test_table_that_is_opened_again_counts_once() -> None:
    async with house(tables_per_minute=1) as doors:
        ada = await doors.enter()
        first = await ada.repeat(Create(n=1))

        assert isinstance(first, Ok)
        again = await ada.repeat(Create(n=1))
        assert again == first.model_copy(update={"dup": True})


async def test_table_of_a_number_is_told_again_when_it_is_gone() -> None:
    async with house() as doors:
        ada = await doors.enter()
        first = await ada.repeat(Create(n=8))
        assert isinstance(first, Ok)
        assert first.table is not None
        await doors.world.store.forget(first.table)

        again = await ada.repeat(Create(n=8))

        assert again == first.model_copy(update={"dup": True})
        assert doors.world.store._tables.keys() <= {first.table}


async def test_line_of_a_connection_is_left_to_its_moves() -> None:
    async with house() as doors:
        table, people = await four_seated(doors, turn_ms=10_000)
        for visitor in people:
            for round_trip_ms in (240.0, 160.0, 4_000.0):
                visitor.connection.note_round_trip(round_trip_ms)

        seat = await move_on_turn(table, people)

        state = (await doors.world.truth(table)).state
        assert (state.seats[seat].lag_ms, state.seats[seat].lag_left_ms) == (120, 5_000)
        for visitor in people:
            await visitor.hear()
            shown = visitor.known(table).view.seats[seat]
            assert (shown.lag_ms, shown.lag_left_ms) == (120, 5_000)


async def test_move_counts_by_when_it_was_received() -> None:
    # T-D05: the store takes its time, and that is nobody's.
    async with house() as doors:
        table, people = await four_seated(doors, turn_ms=10_000)
        clock = doors.world.clock

        async def take_long() -> None:
            doors.world.store.before_apply = None
            clock.jump(5_000)

        doors.world.store.before_apply = take_long
        clock.jump(9_999)

        seat = await move_on_turn(table, people)

        assert (await doors.world.truth(table)).state.turn != seat


async def test_what_waited_while_the_process_stood_still_is_in_time() -> None:
    # T-I05
    async with house() as doors:
        table, people = await four_seated(doors, turn_ms=10_000)
        clock, stalls = doors.world.clock, doors.services[0].stalls
        clock.jump(12_000)
        stalls.note(2_500)

        seat = await move_on_turn(table, people)

        assert (await doors.world.truth(table)).state.turn != seat


async def move_on_turn(table: str, people: list[Visitor]) -> int:
    """Let the dealer discard, and everybody hear of it; the dealer's seat."""
    (dealer,) = [one for one in people if one.known(table).situation.discardable]
    cards = dealer.known(table).situation.discardable[:2]
    answer = await dealer.ask(Discard, table=table, cards=cards)
    assert isinstance(answer, Ok), answer
    seat = dealer.known(table).view.you
    assert seat is not None
    return seat


async def test_store_that_fails_puts_a_command_off_and_never_refuses_it() -> None:
    # P3, T-F05
    async with house() as doors:
        ada = await doors.enter()
        table = await doors.opened(ada, people=1)
        assert (await doors.world.truth(table)).state.deal_runs
        for fault, code in (
            ("before", ErrorCode.STORE_AWAY),
            ("after", ErrorCode.STORE_AWAY),
            ("full", ErrorCode.STORE_FULL),
        ):
            doors.world.store.faults = [fault]
            answer = await ada.ask(Declare, table=table)
            assert isinstance(answer, Refused)
            assert answer.code == code
            assert answer.args == {"retry_ms": 500}


async def test_table_that_was_opened_without_an_answer_is_there_once() -> None:
    # T-B08
    async with house() as doors:
        ada = await doors.enter()
        create = Create(n=1, options=Options(deals=2))
        doors.world.store.faults = ["after"]
        first = await ada.repeat(create)

        second, third = await ada.repeat(create), await ada.repeat(create)

        assert isinstance(first, Refused)
        assert isinstance(second, Ok)
        assert third == second.model_copy(update={"dup": True})
        assert len(doors.world.store._tables) == 1


async def test_ping_gives_back_what_came() -> None:
    async with house() as doors:
        ada = await doors.enter()

        (pong,) = await ada.send(Ping(t=4711))

        assert pong == Pong(t=4711, now=doors.world.clock.store_ms())


async def test_bye_ends_the_connection_and_keeps_the_seat() -> None:
    # H50
    async with house() as doors:
        ada = await doors.enter()
        table = await doors.opened(ada)

        await ada.send(Bye())

        assert ada.ended is CloseCode.NORMAL
        state = (await doors.world.truth(table)).state
        assert state.seats[0].person is not None
        assert not state.seats[0].connected


async def test_wrong_passwords_are_soon_put_off_and_then_the_door_is_shown() -> None:
    async with house() as doors:
        ada, eve = await doors.enter("Ada"), await doors.enter("Eve")
        table = await doors.opened(ada, password=RIGHT)

        told = [
            await eve.ask(Sit, table=table, password=f"guess {number}")
            for number in range(15)
        ]

        refused = [one for one in told if isinstance(one, Refused)]
        assert [one.code for one in refused] == ["E_PASSWORD"] * 5 + ["E_RATE"] * 10
        assert refused[-1].args == {"retry_ms": 12_000}
        assert eve.ended is None
        await eve.ask(Sit, table=table, password=f"guess {16}")
        assert eve.ended is CloseCode.RATE


async def test_right_password_is_not_told_from_a_wrong_one_before_the_wait() -> None:
    async with house() as doors:
        ada, eve = await doors.enter("Ada"), await doors.enter("Eve")
        table = await doors.opened(ada, password=RIGHT)
        for number in range(5):
            await eve.ask(Sit, table=table, password=f"guess {number}")

        early = await eve.ask(Sit, table=table, password=RIGHT)
        assert isinstance(early, Refused)
        assert early.code == "E_RATE"

        doors.world.clock.jump(12_000)
        right = Sit(n=eve.number, table=table, password=RIGHT)
        assert isinstance(await eve.repeat(right), Ok)


async def test_guesses_at_a_table_count_together_wherever_they_come_from() -> None:
    async with house(2) as doors:
        table = await doors.opened(await doors.enter("Ada"), password=RIGHT)
        for _ in range(5):
            eve = await doors.enter("Eve", node=1)
            for number in range(4):
                told = await eve.ask(Sit, table=table, password=f"guess {number}")
                assert isinstance(told, Refused)
                assert told.code == "E_PASSWORD"

        bob = await doors.enter("Bob", node=1)
        told = await bob.ask(Sit, table=table, password=RIGHT)

        assert isinstance(told, Refused)
        assert (told.code, told.args) == ("E_RATE", {"retry_ms": 180_000})


async def test_asking_for_a_seat_without_a_password_is_no_guess() -> None:
    async with house() as doors:
        table = await doors.opened(await doors.enter("Ada"), password=RIGHT)
        bob = await doors.enter("Bob")
        for _ in range(20):
            told = await bob.ask(Sit, table=table)
            assert isinstance(told, Refused)
            assert told.code == "E_PASSWORD"

        assert isinstance(await bob.ask(Sit, table=table, password=RIGHT), Ok)


async def test_bye_for_good_ends_the_session_as_well() -> None:
    # T-B16
    async with house(2) as doors:
        ada = await doors.enter()
        await ada.send(Bye(forget=True))
        assert ada.ended is CloseCode.NORMAL

        for node in (0, 1):
            again = await doors.enter(resume=ada.token, node=node)
            assert again.ended is CloseCode.REVOKED


async def test_bye_for_now_ends_nothing_else() -> None:
    async with house() as doors:
        ada = await doors.enter()
        await ada.send(Bye())

        assert (await doors.back(ada)).ended is None


async def test_times_of_a_command_begin_with_its_bytes() -> None:
    """Reading and judging a message is part of what its sender waits for."""
    async with house() as doors:
        ada = await doors.enter()
        table = await doors.opened(ada)
        (node,) = doors.world.nodes
        slow = Slow()
        node.copies.metrics.now_s = slow.now_s
        ada.service.faults = slow

        await ada.ask(Pause, table=table, wish=True)

        for name in ("stored_seconds", "delivered_seconds"):
            assert node.counts.made[name].values[-1] == Slow.READING_S


class Slow:
    """A clock that goes on only while a message is read."""

    READING_S = 5.0

    def __init__(self) -> None:
        self._now_s = 100.0

    def now_s(self) -> float:
        """The time."""
        return self._now_s

    def reached(self, point: Point) -> None:
        """Let reading take a while."""
        if point is Point.DECODED:
            self._now_s += self.READING_S


@pytest.mark.parametrize(
    ("part", "kind", "fields"),
    [
        ("server.hub.opening.Opener.open", Create, {"options": Options()}),
        ("server.door.quick.QuickMatch.seat", Quick, {"options": Options()}),
        ("server.door.desk.say", Say, {"phrase": "hello"}),
    ],
)
async def test_fault_of_ours_is_answered_under_the_number(
    monkeypatch: pytest.MonkeyPatch,
    part: str,
    kind: type[Command],
    fields: dict[str, object],
) -> None:
    """The connection goes on: else the client would be back with the same for ever."""
    async with house() as doors:
        ada = await doors.enter()
        table = await doors.opened(ada)
        if kind is Say:
            fields = {**fields, "table": table}
        monkeypatch.setattr(part, broken)

        with capture_logs() as logged:
            answer = await ada.ask(kind, **fields)

        assert isinstance(answer, Refused)
        assert answer.code == ErrorCode.INTERNAL
        assert [entry["event"] for entry in logged] == ["a message could not be served"]
        assert isinstance((await ada.send(Ping(t=1)))[0], Pong)


async def broken(*_given: object, **_more: object) -> None:
    raise ZeroDivisionError


async def test_seat_that_was_taken_is_acknowledged_though_it_cannot_be_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # P3
    async with house() as doors:
        ada, bob = await doors.enter("Ada"), await doors.enter("Bob")
        table = await doors.opened(ada)
        monkeypatch.setattr("server.door.tables.Tables.seated", broken)

        with capture_logs() as logged:
            answer = await bob.ask(Sit, table=table)

        assert isinstance(answer, Ok)
        assert (await doors.world.truth(table)).state.people == (0, 1)
        assert [entry["event"] for entry in logged] == ["a seat could not be shown"]
