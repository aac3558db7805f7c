"""How the store calls its scripts: to a definite answer, and never cut in half.

Nothing else here knows about lost answers. A call that may have been carried out is
sent again as it is: the scripts recognise what they have done, by the receipt, the
token or the content. Only when the time is up the caller is told that it is unknown.
"""

import asyncio
import binascii
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from server.adapters.redis_failures import is_passing
from server.adapters.redis_link import Link
from server.adapters.redis_replies import BadReply
from server.adapters.redis_scripts import Argument, script
from server.store_outcomes import StoreUnavailable, Trouble
from server.store_records import SKEW_MS

GIVE_UP_S = 3.0
"""How long a change is tried before its caller hears that there is no answer."""
BACKOFF_S = 0.05
BACKOFF_MAX_S = 1.0
CLOSE_S = 5.0


@dataclass(frozen=True, slots=True)
class Answer:
    """A definite answer to a change."""

    reply: object
    was_unknown: bool
    """Whether an earlier try of this very call may have been carried out."""


@contextmanager
def sensible(*, unknown: bool = False) -> Iterator[None]:
    """Turn a reply that makes no sense into the lack of an answer.

    Args:
        unknown: Whether the call may have changed something.
    """
    try:
        yield
    except (BadReply, ValueError, KeyError) as error:
        detail = type(error).__name__
        raise StoreUnavailable(Trouble.BROKEN, detail, unknown=unknown) from error


class RedisCalls:
    """The part that all parts of the store stand on."""

    def __init__(
        self, link: Link, *, give_up_s: float = GIVE_UP_S, skew_ms: int = SKEW_MS
    ) -> None:
        self._link = link
        self._give_up_s = give_up_s
        self._skew_ms = skew_ms
        self._under_way = 0
        """Changes that wait for their answers."""
        self._all_answered = asyncio.Event()
        self._left: set[asyncio.Task[Answer]] = set()
        """Changes whose callers do not wait for them any more."""
        self._is_closed = False

    async def _change(
        self,
        name: str,
        keys: Sequence[str],
        arguments: Sequence[Argument],
        *,
        goes_on: bool = True,
    ) -> Answer:
        """Run a script that writes until its answer is definite.

        It goes on when its caller is cancelled: then it is asked for again by a task of
        its own, which as a rule only hears that it has been done. That is rare, and to
        give each change a task from the start would cost each one 30 us.

        Args:
            name: Of the script.
            keys: Its keys, at least one.
            arguments: Its arguments.
            goes_on: Whether it shall be done whoever waits for it.

        Raises:
            StoreUnavailable: It is not, or it is that nothing was changed.
        """
        try:
            return await self._until_definite(name, keys, arguments)
        except asyncio.CancelledError:
            if goes_on and not self._is_closed:
                self._go_on(self._until_definite(name, keys, arguments))
            raise

    async def _ask(
        self, name: str, keys: Sequence[str], arguments: Sequence[Argument] = ()
    ) -> object:
        """Run a script that reads."""
        return await self._link.ask(script(name), keys, arguments)

    def _go_on(self, change: Coroutine[Any, Any, Answer]) -> None:
        task = asyncio.create_task(change)
        self._left.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Answer]) -> None:
        self._left.discard(task)
        if not task.cancelled():
            task.exception()  # nobody fetches it any more

    async def _until_definite(
        self, name: str, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> Answer:
        self._under_way += 1
        try:
            return await self._answered(name, keys, arguments)
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._all_answered.set()

    async def _answered(
        self, name: str, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> Answer:
        loop = asyncio.get_running_loop()
        end = loop.time() + self._give_up_s
        unknown = False
        tries = 0
        while True:
            try:
                reply = await self._link.change(script(name), keys, arguments)
            except StoreUnavailable as failure:
                unknown = unknown or failure.unknown
                pause = _pause_s(keys[0], tries)
                is_over = self._is_closed or loop.time() + pause > end
                if is_over or not is_passing(failure):
                    raise StoreUnavailable(
                        failure.trouble, failure.detail, unknown=unknown
                    ) from failure
            else:
                return Answer(reply, unknown)
            tries += 1
            await asyncio.sleep(pause)

    async def _finish(self) -> None:
        """Wait for changes that are under way; those that take longer end untried."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_S):
                while self._under_way:
                    self._all_answered.clear()
                    await self._all_answered.wait()
        self._is_closed = True
        for task in self._left:
            task.cancel()
        if self._left:
            await asyncio.wait(self._left)


def _pause_s(key: str, tries: int) -> float:
    """Give the pause before the next try: longer each time, and not all at once.

    The spread comes from the key and the count, so that no chance is needed.
    """
    spread = binascii.crc32(f"{key} {tries}".encode()) / 2**32
    return min(BACKOFF_MAX_S, BACKOFF_S * 2.0**tries) * (0.5 + spread / 2)
