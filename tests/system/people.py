"""People who play over real connections, and keep what they were told.

A person plays by what the server says is allowed, over whatever comes in between, and
writes down which commands the server said count, so that the stored history can be
compared with it.
"""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from protocol.client import Session
from protocol.options import Options
from protocol.settings import SessionSettings
from protocol.to_client import Ok
from protocol.updates import Changed, Ended, Online, Replaced

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from protocol.fold import Known
    from protocol.to_client import Answer
    from protocol.tokens import TokenStore

QUICKLY = SessionSettings(
    answer_s=5.0,
    command_s=30.0,
    backoff_first_s=0.05,
    backoff_most_s=0.4,
    later_s=0.3,
    steady_s=1.0,
)
"""Waits of a test; nothing is judged by how long it takes."""
DEAL_S = 50.0


@dataclass
class Person:
    """Somebody with a session, who plays by himself."""

    name: str
    session: Session
    acknowledged: list[int] = field(default_factory=list)
    """Versions of the table right after the person's moves, as the server said."""
    repeated: int = 0
    """Answers that were given again, as the first one was lost."""
    moves: int = 0
    sightings: list[tuple[bytes, int]] = field(default_factory=list)
    """Epoch and version of everything that was told, in order."""
    online: int = 0
    """How often the server let this person in."""

    async def open(self, options: Options) -> str:
        """Open a table; its id."""
        answer = self.counted(await self.session.create(options))
        assert answer.table is not None
        return answer.table

    async def sit(self, table: str) -> None:
        """Sit down there."""
        self.counted(await self.session.sit(table))

    async def play(
        self, table: str, before_move: Callable[[Person], Awaitable[None]] | None = None
    ) -> Known:
        """Play the deal to its end; how it looks then."""
        chosen_at = (b"", -1)
        async for update in self.session:
            assert not isinstance(update, Ended), update
            self.online += isinstance(update, Online)
            known = self.session.known(table)
            if known is None or not isinstance(update, Changed | Replaced):
                continue
            at = (known.mark.epoch, known.mark.version)
            self.sightings.append(at)
            if known.situation.phase == "settled":
                return known
            if known.situation.turn != known.view.you or at == chosen_at:
                continue
            if before_move is not None:
                await before_move(self)
            chosen_at = at
            self.moves += 1
            answer = self.counted(await self._move(table))
            assert answer.version is not None
            self.acknowledged.append(answer.version)
        raise AssertionError("the session ended")

    def counted(self, answer: Answer) -> Ok:
        """The answer, which has to say that the command counts."""
        assert isinstance(answer, Ok), answer
        self.repeated += answer.dup
        return answer

    async def _move(self, table: str) -> Answer:
        known = self.session.known(table)
        assert known is not None
        situation = known.situation
        match situation.phase:
            case "discard":
                return await self.session.discard(table, situation.discardable[:2])
            case "declare":
                offer = situation.offer
                if offer is not None and offer.total:
                    return await self.session.declare(table)
                return await self.session.skip(table)
            case _:
                return await self.session.play(table, situation.legal[0])


@asynccontextmanager
async def people(
    **urls: str,
) -> AsyncIterator[list[Person]]:
    """People by name, each connected to a server of their own choice."""
    async with contextlib.AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(person(name, url))
            for name, url in urls.items()
        ]


@asynccontextmanager
async def person(
    name: str, url: str, tokens: TokenStore | None = None
) -> AsyncIterator[Person]:
    """One person, connected to a server."""
    session = Session(url, client="test/1", name=name, tokens=tokens, settings=QUICKLY)
    async with session:
        yield Person(name, session)


async def seated(group: list[Person], **options: object) -> str:
    """A table at which all of them sit, and the deal has begun."""
    wanted = Options.model_validate({"people": len(group), "pace_ms": 0, **options})
    table = await group[0].open(wanted)
    for one in group:
        await one.sit(table)
    return table


async def played(
    group: list[Person],
    table: str,
    before_move: Callable[[Person], Awaitable[None]] | None = None,
) -> list[Known]:
    """How each of them sees the end of the deal."""
    async with asyncio.timeout(DEAL_S):
        return list(
            await asyncio.gather(*(one.play(table, before_move) for one in group))
        )
