"""Many calls on one connection: in step, sent once, and never waiting for ever."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from redis import exceptions as errors
from redis.asyncio import ConnectionPool

from server.adapters import redis_pipe
from server.adapters.redis_failures import LINK_ERRORS
from server.adapters.redis_link import ANSWER_S, common_options, never_again
from server.adapters.redis_pipe import NotSent, OpenPipe
from tests.support.fault_proxy import fault_proxy
from tests.support.redis_processes import ServerProcess
from tests.support.store_values import WAIT_S, eventually

Reply = Callable[[bytes], bytes]
OK = b"+OK\r\n"


@contextlib.asynccontextmanager
async def pipe_to(url: str, silent_s: float = ANSWER_S) -> AsyncIterator[OpenPipe]:
    options = common_options(WAIT_S, tcp=False) | {"socket_timeout": None}
    pool = ConnectionPool.from_url(url, retry=never_again(), **options)
    pipe = OpenPipe(pool, silent_s)
    async with asyncio.timeout(WAIT_S):
        yield pipe
    await pipe.aclose()
    await pool.aclose()


@contextlib.asynccontextmanager
async def answering(folder: Path, reply: Reply) -> AsyncIterator[str]:
    """A server that says what a test wants; gives its address."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while request := await reader.read(4096):
                writer.write(reply(request))
        writer.close()

    server = await asyncio.start_unix_server(talk, folder / "a")
    yield f"unix://{folder / 'a'}"
    server.close()


async def outcomes(pipe: OpenPipe, *words: str) -> list[object]:
    """What becomes of calls that are under way together."""
    open_pipe = await pipe.get()
    calls = [open_pipe.call("ECHO", word) for word in words]
    return await asyncio.gather(*calls, return_exceptions=True)


async def test_calls_at_once_share_a_connection(shared_server: ServerProcess) -> None:
    words = [f"word {number}" for number in range(200)]
    async with pipe_to(shared_server.url) as pipe:
        with shared_server.client() as client:
            before = len(client.client_list())
            answers = await outcomes(pipe, *words)
            connections = len(client.client_list()) - before

    assert answers == [word.encode() for word in words]
    assert connections == 1


@pytest.mark.skipif(sys.platform == "win32", reason="uvloop is not made for it")
def test_call_on_a_socket_that_was_just_closed_is_lost(
    shared_server: ServerProcess,
) -> None:
    # T-F01: the faster loop has an error of its own for that.
    import uvloop  # noqa: PLC0415 - does not exist everywhere

    async def outcome() -> object:
        async with pipe_to(shared_server.url) as pipe:
            opened = await pipe.get()
            writer = opened._connection._writer
            assert writer is not None
            writer.transport.abort()
            (found,) = await asyncio.gather(opened.call("PING"), return_exceptions=True)
            return found

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        found = runner.run(outcome())

    assert isinstance(found, LINK_ERRORS)


async def test_refusal_is_told_to_its_own_call(shared_server: ServerProcess) -> None:
    async with pipe_to(shared_server.url) as pipe:
        calls = [(await pipe.get()).call(*call) for call in (("ECHO", 1), ("NO",))]
        answer, refusal = await asyncio.gather(*calls, return_exceptions=True)
        later = await outcomes(pipe, "more")

    assert answer == b"1"
    assert isinstance(refusal, errors.ResponseError)
    assert later == [b"more"]


async def test_commands_sent_together_are_answered_together(
    shared_server: ServerProcess,
) -> None:
    async with pipe_to(shared_server.url) as pipe:
        open_pipe = await pipe.get()
        batch = [("ECHO", number) for number in range(600)]
        refused = [("ECHO", "a"), ("NO",), ("ECHO", "b")]
        calls = [
            open_pipe.calls(batch),
            open_pipe.calls(refused),
            open_pipe.call("PING"),
        ]
        answers, refusal, sign = await asyncio.gather(*calls, return_exceptions=True)

    assert answers == [b"%d" % number for number in range(600)]
    assert isinstance(refusal, errors.ResponseError)
    assert sign == b"PONG"


async def test_cancelled_callers_leave_the_others_in_step(
    shared_server: ServerProcess,
) -> None:
    async with pipe_to(shared_server.url) as pipe:
        open_pipe = await pipe.get()
        calls = [asyncio.create_task(open_pipe.call("ECHO", n)) for n in range(20)]
        await asyncio.sleep(0)
        for call in calls[::2]:
            call.cancel()
        answers = await asyncio.gather(*calls[1::2])

    assert answers == [b"%d" % n for n in range(1, 20, 2)]
    assert all(call.cancelled() for call in calls[::2])


async def test_lost_answers_are_told_and_nothing_is_sent_again(
    own_server: ServerProcess, folder: Path
) -> None:
    """The library would: an INCR whose answer is lost then counts twice."""
    target = own_server.options["unixsocket"]
    async with fault_proxy(folder, target) as proxy, pipe_to(proxy.url) as pipe:
        proxy.drop_replies(1, b"INCR")
        calls = [(await pipe.get()).call("INCR", "count") for _ in range(5)]
        lost = await asyncio.gather(*calls, return_exceptions=True)
        count = await (await pipe.get()).call("GET", "count")

    assert [type(loss) for loss in lost] == [errors.ConnectionError] * 5
    assert count == b"5"


async def test_overdue_answer_ends_the_connection(
    shared_server: ServerProcess, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = shared_server.options["unixsocket"]
    async with (
        fault_proxy(folder, target) as proxy,
        pipe_to(proxy.url, WAIT_S) as pipe,
    ):
        silent = await pipe.get()
        proxy.swallow(on=True)
        monkeypatch.setattr(silent, "_silent_s", 0.01)
        overdue, other = await outcomes(pipe, "one", "two")
        proxy.swallow(on=False)
        with pytest.raises(NotSent):
            await silent.call("ECHO", "three")
        later = await outcomes(pipe, "four")

    assert isinstance(overdue, errors.TimeoutError)
    assert isinstance(other, errors.ConnectionError)
    assert later == [b"four"]


async def test_deadline_is_that_of_the_oldest_call(
    shared_server: ServerProcess, folder: Path
) -> None:
    """The one timer was set for a call that has been answered long since."""
    target = shared_server.options["unixsocket"]
    async with fault_proxy(folder, target) as proxy, pipe_to(proxy.url, 0.2) as pipe:
        loop = asyncio.get_running_loop()
        assert await outcomes(pipe, "one") == [b"one"]
        proxy.hold()
        began_s = loop.time()
        (overdue,) = await outcomes(pipe, "two")
        proxy.release()

    assert isinstance(overdue, errors.TimeoutError)
    assert loop.time() - began_s >= 0.2


@pytest.mark.parametrize(
    ("sent_ago_s", "heard_ago_s", "is_broken"),
    [(2.5, 0.5, False), (2.5, 1.5, True), (0.5, 9.0, False), (3.5, 0.5, True)],
)
async def test_slow_server_is_no_silent_one(
    folder: Path,
    sent_ago_s: float,
    heard_ago_s: float,
    is_broken: bool,  # noqa: FBT001
) -> None:
    """One that answers others has its time, but no answer may take for ever."""

    def reply(request: bytes) -> bytes:
        return b"" if b"ECHO" in request else OK

    async with answering(folder, reply) as url, pipe_to(url) as pipe:
        open_pipe = await pipe.get()
        call = asyncio.create_task(open_pipe.call("ECHO", "one"))
        await eventually(lambda: len(open_pipe._calls) == 1)
        now_s = asyncio.get_running_loop().time()
        open_pipe._calls[0].sent_s = now_s - sent_ago_s
        open_pipe._heard_s = now_s - heard_ago_s

        open_pipe._look()

        assert open_pipe.is_broken is is_broken
        await pipe.aclose()
        with pytest.raises(errors.RedisError):
            await call


async def test_last_word_of_a_server_is_about_one_call(folder: Path) -> None:
    """What is refused for certain was not carried out; the calls behind it may be."""

    def reply(request: bytes) -> bytes:
        return b"-LOADING the data\r\n" if b"ECHO" in request else OK

    async with answering(folder, reply) as url, pipe_to(url) as pipe:
        first, second = await outcomes(pipe, "one", "two")

    assert isinstance(first, errors.BusyLoadingError)
    assert type(second) is errors.ConnectionError


async def test_answer_that_nobody_asked_for_ends_the_connection(folder: Path) -> None:
    def reply(request: bytes) -> bytes:
        return OK + OK if b"ECHO" in request else OK

    async with answering(folder, reply) as url, pipe_to(url) as pipe:
        open_pipe = await pipe.get()
        answers = await outcomes(pipe, "one")
        await eventually(lambda: open_pipe.is_broken)

    assert answers == [b"OK"]


async def test_connection_that_the_server_closes_is_noticed(
    own_server: ServerProcess,
) -> None:
    async with pipe_to(own_server.url) as pipe:
        open_pipe = await pipe.get()
        own_server.end()
        await eventually(lambda: open_pipe.is_broken)
        own_server.start()

        assert await outcomes(pipe, "one") == [b"one"]


async def test_network_that_gives_up_gives_no_answers(folder: Path) -> None:
    """The library may take the system's time-out for its own, and say nothing."""

    def reply(request: bytes) -> bytes:
        return b"" if b"ECHO" in request else OK

    async with answering(folder, reply) as url, pipe_to(url) as pipe:
        open_pipe = await pipe.get()
        calls = asyncio.create_task(outcomes(pipe, "one", "two"))
        await eventually(lambda: len(open_pipe._calls) == 2)
        reader = open_pipe._connection._reader
        assert reader is not None
        reader.set_exception(TimeoutError(110, "Connection timed out"))
        lost = await calls

    assert all(isinstance(loss, errors.RedisError) for loss in lost)


async def test_all_who_wait_for_a_connection_hear_why_there_is_none(
    folder: Path,
) -> None:
    async with pipe_to(f"unix://{folder / 'nobody'}") as pipe:
        gets = [pipe.get() for _ in range(5)]
        failures = await asyncio.gather(*gets, return_exceptions=True)

    assert [type(failure) for failure in failures] == [errors.ConnectionError] * 5


async def test_opening_does_not_wait_for_ever(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_pipe, "OPEN_S", 0.01)
    async with answering(folder, lambda _request: b"") as url, pipe_to(url) as pipe:
        with pytest.raises(TimeoutError):
            await pipe.get()


async def test_closing_ends_what_is_under_way(folder: Path) -> None:
    def reply(request: bytes) -> bytes:
        return b"" if b"ECHO" in request else OK

    async with answering(folder, reply) as url, pipe_to(url) as pipe:
        open_pipe = await pipe.get()
        calls = [asyncio.create_task(open_pipe.call("ECHO", n)) for n in range(2)]
        await asyncio.sleep(0)
        await pipe.aclose()
        lost = await asyncio.gather(*calls, return_exceptions=True)

    assert [type(loss) for loss in lost] == [errors.ConnectionError] * 2


async def test_closing_while_it_is_being_opened(folder: Path) -> None:
    async with answering(folder, lambda _request: b"") as url, pipe_to(url) as pipe:
        getting = asyncio.create_task(pipe.get())
        await asyncio.sleep(0)
        await pipe.aclose()
        await asyncio.wait([getting])

    assert getting.cancelled()


async def test_pipe_that_opens_while_it_is_being_closed_is_closed_too(
    folder: Path,
) -> None:
    async with answering(folder, lambda _request: OK) as url, pipe_to(url) as pipe:
        made = await pipe.get()
        pipe._pipe, pipe._opening = None, asyncio.create_task(asyncio.sleep(0, made))
        await asyncio.wait([pipe._opening])  # and nobody has been told of it yet

        await pipe.aclose()

        assert made.is_broken
        with pytest.raises(NotSent):
            await pipe.get()
