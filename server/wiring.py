"""Every part of a server with the parts it needs; nothing runs yet.

Who talks to whom can be read here from top to bottom.
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

import structlog

from engine.players.levels import can_search
from server.adapters.bot_processes import BotProcesses, usual_workers
from server.adapters.bot_threads import BotThreads
from server.adapters.bots_on_demand import BotsOnDemand
from server.adapters.embedded_store import EmbeddedServer
from server.adapters.http import answer
from server.adapters.kill_at import KillAt
from server.adapters.process_limits import raised_file_limit
from server.adapters.prometheus_metrics import CONTENT_TYPE, PrometheusInstruments
from server.adapters.system import SystemChance, SystemClock
from server.crowd import Crowd, CrowdLimits
from server.door.failed_logins import FailedLogins, FailureLimits
from server.door.service import Service
from server.health import Health
from server.hub.alarms import Alarms
from server.hub.appending import Spans
from server.hub.bot_turns import BotTurns
from server.hub.copies import Copies
from server.hub.deal_archive import DealArchive
from server.hub.duties import Duties
from server.hub.hub import Hub
from server.hub.leak_audit import LeakAudit
from server.hub.lobby import Lobby
from server.hub.opening import Opener
from server.hub.pulse import Pulse, Rhythm
from server.hub.repair import Repair
from server.hub.rounds import Rounds
from server.hub.self_check import SelfCheck
from server.hub.store_clock import StoreClock
from server.identity import Doorkeeper, Lifetimes
from server.metrics import Metrics
from server.ports import Chance, Clock
from server.sessions import SessionStore
from server.store import TableStore
from server.store_address import parse_address
from server.store_memory import StoreMemory
from server.versions import program_version

if TYPE_CHECKING:
    from websockets.http11 import Response

    from server.adapters.jwt_logins import JwtLogins
    from server.settings import Settings

log = structlog.get_logger()

_SYSTEM_CHANCE: Final = SystemChance()
_SYSTEM_CLOCK: Final = SystemClock()
_NODE_BYTES: Final = 6
_FILES_KEPT: Final = 64
"""Open files that are no connections of clients: the store's, pipes, handshakes."""
_FILES_WANTED: Final = 8_192


Thinkers: TypeAlias = BotThreads | BotProcesses | BotsOnDemand
"""Where bots think."""


@dataclass(frozen=True, slots=True)
class Watch:
    """What the server counts, and the page that shows it."""

    instruments: PrometheusInstruments
    metrics: Metrics

    @classmethod
    def begun(cls) -> Watch:
        """Everything at zero."""
        instruments = PrometheusInstruments()
        instruments.info(
            "build_info", "Which version this is", "version", program_version()
        )
        return cls(instruments, Metrics(instruments))

    def page(self) -> Response:
        """What Prometheus scrapes."""
        return answer(HTTPStatus.OK, self.instruments.text(), kind=CONTENT_TYPE)


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that are started and ended one after the other."""

    service: Service
    health: Health
    memory: StoreMemory
    alarms: Alarms
    bots: Thinkers
    chance: Chance
    places: int
    """For connections at once."""


class Store(TableStore, SessionStore, Protocol):
    """Keeps tables and sessions."""


def wired(
    settings: Settings,
    store: Store,
    watch: Watch,
    chance: Chance = _SYSTEM_CHANCE,
    clock: Clock = _SYSTEM_CLOCK,
) -> Parts:
    """The parts of a server on this store, with these chance and time."""
    metrics = watch.metrics
    node = chance.fresh(_NODE_BYTES).hex()
    store_clock = StoreClock(clock)
    copies = Copies(store, store_clock, Repair(store, store_clock, chance), metrics)
    copies.audit = LeakAudit(settings.audit_share, chance, metrics)
    copies.most = settings.max_tables
    hub = Hub(store, store_clock, chance, copies, node)
    hub.spans = Spans(round(settings.lease_s * 1000), settings.table_keep_s * 1000)
    bots = _bots(settings, metrics)
    rhythm = _rhythm(settings)
    copies.others_first_ms = rhythm.found_ms
    pulse = Pulse(store, store_clock, node, rhythm)
    rounds = Rounds(store, hub, pulse, clock, store_clock)
    check = SelfCheck(store, clock, metrics)
    archive = DealArchive(store, hub, check, settings.deal_keep_s * 1000)
    bot_turns = BotTurns(hub, bots, clock, metrics)
    bot_turns.most_ms = round(settings.bot_most_s * 1000)
    duties = Duties(hub, copies, bot_turns, pulse, rounds=rounds, archive=archive)
    alarms = Alarms(store, clock, store_clock, duties.fire, metrics)
    hub.on_change = copies.on_change = alarms.note
    copies.on_new_history = rounds.greet_again
    health = Health(clock, settings.store_patience_s, _store_address(settings))
    memory = StoreMemory(store, clock, settings.store_alarm_percent / 100)
    places = _places(settings)
    crowd = Crowd(_crowd_limits(settings, places), clock)
    service = Service(
        node=node,
        settings=settings,
        clock=clock,
        chance=chance,
        store_clock=store_clock,
        store=store,
        doorkeeper=Doorkeeper(
            store,
            chance,
            store_clock.now_ms,
            Lifetimes(settings.session_keep_s * 1000, settings.session_age_s * 1000),
            _logins(settings),
        ),
        hub=hub,
        copies=copies,
        pulse=pulse,
        lobby=Lobby(store, clock),
        opener=Opener(store, store_clock, chance),
        failed_logins=FailedLogins(store, clock, _failure_limits(settings)),
        bots=bots,
        metrics=metrics,
        crowd=crowd,
        health=health,
    )
    if settings.kill_at is not None:
        hub.faults = service.faults = KillAt(settings.kill_at)
    health.on_away = service.tell_store_away
    health.on_back = service.tell_store_back
    _show_gauges(service, crowd, health, bots)
    metrics.gauge(
        "store_memory_share",
        "How full the memory of the store is; 0 without a limit",
        lambda: memory.share,
    )
    return Parts(service, health, memory, alarms, bots, chance, places)


def _store_address(settings: Settings) -> str:
    if settings.redis_url is None:
        return str(settings.state_dir)
    return parse_address(settings.redis_url).shown


def _logins(settings: Settings) -> JwtLogins | None:
    """The host's own login, if a key is configured."""
    key = settings.login_key
    if key is None:
        return None
    # It brings a library of ciphers: a tenth of the start, a sixth of the memory.
    from server.adapters.jwt_logins import JwtLogins  # noqa: PLC0415

    return JwtLogins(
        key.get_secret_value(),
        issuer=settings.login_issuer,
        audience=settings.login_audience,
    )


def _rhythm(settings: Settings) -> Rhythm:
    return Rhythm(round(settings.beat_s * 1000), round(settings.node_dead_s * 1000))


def embedded_server(settings: Settings) -> EmbeddedServer:
    """A store of one's own, in the folder of the settings; it is not started yet."""
    return EmbeddedServer(
        settings.state_dir / "store", max_memory_mb=settings.store_memory_mb
    )


def _bots(settings: Settings, metrics: Metrics) -> Thinkers:
    workers = settings.bot_workers
    processes = BotProcesses(
        usual_workers() if workers is None else max(1, workers),
        answer_s=settings.bot_answer_s,
        most_waiting=settings.bot_queue,
        metrics=metrics,
    )
    if workers != 0:
        return processes
    threads = BotThreads(answer_s=settings.bot_answer_s, metrics=metrics)
    return BotsOnDemand(threads, processes) if can_search() else threads


def _places(settings: Settings) -> int:
    """For how many connections there is room, whatever the host wishes."""
    wanted = settings.max_connections
    files = raised_file_limit(max(_FILES_WANTED, wanted + 2 * _FILES_KEPT))
    if files is None or files - _FILES_KEPT >= wanted:
        return wanted
    places = max(1, files - _FILES_KEPT)
    log.warning(
        "fewer connections than wished",
        places=places,
        wished=wanted,
        advice="raise the limit of open files (ulimit -n, LimitNOFILE)",
    )
    return places


def _crowd_limits(settings: Settings, places: int) -> CrowdLimits:
    return CrowdLimits(
        total=places,
        newcomers=settings.max_newcomers,
        per_address=settings.connections_per_address,
        per_minute=settings.connects_per_minute,
        per_user=settings.connections_per_user,
    )


def _failure_limits(settings: Settings) -> FailureLimits:
    return FailureLimits(
        per_connection=settings.failed_logins_per_connection,
        per_address=settings.failed_logins_per_minute,
        per_table=settings.failed_logins_per_hour,
    )


def _show_gauges(
    service: Service, crowd: Crowd, health: Health, bots: Thinkers
) -> None:
    """What is not counted but looked at when somebody asks."""
    gauge, copies = service.metrics.gauge, service.copies
    gauge("connections", "Connections now", lambda: len(service.connections))
    gauge("newcomers", "Connections not welcomed yet", lambda: crowd.newcomers)
    gauge("places", "Connections that there may be", lambda: crowd.limits.total)
    gauge("tables_known", "Tables of which a copy is here", lambda: len(copies.known()))
    gauge(
        "tables_frozen",
        "Tables that stand still here after faults of ours",
        lambda: sum(live.is_frozen for live in copies.known()),
    )
    gauge(
        "viewers",
        "Connections that are told about a table, summed over tables",
        lambda: sum(len(live.viewers) for live in copies.known()),
    )
    gauge(
        "bot_questions_waiting",
        "Questions to bots that wait for a process",
        lambda: bots.waiting,
    )
    gauge(
        "store_silent_seconds",
        "For how long the store has not answered",
        lambda: health.store_silent_ms / 1000,
    )
    gauge(
        "ready",
        "Whether people should be sent here",
        lambda: health.why_not_ready() is None and not service.draining,
    )
