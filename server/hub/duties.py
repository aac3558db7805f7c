"""What a table needs from a node when a deadline has come."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.players.fallback import fallback_action
from engine.view import view_of
from protocol.codes import ErrorCode
from server.hub.answers import NotDone
from server.hub.mishaps import ANSWERS
from server.ports import BotFailed
from server.table.commands import BotAction, TimeUp
from server.table.deadlines import ARCHIVE, BOT, LEASE, deadlines_of

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.view import SeatView
    from server.hub.copies import Copies
    from server.hub.deal_archive import DealArchive
    from server.hub.hub import Hub
    from server.hub.live_table import LiveTable
    from server.hub.pulse import Pulse
    from server.hub.rounds import Rounds
    from server.ports import Bots


class Duties:
    """Asks bots and hands deadlines to tables."""

    def __init__(  # noqa: PLR0913 - each is a duty of its own
        self,
        hub: Hub,
        copies: Copies,
        bots: Bots,
        pulse: Pulse,
        *,
        rounds: Rounds,
        archive: DealArchive,
    ) -> None:
        self._metrics = copies.metrics
        self._asking: set[str] = set()
        self._hub = hub
        self._copies = copies
        self._bots = bots
        self._pulse = pulse
        self._rounds = rounds
        self._archive = archive

    async def fire(self, table: str, kind: str) -> None:
        """Do what a deadline asks for; harmless when it no longer stands."""
        live = await self._copies.live(table)
        try:
            await self._fire(live, kind)
        except ANSWERS:
            raise
        except Exception as fault:  # noqa: BLE001 - it would fail for ever
            async with live.turn_taken(patient=True):
                await self._hub.mishaps.mend(live, fault)

    async def _fire(self, live: LiveTable, kind: str) -> None:
        if kind == LEASE:
            await self._rounds.look(live)
        elif live.is_frozen:
            return  # nothing of it could be done
        elif kind not in deadlines_of(live.position.state):
            await self._hub.renew_deadline(live, kind)
        elif kind == ARCHIVE:
            await self._archive.keep(live)
        elif kind == BOT:
            if live.table in self._asking:
                return  # one question for each table, so that all have their turn
            self._asking.add(live.table)
            try:
                await self._ask_bot(live)
            finally:
                self._asking.discard(live.table)
        else:
            time_up = TimeUp(kind, await self._pulse.outages_until_now())
            await self._hub.submit_own(live, time_up)

    async def _ask_bot(self, live: LiveTable) -> None:
        """Ask the bot on turn, from what its seat may know and nothing else."""
        state = live.position.state
        if state.turn is None or state.deal is None:
            return
        held = state.seats[state.turn]
        view = view_of(state.deal.state, state.turn)
        level = held.bot_level or state.level_at(state.turn)
        action = await self._answer(view, level)
        command = BotAction(action, held.generation, state.turn_version)
        answer = await self._hub.submit_own(live, command)
        if isinstance(answer, NotDone) and answer.refusal.code is ErrorCode.INTERNAL:
            # What fails may hang on this very action; the simplest one may do.
            self._metrics.bot_fallbacks.add()
            simplest = replace(command, action=fallback_action(view))
            await self._hub.submit_own(live, simplest)

    async def _answer(self, view: SeatView, level: str) -> Action:
        """What the bot answers; without an answer for its seat, the first legal one."""
        with suppress(BotFailed):
            action = await self._bots.choose(view, level)
            if action.seat == view.seat:
                return action
        self._metrics.bot_fallbacks.add()
        return fallback_action(view)
