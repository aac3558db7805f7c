"""Calls to one server, or to a primary that sentinels watch and replace.

All changes share one connection, on which they are answered in their order, and so do
batches of reads; single questions, whose answers may be long, take connections from a
pool. Having had no connection is told apart from not having heard the answer.
"""

from collections.abc import Sequence

from redis import exceptions as errors
from redis.asyncio import ConnectionPool, Redis, Sentinel
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import SentinelConnectionPool

from server.adapters.redis_causes import greet
from server.adapters.redis_failures import LINK_ERRORS, unavailable
from server.adapters.redis_lane import Lane
from server.adapters.redis_link import (
    ANSWER_S,
    CONFIG_NAMES,
    CONNECTIONS_MAX,
    INFO_SECTIONS,
    Command,
    Options,
    Settings,
    again,
    common_options,
    never_again,
    of_primary,
    refused_at_replay,
)
from server.adapters.redis_pipe import NotSent, OpenPipe, Pipe
from server.adapters.redis_scripts import Argument, Script
from server.adapters.redis_subscriber import Subscriber
from server.store_address import OneServer, Watched

CHANGES_UNDER_WAY = 256
"""Changes that may wait for their answers at once; the next ones wait unsent.

They share a connection, and the server makes durable with one write to its disk whatever
came together, so that many at once cost little more than one.
"""


class ServerLink:
    """A link to the one server that holds everything.

    Args:
        address: Where it is.
        answer_s: How long it may take to connect, and be silent.
    """

    publish_verb = "PUBLISH"

    def __init__(
        self, address: OneServer | Watched, answer_s: float = ANSWER_S
    ) -> None:
        self._answer_s = answer_s
        self._sentinels: Sentinel | None = None
        self._pipe_pool = self._pool(address, never_again(), {"socket_timeout": None})
        self._change_pipe = OpenPipe(self._pipe_pool, answer_s)
        self._read_pipe = OpenPipe(self._pipe_pool, answer_s)
        self._again = again()
        self._for_reads = self._pool(address, again())
        self._for_news = self._pool(address, never_again())
        self._reader = Redis(connection_pool=self._for_reads)
        self._changes = Lane(CHANGES_UNDER_WAY)
        self._reads = Lane()

    def _pool(
        self, address: OneServer | Watched, retry: Retry, own: Options | None = None
    ) -> ConnectionPool:
        is_tcp = isinstance(address, Watched) or not address.is_socket
        options = common_options(self._answer_s, tcp=is_tcp)
        if is_tcp:
            options["redis_connect_func"] = greet
        options |= {"retry": retry, "max_connections": CONNECTIONS_MAX} | (own or {})
        match address:
            case OneServer(url):
                return ConnectionPool.from_url(url, **options)
            case Watched():
                return self._watched_pool(address, options)

    def _watched_pool(self, address: Watched, options: Options) -> ConnectionPool:
        if self._sentinels is None:
            asking = common_options(self._answer_s, tcp=True) | {"retry": never_again()}
            asking["password"] = address.sentinel_password
            self._sentinels = Sentinel(  # type: ignore[no-untyped-call]
                list(address.sentinels), sentinel_kwargs=asking
            )
        own = {
            "username": address.username,
            "password": address.password,
            "db": address.db,
            "ssl": address.tls,
        }
        return SentinelConnectionPool(  # type: ignore[no-untyped-call]
            address.name, self._sentinels, **options, **own
        )

    async def change(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> object:
        """Run a script that writes, at most once.

        Raises:
            StoreUnavailable: There is no definite answer.
        """
        async with self._changes:
            try:
                pipe = await self._change_pipe.get()
            except LINK_ERRORS as error:
                raise unavailable(error, sent=False) from error
            try:
                return await _run(pipe, script, keys, arguments)
            except NotSent as error:
                raise unavailable(error, sent=False) from error
            except LINK_ERRORS as error:
                raise unavailable(error, sent=True) from error

    async def ask(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> object:
        """Run a script that only reads, as often as it takes.

        Raises:
            StoreUnavailable: There is no answer.
        """
        call = ("EVALSHA", script.sha, len(keys), *keys, *arguments)
        async with self._reads:
            try:
                try:
                    return await self._ask_once(*call)
                except errors.NoScriptError:
                    await self._ask_once("SCRIPT", "LOAD", script.text)
                    return await self._ask_once(*call)
            except LINK_ERRORS as error:
                raise unavailable(error, sent=False) from error

    async def _ask_once(self, *call: Argument) -> object:
        return await self._reader.execute_command(*call)  # type: ignore[no-untyped-call]

    async def teach(self, script: Script, key: str) -> None:  # noqa: ARG002
        """Give a script to the server.

        Raises:
            StoreUnavailable: There is no answer.
        """
        try:
            await self._ask_once("SCRIPT", "LOAD", script.text)
        except LINK_ERRORS as error:
            raise unavailable(error, sent=False) from error

    async def read(self, commands: Sequence[Command]) -> list[object]:
        """Send reading commands in one go.

        Raises:
            StoreUnavailable: There is no answer.
        """
        if not commands:
            return []
        async with self._reads:
            try:
                return await self._again.call_with_retry(
                    lambda: self._read_once(commands), _no_more_to_do
                )
            except LINK_ERRORS as error:
                raise unavailable(error, sent=False) from error

    async def _read_once(self, commands: Sequence[Command]) -> list[object]:
        pipe = await self._read_pipe.get()
        return await pipe.calls(commands)

    async def settings(self) -> tuple[Settings, ...]:
        """Ask the server for its settings.

        Raises:
            StoreUnavailable: There is no answer.
        """
        try:
            info = await self._reader.info(*INFO_SECTIONS)
            try:
                config = await self._reader.config_get(*CONFIG_NAMES)
            except errors.ResponseError:
                config = None
            lost = await refused_at_replay(self._ask_once)
        except LINK_ERRORS as error:
            raise unavailable(error, sent=False) from error
        found = Settings.of(info, config, lost)
        return (found if self._sentinels is None else of_primary(found),)

    async def line_of(self, channel: str) -> str:  # noqa: ARG002
        """Name the server that this channel's news come from: there is one."""
        return ""

    async def refresh_lines(self) -> None:
        """Do nothing: a new connection finds the server by itself."""

    def subscriber(self, line: str) -> Subscriber:  # noqa: ARG002
        """Open a connection for news."""
        return Subscriber(self._for_news, is_sharded=False)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._change_pipe.aclose()
        await self._read_pipe.aclose()
        for pool in (self._pipe_pool, self._for_reads, self._for_news):
            await pool.aclose()
        if self._sentinels is not None:
            await self._sentinels.aclose()


async def _run(
    pipe: Pipe, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
) -> object:
    call = ("EVALSHA", script.sha, len(keys), *keys, *arguments)
    try:
        return await pipe.call(*call)
    except errors.NoScriptError:
        # Nothing was run: the server has forgotten its scripts, or is a new one.
        await pipe.call("SCRIPT", "LOAD", script.text)
        return await pipe.call(*call)


async def _no_more_to_do(_error: Exception) -> None:
    """A pipe that has failed is closed already, and the next try opens another."""
