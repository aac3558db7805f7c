"""One connection from its hello to its end: who is let in, and who is shown the door."""

import pytest

from protocol import limits
from protocol.codec import encode_to_server
from protocol.codes import CloseCode
from protocol.to_client import (
    Error,
    GoAway,
    Ok,
    Pong,
    Refused,
    Snapshot,
    StoreState,
    Welcome,
)
from protocol.to_server import (
    Bye,
    Create,
    Hello,
    Leave,
    Ping,
    Resync,
    Sit,
    Start,
)
from server.health import Health
from server.sessions import PROOF_BYTES
from server.store_outcomes import StoreUnavailable, Trouble
from tests.server.door.visitors import codes, hello, house
from tests.server.logins import Passes
from tests.support.fakes import settled

# ----------------------------------------------------------------------------- hello


async def test_guest_is_welcomed_with_a_session_and_a_token() -> None:
    async with house() as doors:
        ada = await doors.enter("Ada")

        welcome = ada.last(Welcome)
        assert (welcome.version, welcome.name, welcome.seats) == (1, "Ada", ())
        assert welcome.last_n == 0
        assert welcome.resume[:16].hex() == welcome.session
        assert welcome.limits.message_bytes == limits.TO_SERVER_BYTES
        assert welcome.now == doors.world.clock.store_ms()


async def test_guest_without_a_name_gets_one() -> None:
    async with house() as doors:
        visitor = doors.knock()

        await visitor.send(hello(None))

        assert visitor.last(Welcome).name.startswith("guest-")


@pytest.mark.parametrize("is_full", [True, False])
async def test_who_comes_while_nothing_can_be_stored_is_told(*, is_full: bool) -> None:
    async with house() as doors:
        health = doors.services[0].health = Health(doors.world.clock, patience_s=10)
        if is_full:
            health.store_refuses(StoreUnavailable(Trouble.FULL, unknown=False))
            await doors.world.clock.advance(3_000)
            health.store_answered()

        ada = await doors.enter("Ada")

        states = [one for one in ada.told if isinstance(one, StoreState)]
        assert [state.state for state in states] == (["away"] if is_full else [])


@pytest.mark.parametrize("versions", [(2, 3), (7, 9)])
async def test_client_of_another_version_is_told_which_ones_there_are(
    versions: tuple[int, int],
) -> None:
    # T-K02
    async with house() as doors:
        visitor = doors.knock()

        await visitor.send(Hello(versions=versions, client="test/9"))

        error = visitor.last(Error)
        assert (error.code, error.versions) == ("E_VERSION", (1, 1))
        assert visitor.ended is CloseCode.VERSION


async def test_newer_client_that_speaks_this_version_too_is_welcome() -> None:
    # T-K02
    async with house() as doors:
        visitor = doors.knock()
        frame = encode_to_server(Hello(versions=(1, 4), client="test/4"))

        await visitor.send_bytes(b"\x87" + frame[1:] + b"\xa6future\x01")

        assert visitor.last(Welcome).version == 1


@pytest.mark.parametrize(
    "name", ["bot-1", "North", "SERVER", "b o t 7", "\uff28\uff4f\uff53\uff54"]
)
async def test_name_of_a_seat_a_bot_or_the_server_is_refused(name: str) -> None:
    # H59
    async with house() as doors:
        visitor = await doors.enter(name)

        assert codes(visitor.told) == ["E_BAD_NAME"]
        assert visitor.ended is CloseCode.AUTH


async def test_everything_before_hello_is_refused() -> None:
    # T-A28
    async with house() as doors:
        for message in (
            Ping(t=1),
            Create(n=1),
            Sit(n=1, table="QWERT"),
            Resync(table="QWERT"),
            Bye(),
        ):
            visitor = doors.knock()
            await visitor.send(message)
            assert codes(visitor.told) == ["E_HELLO_FIRST"]
            assert visitor.ended is CloseCode.BAD_MESSAGE


async def test_second_hello_is_a_bad_message() -> None:
    # T-A28
    async with house() as doors:
        ada = await doors.enter()

        heard = await ada.send(hello("Eve"))

        assert codes(heard) == ["E_HELLO_TWICE"]
        assert ada.ended is None
        assert ada.last(Welcome).name == "Ada"


async def test_store_that_is_away_sends_newcomers_away_for_a_while() -> None:
    async with house() as doors:
        doors.world.store.is_away = True
        ada = await doors.enter()

        # Sessions in memory are there all the time; what a guest needs is not.
        assert ada.ended is None
        bob = await doors.back(ada)

        assert codes(bob.told) == ["E_STORE_AWAY"]
        assert bob.ended is CloseCode.TRY_LATER


# ----------------------------------------------------------------------------- tokens


async def test_token_leads_back_to_the_same_session_and_seats() -> None:
    # T-B02
    async with house() as doors:
        ada = await doors.enter()
        table = await doors.opened(ada)
        await ada.cut()

        again = await doors.back(ada)

        old, new = ada.last(Welcome), again.last(Welcome)
        assert new.session == old.session
        assert new.name == "Ada"
        assert new.resume != old.resume
        assert [(seat.table, seat.seat) for seat in new.seats] == [(table, 0)]
        assert new.last_n >= ada.number


async def test_lost_token_is_made_up_for_by_the_one_before() -> None:
    # T-B14
    async with house() as doors:
        ada = await doors.enter()
        await ada.cut()
        lost = await doors.back(ada)
        assert lost.ended is None

        again = await doors.back(ada)

        assert again.last(Welcome).session == ada.last(Welcome).session


async def test_older_token_ends_the_session_for_everybody() -> None:
    # T-B13
    async with house() as doors:
        first = await doors.enter()
        second = await doors.back(first)
        third = await doors.back(second)

        thief = await doors.back(first)
        await third.hear()

        assert codes(thief.told) == ["E_TOKEN"]
        assert thief.ended is CloseCode.REVOKED
        assert third.ended is CloseCode.REVOKED
        assert (await doors.back(third)).ended is CloseCode.REVOKED


async def test_wrong_and_unknown_tokens_are_told_apart_by_nobody() -> None:
    # T-B15
    async with house() as doors:
        ada = await doors.enter()
        wrong = ada.token[:16] + bytes(PROOF_BYTES)
        unknown = bytes(16) + ada.token[16:]

        answers = []
        for token in (wrong, unknown):
            visitor = await doors.enter("Eve", resume=token)
            assert visitor.ended is CloseCode.REVOKED
            answers.append(visitor.told)

        assert answers[0] == answers[1]


@pytest.mark.parametrize("length", [0, 47, 49, 64])
async def test_token_of_another_length_is_no_message(length: int) -> None:
    async with house() as doors:
        visitor = doors.knock()
        frame = encode_to_server(hello(resume=bytes(48)))
        at = frame.index(b"\xc4\x30" + bytes(48))
        other = b"\xc4" + bytes([length]) + bytes(length)

        await visitor.send_bytes(frame[:at] + other + frame[at + 50 :])

        assert codes(visitor.told) == ["E_BAD_MESSAGE"]
        assert visitor.ended is None


async def test_second_connection_supersedes_the_first() -> None:
    # T-B11, H51
    async with house() as doors:
        ada = await doors.enter()
        table = await doors.opened(ada, people=1)

        again = await doors.back(ada)
        await ada.hear()

        assert ada.ended is CloseCode.SUPERSEDED
        assert again.ended is None
        await settled()
        state = (await doors.world.truth(table)).state
        assert state.seats[0].connected


async def test_nothing_counts_on_a_connection_that_is_about_to_end() -> None:
    # T-B16
    async with house() as doors:
        ada = await doors.enter()
        table = await doors.opened(ada)
        again = await doors.back(ada)
        before = (await doors.world.truth(table)).mark

        await ada.connection.take(encode_to_server(Start(n=900, table=table)))
        await ada.hear()

        assert (await doors.world.truth(table)).mark == before
        assert ada.ended is CloseCode.SUPERSEDED
        assert again.ended is None


# ----------------------------------------------------------------------------- logins


@pytest.mark.parametrize("node", [0, 1])
async def test_login_leads_back_to_the_seats_over_a_new_session(node: int) -> None:
    async with house(2, logins=Passes()) as doors:
        ada = await doors.enter(login="pass-of-ada")
        table = await doors.opened(ada, people=4)
        await ada.cut()
        assert not (await doors.world.truth(table)).state.seats[0].connected

        again = await doors.enter(node=node, login="pass-of-ada")

        welcome = again.last(Welcome)
        assert [(seat.table, seat.seat) for seat in welcome.seats] == [(table, 0)]
        assert (await doors.world.truth(table)).state.seats[0].connected
        assert isinstance(await again.ask(Leave, table=table), Ok)


@pytest.mark.parametrize("node", [0, 1])
async def test_second_login_of_a_user_supersedes_the_first(node: int) -> None:
    # T-B11: at another node too, since the table tells.
    async with house(2, logins=Passes()) as doors:
        ada = await doors.enter(login="pass-of-ada")
        table = await doors.opened(ada, people=4)

        again = await doors.enter(node=node, login="pass-of-ada")
        await ada.hear()

        assert ada.ended is CloseCode.SUPERSEDED
        assert again.ended is None
        assert (await doors.world.truth(table)).state.seats[0].connected


# -------------------------------------------------------------------------- messages


BAD = {
    "no msgpack": (b"\xc1", "E_BAD_MESSAGE"),
    "not a map": (b"\x93\x01\x02\x03", "E_BAD_MESSAGE"),
    "no op": (b"\x80", "E_UNKNOWN_OP"),
    "unknown op": (b"\x81\xa2op\xa5dance", "E_UNKNOWN_OP"),
    "an op of ours": (b"\x81\xa2op\xa7welcome", "E_UNKNOWN_OP"),
    "op of a wrong type": (b"\x81\xa2op\x07", "E_UNKNOWN_OP"),
    "two objects": (b"\x81\xa2op\xa3bye\x80", "E_BAD_MESSAGE"),
    "a field too many": (b"\x82\xa2op\xa3bye\xa1x\x01", "E_BAD_MESSAGE"),
    "too long": (b"\xc5\x13\x85" + bytes(4_997), "E_TOO_BIG"),
    "too deep": (b"\x91" * 5_000, "E_TOO_BIG"),
    "deep": (b"\x91" * 4_000 + b"\x01", "E_BAD_MESSAGE"),
}


@pytest.mark.parametrize(("data", "code"), BAD.values(), ids=BAD)
async def test_what_cannot_be_read_is_answered_with_a_code(
    data: bytes, code: str
) -> None:
    # T-A17, T-A18, T-A20, T-A22, T-A25, T-A27
    async with house() as doors:
        ada = await doors.enter()

        heard = await ada.send_bytes(data)

        assert codes(heard) == [code]
        assert ada.ended is None
        assert (await ada.send(Ping(t=1)))[0] == Pong(
            t=1, now=doors.world.clock.store_ms()
        )


async def test_number_of_a_bad_command_is_answered() -> None:
    async with house() as doors:
        ada = await doors.enter()

        (error,) = await ada.send_bytes(b"\x82\xa2op\xa3sit\xa1n\x07")

        assert isinstance(error, Error)
        assert (error.n, error.code) == (7, "E_BAD_MESSAGE")


async def test_text_frame_is_not_even_looked_at() -> None:
    # T-A11
    async with house() as doors:
        ada = await doors.enter()

        ada.connection.take_text()

        assert codes(await ada.hear()) == ["E_TEXT_FRAME"]


async def test_third_bad_message_within_ten_seconds_ends_the_connection() -> None:
    # T-A27, T-G10
    async with house() as doors:
        ada = await doors.enter()
        for _ in range(2):
            await ada.send_bytes(b"\xc1")
        doors.world.clock.jump(11_000)
        for _ in range(2):
            await ada.send_bytes(b"\xc1")
        assert ada.ended is None

        await ada.send_bytes(b"\xc1")

        assert ada.ended is CloseCode.BAD_MESSAGE


# ------------------------------------------------------------------------------ rate


async def test_too_many_messages_are_put_off_with_the_time_to_wait() -> None:
    # T-G09
    async with house(messages_per_s=10, messages_burst=5) as doors:
        ada = await doors.enter()
        for number in range(4):
            assert isinstance((await ada.send(Ping(t=number)))[0], Pong)

        (refused,) = await ada.send(Create(n=1))
        (error,) = await ada.send(Ping(t=9))

        assert isinstance(refused, Refused)
        assert (refused.code, refused.args) == ("E_RATE", {"retry_ms": 100})
        assert isinstance(error, Error)
        assert error.code == "E_RATE"
        doors.world.clock.jump(100)
        assert isinstance((await ada.send(Create(n=1)))[0], Ok)


async def test_too_many_bytes_are_put_off_as_well() -> None:
    async with house(bytes_per_s=1_000) as doors:
        ada = await doors.enter()

        heard = await ada.send_bytes(bytes(2_000))

        assert codes(heard) == ["E_RATE"]


@pytest.mark.parametrize(("rate", "is_cut"), [(1.5, False), (3, True)])
async def test_who_goes_on_at_more_than_twice_the_rate_is_cut_off(
    rate: float, *, is_cut: bool
) -> None:
    # T-G09: some of the messages are within the rate all the time.
    async with house(messages_per_s=10, messages_burst=5) as doors:
        ada = await doors.enter()

        for number in range(1_000):
            doors.world.clock.jump(round(100 / rate))
            await ada.send(Ping(t=number))

        assert (ada.ended is CloseCode.RATE) is is_cut


async def test_who_goes_on_and_on_is_cut_off() -> None:
    async with house(messages_burst=5) as doors:
        ada = await doors.enter()

        for number in range(40):
            await ada.send(Ping(t=number))

        assert ada.ended is CloseCode.RATE


# ----------------------------------------------------------------------- slow readers


async def test_client_that_does_not_read_gets_its_tables_whole() -> None:
    # T-G01
    async with house(outbox_messages=4) as doors:
        ada = await doors.enter("Ada")
        bob = await doors.enter("Bob")
        table = await doors.opened(ada, people=4)
        for _ in range(3):
            assert isinstance(await bob.ask(Sit, table=table), Ok)
            assert isinstance(await bob.ask(Leave, table=table), Ok)

        heard = await ada.hear()

        snapshots = [one for one in heard if isinstance(one, Snapshot)]
        assert snapshots[-1].reason == "slow"
        assert snapshots[-1].version == (await doors.world.truth(table)).mark.version


# ------------------------------------------------------------------------------ ends


async def test_server_that_ends_says_when_to_come_back() -> None:
    # T-J01
    async with house() as doors:
        ada = await doors.enter()

        ada.connection.restart(1_200)
        heard = await ada.hear()

        assert heard == [GoAway(code=1012, retry_ms=1_200)]
        assert ada.ended is CloseCode.RESTART


async def test_connection_that_ends_leaves_nothing_behind() -> None:
    async with house() as doors:
        (service,) = doors.services
        ada = await doors.enter()
        await doors.opened(ada)

        await ada.cut()

        assert service.connections == set()
        assert service.by_user == {}
        assert all(not live.viewers for live in service.copies.known())
