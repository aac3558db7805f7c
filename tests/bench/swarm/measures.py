"""What servers, store and generator have used, read at moments and set against moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from os import getpid
from time import monotonic

from tests.bench.swarm.machine import Used, used_by
from tests.bench.swarm.rig import Hosts
from tests.bench.swarm.scrape import Page, scraped
from tests.bench.swarm.store_watch import StoreWatch

MOVES_OF_DEAL = 65
"""Sixty cards, four answers to the question for declarations, one discard."""
HISTOGRAMS = {
    "stored": ("tarocco_stored_seconds", ""),
    "delivered": ("tarocco_delivered_seconds", ""),
    "append": ("tarocco_store_call_seconds", 'call="apply"'),
    "server loop lag": ("tarocco_loop_lag_seconds", ""),
}
GROWTH = "server RSS growth in the last stage, MiB in ten minutes"
FAMILIES = ("appends", "snapshots", "resyncs", "store_failures", "bot_answers")


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything at one moment."""

    at_s: float
    servers: Used
    store: Used
    own: Used
    memory_bytes: int
    written_bytes: int
    page: Page | None


class Readings:
    """Reads what there is to read; of somebody else's servers that is less."""

    def __init__(self, hosts: Hosts, watch: StoreWatch | None) -> None:
        self._hosts = hosts
        self._watch = watch

    async def now(self) -> Reading:
        """Read everything."""
        store = self._hosts.store
        pid = None if store is None or store.process is None else store.process.pid
        if self._watch is not None:
            await self._watch.look()
        return Reading(
            at_s=monotonic(),
            servers=used_by(self._hosts.pids),
            store=used_by(() if pid is None else (pid,)),
            own=used_by((getpid(),)),
            memory_bytes=0 if self._watch is None else self._watch.memory_bytes,
            written_bytes=0 if self._watch is None else self._watch.written_bytes,
            page=await _pages(self._hosts.urls),
        )


async def _pages(urls: Sequence[str]) -> Page | None:
    """The pages of all servers together."""
    total: Page | None = None
    for url in urls:
        page = await scraped(url)
        if page is not None:
            total = page if total is None else total.plus(page)
    return total


@dataclass(frozen=True, slots=True)
class Course:
    """The readings of a run, in the order of time."""

    alone: Reading
    connected: Reading
    seated: Reading
    begun: Reading
    """Before the last stage."""
    played: Reading

    def measures(
        self, *, connections: int, tables: int, moves: int
    ) -> dict[str, float]:
        """What was used, and for what; what is not known is left out."""
        before, after = self.seated, self.played
        found = {
            f"{name} CPU, us per move": (now.cpu_s - then.cpu_s) / max(1, moves) * 1e6
            for name, then, now in (
                ("server", before.servers, after.servers),
                ("store", before.store, after.store),
                ("generator", before.own, after.own),
            )
        }
        found["server ready but waiting for its core, % of the time"] = (
            (after.servers.waited_s - before.servers.waited_s)
            / (after.at_s - before.at_s)
            * 100
        )
        rss = [
            reading.servers.rss_kib
            for reading in (self.alone, self.connected, self.seated, self.played)
        ]
        found |= {
            "server RSS alone, MiB": rss[0] / 1024,
            "server RSS at the end, MiB": rss[3] / 1024,
            "server RSS, KiB per connection": (rss[1] - rss[0]) / connections,
            "server RSS, KiB per table": (rss[2] - rss[1]) / tables,
            "server RSS, KiB per connection with its table": (rss[2] - rss[0])
            / connections,
        }
        last_s = after.at_s - self.begun.at_s
        more = after.servers.rss_kib - self.begun.servers.rss_kib
        found[GROWTH] = more / 1024 / last_s * 600
        deals = max(1, moves) / MOVES_OF_DEAL
        grown = after.memory_bytes - before.memory_bytes
        written = after.written_bytes - before.written_bytes
        found |= {
            "store memory, KiB per finished deal": grown / 1024 / deals,
            "store file, KiB per finished deal": written / 1024 / deals,
            "store memory at the end, MiB": after.memory_bytes / 1024 / 1024,
        }
        return {name: round(value, 2) for name, value in found.items() if value}

    def said(self, moves: int) -> dict[str, float]:
        """What the servers say of the time of the stages."""
        if self.played.page is None or self.seated.page is None:
            return {}
        page = self.played.page.since(self.seated.page)
        found = {
            "bytes out per move": page.value("tarocco_bytes_out_total") / max(1, moves),
            "catch-ups": page.value("tarocco_catch_ups_total"),
            "outbox overflows": page.value("tarocco_outbox_overflows_total"),
        }
        for name, (family, labels) in HISTOGRAMS.items():
            for share in (0.5, 0.99):
                bound = page.bound_ms(family, share, labels)
                if bound is not None:
                    found[f"{name}, p{share * 100:.0f} at most, ms"] = bound
        for family in FAMILIES:
            for label, value in page.labelled(f"tarocco_{family}_total").items():
                if value:
                    found[f"{family}: {label}"] = value
        return {name: round(value, 3) for name, value in found.items()}

    def broken(self) -> dict[str, int]:
        """The servers' own counters that must be 0, from their start to the end."""
        return broken_on(self.played.page)


def broken_on(page: Page | None) -> dict[str, int]:
    """The counters on a page that must be 0; none of a page that cannot be had."""
    if page is None:
        return {}
    promises = page.labelled("tarocco_broken_promises_total")
    faults = page.labelled("tarocco_faults_total")
    return {
        **{f"server: {name}": int(value) for name, value in promises.items()},
        "server: faults": int(sum(faults.values())),
    }
