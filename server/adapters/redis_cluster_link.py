"""Calls to a cluster.

The client library finds the node of a key and follows a slot that moves. It says only
that a call failed, not whether it was sent: every failure that is no refusal counts as
unknown. Channels are sharded: each is served by the node that holds its tag.
"""

from collections.abc import Sequence
from functools import partial

from redis import exceptions as errors
from redis.asyncio import Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry

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
from server.adapters.redis_scripts import Argument, Script
from server.adapters.redis_subscriber import Subscriber
from server.store_address import Cluster
from server.store_outcomes import StoreUnavailable


class ClusterLink:
    """A link to all nodes of a cluster.

    Args:
        address: Where some of them are.
        answer_s: How long a node may take to connect, and be silent.
    """

    publish_verb = "SPUBLISH"

    def __init__(self, address: Cluster, answer_s: float = ANSWER_S) -> None:
        self._answer_s = answer_s
        self._address = address
        self._changer = self._client(never_again())
        self._reader = self._client(again())
        self._map = self._client(never_again())
        self._for_news: dict[str, Redis] = {}
        self._changes = Lane()
        self._reads = Lane()

    def _options(self) -> Options:
        return common_options(self._answer_s, tcp=True) | {
            "username": self._address.username,
            "password": self._address.password,
            "ssl": self._address.tls,
        }

    def _client(self, retry: Retry) -> RedisCluster:
        return RedisCluster(
            startup_nodes=[
                ClusterNode(host, port) for host, port in self._address.nodes
            ],
            retry=retry,
            max_connections=CONNECTIONS_MAX,
            **self._options(),
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
                return await _run(self._changer, script, keys, arguments)
            except LINK_ERRORS as error:
                raise unavailable(error, sent=True) from error

    async def ask(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> object:
        """Run a script that only reads, as often as it takes.

        Raises:
            StoreUnavailable: There is no answer.
        """
        async with self._reads:
            try:
                return await _run(self._reader, script, keys, arguments)
            except LINK_ERRORS as error:
                raise unavailable(error, sent=False) from error

    async def teach(self, script: Script, key: str) -> None:
        """Give a script to the node that holds this key.

        Raises:
            StoreUnavailable: There is no answer.
        """
        try:
            await self._reader.initialize()
            await _teach(self._reader, script, key)
        except LINK_ERRORS as error:
            raise unavailable(error, sent=False) from error

    async def read(self, commands: Sequence[Command]) -> list[object]:
        """Send reading commands in one go, to each node its own.

        Raises:
            StoreUnavailable: There is no answer.
        """
        if not commands:
            return []
        async with self._reads:
            try:
                pipeline = self._reader.pipeline()
                for command in commands:
                    pipeline.execute_command(*command)
                return list(await pipeline.execute())
            except LINK_ERRORS as error:
                raise unavailable(error, sent=False) from error

    async def settings(self) -> tuple[Settings, ...]:
        """Ask each primary for its settings.

        Raises:
            StoreUnavailable: There is no answer.
        """
        found = []
        try:
            await self._reader.initialize()
            for node in self._reader.get_primaries():
                info = await self._reader.info(*INFO_SECTIONS, target_nodes=node)
                try:
                    config = await self._reader.config_get(
                        *CONFIG_NAMES, target_nodes=node
                    )
                except errors.ResponseError:
                    config = None
                lost = await refused_at_replay(
                    partial(self._reader.execute_command, target_nodes=node)
                )
                found.append(await self._of_primary(Settings.of(info, config, lost)))
        except LINK_ERRORS as error:
            raise unavailable(error, sent=False) from error
        return tuple(found)

    async def _of_primary(self, settings: Settings) -> Settings:
        try:
            return of_primary(settings)
        except StoreUnavailable:
            await self._reader.aclose()  # its map is old: the next call draws a new one
            raise

    async def line_of(self, channel: str) -> str:
        """Name the node that this channel's news come from."""
        await self._map.initialize()
        node = self._map.get_node_from_key(channel)
        if node is None:
            msg = f"no node for {channel}"
            raise errors.SlotNotCoveredError(msg)
        return f"{node.host}:{node.port}"

    async def refresh_lines(self) -> None:
        """Find out anew which node holds what."""
        await self._map.aclose()
        await self._map.initialize()

    def subscriber(self, line: str) -> Subscriber:
        """Open a connection for news from that node."""
        client = self._for_news.get(line)
        if client is None:
            host, _, port = line.rpartition(":")
            client = self._for_news[line] = Redis(
                host=host, port=int(port or 0), retry=never_again(), **self._options()
            )
        return Subscriber(client.connection_pool, is_sharded=True)

    async def aclose(self) -> None:
        """Close all connections."""
        for client in (self._changer, self._reader, self._map):
            await client.aclose()
        for one in self._for_news.values():
            await one.aclose()


async def _run(
    client: RedisCluster,
    script: Script,
    keys: Sequence[str],
    arguments: Sequence[Argument],
) -> object:
    call = ("EVALSHA", script.sha, len(keys), *keys, *arguments)
    try:
        return await client.execute_command(*call)
    except errors.NoScriptError:
        await _teach(client, script, keys[0])
        return await client.execute_command(*call)


async def _teach(client: RedisCluster, script: Script, key: str) -> None:
    node = client.get_node_from_key(key)
    await client.execute_command("SCRIPT LOAD", script.text, target_nodes=node)
