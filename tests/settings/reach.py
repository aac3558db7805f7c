"""Checks that a setting reaches the part that uses it, by the setting's name.

Each check sets something else than the default, and looks at what the part then does or
holds; so it fails where the part has a value of its own. Waits are tried by moving the
clock of the event loop, never by waiting.
"""

from __future__ import annotations

import asyncio
import gc
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import pytest

from server.settings import Settings, TableSettings
from server.wiring import Parts, Watch, wired
from tests.server.rig import MemoryOfAll
from tests.support.fakes import START_MS, settled

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


_Kind = TypeVar("_Kind")
_PASSED_OVER: Final = (ModuleType, FunctionType, type)
"""From these the whole program is reached, and not only what a server holds."""


@dataclass(frozen=True)
class Given:
    """What a check may use."""

    patch: pytest.MonkeyPatch
    folder: Path

    def moving_clock(self) -> Callable[[float], Awaitable[None]]:
        """Take over the event loop's clock; what moves it on by so many seconds."""
        loop, moved_s = asyncio.get_running_loop(), [0.0]
        real_s = loop.time
        self.patch.setattr(loop, "time", lambda: real_s() + moved_s[0])

        async def move(seconds: float) -> None:
            await settled()
            moved_s[0] += seconds
            await settled()

        return move


Check: TypeAlias = "Callable[[Given], Awaitable[None]]"
CHECKS: Final[dict[str, Check]] = {}


def reaches(*names: str) -> Callable[[Check], Check]:
    """Take a check in for these settings."""

    def taken(check: Check) -> Check:
        for name in names:
            assert name not in CHECKS, name
            CHECKS[name] = check
        return check

    return taken


def every_setting() -> list[str]:
    """The names of all settings; those of tables as `table.NAME`."""
    of_tables = [f"table.{name}" for name in TableSettings.model_fields]
    return [name for name in Settings.model_fields if name != "table"] + of_tables


def built(**given: Any) -> Parts:
    """A server with these settings that does not run."""
    settings = Settings(**{"bot_workers": 0} | given)
    return wired(settings, MemoryOfAll(lambda: START_MS), Watch.begun())


def part(parts: Parts, kind: type[_Kind]) -> _Kind:
    """The one part of a kind that the server holds, wherever it holds it."""
    seen, ahead = {id(parts)}, deque[object]([parts])
    while ahead:
        one = ahead.popleft()
        if isinstance(one, kind):
            return one
        for held in gc.get_referents(one):
            if id(held) not in seen and not isinstance(held, _PASSED_OVER):
                seen.add(id(held))
                ahead.append(held)
    msg = f"the server holds no {kind.__name__}"
    raise AssertionError(msg)
