"""The server of a rehearsal: a real one in memory, with one table and fixed hands."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from protocol.options import Options
from server.adapters.memory_store import NOT_DURABLE
from server.app import opened
from server.door.service import Service
from server.door.wire_commands import table_options
from server.identity import Entry, Span
from server.office.office import Office
from server.rehearsal.fixed_chance import FixedChance
from server.rehearsal.moody_store import MoodyStore
from server.settings import Settings
from server.wiring import Watch, wired

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pydantic_settings import BaseSettings, PydanticBaseSettingsSource


_OPTIONS: Final = Options(people=1, pace_ms=0, deals=1)
"""One person is enough; three bots take the other seats and do not wait."""
_HOST: Final = Entry(
    session="rehearsal",
    user="rehearsal",
    name="rehearsal",
    token=b"",
    is_new=True,
    span=Span(began_ms=0),
)


class _OwnSettings(Settings):
    """Settings that no environment changes."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 - the library's names
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Nothing but what is given here."""
        return (init_settings,)


@dataclass(frozen=True, slots=True)
class House:
    """A server with one open table, and what can be done to it."""

    url: str
    """Where the link of the rehearsal connects."""
    table: str
    """Id of the table at which the client is to sit."""
    service: Service
    store: MoodyStore
    office: Office

    def store_away(self, seconds: float) -> None:
        """Let the store be away for a while; everybody is told, before and after."""
        self.store.is_away = True
        self.service.tell_store_away()
        asyncio.get_running_loop().call_later(seconds, self._store_back)

    def _store_back(self) -> None:
        self.store.is_away = False
        self.service.tell_store_back()

    async def rewind(self, table: str, count: int) -> None:
        """Let the store lose the last events of a table, and the server notice."""
        self.store.forget_events(table, count)
        await self.service.copies.check_all()

    async def look_at_hands(self, table: str) -> None:
        """Bring about an event that changes nothing, and is told to everybody."""
        await self.office.hands(table)

    async def show_whole(self, reason: str) -> None:
        """Show everybody the tables as they are, though nobody has asked."""
        for live in self.service.copies.known():
            async with live.turn_taken(patient=True):
                for viewer in tuple(live.viewers):
                    live.tell_whole(viewer, reason)


@asynccontextmanager
async def house(seed: int) -> AsyncIterator[House]:
    """A server on a free port of this machine; it ends with the context.

    Args:
        seed: For all chance in it; the same seed gives the same hands, as long as the
            client adds no entropy of its own.
    """
    settings = _OwnSettings(
        host="127.0.0.1",
        port=0,
        bot_workers=0,
        allow_dangers=frozenset({NOT_DURABLE.name}),
        connects_per_minute=10_000,
        connections_per_address=1_000,
        drain_s=1,
        drain_spread_ms=0,
    )
    chance, watch = FixedChance(seed), Watch.begun()
    store = MoodyStore(_now_ms)
    parts = wired(settings, store, watch, chance)
    service = parts.service
    office = Office(store, service.hub, service.copies, chance)
    async with opened(parts, watch, asyncio.Event()) as url:
        wanted = table_options(_OPTIONS, settings.table, salt=b"")
        table = await service.opener.open(_HOST, 1, b"", wanted)
        yield House(url, table, service, store, office)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
