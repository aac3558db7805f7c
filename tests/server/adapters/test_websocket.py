import asyncio
from typing import Any

import pytest

from protocol.client import Session
from protocol.codec import encode_to_server
from protocol.codes import CloseCode, ErrorCode
from protocol.options import Options
from protocol.to_client import Error, GoAway, Ok, Snapshot, Welcome
from protocol.to_server import Bye, Create, Hello, Ping, Resync, Sit
from server.adapters.websocket import _write
from server.door import replies
from server.door.connection import Connection
from tests.server.rig import end_of, hear, hello_bytes, say_hello, serving, until
from tests.system.raw import WAIT_S, raw_socket


async def test_connection_knows_whether_its_client_has_gone() -> None:
    async with serving() as rig:
        async with rig.client() as client:
            await say_hello(client)
            (member,) = rig.service.connections
            assert isinstance(member, Connection)
            assert not member.is_gone()

        await until(member.is_gone)


async def test_messages_are_counted_by_op() -> None:
    async with serving() as rig:
        async with rig.client() as client:
            await say_hello(client)
            await client.send(encode_to_server(Ping(t=1)))
            await hear(client)
            await client.send(encode_to_server(Bye()))
            assert await end_of(client) == 1000
        await until(lambda: not rig.service.connections)

    assert rig.counts.count("messages_in", "ping") == 1
    assert rig.counts.count("messages_out", "welcome") == 1
    assert rig.counts.count("messages_out", "pong") == 1
    assert rig.counts.count("connections_opened") == 1
    assert rig.counts.count("connections_closed", "1000") == 1
    assert rig.counts.count("hellos", "new") == 1


async def test_client_that_says_goodbye_is_counted_as_one() -> None:
    async with serving() as rig:
        async with Session(rig.url, client="test/1") as session:
            await session.welcomed(10)
        await until(lambda: not rig.service.connections)

        assert rig.counts.count("connections_closed", "1000") == 1


async def test_text_is_refused_with_its_code() -> None:
    async with serving() as rig, rig.client() as client:
        await say_hello(client)
        await client.send("hello")

        told = await hear(client)

    assert isinstance(told, Error)
    assert told.code == "E_TEXT_FRAME"


async def test_messages_without_sense_end_the_connection() -> None:
    async with serving(invalid_messages=2) as rig, rig.client() as client:
        for _ in range(2):
            await client.send(b"\xc1")

        assert await end_of(client) == 4001


async def test_a_message_too_long_is_never_read() -> None:
    async with serving() as rig, rig.client() as client:
        await say_hello(client)
        await client.send(bytes(4097))

        assert await end_of(client) == 1009


async def test_who_says_nothing_is_shown_the_door() -> None:
    async with serving(hello_s=0.1) as rig, rig.client() as client:
        assert await end_of(client) == 4002


async def test_a_fault_of_ours_ends_one_connection_with_its_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fail(_connection: Connection, _data: bytes) -> None:
        raise ArithmeticError("a card: SR")

    async with serving() as rig, rig.client() as client, rig.client() as other:
        await say_hello(other)
        monkeypatch.setattr(Connection, "_take", fail)
        await client.send(hello_bytes())

        assert await end_of(client) == 4000
        monkeypatch.undo()
        await other.send(encode_to_server(Ping(t=1)))
        assert (await hear(other)).op == "pong"

    assert rig.counts.count("faults", "connection") == 1


async def test_logs_tell_sessions_by_a_hash(capsys: pytest.CaptureFixture[str]) -> None:
    async with serving() as rig:
        async with rig.client() as client:
            welcome = await say_hello(client)
        await until(lambda: not rig.service.connections)

    assert isinstance(welcome, Welcome)
    told = capsys.readouterr().out
    assert "connection opened" in told
    assert "connection closed" in told
    assert welcome.session not in told
    assert welcome.resume.hex() not in told
    assert welcome.name not in told


async def table_of(client: Any) -> str:
    await client.send(encode_to_server(Create(n=1, options=Options(people=4))))
    opened = await hear(client)
    assert isinstance(opened, Ok)
    assert opened.table is not None
    await client.send(encode_to_server(Sit(n=2, table=opened.table)))
    return opened.table


async def table_of_new(client: Any) -> str:
    await say_hello(client)
    return await table_of(client)


class Flood:
    """A client that asks for a whole table again and again and reads no answer."""

    def __init__(self, client: Any, table: str) -> None:
        self.client = client
        self.message = encode_to_server(Resync(table=table))
        client.transport.pause_reading()

    async def run(self, count: int) -> None:
        """Ask so often."""
        for _ in range(count):
            await self.client.send(self.message)


async def test_who_reads_too_slowly_loses_the_queue_and_gets_the_table() -> None:
    generous = {"messages_burst": 100_000, "messages_per_s": 100_000}
    async with (
        serving(outbox_messages=4, bytes_per_s=10_000_000, **generous) as rig,
        rig.client() as client,
    ):
        table = await table_of_new(client)
        flood = Flood(client, table)
        connection = next(iter(rig.service.connections))
        for _ in range(400):
            await flood.run(100)
            await asyncio.sleep(0.01)
            if rig.counts.count("outbox_overflows") or connection.outbox._behind:
                break
        client.transport.resume_reading()
        reasons = set()
        while "slow" not in reasons:
            told = await hear(client)
            if isinstance(told, Snapshot):
                reasons.add(told.reason)

        await until(lambda: rig.counts.count("outbox_overflows"))


class Stuck:
    """A socket into which nothing goes any more."""

    close_code = None

    def __init__(self) -> None:
        self.transport = self
        self.is_aborted = False

    async def send(self, _frame: bytes) -> None:
        await asyncio.Event().wait()

    async def close(self, _code: int) -> None:
        await asyncio.Event().wait()

    def get_write_buffer_size(self) -> int:
        return 1

    def abort(self) -> None:
        self.is_aborted = True


async def test_who_takes_nothing_is_cut_off_without_a_word() -> None:
    # T-G01
    async with (
        serving(stalled_s=0.1) as rig,
        raw_socket(rig.port, hello=hello_bytes(), takes_little=True) as raw,
    ):
        await until(lambda: rig.counts.count("hellos", "new"))
        (connection,) = rig.service.connections
        async with asyncio.timeout(WAIT_S):
            while not rig.counts.count("slow_clients_aborted"):
                connection.outbox.tell(replies.error(ErrorCode.BUSY, "x" * 4000))
                await asyncio.sleep(0)

        assert await raw.close_code() is None
        await until(lambda: rig.counts.count("connections_closed", "1006"))


async def test_who_does_not_take_the_end_is_cut_off_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("server.adapters.websocket._AFTER_CLOSE_S", 0)
    async with serving(close_s=0.01) as rig:
        stuck, connection = Stuck(), Connection(rig.service)
        connection.outbox.close(CloseCode.RESTART)

        await _write(rig.service, stuck, connection)  # type: ignore[arg-type]

    assert stuck.is_aborted


async def test_restart_is_announced_before_it_comes() -> None:
    async with serving() as rig, rig.client() as client:
        await say_hello(client)
        next(iter(rig.service.connections)).restart(700)

        assert await hear(client) == GoAway(code=1012, retry_ms=700)
        assert await end_of(client) == 1012


@pytest.mark.parametrize("wrong", [{"resume": bytes(48)}, {"login": "a.b.c"}])
async def test_hellos_that_fail_are_soon_put_off(wrong: dict[str, Any]) -> None:
    hello = Hello(versions=(1, 1), client="test/1")
    bad = encode_to_server(hello.model_copy(update=wrong))
    async with serving(failed_logins_per_minute=3) as rig:
        async with rig.client() as client:
            welcome = await say_hello(client)
            assert isinstance(welcome, Welcome)
        for _ in range(3):
            async with rig.client() as client:
                await client.send(bad)
                assert await end_of(client) in {4003, 4004}

        # The right one as well: nothing is judged before the wait is over.
        async with rig.client() as client:
            error = await say_hello(client, welcome.resume)
            away = await hear(client)
            assert await end_of(client) == 4006
        async with rig.client() as client:
            assert isinstance(await say_hello(client), Welcome)

    assert isinstance(error, Error)
    assert error.code == "E_RATE"
    assert isinstance(away, GoAway)
    assert 0 < away.retry_ms <= 20_000
