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
    from collections.abc import Sequence

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
    for stamped, state in zip(outcome.events, outcome.states, strict=True):
        sealed = seal_event(stamped, checksum)
        token = chance.fresh(TOKEN_BYTES)
        events.append(NewEvent(sealed.payload, token))
        steps.append(Step(stamped, state, token))
        checksum = sealed.checksum
    after = _position_after(position, steps, checksum)
    with_snapshot = after.snapshot_version > position.snapshot_version
    change = Change(
        now_ms=now_ms,
        events=tuple(events),
        snapshot=seal_snapshot(after.state, checksum) if with_snapshot else None,
        deadlines=(
            deadline_changes(position, after, now_ms, spans.lease_ms) if events else {}
        ),
        lobby_row=_lobby_row(position.state, steps),
        phase=phase_of(after.state) if events else "",
        writer=SCHEMA,
        trim_before=_trim_before(position, after, steps) if with_snapshot else None,
        expire_ms=life_ms(after.state, spans),
        ends_table=after.state.closed is not None,
    )
    return Plan(change, tuple(steps), after)


def _position_after(
    position: Position, steps: Sequence[Step], checksum: bytes
) -> Position:
    """Where a table stands after some steps, the last of which has this checksum.

    A snapshot comes with each deal, so that loading folds one deal at most.
    """
    if not steps:
        return position
    mark, snapshot_version = position.mark, position.snapshot_version
    version = mark.version + len(steps)
    if _begin_a_deal(steps) or version - snapshot_version >= _EVENTS_WITHOUT_SNAPSHOT:
        snapshot_version = version
    last = steps[-1]
    mark = Mark(mark.epoch, version, last.token)
    return Position(mark, checksum, last.after, snapshot_version)


def _begin_a_deal(steps: Sequence[Step]) -> bool:
    return any(isinstance(step.stamped.event, DealBegan) for step in steps)


def deadline_changes(
    before: Position, after: Position, now_ms: int, lease_ms: int = LEASE_MS
) -> dict[str, int | None]:
    """What to write so that the store holds the deadlines of the later position.

    A bot's deadline is always written, even where its time is the same: taking it has
    moved it in the store, and the next bot's may be due at the same moment.
    """
    old, new = before.deadlines, after.deadlines
    changes: dict[str, int | None] = {
        kind: new.get(kind)
        for kind in {**old, **new}
        if kind == BOT or old.get(kind) != new.get(kind)
    }
    was_lit, is_lit = _has_company(before.state), _has_company(after.state)
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


def _trim_before(
    before: Position, after: Position, steps: Sequence[Step]
) -> int | None:
    """Which events may go with a new snapshot, if any: those with lower numbers.

    When a deal begins, that is all before the last deal, if its record is kept. So a
    table holds the events of two deals at most, however long it is played at. Where a
    deal does not come to an end, the oldest events go when there are too many.

    Args:
        before: Where the table stood.
        after: Where it stands with the snapshot.
        steps: What lies in between.
    """
    if _begin_a_deal(steps) and not before.state.wants_archiving:
        return before.snapshot_version
    if after.mark.version > EVENTS_KEPT:
        return after.mark.version - EVENTS_KEPT + 1
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
