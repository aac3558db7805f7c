"""The tables of this node: one place where commands meet the store.

A command is judged on this node's copy, stored on the condition that the copy was
right, and only then told to anybody. When the store answers that the table has moved
on, the copy catches up and the command is judged again. Commands for one table are
taken one after another.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, assert_never

import structlog

from protocol.codes import ErrorCode
from server.faults import NO_FAULTS, Faults, Point
from server.hub.answers import Answer, Done, NotDone, answer_from, remembered
from server.hub.appending import USUAL_SPANS, Plan, life_ms, plan_change
from server.hub.broken_promises import note_broken, note_unreadable
from server.hub.copies import Copies, NoSuchTable
from server.hub.live_table import LiveTable, TableBusy
from server.hub.mishaps import ANSWERS, Mishaps, is_kept_out
from server.metrics import FENCED_WRITE
from server.store_outcomes import (
    Applied,
    ApplyOutcome,
    Conflicting,
    Duplicate,
    EpochChanged,
    Gone,
    HistoryBroken,
    Outdated,
    Rewound,
    Skewed,
    Stale,
    UpgradeNeeded,
)
from server.store_records import Append, Change, Receipt
from server.stored import SCHEMA, NewerSchema, StoredFault
from server.table.decide import decide
from server.table.draft import Circumstances, Outcome
from server.table.refusal import Refusal, Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.hub.store_clock import StoreClock
    from server.ports import Chance
    from server.store import TableStore
    from server.table.commands import TableCommand

log = structlog.get_logger()

_TRIES: Final = 5
_NO_EVENTS: Final = Outcome((), ())
_ANSWERS: Final = {
    Applied: "applied",
    Duplicate: "duplicate",
    Conflicting: "conflicting",
    Outdated: "outdated",
    Gone: "gone",
    Stale: "stale",
    EpochChanged: "epoch_changed",
    Rewound: "rewound",
    Skewed: "skewed",
    UpgradeNeeded: "upgrade_needed",
}
"""The store's answers as metrics name them."""


class Hub:
    """Takes commands for tables.

    Args:
        store: Where tables are kept.
        clock: The store's clock.
        chance: Fresh random bytes.
        copies: The tables that this node knows.
        node: Id of this process; its own commands are numbered under it.
    """

    def __init__(
        self,
        store: TableStore,
        clock: StoreClock,
        chance: Chance,
        copies: Copies,
        node: str,
    ) -> None:
        self._metrics = copies.metrics
        self._store = store
        self._clock = clock
        self._chance = chance
        self._copies = copies
        self.mishaps = Mishaps(copies)
        """Where faults of our own at a table end."""
        self._session = f"sys:node:{node}"
        self._number = 0
        self.spans = USUAL_SPANS
        """How long things are left alone."""
        self.faults: Faults = NO_FAULTS
        """What happens at the named points of a command's way; for tests."""
        self.on_change: Callable[[LiveTable], None] = lambda _live: None
        """Called after each change that this node stored or heard of."""

    async def submit(  # noqa: PLR0913 - the command, its number, and its time
        self,
        table: str,
        command: TableCommand,
        session: str,
        number: int,
        digest: bytes,
        *,
        begun_s: float | None = None,
    ) -> Answer:
        """Do what a person asks, once.

        Args:
            table: Id of the table.
            command: What is asked; it names the user, and no seat.
            session: Under which the number counts.
            number: The command number, at least 1.
            digest: Of the command's content, at most 32 bytes.
            begun_s: When its bytes came, on the clock of the metrics; now, if not given.

        Returns:
            How it ended; for a number that comes again, how it ended the first time.

        Raises:
            StoreUnavailable: It is not known whether the command counts; the same
                number asked again will tell.
        """
        if begun_s is None:
            begun_s = self._metrics.now_s()
        try:
            live = await self._copies.live(table)
            async with live.turn_taken():
                key = (session, number, digest)
                answer = await self._judge_safely(live, command, key, begun_s)
        except NoSuchTable:
            return _not_done(ErrorCode.NO_TABLE)
        except (TableBusy, NewerSchema):
            # The newer one will not pass: the connection ends, and comes elsewhere.
            return _not_done(ErrorCode.BUSY)
        except (StoredFault, HistoryBroken) as fault:
            # What is stored cannot be read, so that nothing was added to it either.
            note_unreadable(self._metrics, table, fault)
            return _not_done(ErrorCode.INTERNAL)
        self._metrics.delivered_s.observe(self._metrics.now_s() - begun_s)
        return answer

    async def submit_own(
        self,
        live: LiveTable,
        command: TableCommand,
        then: Callable[[LiveTable], None] | None = None,
    ) -> Answer:
        """Do what this node itself asks for: a bot's move, a deadline, a connection.

        A refusal is mostly no news; the table was judged and stays as it was.

        Args:
            live: The table.
            command: What is asked.
            then: Called right after it, before anything else happens at the table.
        """
        async with live.turn_taken(patient=True):
            self._number += 1
            key = (self._session, self._number, b"")
            answer = await self._judge_safely(live, command, key)
            if then is not None:
                then(live)
        return answer

    async def renew_deadline(
        self, live: LiveTable, kind: str, *, due_ms: int | None = None
    ) -> None:
        """Write one deadline: as given, or as the table's state has it."""
        async with live.turn_taken(patient=True):
            await self._copies.catch_up(live)
            if due_ms is None:
                due_ms = live.position.deadlines.get(kind)
            self._number += 1
            receipt = Receipt(self._session, self._number, b"", b"")
            now_ms = self._clock.now_ms()
            state = live.position.state
            change = Change(
                now_ms=now_ms,
                deadlines={kind: due_ms},
                writer=SCHEMA,
                expire_ms=life_ms(state, self.spans),
                ends_table=state.closed is not None,
            )
            await self._store.apply(
                Append(live.table, live.position.mark, receipt, change)
            )

    async def _judge_safely(
        self,
        live: LiveTable,
        command: TableCommand,
        key: tuple[str, int, bytes],
        begun_s: float | None = None,
    ) -> Answer:
        """Judge a command; a fault of ours on the way changes nothing.

        Nothing is remembered of it either: under the same number it is judged anew.
        """
        if is_kept_out(live, command):
            return _not_done(ErrorCode.FROZEN)
        mishaps = live.mishaps
        try:
            answer = await self._judge(live, command, key, begun_s)
        except ANSWERS:
            raise
        except Exception as fault:  # noqa: BLE001 - the other tables go on
            await self.mishaps.mend(live, fault)
            return _not_done(ErrorCode.INTERNAL)
        if isinstance(answer, Done) and live.mishaps == mishaps:
            self.mishaps.went_well(live, command)
        return answer

    async def _judge(
        self,
        live: LiveTable,
        command: TableCommand,
        key: tuple[str, int, bytes],
        begun_s: float | None = None,
    ) -> Answer:
        for _ in range(_TRIES):
            plan, answer = self._decide(live, command)
            self.faults.reached(Point.DECIDED)
            receipt = Receipt(*key, result=remembered(answer))
            append = Append(live.table, live.position.mark, receipt, plan.change)
            self.faults.reached(Point.BEFORE_STORE)
            outcome = await self._store.apply(append)
            self.faults.reached(Point.STORED)
            self._count(outcome, plan, begun_s)
            settled = await self._settle(live, plan, answer, outcome)
            if settled is not None:
                return settled
        return _not_done(ErrorCode.BUSY)

    def _decide(self, live: LiveTable, command: TableCommand) -> tuple[Plan, Answer]:
        """Judge a command on the copy as it is.

        A refusal is a change without events: the store checks that the copy was right
        and that the number is new before anybody is told, and remembers it.
        """
        position, now_ms = live.position, self._clock.now_ms()
        version = position.mark.version
        circumstances = Circumstances(now_ms, version, self._chance.fresh(32))
        answer: Answer
        try:
            outcome = decide(position.state, command, circumstances)
            answer = Done(version + len(outcome.events))
        except Refused as fault:
            outcome, answer = _NO_EVENTS, NotDone(fault.refusal)
        plan = plan_change(position, outcome, self._chance, now_ms, self.spans)
        return plan, answer

    async def _stands(self, live: LiveTable, plan: Plan) -> None:
        """Go on from what was stored: it counts, whatever becomes of telling it."""
        if not plan.steps:
            return
        try:
            self._take_over(live, plan)
        except Exception as fault:  # noqa: BLE001 - the answer is true all the same
            await self.mishaps.mend(live, fault)

    def _take_over(self, live: LiveTable, plan: Plan) -> None:
        """What was stored is what stands from here on; only now it is told."""
        live.take_over(plan.position, plan.steps)
        self.faults.reached(Point.MEMORY)
        live.tell(plan.steps)
        self.faults.reached(Point.EVENTS_QUEUED)
        self.faults.reached(Point.BEFORE_TIMERS)
        self.on_change(live)

    async def _settle(
        self, live: LiveTable, plan: Plan, answer: Answer, outcome: ApplyOutcome
    ) -> Answer | None:
        """Act on the store's answer; None means that the command is judged again."""
        match outcome:
            case Applied(_, now_ms):
                self._clock.seen(now_ms)
                await self._stands(live, plan)
                return answer
            case Duplicate(result, version):
                # The answer stands, whatever has become of the table since then.
                with suppress(NoSuchTable, StoredFault, HistoryBroken):
                    await self._copies.catch_up(live)
                    self.on_change(live)
                return answer_from(result, version)
            case Conflicting():
                return _not_done(ErrorCode.CONFLICT)
            case Outdated():
                return _not_done(ErrorCode.OLD_NUMBER)
            case Gone():
                await self._copies.missed(live)
                return None
            case Stale() | EpochChanged() | Rewound():
                await self._copies.follow(live, outcome)
                self.on_change(live)
                return None
            case Skewed(now_ms):
                self._clock.corrected(now_ms)
                return None
            case UpgradeNeeded():
                return _not_done(ErrorCode.BUSY)
            case _:
                assert_never(outcome)

    def _count(self, outcome: ApplyOutcome, plan: Plan, begun_s: float | None) -> None:
        metrics = self._metrics
        metrics.appends.add(_ANSWERS[type(outcome)])
        if not isinstance(outcome, Applied):
            return
        if outcome.mark != plan.position.mark:
            # It was written behind something that this node has not seen.
            table, version = plan.position.state.table, plan.position.mark.version
            note_broken(metrics, FENCED_WRITE, table, version=version)
        if begun_s is not None:
            metrics.stored_s.observe(metrics.now_s() - begun_s)


def _not_done(code: ErrorCode) -> NotDone:
    return NotDone(Refusal(code))
