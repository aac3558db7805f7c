"""How the store calls its scripts: to a definite answer, and never cut in half.

Nothing else here knows about lost answers. A call that may have been carried out is
sent again as it is: the scripts recognise what they have done, by the receipt, the
token or the content. Only when the time is up the caller is told that it is unknown.
"""

import asyncio
import binascii
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from server.adapters.redis_failures import is_passing
from server.adapters.redis_link import Link
from server.adapters.redis_replies import BadReply
from server.adapters.redis_scripts import Argument, script
from server.store_outcomes import StoreUnavailable, Trouble
from server.store_records import SKEW_MS

Result = TypeVar("Result")

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
        self._running: set[asyncio.Task[Any]] = set()

    async def _change(
        self, name: str, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> Answer:
        """Run a script that writes until its answer is definite.

        Raises:
            StoreUnavailable: It is not, or it is that nothing was changed.
        """
        return await self._shielded(self._until_definite(name, keys, arguments))

    async def _ask(
        self, name: str, keys: Sequence[str], arguments: Sequence[Argument] = ()
    ) -> object:
        """Run a script that reads."""
        return await self._link.ask(script(name), keys, arguments)

    async def _shielded(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Let the work go on when its caller is cancelled."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            # A caller that was cancelled does not fetch the error any more.
            task.exception()

    async def _until_definite(
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
                if not is_passing(failure) or loop.time() + pause > end:
                    raise StoreUnavailable(
                        failure.trouble, failure.detail, unknown=unknown
                    ) from failure
            else:
                return Answer(reply, unknown)
            tries += 1
            await asyncio.sleep(pause)

    async def _finish(self) -> None:
        """Wait for changes that are under way."""
        if self._running:
            await asyncio.wait(self._running, timeout=CLOSE_S)
        for task in self._running:
            task.cancel()


def _pause_s(key: str, tries: int) -> float:
    """Give the pause before the next try: longer each time, and not all at once.

    The spread comes from the key and the count, so that no chance is needed.
    """
    spread = binascii.crc32(f"{key} {tries}".encode()) / 2**32
    return min(BACKOFF_MAX_S, BACKOFF_S * 2.0**tries) * (0.5 + spread / 2)
