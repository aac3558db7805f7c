"""This node's sign of life, and what it hears of the others.

Every two seconds the node tells the store that it lives. The answer names the times in
which no node did, so that clocks can be given back what they lost. Clients are told that
the store is away after three seconds without it, and that clocks will be credited: so
that is as long as a gap may be before it counts. The answer also names this node's last
sign of life: a store that does not know it has come back with an older state.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from server.store_outcomes import StoreUnavailable

if TYPE_CHECKING:
    from server.hub.copies import Copies
    from server.hub.store_clock import StoreClock
    from server.ports import Clock
    from server.store import TableStore

BEAT_MS: Final = 2_000
KEEP_MS: Final = 15_000
"""A node that gave no sign for so long is dead to the others."""
GAP_MS: Final = 3_000
"""When no node gave a sign for longer, no clock ran."""
_QUICK_MS: Final = 100
"""An answer that took no longer tells the time exactly enough to set the clock by."""
_LEAVING: Final = b"leaving"
"""What a node says of itself that is about to end."""
_CHECK_EVERY: Final = 5
"""Copies are compared with the store at every fifth beat."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often a node gives a sign of life, and what silence means."""

    beat_ms: int = BEAT_MS
    keep_ms: int = KEEP_MS
    """See `KEEP_MS`."""

    @property
    def gap_ms(self) -> int:
        """See `GAP_MS`: one sign may come half a beat late."""
        return self.beat_ms * 3 // 2

    @property
    def found_ms(self) -> int:
        """After so long every node has compared the copies that people look at."""
        return (_CHECK_EVERY + 1) * self.beat_ms


class Pulse:
    """Beats until cancelled."""

    def __init__(
        self,
        store: TableStore,
        store_clock: StoreClock,
        node: str,
        rhythm: Rhythm | None = None,
    ) -> None:
        self._store = store
        self._store_clock = store_clock
        self.node = node
        """Id of this process."""
        self._rhythm = rhythm or Rhythm()
        self._beaten_ms: int | None = None
        self._forgotten_ms: int | None = None
        self.outages: tuple[tuple[int, int], ...] = ()
        """Times, from and to, in which no node was alive; the latest ones."""
        self._says = b""

    async def run(self, clock: Clock, copies: Copies) -> None:
        """Beat, and look for what news did not bring."""
        beats = 0
        while True:
            # A beat that does not get through is made up for by the next one.
            with suppress(StoreUnavailable):
                await self._beat()
                if beats % _CHECK_EVERY == 0:
                    await copies.check_all()
            beats += 1
            await clock.sleep_ms(self._rhythm.beat_ms)

    async def living(self) -> frozenset[str]:
        """The nodes that live, this one included."""
        return frozenset(await self._store.nodes()) | {self.node}

    async def leave(self) -> None:
        """Let the others know, now and from now on, that this node is about to end.

        Raises:
            StoreUnavailable: They hear of it with the next beat.
        """
        self._says = _LEAVING
        await self._beat()

    async def others_take_in(self) -> bool:
        """Whether another node lives that is not about to end.

        Raises:
            StoreUnavailable: The store does not answer.
        """
        nodes = await self._store.nodes()
        return any(
            node != self.node and says != _LEAVING for node, says in nodes.items()
        )

    async def outages_until_now(self) -> tuple[tuple[int, int], ...]:
        """`outages`, with one that has just ended.

        Right after an outage this node may not have heard of it yet: it asks then. A
        store that is full takes nobody's sign of life, but still lets tables end: what
        comes to one meanwhile is told of the outage that goes on.

        Raises:
            StoreUnavailable: It has not ended.
        """
        beaten_ms = self._beaten_ms
        now_ms = self._store_clock.now_ms()
        if beaten_ms is None or now_ms - beaten_ms > self._rhythm.gap_ms:
            try:
                await self._beat()
            except StoreUnavailable as failure:
                if not failure.is_full or beaten_ms is None:
                    raise
                return (*self.outages, (beaten_ms, now_ms))
        return self.outages

    def note_forgetful_store(self) -> None:
        """The store was found to have lost something that it had acknowledged."""
        self._forgotten_ms = self._store_clock.now_ms()

    async def store_has_forgotten(self, within_ms: int) -> bool:
        """Whether the store is known to have lost something within this time."""
        # As late as now, and not with the next beat, it may turn out.
        with suppress(StoreUnavailable):
            await self._beat()
        if self._forgotten_ms is None:
            return False
        return self._store_clock.now_ms() - self._forgotten_ms <= within_ms

    async def _beat(self) -> None:
        rhythm, asked_ms = self._rhythm, self._store_clock.now_ms()
        heartbeat = await self._store.beat(
            self.node, self._says, keep_ms=rhythm.keep_ms, gap_ms=rhythm.gap_ms
        )
        if self._store_clock.now_ms() - asked_ms <= _QUICK_MS:
            self._store_clock.corrected(heartbeat.now_ms)
        else:
            self._store_clock.seen(heartbeat.now_ms)
        last_ms, known_ms = self._beaten_ms, heartbeat.before_ms
        if last_ms is not None and (known_ms is None or known_ms < last_ms):
            self.note_forgetful_store()
        self._beaten_ms = heartbeat.now_ms
        self.outages = tuple((one.from_ms, one.to_ms) for one in heartbeat.outages)
