"""A run from its seed to its history."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import structlog

from server.metrics import LOST
from tests.simulation.history import Fault, History, RolledBack
from tests.simulation.loop import VirtualLoop, is_dead, owner
from tests.simulation.world import World

if TYPE_CHECKING:
    from collections.abc import Iterator

    from structlog.typing import EventDict


def history_of(seed: int) -> History:
    """What happens in the run of this seed; always the same."""
    loop = VirtualLoop()
    try:
        asyncio.set_event_loop(None)
        loop.set_exception_handler(lambda _loop, _context: None)
        made = World(seed, loop)
        with _logs_noted(made), _links_of(made):
            loop.run_until_complete(made.run())
            _end_all(loop)
        return made.history
    finally:
        loop.close()


def _end_all(loop: VirtualLoop) -> None:
    left = asyncio.all_tasks(loop)
    for task in left:
        task.cancel()
    if left:
        loop.run_until_complete(asyncio.wait(left, timeout=5))


@contextmanager
def _links_of(made: World) -> Iterator[None]:
    """Let sessions connect over the simulated network."""
    with patch("protocol.connector.links_to", made.network.links):
        yield


def _is_of_the_store(event: EventDict, made: History) -> bool:
    """Whether a server says what a store has lost that has come back shorter."""
    is_lost = (event["event"], event.get("promise")) == ("a promise is broken", LOST)
    return is_lost and any(isinstance(one.what, RolledBack) for one in made.records)


@contextmanager
def _logs_noted(made: World) -> Iterator[None]:
    """Note faults that servers log; everything else that they log goes nowhere."""

    def noted(_logger: Any, method: str, event: EventDict) -> EventDict:
        is_fault = method in {"error", "exception", "critical"}
        if is_fault and not is_dead() and not _is_of_the_store(event, made.history):
            process = owner()
            fault = event.get("exc_info")
            text = f"{event['event']}: {fault!r}"
            made.note(Fault("" if process is None else process.name, text))
        raise structlog.DropEvent

    before = structlog.get_config()
    structlog.configure(processors=[noted], cache_logger_on_first_use=False)
    try:
        yield
    finally:
        structlog.configure(**before)
