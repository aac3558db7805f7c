"""What a table needs from a node when a deadline has come."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from engine.players.fallback import fallback_action
from engine.view import view_of
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
        if kind == LEASE:
            await self._rounds.look(live)
        elif kind not in deadlines_of(live.position.state):
            await self._hub.renew_deadline(live, kind)
        elif kind == ARCHIVE:
            await self._archive.keep(live)
        elif kind == BOT:
            if table in self._asking:
                return  # one question for each table, so that all have their turn
            self._asking.add(table)
            try:
                await self._ask_bot(live)
            finally:
                self._asking.discard(table)
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
        await self._hub.submit_own(live, command)

    async def _answer(self, view: SeatView, level: str) -> Action:
        """What the bot answers; without an answer for its seat, the first legal one."""
        with suppress(BotFailed):
            action = await self._bots.choose(view, level)
            if action.seat == view.seat:
                return action
        self._metrics.bot_fallbacks.add()
        return fallback_action(view)
