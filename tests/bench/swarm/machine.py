"""What the machine is like, and what a process has used of it (Linux: from /proc)."""

import os
import platform
import statistics
import sys
import time
from collections.abc import Collection
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PROBES = 200
PROBE_BYTES = 4096
LIBRARIES = ("websockets", "msgpack", "pydantic", "redis", "uvloop")
_STEAL = 7
_HAS_PROC = Path("/proc/self/stat").exists()


@dataclass(frozen=True, slots=True)
class Used:
    """Of one or several processes."""

    cpu_s: float = 0.0
    waited_s: float = 0.0
    """Ready to run while the core was somebody else's; one process after the other."""
    rss_kib: int = 0


@dataclass(frozen=True, slots=True)
class Times:
    """Of all cores together, in ticks."""

    all: int = 0
    stolen: int = 0

    def stolen_share(self, before: "Times") -> float:
        """Which part of the time since then was given to other machines."""
        return (self.stolen - before.stolen) / max(1, self.all - before.all)


def used_by(pids: Collection[int]) -> Used:
    """Processor time and memory of these processes; nothing where it is not known."""
    if not _HAS_PROC:
        return Used()
    ticks, pages, waited_ns = 0, 0, 0
    for pid in pids:
        waited_ns += int(_first_line(f"/proc/{pid}/schedstat", "0 0").split()[1])
        # The name in brackets may hold anything, spaces too.
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
        pages += int(fields[21])
    page_kib = os.sysconf("SC_PAGE_SIZE") // 1024
    return Used(ticks / os.sysconf("SC_CLK_TCK"), waited_ns / 1e9, pages * page_kib)


def _first_line(path: str, otherwise: str) -> str:
    """Of a file that not every system has."""
    try:
        return Path(path).read_text("utf-8").splitlines()[0]
    except (OSError, IndexError):
        return otherwise


def allow_files(wanted: int) -> None:
    """Let this process, and what it starts, have so many files open, if it may."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - does not exist there

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


def times_now() -> Times:
    """How the cores have spent their time so far."""
    if not _HAS_PROC:
        return Times()
    line = Path("/proc/stat").read_text("utf-8").splitlines()[0]
    ticks = [int(word) for word in line.split()[1:]]
    return Times(sum(ticks[:8]), ticks[_STEAL])


def sync_ms(folder: Path) -> tuple[float, float]:
    """How long a small write to the disk of a folder takes: median and 99th of 100."""
    times_s = []
    path = folder / "probe"
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY, 0o600)
    try:
        for _ in range(PROBES):
            os.write(descriptor, bytes(PROBE_BYTES))
            begun = time.perf_counter()
            os.fsync(descriptor)
            times_s.append(time.perf_counter() - begun)
    finally:
        os.close(descriptor)
        path.unlink()
    cuts = statistics.quantiles(times_s, n=100)
    return round(cuts[49] * 1000, 2), round(cuts[98] * 1000, 2)


def facts() -> dict[str, str]:
    """What a reader of the numbers has to know."""
    known = {
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "cores": str(os.cpu_count()),
        "python": platform.python_version(),
    }
    if hasattr(os, "getloadavg"):
        known["load average"] = " ".join(f"{load:.2f}" for load in os.getloadavg())
    for library in LIBRARIES:
        try:
            known[library] = version(library)
        except PackageNotFoundError:
            known[library] = "none"
    return known
