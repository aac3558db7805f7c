"""Redis and Valkey servers as plain processes, on sockets of this machine only.

One server on a unix socket; a cluster of three primaries; a primary with a replica and
three sentinels. Every process is ended by its own id. Nothing here is asynchronous: a
fixture may start a group once for many tests, each with an event loop of its own.
"""

import contextlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from redis import Redis, exceptions

from server.adapters.embedded_binary import find_binary
from server.adapters.embedded_store import tied_to_parent

DURABLE = {
    "appendonly": "yes",
    "appendfsync": "always",
    "save": "",
    "maxmemory": "256mb",
    "slowlog-log-slower-than": "-1",
}
START_S = 60.0
SLOT_CUTS = (0, 5461, 10923, 16384)
"""Where the slots of one node of a cluster end and those of the next begin."""


def debian_redis() -> Path | None:
    """Give the machine's own redis-server, if it has one."""
    found = shutil.which("redis-server")
    return Path(found) if found else None


@dataclass
class ServerProcess:
    """One server, that can be killed and started again on its files."""

    binary: Path
    folder: Path
    options: dict[str, str]
    arguments: tuple[str, ...] = ()
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.folder.mkdir(parents=True, exist_ok=True)
        options = {"dir": str(self.folder), "daemonize": "no", **self.options}
        words = [
            word for name, value in options.items() for word in (f"--{name}", value)
        ]
        with (self.folder / "log").open("ab") as output:
            self.process = subprocess.Popen(
                tied_to_parent([str(self.binary), *self.arguments, *words]),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        until(self.answers, f"{self.binary.name} in {self.folder}")

    def answers(self) -> bool:
        """Say whether it serves."""
        try:
            with self.client() as client:
                return bool(client.ping())
        except exceptions.RedisError:
            return False

    def client(self) -> Redis:
        """Give a client that waits for its answers."""
        if "unixsocket" in self.options:
            return Redis(unix_socket_path=self.options["unixsocket"], socket_timeout=5)
        port = int(self.options["port"])
        return Redis(host="127.0.0.1", port=port, socket_timeout=5)

    @property
    def url(self) -> str:
        """The URL under which the store finds it."""
        if "unixsocket" in self.options:
            return f"unix://{self.options['unixsocket']}"
        return f"redis://127.0.0.1:{self.options['port']}"

    def end(self, sign: int = signal.SIGKILL) -> None:
        """End it, by default without a chance to tidy up."""
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(sign)
        process.wait(timeout=START_S)


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """Give a folder whose path is short enough for a unix socket."""
    with tempfile.TemporaryDirectory(prefix="tb-", ignore_cleanup_errors=True) as path:
        yield Path(path)


@contextlib.contextmanager
def one_server(
    binary: Path | None = None, options: dict[str, str] | None = None
) -> Iterator[ServerProcess]:
    """Run one server on a unix socket."""
    with scratch() as folder:
        own = {"port": "0", "unixsocket": str(folder / "s")}
        server = ServerProcess(
            binary or find_binary(), folder, {**own, **(options or DURABLE)}
        )
        try:
            server.start()
            yield server
        finally:
            server.end()


@dataclass
class ServerGroup:
    """Several servers under one URL."""

    url: str
    servers: list[ServerProcess]


@contextlib.contextmanager
def cluster() -> Iterator[ServerGroup]:
    """Run a cluster of three primaries, each with a third of the slots."""
    with scratch() as folder, contextlib.ExitStack() as ends:
        servers = []
        for port in free_ports(3, bus=True):
            server = ServerProcess(
                find_binary(),
                folder / str(port),
                {
                    "port": str(port),
                    "bind": "127.0.0.1",
                    "cluster-enabled": "yes",
                    "cluster-node-timeout": "1000",
                    **DURABLE,
                },
            )
            server.start()
            ends.callback(server.end)
            servers.append(server)
        _join(servers)
        hosts = ",".join(f"127.0.0.1:{server.options['port']}" for server in servers)
        yield ServerGroup(f"redis+cluster://{hosts}", servers)


def _join(servers: list[ServerProcess]) -> None:
    first = servers[0].options["port"]
    for number, server in enumerate(servers):
        with server.client() as client:
            say(client, "CLUSTER SET-CONFIG-EPOCH", number + 1)
            say(
                client,
                "CLUSTER ADDSLOTSRANGE",
                SLOT_CUTS[number],
                SLOT_CUTS[number + 1] - 1,
            )
            say(client, "CLUSTER MEET", "127.0.0.1", first)
    for server in servers:
        with server.client() as client:
            until(lambda: is_whole(client), "the cluster")


def is_whole(client: Redis) -> bool:
    """Say whether this node sees a whole cluster."""
    info = say(client, "CLUSTER INFO")
    return bool(info["cluster_state"] == "ok" and info["cluster_known_nodes"] == "3")


def say(client: Redis, command: str, *arguments: str | int) -> Any:
    """Send a command for which the client library has no typed call."""
    return client.execute_command(command, *arguments)  # type: ignore[no-untyped-call]


@contextlib.contextmanager
def watched_primary() -> Iterator[ServerGroup]:
    """Run a primary, its replica, and three sentinels that replace it quickly."""
    with scratch() as folder, contextlib.ExitStack() as ends:
        ports = free_ports(5)
        data, watchers = ports[:2], ports[2:]
        servers: list[ServerProcess] = []
        for port in data:
            options = {"port": str(port), "bind": "127.0.0.1", **DURABLE}
            options["repl-diskless-sync-delay"] = "0"
            if servers:
                options["replicaof"] = f"127.0.0.1 {data[0]}"
            server = ServerProcess(find_binary(), folder / str(port), options)
            server.start()
            ends.callback(server.end)
            servers.append(server)
        with servers[1].client() as client:
            until(lambda: _is_synced(client), "the replica")
        for port in watchers:
            own = folder / str(port)
            own.mkdir()
            (own / "sentinel.conf").write_text(_sentinel_settings(port, data[0]))
            sentinel = ServerProcess(
                find_binary(),
                own,
                {"port": str(port)},
                (str(own / "sentinel.conf"), "--sentinel"),
            )
            sentinel.start()
            ends.callback(sentinel.end)
            servers.append(sentinel)
        for sentinel in servers[2:]:
            with sentinel.client() as client:
                until(lambda: _knows_all(client), "the sentinels")
        hosts = ",".join(f"127.0.0.1:{port}" for port in watchers)
        yield ServerGroup(f"redis+sentinel://{hosts}/main", servers)


def _sentinel_settings(port: int, primary: int) -> str:
    return "\n".join(
        (
            f"port {port}",
            "bind 127.0.0.1",
            f"sentinel monitor main 127.0.0.1 {primary} 2",
            "sentinel down-after-milliseconds main 500",
            "sentinel failover-timeout main 3000",
            "",
        )
    )


def _is_synced(client: Redis) -> bool:
    return bool(client.info("replication").get("master_link_status") == "up")


def _knows_all(client: Redis) -> bool:
    state: Any = client.sentinel_masters()
    found = state["main"]
    return bool(found["num-other-sentinels"] == 2 and found["num-slaves"] == 1)


def until(is_so: Callable[[], bool], what: str) -> None:
    """Wait until something is so; the wait is bounded, its length means nothing."""
    end = time.monotonic() + START_S
    while not is_so():
        if time.monotonic() > end:
            msg = f"not ready in time: {what}"
            raise TimeoutError(msg)
        time.sleep(0.01)


def free_ports(count: int, *, bus: bool = False) -> list[int]:
    """Find free ports; a cluster's node also takes the port 10,000 above."""
    found: list[int] = []
    while len(found) < count:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        if port in found or (bus and not _is_free(port + 10_000)):
            continue
        found.append(port)
    return found


def _is_free(port: int) -> bool:
    if port > 65_535:
        return False
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
