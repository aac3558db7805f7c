"""Starts every part of a server in the right order, and ends them in the other one."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import structlog

from server.adapters.bot_processes import BotProcesses
from server.adapters.bots_on_demand import BotsOnDemand
from server.adapters.embedded_binary import has_binary
from server.adapters.embedded_files import EmbeddedStoreFailed
from server.adapters.listening import address_of, listen, listen_for_metrics
from server.adapters.loop_lag import watch_loop_lag
from server.adapters.measured_link import MeasuredLink
from server.adapters.memory_server_store import MemoryServerStore, day_clock
from server.adapters.memory_store import NOT_DURABLE
from server.adapters.redis_store import RedisStore, link_to
from server.background import cancelled, kept_running, unless_stopped
from server.door.roll_call import RollCall
from server.drain import drain
from server.exposure import is_exposed
from server.hub.late_view import tell_late
from server.store_address import parse_address
from server.store_check import StoreCheck
from server.versions import program_version
from server.wiring import Parts, Store, Watch, embedded_server, wired

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from websockets.asyncio.server import Server

    from server.adapters.embedded_store import EmbeddedServer
    from server.door.service import Service
    from server.metrics import Metrics
    from server.settings import Settings

log = structlog.get_logger()

_STOP_S: Final = 2.0


@asynccontextmanager
async def running(settings: Settings, stop: asyncio.Event) -> AsyncIterator[str]:
    """A server that serves; gives its address, and ends it at the end.

    While the store is away at the start, the server listens, says that it is not
    ready, and waits. Everything is ready when the address is given, unless `stop` was
    set meanwhile. `stop` is also set by the server itself when it wants to end: after
    the idle time, or when its own store is lost for good.

    Raises:
        Unready: The store is set so that acknowledged moves could be lost, or does not
            let this server in.
        EmbeddedStoreFailed: The store of one's own does not start, or was lost.
        OSError: The port is in use.
    """
    asyncio.get_running_loop().set_exception_handler(_loop_fault)
    watch = Watch.begun()
    async with _store(settings, stop, watch.metrics) as (store, why_away):
        parts = wired(settings, store, watch)
        parts.health.why_away = why_away
        async with opened(parts, watch, stop) as url:
            yield url


@asynccontextmanager
async def opened(parts: Parts, watch: Watch, stop: asyncio.Event) -> AsyncIterator[str]:
    """A server of these parts, see `running`; gives its address."""
    async with AsyncExitStack() as stack:
        server = await _listening(parts, watch, stack)
        await unless_stopped(stop, _open(parts, stop, stack))
        alarms = _begun(stack, kept_running("alarms", watch.metrics, parts.alarms.run))
        settings = parts.service.settings
        if is_exposed(settings):
            log.warning(
                "serving plain text",
                host=settings.host,
                advice="put a TLS proxy before the server, and list it in "
                "trusted_proxies",
            )
        if not stop.is_set():
            log.info(
                "ready",
                node=parts.service.node,
                places=parts.places,
                version=program_version(),
            )
        try:
            yield address_of(server, settings.host)
        finally:
            leave_alarms = partial(cancelled, alarms)
            await drain(parts.service, server, parts.chance, leave_alarms)


@asynccontextmanager
async def _store(
    settings: Settings, stop: asyncio.Event, metrics: Metrics
) -> AsyncIterator[tuple[Store, Callable[[], str | None]]]:
    """The store at the host's address, or one of our own; and why it is away.

    One in memory only for a host who has accepted that, and can have no other.
    """
    if settings.redis_url is None and _accepts_memory(settings) and not has_binary():
        yield MemoryServerStore(day_clock()), lambda: None
        return
    async with AsyncExitStack() as stack:
        url = settings.redis_url
        lost: list[str] = []
        embedded: EmbeddedServer | None = None
        if url is None:
            embedded = embedded_server(settings)
            await embedded.start()
            stack.push_async_callback(embedded.stop)
            _begun(stack, _end_when_lost(embedded, stop, lost))
            url = embedded.url
        store = RedisStore(
            MeasuredLink(link_to(parse_address(url), settings.store_answer_s), metrics),
            give_up_s=settings.store_give_up_s,
        )
        stack.push_async_callback(store.aclose)
        yield store, lambda: None if embedded is None else embedded.why_away
        if lost:
            raise EmbeddedStoreFailed(lost[0])


def _accepts_memory(settings: Settings) -> bool:
    return NOT_DURABLE.name in settings.allow_dangers


async def _listening(parts: Parts, watch: Watch, stack: AsyncExitStack) -> Server:
    """Open the ports, before anything else: a second server on them fails at once."""
    settings = parts.service.settings
    server = await listen(parts.service, watch.page, parts.places)
    stack.push_async_callback(_closed, server)
    if settings.metrics_port is not None:
        stack.push_async_callback(
            _closed, await listen_for_metrics(settings, watch.page)
        )
    _begun(stack, watch_loop_lag(watch.metrics, parts.service.stalls))
    return server


async def _open(parts: Parts, stop: asyncio.Event, stack: AsyncExitStack) -> None:
    """Bring everything up that people need, and wait for it."""
    service, health, bots = parts.service, parts.health, parts.bots
    warming: asyncio.Task[None] | None = None
    if isinstance(bots, BotProcesses | BotsOnDemand):
        stack.push_async_callback(bots.aclose)
    if isinstance(bots, BotProcesses):
        health.bots_are_warm = False
        warming = _begun(stack, bots.start())
    check = StoreCheck(
        service.store,
        service.store_clock,
        service.clock,
        health,
        service.settings.allow_dangers,
    )
    await check.at_start()
    await service.copies.open()
    stack.push_async_callback(service.copies.aclose)
    _begun(stack, kept_running("store_watch", service.metrics, check.watch))
    _begun(stack, kept_running("store_memory", service.metrics, parts.memory.watch))
    beating = partial(service.pulse.run, service.clock, service.copies)
    _begun(stack, kept_running("pulse", service.metrics, beating))
    known, store_clock = service.copies.known, service.store_clock
    telling = partial(tell_late, known, service.clock, store_clock)
    _begun(stack, kept_running("late_views", service.metrics, telling))
    _begun(stack, kept_running("lobby", service.metrics, service.lobby.run))
    calling = RollCall(service).run
    _begun(stack, kept_running("roll_call", service.metrics, calling))
    if service.settings.idle_exit_s:
        _begun(stack, _end_when_idle(service, stop))
    health.is_open = True
    if warming is not None:
        await warming
        health.bots_are_warm = True


async def _end_when_lost(
    embedded: EmbeddedServer, stop: asyncio.Event, lost: list[str]
) -> None:
    reason = await embedded.wait_lost()
    log.error("the store is lost", reason=reason)
    lost.append(reason)
    stop.set()


async def _end_when_idle(service: Service, stop: asyncio.Event) -> None:
    """End the server when nobody has been connected for the idle time."""
    idle_ms = service.settings.idle_exit_s * 1000
    last_ms = service.clock.monotonic_ms()
    while True:
        await service.clock.sleep_ms(min(1000, round(idle_ms / 4)))
        now_ms = service.clock.monotonic_ms()
        if service.connections:
            last_ms = now_ms
        elif now_ms - last_ms >= idle_ms:
            log.info("nobody is here any more", idle_s=service.settings.idle_exit_s)
            stop.set()
            return


def _begun(
    stack: AsyncExitStack, work: Coroutine[object, object, None]
) -> asyncio.Task[None]:
    """Begin a work that ends with the server."""
    task = asyncio.create_task(work)
    stack.push_async_callback(cancelled, task)
    return task


async def _closed(server: Server) -> None:
    """Close a port; what hangs in a handshake is left to the end of the process."""
    server.close()
    with suppress(TimeoutError):
        async with asyncio.timeout(_STOP_S):
            await server.wait_closed()


def _loop_fault(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what nobody fetched; the event loop's own text could hold anything."""
    log.error("a fault that nobody handled", exc_info=context.get("exception"))
