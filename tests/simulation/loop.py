"""An event loop on which time is simulated, and processes that live and die on it.

Nothing waits: when nobody can go on, the clock jumps to the next moment at which
somebody can. What runs in a thread elsewhere runs here at the end of the time that it
takes. So a run depends on nothing but what it is given, and repeats exactly.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

_T = TypeVar("_T")


class Stuck(Exception):  # noqa: N818 - says what happened
    """Everybody waits for ever."""


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs what is ready, and lets time jump when nothing is."""

    def __init__(self) -> None:
        super().__init__()
        self._now_s = 0.0
        self._selector = self
        self.thinking_s: Callable[[], float] = lambda: 0.0
        """Asked how long each piece of work takes that is for a thread."""
        self.set_task_factory(_adopted)

    def time(self) -> float:
        """Simulated seconds since the loop was made."""
        return self._now_s

    def select(self, timeout: float | None) -> list[object]:
        """Let so much time pass: in the place of waiting for sockets."""
        if timeout is None:
            raise Stuck
        self._now_s += timeout
        return []

    def run_in_executor(  # type: ignore[override]
        self,
        executor: object,  # noqa: ARG002 - there are no threads
        func: Callable[..., _T],
        *args: Any,
    ) -> asyncio.Future[_T]:
        """Call a function at the end of the time that it takes."""
        outcome: asyncio.Future[_T] = self.create_future()

        def done() -> None:
            if outcome.done():
                return
            try:
                outcome.set_result(func(*args))
            except Exception as fault:  # noqa: BLE001 - whoever waits gets it
                outcome.set_exception(fault)

        self.call_later(self.thinking_s(), done)
        return outcome

    def _process_events(self, events: list[object]) -> None:
        """Nothing ever comes from outside."""

    def _write_to_self(self) -> None:
        """Nobody calls from another thread."""


class Process:
    """Tasks that end together, in the middle of whatever they do.

    Whatever a task of a process begins belongs to it as well. A process that was killed
    does nothing more: what its tasks would do on their way out, the seams around it
    keep from everybody else.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_alive = True
        self._tasks: dict[asyncio.Task[Any], None] = {}
        self._context = copy_context()
        self._context.run(_OWNER.set, self)

    @property
    def context(self) -> Context:
        """In which callbacks of the process run."""
        return self._context.copy()

    def begin(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        """Begin something that ends with the process."""
        return asyncio.get_running_loop().create_task(work, context=self.context)

    def kill(self) -> None:
        """Let everything end where it is."""
        self.is_alive = False
        for task in list(self._tasks):
            task.cancel()

    def adopt(self, task: asyncio.Task[Any]) -> None:
        """Take a task in; a dead process takes it with it."""
        self._tasks[task] = None
        task.add_done_callback(self._tasks.pop)
        if not self.is_alive:
            task.cancel()


_OWNER: ContextVar[Process | None] = ContextVar("owner", default=None)


def owner() -> Process | None:
    """The process of whoever runs now; None for the simulation itself."""
    return _OWNER.get()


def is_dead() -> bool:
    """Whether whoever runs now belongs to a process that was killed."""
    process = _OWNER.get()
    return process is not None and not process.is_alive


def _adopted(
    loop: asyncio.AbstractEventLoop,
    work: Coroutine[Any, Any, _T] | Generator[Any, None, _T],
    context: Context | None = None,
) -> asyncio.Task[_T]:
    assert isinstance(work, Coroutine)
    task = asyncio.Task(work, loop=loop, context=context)
    process = _OWNER.get() if context is None else context.get(_OWNER)
    if process is not None:
        process.adopt(task)
    return task
