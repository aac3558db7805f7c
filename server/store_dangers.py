"""Names of dangerous settings of a store, by which a host may accept them.

What each means stands in `adapters.store_health`, which finds them, and in the manual.
"""

from __future__ import annotations

from typing import Final

ACCEPTABLE: Final = frozenset(
    {
        "append-only-file-failing",
        "default-user",
        "eviction",
        "fsync-everysec",
        "fsync-no",
        "memory",
        "no-append-only-file",
        "no-fsync-on-rewrite",
        "no-load-truncated",
        "no-memory-limit",
        "old-version",
        "settings-hidden",
        "slow-log",
    }
)


def check_danger(name: str) -> None:
    """Refuse a name of no danger that can be accepted: it would be passed over.

    Raises:
        ValueError: With the names that there are.
    """
    if name not in ACCEPTABLE:
        known = ", ".join(sorted(ACCEPTABLE))
        msg = f"there is no danger {name!r} to accept; there are {known}"
        raise ValueError(msg)
