"""What the store needs of a link to Redis, and what all links have in common.

Changes go over connections on which the client library repeats nothing: it would run
a command twice when only the reply was lost. Reads may be repeated, a few times within
a few seconds. Replies come in the older wire form (RESP2), which has one shape for each
reply on every server, and no handshake of its own.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from redis import exceptions as errors
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff

from server.adapters.redis_scripts import Argument, Script
from server.adapters.redis_subscriber import Subscriber
from server.store_outcomes import StoreUnavailable, Trouble

ANSWER_S = 1.0
"""How long a store may take to connect, or be silent while an answer is missing."""
CONNECTIONS_MAX = 64
READ_RETRIES = 3

Command: TypeAlias = tuple[Argument, ...]
Options: TypeAlias = dict[str, Any]

CONFIG_NAMES = (
    "appendonly",
    "appendfsync",
    "no-appendfsync-on-rewrite",
    "aof-load-truncated",
    "slowlog-log-slower-than",
    "maxmemory-policy",
    "maxmemory",
)
_IN_THE_FILE: tuple[tuple[str, ...], ...] = (
    ("SET", "tarocco", "v"),
    ("DEL", "tarocco"),
    ("HSET", "tarocco", "f", "v"),
    ("RPUSH", "tarocco", "v"),
    ("XADD", "tarocco", "*", "f", "v"),
    ("ZADD", "tarocco", "1", "m"),
    ("PEXPIREAT", "tarocco", "1"),
)
"""What each kind of entry is written with."""
INFO_SECTIONS = ("server", "persistence", "memory", "replication")


def common_options(answer_s: float, *, tcp: bool) -> Options:
    """Give the options of every connection."""
    options: Options = {
        "protocol": 2,
        "socket_timeout": answer_s,
        "socket_connect_timeout": answer_s,
        "client_name": "tarocco",
        "driver_info": None,
    }
    if tcp:
        options["socket_keepalive"] = True
    return options


def never_again() -> Retry:
    """Give the rule of connections for changes and news: nothing is repeated."""
    return Retry(NoBackoff(), 0)


def again() -> Retry:
    """Give the rule of connections for reads: repeated within a few seconds."""
    return Retry(ExponentialWithJitterBackoff(cap=1.0, base=0.05), READ_RETRIES)


@dataclass(frozen=True, slots=True)
class Settings:
    """What one server says of itself."""

    info: Mapping[str, object]
    config: Mapping[str, str] | None
    """`None` when the server does not let us read its settings."""
    not_replayed: str | None = None
    """A command that its default user may not run; `None`: none is known."""

    @property
    def is_replica(self) -> bool:
        """Whether it follows another server, and takes no changes."""
        return self.info.get("role") == "slave"

    @classmethod
    def of(
        cls,
        info: Mapping[str, object],
        config: Mapping[str | None, object] | None,
        not_replayed: str | None = None,
    ) -> "Settings":
        """Give what the replies say."""
        told = None
        if config is not None:
            told = {str(name): str(value) for name, value in config.items()}
        return cls(info, told, not_replayed)


async def refused_at_replay(run: Callable[..., Awaitable[object]]) -> str | None:
    """Name a command of the append-only file that the default user may not run.

    Some servers read that file as this user when they start. What would come
    of each command is asked, which shows no password and changes nothing.

    Args:
        run: Sends one command to the server in question.
    """
    for command in _IN_THE_FILE:
        try:
            answer = await run("ACL DRYRUN", "default", *command)
        except errors.ResponseError:  # we may not ask
            return None
        if answer not in {"OK", b"OK"}:
            return command[0]
    return None


def of_primary(settings: Settings) -> Settings:
    """Give them back if they are those of a primary.

    Raises:
        StoreUnavailable: They are of a replica, where others choose the primary: a new
            one is being chosen, or was, and is not known here yet.
    """
    if settings.is_replica:
        detail = "a replica answers: a new primary is being chosen"
        raise StoreUnavailable(Trouble.REPLICA, detail, unknown=False)
    return settings


class Link(Protocol):
    """Calls to a store, whatever it is made of."""

    @property
    def publish_verb(self) -> str:
        """The command by which a script publishes."""

    async def change(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> object:
        """Run a script that writes, at most once."""

    async def ask(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> object:
        """Run a script that only reads, as often as it takes."""

    async def teach(self, script: Script, key: str) -> None:
        """Give a script to the server that holds this key, whether it has it or not."""

    async def read(self, commands: Sequence[Command]) -> list[object]:
        """Send reading commands in one go."""

    async def settings(self) -> tuple[Settings, ...]:
        """Ask each primary for its settings."""

    async def line_of(self, channel: str) -> str:
        """Name the server that this channel's news come from."""

    async def refresh_lines(self) -> None:
        """Find out anew which server is where."""

    def subscriber(self, line: str) -> Subscriber:
        """Open a connection for news from that server."""

    async def aclose(self) -> None:
        """Close all connections."""
