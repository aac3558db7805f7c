"""Why a store cannot be used is said in words, and with no text of the store's own."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from socket import gaierror

import pytest
from redis import exceptions as errors

from server.adapters.embedded_binary import find_binary
from server.adapters.redis_causes import cause_of, missing_right
from server.adapters.redis_store import RedisStore
from server.store_outcomes import StoreUnavailable, Trouble
from tests.support import redis_processes
from tests.support.redis_processes import ServerProcess, scratch


@pytest.mark.parametrize(
    ("refusal", "says"),
    [
        (
            "User monkey has no permissions to run the 'hget' command",
            "its user may not run HGET: add +hget",
        ),
        (
            "this user has no permissions to run the 'config|get' command",
            "its user may not run CONFIG|GET: add +config|get",
        ),
        ("No permissions to access a channel", "may not use the channels: add &*"),
        ("No permissions to access a key", "may not use the keys: add ~*"),
        ("something new", "lacks a right"),
    ],
)
def test_the_right_that_is_missing(refusal: str, says: str) -> None:
    assert says in missing_right(refusal)


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (ConnectionRefusedError(111, "whatever"), "Connection refused"),
        (OSError("Multiple exceptions: [Errno 111] a, [Errno 101] b"), "refused"),
        (gaierror(-2, "Name or service not known"), "its name is not known"),
        (ssl.SSLCertVerificationError("self-signed"), "certificate"),
        (ssl.SSLError("WRONG_VERSION_NUMBER"), "no TLS there"),
        (errors.InvalidResponse("HTTP/1.1"), "no Redis"),
        (errors.ConnectionError("Connection closed by server."), "it closed the"),
        (TimeoutError(), "no answer in time"),
        (errors.RedisError("of an unknown kind"), "RedisError"),
    ],
)
def test_the_cause_is_said_in_words(error: Exception, says: str) -> None:
    assert says in cause_of(error)


def test_the_cause_is_found_where_the_library_wrapped_it_up() -> None:
    wrapped = errors.ConnectionError("Error 111 connecting to host:6379. secret card.")
    wrapped.__context__ = ConnectionRefusedError(111, "refused")

    assert cause_of(wrapped) == "Connection refused"


async def failure_at(url: str) -> StoreUnavailable:
    store = RedisStore.at(url, give_up_s=0)
    try:
        with pytest.raises(StoreUnavailable) as failure:
            await store.check_settings()
    finally:
        await store.aclose()
    return failure.value


Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None] | None]


@asynccontextmanager
async def answering(answer: Answer) -> AsyncIterator[str]:
    """Something else than a store at a port of this machine; its host and port."""
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    yield f"{host}:{port}"
    server.close()


def say_http(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    writer.close()


def hang_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()


async def greet_and_hang_up(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    await reader.read(4096)
    writer.write(b"+OK\r\n")
    await reader.read(4096)
    writer.close()


async def test_a_server_for_web_pages_is_no_store() -> None:
    async with answering(say_http) as place:
        assert "no Redis" in (await failure_at(f"redis://{place}")).detail


async def test_a_port_without_tls_is_named() -> None:
    async with answering(say_http) as place:
        assert "no TLS there" in (await failure_at(f"rediss://{place}")).detail


async def test_a_port_that_hangs_up_may_want_tls() -> None:
    async with answering(hang_up) as place:
        assert "rediss://" in (await failure_at(f"redis://{place}")).detail


async def test_a_store_that_answered_before_it_hung_up_wants_no_tls() -> None:
    async with answering(greet_and_hang_up) as place:
        detail = (await failure_at(f"redis://{place}")).detail

    assert detail == "it closed the connection"


async def test_nobody_at_a_port() -> None:
    async with answering(hang_up) as place:
        pass

    for scheme in ("redis", "redis+cluster"):
        failure = await failure_at(f"{scheme}://{place}")
        assert failure.trouble is Trouble.UNREACHABLE
        assert failure.detail == "Connection refused"


async def test_no_sentinel_there() -> None:
    async with answering(hang_up) as place:
        pass

    failure = await failure_at(f"redis+sentinel://{place}/main")

    assert failure.trouble is Trouble.UNREACHABLE
    assert failure.detail == "no sentinel answers and knows a primary of this name"


async def test_a_store_is_no_sentinel() -> None:
    with scratch() as folder:
        (port,) = redis_processes.free_ports(1)
        options = {"port": str(port), "bind": "127.0.0.1"}
        server = ServerProcess(find_binary(), folder, options)
        server.start()
        try:
            failure = await failure_at(f"redis+sentinel://127.0.0.1:{port}/main")
        finally:
            server.end()

    assert failure.trouble is Trouble.REFUSED
    assert "it is no sentinel" in failure.detail


async def test_no_such_database(own_server: ServerProcess) -> None:
    failure = await failure_at(f"{own_server.url}?db=99")

    assert failure.trouble is Trouble.REFUSED
    assert failure.detail == "there is no database of this number"


async def test_no_such_password(own_server: ServerProcess) -> None:
    failure = await failure_at(f"{own_server.url}?password=guess")

    assert failure.trouble is Trouble.REFUSED
    assert "wrong password" in failure.detail


@pytest.mark.parametrize(
    ("is_cluster", "trouble", "says"),
    [
        ("no", Trouble.REFUSED, "redis:// instead of redis+cluster://"),
        ("yes", Trouble.STARTING, "not all slots of the cluster have a node"),
    ],
)
async def test_no_whole_cluster(is_cluster: str, trouble: Trouble, says: str) -> None:
    with scratch() as folder:
        (port,) = redis_processes.free_ports(1, bus=True)
        server = ServerProcess(
            find_binary(),
            folder,
            {"port": str(port), "bind": "127.0.0.1", "cluster-enabled": is_cluster},
        )
        server.start()
        try:
            failure = await failure_at(f"redis+cluster://127.0.0.1:{port}")
        finally:
            server.end()

    assert failure.trouble is trouble
    assert says in failure.detail
