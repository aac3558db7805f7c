"""From a decision to what the store is asked to append, and to what then stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.events import (
    CardPlayed,
    Declared,
    Discarded,
    Skipped,
    TakenBack,
    TrickWon,
)
from server.hub.history import Position, Step
from server.hub.lobby_rows import phase_of, row_of
from server.store_records import (
    ACTIVE_MS,
    FINISHED_MS,
    TOKEN_BYTES,
    Change,
    LobbyRow,
    Mark,
    NewEvent,
    Row,
)
from server.stored import SCHEMA, seal_event, seal_snapshot
from server.table.deadlines import BOT, LEASE, LEASE_MS, deadlines_of
from server.table.events import DealBegan

if TYPE_CHECKING:
    from server.ports import Chance
    from server.table.draft import Outcome
    from server.table.state import TableState

_IN_DEAL: Final = (Discarded, Declared, Skipped, CardPlayed, TakenBack, TrickWon)
_EVENTS_WITHOUT_SNAPSHOT: Final = 200
EVENTS_KEPT: Final = 10_000
"""Of one table, whatever goes on there: a deal takes about a hundred, so that only
people who come and go, or ask each other for things, without ever playing get there.
No setting: no table that is played at comes near it."""


@dataclass(frozen=True, slots=True)
class Spans:
    """What a host may choose of how long things are left alone."""

    lease_ms: int = LEASE_MS
    """After so long some node looks whether people's nodes live."""
    keep_ms: int = ACTIVE_MS
    """How long the store keeps an open table of which it hears nothing more."""


USUAL_SPANS: Final = Spans()


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be stored, and where this node's copy stands once it is."""

    change: Change
    steps: tuple[Step, ...]
    position: Position


def plan_change(
    position: Position,
    outcome: Outcome,
    chance: Chance,
    now_ms: int,
    spans: Spans = USUAL_SPANS,
) -> Plan:
    """The change that an outcome makes at a position; without events, no change.

    Args:
        position: Where the table stands.
        outcome: What has been decided.
        chance: For the tokens of the events.
        now_ms: The store's clock.
        spans: How long things are left alone.
    """
    events, steps = [], []
    checksum = position.checksum
    for stamped, after in zip(outcome.events, outcome.states, strict=True):
        sealed = seal_event(stamped, checksum)
        token = chance.fresh(TOKEN_BYTES)
        events.append(NewEvent(sealed.payload, token))
        steps.append(Step(stamped, after, token))
        checksum = sealed.checksum
    state = steps[-1].after if steps else position.state
    mark = position.mark
    if events:
        mark = Mark(mark.epoch, mark.version + len(events), events[-1].token)
    with_snapshot = _wants_snapshot(position, steps, mark.version)
    change = Change(
        now_ms=now_ms,
        events=tuple(events),
        snapshot=seal_snapshot(state, checksum) if with_snapshot else None,
        deadlines=(
            deadline_changes(position.state, state, now_ms, spans.lease_ms)
            if events
            else {}
        ),
        lobby_row=_lobby_row(position.state, steps),
        phase=phase_of(state) if events else "",
        writer=SCHEMA,
        trim_before=_trim_before(position, steps, mark if with_snapshot else None),
        expire_ms=life_ms(state, spans),
        ends_table=state.closed is not None,
    )
    snapshot_version = mark.version if with_snapshot else position.snapshot_version
    return Plan(change, tuple(steps), Position(mark, checksum, state, snapshot_version))


def deadline_changes(
    before: TableState, after: TableState, now_ms: int, lease_ms: int = LEASE_MS
) -> dict[str, int | None]:
    """What to write so that the store holds the deadlines of the later state.

    A bot's deadline is always written, even where its time is the same: taking it has
    moved it in the store, and the next bot's may be due at the same moment.
    """
    old, new = deadlines_of(before), deadlines_of(after)
    changes: dict[str, int | None] = {
        kind: new.get(kind)
        for kind in old | new
        if kind == BOT or old.get(kind) != new.get(kind)
    }
    was_lit, is_lit = _has_company(before), _has_company(after)
    if was_lit != is_lit:
        changes[LEASE] = now_ms + lease_ms if is_lit else None
    return changes


def life_ms(state: TableState, spans: Spans) -> int:
    """How long the store keeps a table without hearing more of it, in milliseconds.

    A closed one waits for the records of its deals, which a full store does not take.
    """
    if state.closed is None or state.wants_archiving:
        return spans.keep_ms
    return FINISHED_MS


def all_deadlines(state: TableState, now_ms: int) -> dict[str, int | None]:
    """Every deadline of a table that the store knows nothing of yet."""
    due: dict[str, int | None] = dict(deadlines_of(state))
    if _has_company(state):
        due[LEASE] = now_ms + LEASE_MS
    return due


def _has_company(state: TableState) -> bool:
    """Whether people are connected, whose nodes have to be looked at."""
    return state.closed is None and any(held.connected for held in state.seats)


def _wants_snapshot(position: Position, steps: list[Step], version: int) -> bool:
    """A snapshot comes with each deal, so that loading folds one deal at most."""
    if any(isinstance(step.stamped.event, DealBegan) for step in steps):
        return True
    return version - position.snapshot_version >= _EVENTS_WITHOUT_SNAPSHOT


def _trim_before(
    position: Position, steps: list[Step], snapshot_at: Mark | None
) -> int | None:
    """Which events may go, if any: those with lower numbers.

    When a deal begins, that is all before the last deal, if its record is kept. So a
    table holds the events of two deals at most, however long it is played at. Where a
    deal does not come to an end, the oldest events go when there are too many.

    Args:
        position: Where the table stood.
        steps: What is added.
        snapshot_at: Where it stands after that, if a snapshot is stored there.
    """
    begins = any(isinstance(step.stamped.event, DealBegan) for step in steps)
    if begins and not position.state.wants_archiving:
        return position.snapshot_version
    if snapshot_at is not None and snapshot_at.version > EVENTS_KEPT:
        return snapshot_at.version - EVENTS_KEPT + 1
    return None


def _lobby_row(before: TableState, steps: list[Step]) -> LobbyRow:
    """What becomes of the table's row in the lobby; written only when it differs.

    Nothing of a deal is in it before the deal is settled, so a move is not even looked
    at.
    """
    if all(isinstance(step.stamped.event, _IN_DEAL) for step in steps):
        return Row.KEEP
    old, new = row_of(before), row_of(steps[-1].after)
    if old == new:
        return Row.KEEP
    return Row.REMOVE if new is None else new
