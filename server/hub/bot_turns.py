"""The turns of bots: who is asked, and who answers when nobody does.

The bot of the level is asked first, in a process of its own. When it gives no answer, a
simple player in this process does; when that fails too, it is the first legal action. A
table whose bot has failed three times in a row is left to the simple player until the
next deal. However it is, a turn that has waited for four seconds is not waited for any longer.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import structlog

from engine.players.fallback import fallback_action
from engine.players.levels import player_of
from engine.view import view_of
from protocol.codes import ErrorCode
from server.hub.answers import NotDone
from server.hub.live_table import LiveTable
from server.ports import BotAnswer, BotFailed, BotQuestion
from server.store_outcomes import StoreUnavailable
from server.table.commands import FIRST_LEGAL, BotAction

if TYPE_CHECKING:
    from engine.players.player import Player
    from server.hub.hub import Hub
    from server.metrics import Metrics
    from server.ports import Bots, Clock

log = structlog.get_logger()

_FAULT: Final = ErrorCode.INTERNAL
SIMPLE_LEVEL: Final = "medium"
"""Of the player in this process."""
MOST_FAILURES: Final = 3
"""In a row at one table; then its bot is not asked any more in this deal."""
MOST_MS: Final = 4_000
"""For a bot's turn on this node."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn of a bot."""

    live: LiveTable
    question: BotQuestion
    generation: int
    number: int

    def command(self, answer: BotAnswer) -> BotAction:
        """What the table is asked for."""
        return BotAction(answer.action, self.generation, self.number, answer.level)


class BotTurns:
    """Lets bots act.

    Args:
        hub: Takes their actions.
        bots: The bots of the levels.
        clock: Of this process.
        metrics: What is counted.
    """

    def __init__(self, hub: Hub, bots: Bots, clock: Clock, metrics: Metrics) -> None:
        self._hub = hub
        self._bots = bots
        self._clock = clock
        self._metrics = metrics
        self._asking: set[str] = set()
        self.most_ms = MOST_MS
        """See `MOST_MS`."""
        self.simple: Player = player_of(SIMPLE_LEVEL)
        """Answers in this process when a bot does not."""

    async def act(self, live: LiveTable) -> None:
        """Let the bot on turn act, from what its seat may know and nothing else.

        Raises:
            StoreUnavailable: It is not known whether it has; the deadline comes again.
        """
        turn = _turn_of(live)
        if turn is None:
            return
        try:
            if self._is_overdue(turn):
                await self._act_simply(turn)
            elif live.table not in self._asking:  # so that all tables have their turn
                await self._ask(turn)
        except StoreUnavailable:
            live.bot_asked = None  # it was not the bot that was waited for
            raise

    def _is_overdue(self, turn: _Turn) -> bool:
        """Whether this very turn was begun here so long ago."""
        live, now_ms = turn.live, self._clock.monotonic_ms()
        if live.bot_asked is None or live.bot_asked[0] != turn.number:
            live.bot_asked = turn.number, now_ms
        return now_ms - live.bot_asked[1] >= self.most_ms

    async def _ask(self, turn: _Turn) -> None:
        table = turn.live.table
        self._asking.add(table)
        try:
            chosen = await self._answer(turn)
            answer = await self._hub.submit_own(turn.live, turn.command(chosen))
            if isinstance(answer, NotDone) and answer.refusal.code == _FAULT:
                # What fails may hang on this very action; the simplest one may do.
                await self._act_simply(turn)
        finally:
            self._asking.discard(table)

    async def _act_simply(self, turn: _Turn) -> None:
        answer = self._first_legal(turn.question)
        await self._hub.submit_own(turn.live, turn.command(answer))

    async def _answer(self, turn: _Turn) -> BotAnswer:
        """What the bot of the level answers, or who answers instead of it."""
        live, question = turn.live, turn.question
        if live.bot_failures < MOST_FAILURES:
            with suppress(BotFailed):
                answer = await self._bots.choose(question)
                if answer.action.seat == question.view.seat:
                    live.bot_failures = 0
                    return answer
            self._note_failure(live)
        return self._simple_answer(question)

    def _note_failure(self, live: LiveTable) -> None:
        live.bot_failures += 1
        if live.bot_failures == MOST_FAILURES:
            self._metrics.bots_given_up.add()
            log.error("a bot is not asked any more", table=live.table)

    def _simple_answer(self, question: BotQuestion) -> BotAnswer:
        self._metrics.bot_substitutes.add()
        try:
            action = self.simple.choose(question.view, question.bot_seed)
            return BotAnswer(action, SIMPLE_LEVEL)
        except Exception as fault:
            self._metrics.faults.add("simple_player")
            log.error("the simple player failed", exc_info=fault)  # noqa: TRY400
            return self._first_legal(question)

    def _first_legal(self, question: BotQuestion) -> BotAnswer:
        self._metrics.bot_fallbacks.add()
        return BotAnswer(fallback_action(question.view), FIRST_LEGAL)


def _turn_of(live: LiveTable) -> _Turn | None:
    """The turn that the table waits for; None when no deal runs."""
    state = live.position.state
    if state.turn is None or state.deal is None:
        return None
    held = state.seats[state.turn]
    question = BotQuestion(
        view_of(state.deal.state, state.turn),
        held.bot_level or state.level_at(state.turn),
        state.bot_seed,
    )
    return _Turn(live, question, held.generation, state.turn_version)
