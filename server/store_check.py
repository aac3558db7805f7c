"""Waits for the store at the start, refuses one that could lose moves, and goes on looking.

A store may be another one tomorrow: it is started again without its settings, a replica
is promoted, somebody types CONFIG SET, its memory fills up. So what is asked at the
start is asked again every second, and after each time that it was away.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

from server.store_outcomes import StoreUnavailable, Trouble

if TYPE_CHECKING:
    from collections.abc import Collection

    from server.health import Health
    from server.hub.store_clock import StoreClock
    from server.ports import Clock
    from server.store import Danger, TableStore

log = structlog.get_logger()

_PAUSE_MS: Final = 50
_PAUSE_MOST_MS: Final = 1_000
_LOOK_EVERY_MS: Final = 1_000
_TRY_EVERY: Final = 2
"""A change is tried at every second look: it costs the store a write to its disk."""
_READS_GO_ON: Final = (Trouble.FULL, Trouble.REFUSED, Trouble.TOO_FEW_REPLICAS)


class Unready(Exception):  # noqa: N818 - a state that a host has to mend
    """The server must not run like this; the message says what to change."""


class StoreCheck:
    """What is asked of a store before it is used, and while it is.

    Args:
        store: The store.
        store_clock: Is set by what the store says.
        clock: This process' steady clock.
        health: Is told what was found.
        allowed: Names of dangers that the host accepts.
    """

    def __init__(
        self,
        store: TableStore,
        store_clock: StoreClock,
        clock: Clock,
        health: Health,
        allowed: Collection[str],
    ) -> None:
        self._store = store
        self._store_clock = store_clock
        self._clock = clock
        self._health = health
        self._allowed = allowed
        self._said: frozenset[str] = frozenset()

    async def at_start(self) -> None:
        """Return once the store answers and may be used; its clock is known then.

        A store that comes later than its servers is waited for, without end: whoever
        started them sees in `/readyz` and in the log what is missing. One that is full
        may be used, for people can still see their tables and leave them.

        Raises:
            Unready: It has a dangerous setting that is not among the allowed ones, or
                refuses something that the server needs.
        """
        pause_ms = _PAUSE_MS
        while not await self._is_usable():
            await self._clock.sleep_ms(pause_ms)
            pause_ms = min(_PAUSE_MOST_MS, pause_ms * 2)

    async def _is_usable(self) -> bool:
        asked_ms = self._clock.monotonic_ms()
        try:
            refused = await self._dangers()
            if refused:
                raise Unready(_why_unsafe(refused))
            self._store_clock.seen(await self._store.now_ms())
            await self._prove_at_start()
        except StoreUnavailable as failure:
            if failure.trouble is Trouble.REFUSED:
                msg = (
                    f"the store does not let this server in: {failure.detail}\n"
                    "Change that, or the address in redis_url."
                )
                raise Unready(msg) from failure
            self._failed(failure, asked_ms)
            return False
        self._health.store_answered()
        return True

    async def _prove_at_start(self) -> None:
        try:
            await self._store.prove()
        except StoreUnavailable as failure:
            if failure.trouble is not Trouble.FULL:
                raise
            self._health.store_refuses(failure)

    async def watch(self) -> None:
        """Look again and again, until cancelled.

        A question may take long to fail: what is known of it meanwhile is told
        meanwhile.
        """
        looks = 0
        while True:
            asked_ms = self._clock.monotonic_ms()
            question = asyncio.ensure_future(self._look(looks))
            try:
                while not await _is_answered(question, self._clock):
                    self._health.store_failed("no_answer", since_ms=asked_ms)
                question.result()
            except StoreUnavailable as failure:
                self._failed(failure, asked_ms)
            else:
                self._health.store_answered()
            finally:
                question.cancel()
            looks += 1
            await self._clock.sleep_ms(_LOOK_EVERY_MS)

    async def _look(self, looks: int) -> None:
        refused = await self._dangers()
        self._health.unsafe = _in_one_line(refused) if refused else None
        self._store_clock.seen(await self._store.now_ms())
        if self._health.store_silent_ms:
            await self._tried(whole=True)
        elif looks % _TRY_EVERY == 0:
            await self._tried(whole=False)

    async def _tried(self, *, whole: bool) -> None:
        try:
            await (self._store.prove() if whole else self._store.try_changes())
        except StoreUnavailable as failure:
            if failure.trouble not in _READS_GO_ON:
                raise
            self._health.store_refuses(failure)
        else:
            self._health.store_takes()

    def _failed(self, failure: StoreUnavailable, asked_ms: int) -> None:
        why, detail = failure.trouble.value, failure.detail
        self._health.store_failed(why, detail, since_ms=asked_ms)

    async def _dangers(self) -> list[Danger]:
        """Those that are not allowed; each is logged when it comes and when it goes."""
        found = await self._store.check_settings()
        names = frozenset(one.name for one in found)
        for one in found:
            if one.name not in self._said:
                log.warning(
                    "store setting",
                    name=one.name,
                    message=one.message,
                    accepted=one.name in self._allowed,
                )
        for name in sorted(self._said - names):
            log.info("store setting mended", name=name)
        self._said = names
        return [one for one in found if one.name not in self._allowed]


def _why_unsafe(refused: Collection[Danger]) -> str:
    lines = "\n".join(f"{one.name}: {one.message}" for one in refused)
    names = ",".join(one.name for one in refused)
    return (
        f"the store is not safe for tables:\n{lines}\n"
        f"Change that, or accept it with allow_dangers ({names})."
    )


def _in_one_line(refused: Collection[Danger]) -> str:
    return "; ".join(f"{one.name}: {one.message}" for one in refused)


async def _is_answered(question: asyncio.Future[None], clock: Clock) -> bool:
    """Wait for an answer, but not too long; whether there is one."""
    pause = asyncio.ensure_future(clock.sleep_ms(_LOOK_EVERY_MS))
    try:
        await asyncio.wait((question, pause), return_when=asyncio.FIRST_COMPLETED)
    finally:
        pause.cancel()
    return question.done()
