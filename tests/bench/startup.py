"""How soon a person sees something: python -m tests.bench.startup [--runs N]

Starts `tarocco --help`, a game line by line and a game in the full screen, each as a
process in a terminal of its own, and takes the time from the start of the process to
the help, to the word that the server is there, and to the first picture. The server
of this machine runs already, as it does from the second game on. Prints the median and
the worst of some runs, and the processor time of the client, which also tells something
on a machine that is busy; a median above its bound ends with exit code 1.
"""

import argparse
import fcntl
import os
import pty
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.client_cli.live.test_start import Home

ROOT = Path(__file__).resolve().parents[2]
EXIT_SLOW = 1


@dataclass(frozen=True)
class Start:
    """One way to start, and how soon it has to show something."""

    words: tuple[str, ...]
    shows: str
    at_most_ms: int


STARTS = (
    Start(("--help",), "tarocco play", 150),
    Start(("play", "--plain"), "Connected,", 400),
    Start(("play", "--tui"), "Tarocco Bolognese", 900),
)


def main(words: Sequence[str]) -> int:
    """Measure each start; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    runs: int = parser.parse_args(words).runs
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder))
        home.run("play", "--plain", "--on-eof", "leave")  # its server stays
        slow = [start for start in STARTS if not is_soon(start, home, runs)]
        home.end_server()
    return EXIT_SLOW if slow else 0


def is_soon(start: Start, home: Home, runs: int) -> bool:
    """Measure one start and print what came of it."""
    taken = [once(start, home) for _ in range(runs)]
    times = [elapsed for elapsed, _ in taken]
    median = statistics.median(times)
    print(
        f"tarocco {' '.join(start.words):14} median {median:4.0f} ms, "
        f"worst {max(times):4.0f} ms, at most {start.at_most_ms} ms; "
        f"processor {statistics.median(used for _, used in taken):4.0f} ms"
    )
    return median <= start.at_most_ms


def once(start: Start, home: Home) -> tuple[float, float]:
    """Milliseconds until it shows something, and those of the processor in them."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    begun_s = time.perf_counter()
    client = subprocess.Popen(
        [sys.executable, "-m", "client_cli", *start.words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**home.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"},
        cwd=ROOT,
    )
    os.close(theirs)
    shown = ""
    while start.shows not in shown:
        shown += os.read(ours, 65_536).decode("utf-8", "replace")
    took_s = time.perf_counter() - begun_s
    client.kill()
    _, _, usage = os.wait4(client.pid, 0)
    os.close(ours)
    return 1_000 * took_s, 1_000 * (usage.ru_utime + usage.ru_stime)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
