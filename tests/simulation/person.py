"""A person with a client: plays, hesitates, errs, loses the way and comes back.

Whatever is on the wire is the doing of the client's real session. The person sees what
that tells, and clicks.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from engine.cards import CARD_CODES
from protocol.client import Session
from protocol.settings import SessionSettings
from protocol.to_server import (
    Back,
    Create,
    Declare,
    Discard,
    Play,
    Reply,
    Sit,
    Skip,
    Start,
)
from protocol.tokens import TokenInMemory
from protocol.updates import (
    NoAnswerError,
    SessionEndedError,
    TooManyCommandsError,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from protocol.fold import Known
    from protocol.options import Options
    from protocol.to_client import Answer
    from protocol.to_server import Command

_CLICK_S: Final = 3.0
"""A person who is not answered for so long looks again, and may click again."""
_GLANCE_S: Final = 1.0
"""Somebody who hears nothing looks up so often."""
_ERRS: Final = 0.08
"""How often a click is a mistake."""
_DAWDLES: Final = 0.3
"""How often a person waits for the end of the time, at a table with a clock."""
_LAST_MS: Final = 150
"""So short before the end such a click may come, or just too late."""


class Tokens(TokenInMemory):
    """Where a client keeps its token; all that there ever were are known to a thief."""

    def __init__(self, token: bytes | None) -> None:
        super().__init__(token)
        self.all = [] if token is None else [token]

    def save(self, token: bytes) -> None:
        """Keep a token."""
        super().save(token)
        self.all.append(token)


class Person:
    """Somebody at a client.

    Args:
        name: What the others see.
        token: Of a session that the person has, if any.
        rng: All chance of this person.
        think_s: How long the person thinks at most.
        now_ms: The time of day.
    """

    def __init__(
        self,
        name: str,
        token: bytes | None,
        rng: Random,
        think_s: float,
        now_ms: Callable[[], int],
    ) -> None:
        self.name = name
        self.tokens = Tokens(token)
        self.table: str | None = None
        """At which the person wants to sit, or to look on."""
        self.sits = token is not None
        """Whether the person has a seat there, or looks for one."""
        self.opens: Options | None = None
        """Of the table that the person is to open first."""
        self.is_done = False
        """Whether the person does nothing more."""
        self.session: Session | None = None
        self._rng = rng
        self._think_s = think_s
        self._settings = SessionSettings(
            answer_s=4.0,
            backoff_first_s=0.2,
            backoff_most_s=2.0,
            later_s=1.0,
            allow_plain=True,
            chance=rng.random,
            now_ms=now_ms,
        )
        self._changed = asyncio.Event()
        self._wants_device = asyncio.Event()

    async def live(self) -> None:
        """Be there until the session is over for good."""
        while True:
            self._wants_device.clear()
            session = Session(
                f"ws://{self.name.lower()}.simulated",
                client="sim/1",
                name=self.name,
                tokens=self.tokens,
                settings=self._settings,
            )
            await session.__aenter__()
            self.session = session
            watching = asyncio.create_task(self._watch(session))
            playing = asyncio.create_task(self._play(session))
            device = asyncio.create_task(self._wants_device.wait())
            done, _ = await asyncio.wait(
                (watching, device), return_when=asyncio.FIRST_COMPLETED
            )
            playing.cancel()
            device.cancel()
            if watching in done:
                return

    def take_another_device(self) -> None:
        """Go on over a second connection, while the first one is still open."""
        self._wants_device.set()

    async def _watch(self, session: Session) -> None:
        """Hear everything until the session is over."""
        async for _ in session:
            self._changed.set()
        self._changed.set()

    async def _play(self, session: Session) -> None:
        loop = asyncio.get_running_loop()
        while self._goes_on(session):
            glance = loop.call_later(_GLANCE_S, self._changed.set)
            await self._changed.wait()
            glance.cancel()
            self._changed.clear()
            await asyncio.sleep(self._think_s * self._rng.random())
            await asyncio.sleep(self._dawdles_s(session))
            if session.online and self._goes_on(session):
                with suppress(SessionEndedError, TooManyCommandsError):
                    await self._look(session)

    def _dawdles_s(self, session: Session) -> float:
        """How long to wait for the last moment of a turn; most often not at all."""
        known = None if self.table is None else session.known(self.table)
        if known is None or known.situation.turn != known.view.you:
            return 0.0
        deadline_ms = known.situation.deadline
        if deadline_ms is None or self._rng.random() >= _DAWDLES:
            return 0.0
        left_ms = deadline_ms - self._settings.now_ms() - _LAST_MS * self._rng.random()
        return max(0.0, left_ms / 1000)

    def _goes_on(self, session: Session) -> bool:
        return not self.is_done and session.ended is None

    async def _look(self, session: Session) -> None:
        if self.table is None:
            if self.opens is not None:
                options = self.opens
                answer = await self._give(
                    session, lambda n: Create(n=n, options=options)
                )
                self.table = getattr(answer, "table", None)
            return
        table = self.table
        known = session.known(table)
        if self.sits and (known is None or known.view.you is None):
            await self._give(session, lambda n: Sit(n=n, table=table))
        elif known is None:
            await session.refresh(table)
        elif known.view.you is not None:
            build = _mistake(known, self._rng) or _next(known, self._rng)
            if build is not None:
                await self._give(session, build)

    async def _give(
        self, session: Session, build: Callable[[int], Command]
    ) -> Answer | None:
        try:
            return await session.command(build, wait_s=_CLICK_S)
        except NoAnswerError:
            return None

    @property
    def is_over(self) -> bool:
        """Whether the person's newest session has ended for good."""
        return self.session is None or self.session.ended is not None

    @property
    def is_waiting(self) -> bool:
        """Whether a command of the newest session has no answer yet."""
        assert self.session is not None
        return bool(self.session._conversation._outbox._orders)


def _next(known: Known, rng: Random) -> Callable[[int], Command] | None:
    """What should be done now, if anything."""
    table, at, you = known.view.table, known.mark.version, known.view.you
    situation, view = known.situation, known.view
    assert you is not None
    if view.closed is not None:
        return None
    if view.seats[you].control == "bot" and rng.random() < 0.7:
        return lambda n: Back(n=n, table=table)
    if situation.asked is not None:
        agrees = rng.random() < 0.5
        return lambda n: Reply(n=n, table=table, agrees=agrees, at=at)
    if situation.phase in {"waiting", "settled"}:
        if view.seats[you].ready or view.deals_played >= view.options.deals:
            return None
        entropy = rng.randbytes(16) * 2
        return lambda n: Start(n=n, table=table, entropy=entropy)
    if situation.turn != you:
        return None
    if situation.phase == "discard":
        cards = tuple(rng.sample(situation.discardable, 2))
        return lambda n: Discard(n=n, table=table, cards=cards, at=at)
    if situation.phase == "declare":
        if situation.offer is not None and situation.offer.total:
            return lambda n: Declare(n=n, table=table, at=at)
        return lambda n: Skip(n=n, table=table, at=at)
    card = rng.choice(situation.legal)
    return lambda n: Play(n=n, table=table, card=card, at=at)


def _mistake(known: Known, rng: Random) -> Callable[[int], Command] | None:
    """Something that should not be done now; most often nothing."""
    if rng.random() >= _ERRS:
        return None
    table, at, deal = known.view.table, known.mark.version, known.view.deal
    own = list(deal.hand or ()) if deal is not None else []
    card = rng.choice(own or list(CARD_CODES))
    if rng.random() < 0.3:
        card = rng.choice(CARD_CODES)
    if rng.random() < 0.5:
        at -= rng.randrange(1, 6)
    return lambda n: Play(n=n, table=table, card=card, at=at)
