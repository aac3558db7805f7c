"""Hints for people: what a bot would think of each thing that a person may do now.

A bot's process works it out from the view of the person's own seat, without the chance of
the table, so that a hint tells nothing of any bot. Nothing else on the connection waits
for it. A person gets one at a time and so many a minute; none while bots have much to do.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

from engine.players.levels import HINT_LEVEL
from engine.players.player import NO_SEED
from engine.view import view_of
from protocol import limits
from protocol.codes import Advice, ErrorCode
from server.door import replies
from server.hub.copies import NoSuchTable
from server.ports import BotFailed, BotQuestion
from server.store_outcomes import HistoryBroken, StoreUnavailable
from server.stored import StoredFault
from server.throttle import Rate, Shares

if TYPE_CHECKING:
    from server.hub.copies import Copies
    from server.hub.live_table import LiveTable
    from server.metrics import Metrics
    from server.outbox import Outbox
    from server.ports import BotAdvice, Bots, Clock

log = structlog.get_logger()

_RATE: Final = Rate(limits.HINTS_PER_S, limits.HINTS_BURST)


class _NoHint(Exception):  # noqa: N818 - an answer, not a fault
    """Why there is none."""

    def __init__(
        self, code: ErrorCode, version: int = 0, retry_ms: int = replies.RETRY_MS
    ) -> None:
        super().__init__(code)
        self.code = code
        self.version = version
        self.retry_ms = retry_ms


class Hints:
    """Gives hints to the people of a node.

    Args:
        copies: The tables.
        bots: Who thinks.
        clock: Of this process.
        metrics: What is counted.
    """

    def __init__(
        self, copies: Copies, bots: Bots, clock: Clock, metrics: Metrics
    ) -> None:
        self._copies = copies
        self._bots = bots
        self._clock = clock
        self._metrics = metrics
        self._shares = Shares(_RATE)
        self._asking: dict[str, asyncio.Task[None]] = {}

    def ask(self, table: str, user: str, outbox: Outbox) -> None:
        """Answer a question for a hint as soon as there is one, or say why not.

        It is not given up when the connection ends: a process that was asked has to be
        heard to the end, or to be replaced.
        """
        if user in self._asking:
            outbox.tell(_refusal(table, _NoHint(ErrorCode.BUSY)))
            return
        task = asyncio.create_task(self._answer(table, user, outbox))
        self._asking[user] = task
        task.add_done_callback(lambda _: self._asking.pop(user))

    async def _answer(self, table: str, user: str, outbox: Outbox) -> None:
        try:
            outbox.tell(await self._hint(table, user))
        except _NoHint as refusal:
            self._metrics.refusals.add(refusal.code)
            outbox.tell(_refusal(table, refusal))
        except Exception as fault:
            self._metrics.faults.add("hint")
            log.error("a hint could not be given", exc_info=fault)  # noqa: TRY400
            outbox.tell(_refusal(table, _NoHint(ErrorCode.INTERNAL)))

    async def _hint(self, table: str, user: str) -> bytes:
        """The hint, packed.

        Raises:
            _NoHint: There is none.
        """
        live = await self._live(table)
        version = live.position.mark.version
        question = _question_of(live, user)
        wait_ms = self._shares.spend(user, self._clock.monotonic_ms())
        if wait_ms:
            raise _NoHint(ErrorCode.RATE, version, wait_ms)
        try:
            advice = await self._bots.advise(question)
        except BotFailed:
            raise _NoHint(ErrorCode.BUSY, version) from None
        return _hint(table, version, question, advice)

    async def _live(self, table: str) -> LiveTable:
        try:
            return await self._copies.live(table)
        except NoSuchTable:
            raise _NoHint(ErrorCode.NO_TABLE) from None
        except StoreUnavailable:
            raise _NoHint(ErrorCode.STORE_AWAY) from None
        except (StoredFault, HistoryBroken):
            raise _NoHint(ErrorCode.INTERNAL) from None


def _question_of(live: LiveTable, user: str) -> BotQuestion:
    """What a bot is asked for a person.

    Raises:
        _NoHint: The person may ask nothing here now.
    """
    state, version = live.position.state, live.position.mark.version
    seat = state.seat_of(user)
    if seat is None:
        raise _NoHint(ErrorCode.NOT_SEATED, version)
    if not state.options.hints:
        raise _NoHint(ErrorCode.NOT_ALLOWED, version)
    if state.deal is None or not state.deal_runs:
        raise _NoHint(ErrorCode.PHASE, version)
    if state.turn != seat:
        raise _NoHint(ErrorCode.NOT_YOUR_TURN, version)
    return BotQuestion(view_of(state.deal.state, seat), HINT_LEVEL, NO_SEED)


def _hint(table: str, version: int, question: BotQuestion, advice: BotAdvice) -> bytes:
    declarable = question.view.declarable
    return replies.hint(
        table,
        version,
        level=advice.level,
        declare=declarable is not None and declarable.total > 0,
        candidates=advice.candidates[: limits.HINT_CANDIDATES],
    )


def _refusal(table: str, why: _NoHint) -> bytes:
    retries = why.code.advice is Advice.RESEND
    retry_ms = why.retry_ms if retries else None
    return replies.no_hint(table, why.version, code=why.code, retry_ms=retry_ms)
