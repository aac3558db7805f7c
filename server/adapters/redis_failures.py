"""What goes wrong with a link to Redis, in the words of the store.

The one thing that counts is whether the command may have been carried out. It was
surely not when there was no connection to send it on, or when the server answered
that it refuses; otherwise it is unknown.
"""

from collections.abc import Iterator

from redis import exceptions as errors

from server.adapters.redis_causes import (
    HOST_FAULTS,
    IN_A_SCRIPT,
    cause_of,
    missing_right,
)
from server.store_outcomes import StoreUnavailable, Trouble

LINK_ERRORS = (
    errors.RedisError,
    errors.RedisClusterException,  # which the client library does not count as one
    OSError,
    TimeoutError,
    RuntimeError,
)
"""Everything that a call over a link may raise, apart from faults of ours.

With `RuntimeError` uvloop refuses to write to a socket that the server has just closed,
as long as nobody who reads from it has noticed.
"""

_PASSING = {
    Trouble.UNREACHABLE,
    Trouble.NO_ANSWER,
    Trouble.BUSY,
    Trouble.STARTING,
    Trouble.REPLICA,
    Trouble.TOO_FEW_REPLICAS,
}

_REFUSED_WHOLE: tuple[tuple[type[Exception], Trouble], ...] = (
    (errors.OutOfMemoryError, Trouble.FULL),
    (errors.BusyLoadingError, Trouble.STARTING),
    (errors.ReadOnlyError, Trouble.REPLICA),
    (errors.ClusterError, Trouble.STARTING),
    (errors.SlotNotCoveredError, Trouble.STARTING),
    (errors.TryAgainError, Trouble.STARTING),
    (errors.AuthenticationError, Trouble.REFUSED),
    (errors.AuthorizationError, Trouble.REFUSED),
    (errors.NoPermissionError, Trouble.REFUSED),
    (errors.MovedError, Trouble.REFUSED),
    (errors.AskError, Trouble.REFUSED),
    (errors.MaxConnectionsError, Trouble.BUSY),
    (errors.RedisClusterException, Trouble.UNREACHABLE),
)
"""Errors that are raised only when nothing of the command was carried out."""

_BY_WORD = {
    "MISCONF": (Trouble.FULL, "it cannot write to its disk"),
    "NOREPLICAS": (
        Trouble.TOO_FEW_REPLICAS,
        "it has too few replicas (min-replicas-to-write)",
    ),
    "BUSY": (Trouble.STARTING, "a script keeps it busy"),
}
"""Refusals that the client knows no class for, by their first word."""


def unavailable(error: Exception, *, sent: bool) -> StoreUnavailable:
    """Give the failure that this error means.

    Args:
        error: What the client raised.
        sent: Whether the command may have left this machine.
    """
    detail = cause_of(error)
    for one in _wrapped(error):
        for start, trouble, words in HOST_FAULTS:
            if str(one).startswith(start):
                return StoreUnavailable(trouble, words, unknown=False)
    for kind, trouble in _REFUSED_WHOLE:
        if any(isinstance(one, kind) for one in _wrapped(error)):
            return StoreUnavailable(trouble, detail, unknown=False)
    if isinstance(error, errors.ResponseError):
        text = str(error)
        if text.startswith(IN_A_SCRIPT):
            # What the script did before that is done.
            return StoreUnavailable(Trouble.REFUSED, missing_right(text), unknown=True)
        word = text.partition(" ")[0]
        if word in _BY_WORD:
            trouble, detail = _BY_WORD[word]
            return StoreUnavailable(trouble, detail, unknown=False)
        # A script that broke half-way may have written: only its repeat can tell.
        return StoreUnavailable(Trouble.BROKEN, word[:32], unknown=True)
    trouble = Trouble.NO_ANSWER if sent else Trouble.UNREACHABLE
    return StoreUnavailable(trouble, detail, unknown=sent)


def _wrapped(error: BaseException) -> Iterator[BaseException]:
    """Give the error, and the refusal that it may be wrapped around.

    A refusal while a connection is made, or the map of a cluster, may come wrapped up
    as a failure to make it.
    """
    while True:
        yield error
        inner = error.__cause__
        if inner is None and isinstance(error, errors.RedisClusterException):
            inner = error.__context__
        if inner is None:
            return
        error = inner


def is_passing(failure: StoreUnavailable) -> bool:
    """Say whether trying again soon may help."""
    return failure.trouble in _PASSING
