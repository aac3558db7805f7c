"""Why the store cannot be reached or used, in words for whoever runs the server.

The client library's own texts may hold arguments, and those cards: nothing of them is
taken over but the name of a command.
"""

import os
import re
import ssl
from collections.abc import Iterator
from socket import gaierror
from typing import Final

from redis import exceptions as errors
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.sentinel import MasterNotFoundError

from server.store_outcomes import Trouble

_COMMAND: Final = re.compile(r"'([a-z]{1,32}(?:\|[a-z-]{1,32})?)' command")
_ERRNO: Final = re.compile(r"\[Errno (\d+)\]")

_CLOSED: Final = "closed by server"


class ClosedUnheard(errors.ConnectionError):
    """The other side closed a new connection before it had answered anything."""


async def greet(connection: AbstractConnection) -> None:
    """Introduce ourselves over a new connection, as the client library does.

    Raises:
        ClosedUnheard: The other side hung up on that.
    """
    try:
        await connection.on_connect()
    except errors.ConnectionError as error:
        if _CLOSED in str(error):
            raise ClosedUnheard from error
        raise


IN_A_SCRIPT: Final = ("The user executing the script", "ACL failure in script")
"""How refusals begin of a command in a script; of Redis 7.0, and of newer ones."""
HOST_FAULTS: Final[tuple[tuple[str, Trouble, str], ...]] = (
    (
        "DB index is out of range",
        Trouble.REFUSED,
        "there is no database of this number",
    ),
    (
        "SELECT is not allowed in cluster mode",
        Trouble.REFUSED,
        "it is part of a cluster, which has no numbered databases",
    ),
    (
        "Cluster mode is not enabled",
        Trouble.REFUSED,
        "it is no cluster: redis:// instead of redis+cluster://",
    ),
    (
        "unknown command",
        Trouble.REFUSED,
        "it lacks a command: it is no sentinel, or older than Redis 7.0",
    ),
    (
        "All slots are not covered",
        Trouble.STARTING,
        "not all slots of the cluster have a node",
    ),
)
"""What the texts of some errors say for certain, which have no class of their own."""

_BY_KIND: Final[tuple[tuple[type[BaseException], str], ...]] = (
    (errors.AuthenticationError, "wrong password, or no such user"),
    (errors.AuthorizationError, "wrong password, or no such user"),
    (errors.OutOfMemoryError, "its memory is full (maxmemory)"),
    (errors.ReadOnlyError, "it is a replica, which takes no changes"),
    (errors.BusyLoadingError, "it is reading its files"),
    (errors.ClusterDownError, "the cluster is down"),
    (errors.MaxConnectionsError, "too many connections"),
    (errors.MovedError, "it is part of a cluster: redis+cluster:// reaches all of it"),
    (MasterNotFoundError, "no sentinel answers and knows a primary of this name"),
    (gaierror, "its name is not known"),
    (ssl.SSLCertVerificationError, "its certificate is not to be trusted"),
    (ssl.SSLError, "no TLS there: a plain port, perhaps"),
    (
        ClosedUnheard,
        "it closed the connection, as a port that wants TLS does (rediss://)",
    ),
    (errors.InvalidResponse, "what answers there is no Redis, or wants TLS"),
    (TimeoutError, "no answer in time; TLS at a plain port is silent like that, too"),
    (errors.TimeoutError, "no answer in time; TLS at a plain port is silent, too"),
)


def missing_right(refusal: str, command: str = "") -> str:
    """Say which right the user of the store lacks.

    Args:
        refusal: What the store said.
        command: What was sent, if that is known.
    """
    found = _COMMAND.search(refusal)
    if found is None and "channel" in refusal:
        return "its user may not use the channels: add &*"
    if found is None and " key" in refusal:
        return "its user may not use the keys: add ~*"
    name = found[1] if found else command.lower()
    if not name:
        return "its user lacks a right that the scripts need"
    return f"its user may not run {name.upper()}: add +{name}"


def cause_of(error: BaseException) -> str:
    """Say why there is no answer, as far as the error tells."""
    chain = list(_chain(error))
    for one in chain:
        if isinstance(one, errors.NoPermissionError):
            return missing_right(str(one))
    for one in chain:
        for kind, words in _BY_KIND:
            if isinstance(one, kind):
                return words
    for one in chain:
        if isinstance(one, OSError) and (number := _number(one)):
            return os.strerror(number)
    return _last_words(error)


def _last_words(error: BaseException) -> str:
    if _CLOSED in str(error):
        return "it closed the connection"
    return type(error).__name__


def _number(error: OSError) -> int | None:
    """The system's number; of several addresses that were tried, of the first one."""
    if error.errno is not None:
        return error.errno
    found = _ERRNO.search(str(error))
    return int(found[1]) if found else None


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """The error, and what led to it."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
