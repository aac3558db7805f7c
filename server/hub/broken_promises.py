"""What is not silent: a promise that was broken, and a table that was mended.

Both are counted, for alarms, and logged with the table and versions, for whoever was
woken by one. No card stands there, and no token.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import structlog

from server.metrics import LOST, REPLAY_MISMATCH
from server.stored import NewerSchema, StoredFault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from server.hub.history import Position
    from server.metrics import Metrics

log = structlog.get_logger()


def note_broken(
    metrics: Metrics, promise: str, table: str, *, times: int = 1, **where: object
) -> None:
    """Count and log a promise that was broken.

    Args:
        metrics: Where it is counted.
        promise: One of `server.metrics.PROMISES`.
        table: Id of the table.
        times: How often, as for events that were lost.
        where: At which versions; what else the log may say.
    """
    metrics.broken_promises.add(promise, times)
    log.error("a promise is broken", promise=promise, table=table, times=times, **where)


def note_lost(metrics: Metrics, seen: Position, *, left: int = 0) -> None:
    """Count and log that the store has less of a table than this server has seen.

    Each event that is lost counts; a table that is gone altogether counts once.

    Args:
        metrics: Where it is counted.
        seen: Where this server's copy stands.
        left: The last version that the store has; 0 for none.
    """
    table, version = seen.state.table, seen.mark.version
    times = max(1, version - left) if left else 1
    note_broken(metrics, LOST, table, times=times, seen=version, left=left)


def note_new_history(metrics: Metrics, how: str, seen: Position, now: Position) -> None:
    """Log that a table goes on under a new epoch, and count it where it was mended.

    Args:
        metrics: Where it is counted.
        how: What this server did, `rebased`, `put_back` or `written_anew`; empty if it
            was another one.
        seen: Where this server's copy stood.
        now: Where the table goes on.
    """
    versions = {"seen": seen.mark.version, "now": now.mark.version}
    table = seen.state.table
    if not how:
        log.warning("a table was mended elsewhere", table=table, **versions)
        return
    metrics.repairs.add(how)
    log.warning("a table was mended", table=table, how=how, **versions)


def note_unreadable(metrics: Metrics, table: str, fault: Exception) -> None:
    """Count and log that what is stored of a table cannot be read."""
    metrics.faults.add("table")
    log.error("a table cannot be read", table=table, exc_info=fault)


@contextmanager
def mismatches_noted(metrics: Metrics, table: str) -> Iterator[None]:
    """Note what is stored and does not replay; whoever asked hears of it."""
    try:
        yield
    except NewerSchema:
        raise
    except StoredFault as fault:
        note_broken(metrics, REPLAY_MISMATCH, table, why=str(fault))
        raise
