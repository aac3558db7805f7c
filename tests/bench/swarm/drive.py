"""One run of a step, from the first connection to the comparison at the end."""

import asyncio
import gc
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import astuple, dataclass

from engine.errors import BrokenInvariant
from server.adapters.redis_store import RedisStore
from server.background import cancelled
from server.store_outcomes import HistoryBroken
from server.stored import StoredFault
from tests.bench.swarm.chart import WINDOWS, windows_of
from tests.bench.swarm.latencies import percentiles_of
from tests.bench.swarm.ledger import Findings, Ledger
from tests.bench.swarm.machine import facts, sync_ms, times_now
from tests.bench.swarm.measures import Course, Readings
from tests.bench.swarm.mishaps import Mishaps
from tests.bench.swarm.results import RunResult, StageResult
from tests.bench.swarm.rig import Hosts
from tests.bench.swarm.steps import Step
from tests.bench.swarm.store_watch import StoreWatch
from tests.bench.swarm.stored_log import LogFault, stored_table
from tests.bench.swarm.swarm import Swarm


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run does."""

    step: Step
    deals: int
    """At each table."""
    say: Callable[[str], None]


async def one_run(plan: Plan, hosts: Hosts) -> RunResult:
    """Play a step on these servers."""
    machine, before = _machine(hosts), times_now()
    async with AsyncExitStack() as stack:
        watch = None
        if hosts.store is not None:
            watch = StoreWatch(hosts.store)
            stack.callback(watch.close)
            await watch.look()
            machine["store"] = watch.program
            looking = asyncio.create_task(watch.run())
            stack.push_async_callback(cancelled, looking)
        swarm = Swarm(
            hosts.urls,
            tables=plan.step.tables,
            people=plan.step.people,
            deals=plan.deals,
            say=plan.say,
        )
        mishaps = Mishaps(hosts)
        stages, course = await _played(plan, swarm, Readings(hosts, watch), mishaps)
    machine["steal"] = f"{times_now().stolen_share(before):.1%}"
    for server in hosts.servers:
        for line in server.errors():
            plan.say(line)
    plan.say("comparing what was told with what is stored")
    moves = sum(stage.done for stage in stages)
    return RunResult(
        stages=stages,
        faults=await _faults(hosts, swarm) | mishaps.total(course.broken()),
        counts=_counts(swarm),
        refusals=dict(swarm.tally.refusals),
        closes={str(code): times for code, times in swarm.tally.closes.items()},
        lag=percentiles_of(swarm.lag_s),
        # What was restarted counts anew.
        measures={}
        if plan.step.is_disturbed
        else course.measures(
            connections=plan.step.connections, tables=plan.step.tables, moves=moves
        ),
        server_says={} if plan.step.is_disturbed else course.said(moves),
        machine=machine,
    )


async def _played(
    plan: Plan, swarm: Swarm, readings: Readings, mishaps: Mishaps
) -> tuple[list[StageResult], Course]:
    alone = await readings.now()
    stages: list[StageResult] = []
    async with swarm.connected():
        connected = await readings.now()
        plan.say(f"{plan.step.connections} connections")
        await swarm.open_tables()
        plan.say(f"{plan.step.tables} tables")
        # What lives until the end need not be looked through again and again.
        gc.collect()
        gc.freeze()
        seated = ended = await readings.now()
        del swarm.lag_s[:]
        begun_s = asyncio.get_running_loop().time()
        for stage in plan.step.stages:
            ended = await readings.now()
            log, back_s = await swarm.play(stage, mishaps)
            slices = windows_of(log.answered, begun_s, plan.step.seconds / WINDOWS)
            stages.append(StageResult.of(log, back_s, slices))
        lag_s = swarm.lag_s[:]
        played = await readings.now()
        await swarm.rest()
        swarm.lag_s = lag_s
    gc.unfreeze()
    return stages, Course(alone, connected, seated, ended, played)


def _machine(hosts: Hosts) -> dict[str, str]:
    machine = facts()
    if hosts.folder is not None:
        median, slow = sync_ms(hosts.folder)
        machine["fsync p50 / p99"] = f"{median} / {slow} ms"
    return machine


def _counts(swarm: Swarm) -> dict[str, float]:
    tally = swarm.tally
    return {
        "commands": tally.commands,
        "answered by the first answer": tally.duplicates_answered,
        "unanswered": tally.unanswered,
        "moves refused for good": tally.dropped_moves,
        "messages": tally.messages,
        "bytes in": tally.bytes_in,
        "messages checked by the models": tally.sampled,
        "reconnects": tally.reconnects,
        "snapshots instead of events": tally.jumps,
        "deals settled": swarm.deals_settled,
        "tables": len(swarm.ledgers),
        **{f"shown out: {kind}": n for kind, n in sorted(swarm.shown_out.items())},
    }


async def _faults(hosts: Hosts, swarm: Swarm) -> dict[str, int]:
    """Everything that must be 0, by the streams and by what is stored."""
    found, unreadable = await _findings(hosts, swarm.ledgers)
    lost, twice, holes, differences = (
        sum(column) for column in zip(*map(astuple, found), strict=True)
    )
    tally = swarm.tally
    return {
        "lost": lost,
        "duplicated": twice + tally.repeated,
        "gaps": tally.gaps + holes,
        "told otherwise than stored": differences,
        "told differently to two": tally.contradictions,
        "not told to all in time": tally.undelivered,
        "not as the protocol has it": tally.misread,
        "tables that cannot be replayed": unreadable,
    }


async def _findings(
    hosts: Hosts, ledgers: Sequence[Ledger]
) -> tuple[list[Findings], int]:
    if hosts.store is None:
        return [ledger.findings(None) for ledger in ledgers], 0
    found, unreadable = [], 0
    store = RedisStore.at(hosts.store.url)
    try:
        for ledger in ledgers:
            try:
                stored = await stored_table(store, ledger.table)
            except (LogFault, StoredFault, HistoryBroken, BrokenInvariant):
                unreadable += 1
                found.append(ledger.findings(None))
            else:
                found.append(ledger.findings(stored))
                # A table that was left is not kept for long.
                unreadable += stored is None and not ledger.is_left
    finally:
        await store.aclose()
    return found, unreadable
