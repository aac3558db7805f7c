"""Waits for the store at the start, and refuses one that could lose moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import structlog

from server.store_outcomes import StoreUnavailable, Trouble

if TYPE_CHECKING:
    from collections.abc import Collection

    from server.health import Health
    from server.hub.store_clock import StoreClock
    from server.ports import Clock
    from server.store import TableStore

log = structlog.get_logger()

_PAUSE_MS: Final = 50
_PAUSE_MOST_MS: Final = 1_000


class Unready(Exception):  # noqa: N818 - a state that a host has to mend
    """The server must not run like this; the message says what to change."""


async def await_store(
    store: TableStore,
    store_clock: StoreClock,
    clock: Clock,
    health: Health,
    allowed: Collection[str],
) -> None:
    """Return once the store answers and may be used; its clock is known then.

    A store that comes later than its servers is waited for, without end: whoever
    started them sees in `/readyz` and in the log what is missing.

    Raises:
        Unready: It has a dangerous setting that is not among the allowed ones, or
            does not let this server in.
    """
    pause_ms = _PAUSE_MS
    while True:
        try:
            await _refuse_dangers(store, allowed)
            store_clock.seen(await store.now_ms())
        except StoreUnavailable as failure:
            if failure.trouble is Trouble.REFUSED:
                msg = f"the store does not let this server in ({failure})"
                raise Unready(msg) from failure
            health.store_failed(failure.trouble.value)
        else:
            health.store_answered()
            return
        await clock.sleep_ms(pause_ms)
        pause_ms = min(_PAUSE_MOST_MS, pause_ms * 2)


async def _refuse_dangers(store: TableStore, allowed: Collection[str]) -> None:
    dangers = await store.check_settings()
    for danger in dangers:
        log.warning("store setting", name=danger.name, message=danger.message)
    refused = [one for one in dangers if one.name not in allowed]
    if refused:
        lines = "\n".join(f"{one.name}: {one.message}" for one in refused)
        names = ",".join(one.name for one in refused)
        msg = (
            f"the store is not safe for tables:\n{lines}\n"
            f"Change that, or accept it with allow_dangers ({names})."
        )
        raise Unready(msg)
