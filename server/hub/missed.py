"""What happened at a table after a position, for somebody who was away.

Events can be told only together with the states that they led to. Of the last few the
copy remembers both. Others are followed from a state that is known: one that this copy
has kept from the beginning of this deal or of the one before, or else the snapshot in
the store, which is as old as the deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from protocol.limits import REPLAY_EVENTS
from server.hub.copies import NoSuchTable
from server.hub.history import advanced, replay_after
from server.store_outcomes import Following, HistoryBroken
from server.store_records import EVENTS_READ_MAX
from server.stored import NewerSchema, StoredFault

if TYPE_CHECKING:
    from server.hub.history import Position, Step
    from server.hub.live_table import LiveTable
    from server.store import TableStore
    from server.store_records import Mark

Missed: TypeAlias = "tuple[tuple[Step, ...], str | None]"
"""The steps, and why there are none."""


async def missed_since(store: TableStore, live: LiveTable, at: Mark) -> Missed:
    """The steps from a position to where the copy is, at most `REPLAY_EVENTS`.

    The caller holds the table. The reason is `new_epoch`, `rewound`, or `trimmed` when
    there are too many, or none that could be followed.

    Raises:
        NoSuchTable: The store knows no such table.
        StoreUnavailable: The store does not answer.
    """
    here = live.position.mark
    if at.epoch == here.epoch and here.version - at.version > REPLAY_EVENTS:
        return (), "trimmed"
    remembered = _remembered(live, at)
    if remembered is not None:
        return remembered
    try:
        base = live.base_before(at)
        found = None if base is None else await followed(store, live, base, at)
        return found or await _from_snapshot(store, live, at)
    except NewerSchema:
        raise
    except (StoredFault, HistoryBroken):
        return (), "trimmed"  # the copy that is here may be shown all the same


def _remembered(live: LiveTable, at: Mark) -> Missed | None:
    """What the copy remembers, if that goes back as far as the position."""
    if not live.is_ahead_of(at):
        return None
    count = live.position.mark.version - at.version
    if count >= len(live.recent):
        return None
    known, *missed = tuple(live.recent)[-count - 1 :]
    return ((), "rewound") if known.token != at.token else (tuple(missed), None)


async def followed(
    store: TableStore, live: LiveTable, base: Position, at: Mark
) -> Missed | None:
    """What follows from a position that the copy has kept, if the store has it all."""
    position = base
    steps: tuple[Step, ...] = ()
    end = live.position.mark.version
    while position.mark.version < end:
        found = await store.events_after(live.table, position.mark, EVENTS_READ_MAX)
        if not isinstance(found, Following) or not found.events:
            return None
        position, more = advanced(position, found.events, base.mark.epoch)
        steps += more
    known = at.version - base.mark.version
    if known > len(steps):
        return (), "rewound"
    token = steps[known - 1].token if known else base.mark.token
    if token != at.token:
        return (), "rewound"
    return steps[known : end - base.mark.version], None


async def _from_snapshot(store: TableStore, live: LiveTable, at: Mark) -> Missed:
    loaded = await store.load(live.table)
    if loaded is None:
        raise NoSuchTable
    _, steps, reason = replay_after(loaded, at)
    if reason is None and at.version == loaded.snapshot.version:
        found = await store.events_after(live.table, at, 1)
        reason = None if isinstance(found, Following) else "rewound"
    # What was stored since the copy was read comes as news, to all alike.
    count = max(0, live.position.mark.version - at.version)
    return (() if reason else steps[:count]), reason
