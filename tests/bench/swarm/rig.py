"""Servers and a store of one's own, each on the core that the load plan gives it.

The first core is the servers', the second one the store's and the generator's. With
everybody on one address and in a hurry, some limits have to be raised; which ones, the
report says.
"""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from server.adapters.embedded_binary import find_binary
from tests.support.redis_processes import DURABLE, ServerProcess

ROOT = Path(__file__).resolve().parents[3]
START_S = 60.0
"""For a server to be ready."""
END_S = 45.0
"""For a server to end in good order."""
RESERVE = 64
LOOK_S = 0.02
_SIGN = "Serving at "


class ServerFailed(Exception):  # noqa: N818 - says what became of it
    """A server did not get ready; the text is the end of its log."""


@dataclass(frozen=True, slots=True)
class Hosts:
    """What a run plays on; only `urls` is known of somebody else's servers."""

    urls: tuple[str, ...]
    servers: tuple["OwnServer", ...] = ()
    store: ServerProcess | None = None
    settings: tuple[tuple[str, str], ...] = ()
    folder: Path | None = None

    @property
    def pids(self) -> tuple[int, ...]:
        """Of the servers' processes, as they are now."""
        return tuple(server.process.pid for server in self.servers)


class OwnServer:
    """A server, which can be restarted at its address.

    Args:
        environment: Its settings.
        log: Where it writes to.
        pinned: Whether it has the first core to itself.
    """

    def __init__(self, environment: dict[str, str], log: Path, *, pinned: bool) -> None:
        self._environment = environment
        self._log = log
        self._pinned = pinned
        self.process = self._started()
        self.url = self._url()
        self._environment = environment | {
            "TAROCCO_PORT": self.url.rpartition(":")[2],
        }

    def restart(self) -> None:
        """End it in good order, and start it again; returns once it serves."""
        self.end()
        self.process = self._started()
        self._url()

    def end(self) -> None:
        """End it in good order, or else by force."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=END_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(timeout=END_S)

    def kill(self) -> None:
        """Kill it, and start it again; returns once it serves."""
        self.process.kill()
        self.process.wait(timeout=END_S)
        self.process = self._started()
        self._url()

    def errors(self) -> list[str]:
        """The lines of its log that tell of a fault."""
        return [line for line in self._lines() if '"level": "error"' in line]

    def _lines(self, since: int = 0) -> list[str]:
        written = self._log.read_bytes()[since:]
        return written.decode("utf-8", "replace").splitlines()

    def _started(self) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as output, on_core(0, pinned=self._pinned):
            self._since = output.tell()
            return subprocess.Popen(
                [sys.executable, "-m", "server", "serve"],
                cwd=ROOT,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def _url(self) -> str:
        """Where it listens, as soon as it says so."""
        end_s = time.monotonic() + START_S
        while True:
            lines = self._lines(self._since)
            for line in lines:
                if line.startswith(_SIGN):
                    return line.removeprefix(_SIGN)
            if self.process.poll() is not None or time.monotonic() > end_s:
                raise ServerFailed("\n".join(lines[-8:]))
            time.sleep(LOOK_S)


def settings_for(connections: int) -> dict[str, str]:
    """The settings of a server, as variables of its environment."""
    most = str(connections + RESERVE)
    return {
        "TAROCCO_PORT": "0",
        "TAROCCO_MAX_CONNECTIONS": most,
        "TAROCCO_CONNECTIONS_PER_ADDRESS": most,
        "TAROCCO_CONNECTS_PER_MINUTE": "1000000",
        "TAROCCO_MAX_NEWCOMERS": most,
        "TAROCCO_BOT_WORKERS": "0",
    }


@contextlib.contextmanager
def own_hosts(connections: int, *, nodes: int, pinned: bool) -> Iterator[Hosts]:
    """Run a store and servers on it, in a folder of their own."""
    with (
        contextlib.ExitStack() as ends,
        tempfile.TemporaryDirectory(
            prefix="tb-load-", ignore_cleanup_errors=True
        ) as name,
    ):
        folder = Path(name)
        with on_core(1, pinned=pinned):
            store = _store(folder / "store")
            store.start()
        ends.callback(store.end)
        settings = settings_for(connections)
        environment = _clean_environment() | settings
        environment |= {
            "TAROCCO_REDIS_URL": store.url,
            "TAROCCO_STATE_DIR": str(folder / "state"),
        }
        servers = []
        for number in range(nodes):
            log = folder / f"server-{number}"
            servers.append(OwnServer(environment, log, pinned=pinned))
            ends.callback(servers[-1].end)
        urls = tuple(server.url for server in servers)
        shown = tuple(settings.items())
        yield Hosts(urls, tuple(servers), store, shown, folder)


@contextlib.contextmanager
def on_core(core: int, *, pinned: bool) -> Iterator[None]:
    """Let this process, and what it starts meanwhile, run on one core only."""
    if not pinned or sys.platform != "linux":
        yield
        return
    before = os.sched_getaffinity(0)
    cores = sorted(before)
    os.sched_setaffinity(0, {cores[core % len(cores)]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _store(folder: Path) -> ServerProcess:
    options = {"port": "0", "unixsocket": str(folder / "s"), **DURABLE}
    return ServerProcess(find_binary(), folder, options)


def _clean_environment() -> dict[str, str]:
    """What the servers inherit: none of the host's own settings."""
    return {name: value for name, value in os.environ.items() if "TAROCCO_" not in name}
