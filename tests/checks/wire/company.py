"""People at a table who play by what they are told is allowed, and by nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from protocol.previews import Preview, Previewed
from protocol.to_server import (
    Declare,
    Discard,
    Play,
    Skip,
)
from tests.checks.wire.talker import Talker

if TYPE_CHECKING:
    from protocol.fold import Known
    from protocol.to_client import Ok
    from protocol.to_server import Sign, TurnCommand
    from protocol.views import View


@dataclass
class Company:
    """The people of one table; the other seats are bots'."""

    table: str
    people: list[Talker]

    @property
    def first(self) -> Talker:
        """One of them, to look at the table through."""
        return self.people[0]

    async def asked(self) -> Talker | None:
        """Who of them is to act; None when the deal is over."""
        known = await self.first.until(self.table, self._is_for_people)
        await self.all_up_to(known)
        if known.situation.phase == "settled":
            return None
        turn = known.situation.turn
        return next(one for one in self.people if self.view(one).you == turn)

    async def on_lead(self) -> Talker:
        """Play until one of them leads to a trick that is not the first."""
        while True:
            talker = await self.asked()
            assert talker is not None, "the deal was over first"
            deal = self.view(talker).deal
            if deal is not None and deal.tricks and not deal.trick:
                return talker
            await self.act(talker)

    async def play_out(self) -> None:
        """Play to the end of the deal."""
        while (talker := await self.asked()) is not None:
            await self.act(talker)

    async def act(self, talker: Talker, sign: Sign | None = None) -> Ok:
        """Let the one who is asked do the first thing that is allowed."""
        command = self.choice(talker, sign)
        if isinstance(command, Discard):
            await self._look_ahead(talker, command)
        ok = await talker.grant(command)
        for other in self.people:
            await other.up_to(self.table, ok.version)
        return ok

    async def _look_ahead(self, talker: Talker, command: Discard) -> None:
        """Ask what the discard would leave to declare."""
        await talker.say(Preview(table=self.table, cards=command.cards))
        await talker.until_heard(Previewed, table=self.table)

    async def all_up_to(self, known: Known) -> None:
        """Let all of them come to what one of them knows."""
        for talker in self.people:
            await talker.up_to(self.table, known.mark.version)

    def choice(self, talker: Talker, sign: Sign | None = None) -> TurnCommand:
        """What the one who is asked would do, under a number to be replaced."""
        known = talker.known[self.table]
        at, situation = known.mark.version, known.situation
        if situation.discardable:
            cards = situation.discardable[:2]
            return Discard(n=1, table=self.table, cards=cards, at=at)
        if situation.offer is None:
            card = situation.legal[0]
            return Play(n=1, table=self.table, card=card, at=at, sign=sign)
        if situation.offer.total:
            return Declare(n=1, table=self.table, at=at)
        return Skip(n=1, table=self.table, at=at)

    def view(self, talker: Talker) -> View:
        """The table as one of them sees it."""
        return talker.known[self.table].view

    def _is_for_people(self, known: Known) -> bool:
        seats = known.view.seats
        turn = known.situation.turn
        if turn is None:
            return known.situation.phase == "settled"
        return seats[turn].control == "person" and not known.view.paused
