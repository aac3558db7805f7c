"""Settings that a part is handed when it is made: that it holds them.

What the part does with them, its own tests show.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from server import app
from server.adapters import redis_store
from server.adapters.bot_processes import BotProcesses
from server.adapters.bot_threads import BotThreads
from server.adapters.jwt_logins import JwtLogins
from server.adapters.kill_at import KillAt
from server.adapters.redis_store import RedisStore
from server.crowd import Crowd, CrowdLimits
from server.door.failed_logins import FailedLogins, FailureLimits
from server.door.service import Service
from server.faults import Point
from server.health import Health
from server.hub.appending import Spans
from server.hub.bot_turns import BotTurns
from server.hub.copies import Copies
from server.hub.deal_archive import DealArchive
from server.hub.hub import Hub
from server.hub.leak_audit import _STEPS, LeakAudit
from server.hub.pulse import Pulse, Rhythm
from server.identity import Doorkeeper, Lifetimes
from server.metrics import NO_METRICS
from server.settings import Settings
from server.store_address import Address, parse_address
from server.store_memory import StoreMemory
from server.wiring import Parts, embedded_server
from tests.settings.reach import Given, built, part, reaches

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.adapters.redis_link import Link

KEY: Final = "a secret of the host's own login"
HELD: Final[dict[str, tuple[Any, Callable[[Parts], Any], Any]]] = {
    "lease_s": (7, lambda p: part(p, Hub).spans, Spans(7_000, 86_400_000)),
    "table_keep_s": (7_200, lambda p: part(p, Hub).spans, Spans(30_000, 7_200_000)),
    "max_tables": (7, lambda p: part(p, Copies).most, 7),
    "deal_keep_s": (77, lambda p: part(p, DealArchive)._keep_ms, 77_000),
    "bot_most_s": (7, lambda p: part(p, BotTurns).most_ms, 7_000),
    "bot_answer_s": (7, lambda p: part(p, BotThreads)._answer_s, 7),
    "beat_s": (7, lambda p: part(p, Pulse)._rhythm, Rhythm(7_000, 15_000)),
    "node_dead_s": (7, lambda p: part(p, Pulse)._rhythm, Rhythm(2_000, 7_000)),
    "store_patience_s": (7, lambda p: part(p, Health)._patience_ms, 7_000),
    "store_alarm_percent": (7, lambda p: part(p, StoreMemory)._alarm_share, 0.07),
    "audit_share": (1, lambda p: part(p, LeakAudit)._drawn_below / _STEPS, 1),
    "kill_at": ("C6:3", lambda p: part(p, KillAt)._point, Point.STORED),
    "login_key": (KEY, lambda p: part(p, JwtLogins)._key, KEY),
}
"""Name: what it is set to, how a server then shows it, and what must be seen."""


def _holds(name: str) -> None:
    value, look, expected = HELD[name]

    async def check(_given: Given) -> None:
        assert look(built(**{name: value})) == expected

    reaches(name)(check)


for _name in HELD:
    _holds(_name)


@reaches(
    "max_connections",
    "max_newcomers",
    "connections_per_address",
    "connects_per_minute",
    "connections_per_user",
)
async def crowd_has_its_limits(_given: Given) -> None:
    parts = built(
        max_connections=11,
        max_newcomers=12,
        connections_per_address=13,
        connects_per_minute=14,
        connections_per_user=15,
    )

    assert part(parts, Crowd).limits == CrowdLimits(
        total=11, newcomers=12, per_address=13, per_minute=14, per_user=15
    )


@reaches(
    "failed_logins_per_connection",
    "failed_logins_per_minute",
    "failed_logins_per_hour",
)
async def failures_have_their_limits(_given: Given) -> None:
    parts = built(
        failed_logins_per_connection=11,
        failed_logins_per_minute=12,
        failed_logins_per_hour=13,
    )

    assert part(parts, FailedLogins)._limits == FailureLimits(
        per_connection=11, per_address=12, per_table=13
    )


@reaches("session_keep_s", "session_age_s")
async def sessions_have_their_lifetimes(_given: Given) -> None:
    parts = built(session_keep_s=100, session_age_s=200)

    assert part(parts, Doorkeeper)._lifetimes == Lifetimes(100_000, 200_000)


@reaches("login_issuer", "login_audience")
async def logins_are_of_the_host(_given: Given) -> None:
    logins = part(
        built(login_key=KEY, login_issuer="a club", login_audience="tables"), JwtLogins
    )

    assert (logins._issuer, logins._audience) == ("a club", "tables")


@reaches("talk_per_s", "talk_burst")
async def talk_is_as_fast_as_it_may_be(_given: Given) -> None:
    talk = part(built(talk_per_s=4, talk_burst=2), Service).talk

    assert [talk.spend("ann", 0) for _ in range(3)] == [0, 0, 250]


@reaches("bot_workers", "bot_queue")
async def bots_have_their_processes(_given: Given) -> None:
    bots = part(built(bot_workers=3, bot_queue=7), BotProcesses)

    assert (bots._workers, bots._most_waiting) == (3, 7)


@reaches("state_dir", "store_memory_mb")
async def store_of_ones_own_has_its_place_and_memory(given: Given) -> None:
    embedded = embedded_server(Settings(state_dir=given.folder, store_memory_mb=99))

    assert embedded._files.path == given.folder / "store"
    assert embedded._max_memory_mb == 99


@reaches("redis_url", "store_answer_s", "store_give_up_s")
async def store_is_the_one_at_the_address(given: Given) -> None:
    asked: list[tuple[Address, float]] = []

    def link_to(address: Address, answer_s: float) -> Link:
        asked.append((address, answer_s))
        return redis_store.link_to(address, answer_s)

    given.patch.setattr(app, "link_to", link_to)
    url = "redis://10.9.8.7:6543/2"
    settings = Settings(redis_url=url, store_answer_s=5, store_give_up_s=7)

    async with app._store(settings, asyncio.Event(), NO_METRICS) as (store, _):
        assert isinstance(store, RedisStore)
        assert store._give_up_s == 7

    assert asked == [(parse_address(url), 5)]
