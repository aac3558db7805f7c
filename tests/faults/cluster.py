"""Several server processes on one store, each of which can be hurt on its own.

Nothing here is asynchronous, so that one cluster may serve the tests of a whole file,
each with an event loop of its own. Waits are short, and limits on what one address may
do are out of the way: all clients come from this machine.
"""

from __future__ import annotations

import re
import signal
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from tests.server.processes import Running, server
from tests.support.redis_processes import one_server, until

if TYPE_CHECKING:
    from collections.abc import Iterator

SETTINGS: Final = {
    "AUDIT_SHARE": "1",
    "BEAT_S": "0.5",
    "BYTES_PER_S": "10000000",
    "CONNECTIONS_PER_ADDRESS": "5000",
    "CONNECTIONS_PER_USER": "20",
    "CONNECTS_PER_MINUTE": "100000",
    "DRAIN_SPREAD_MS": "200",
    "FAILED_LOGINS_PER_MINUTE": "100000",
    "LEASE_S": "1",
    "MAX_NEWCOMERS": "5000",
    "MESSAGES_BURST": "5000",
    "MESSAGES_PER_S": "5000",
    "NODE_DEAD_S": "2",
    "SESSION_CHECK_S": "0.5",
    "TABLE__GRACE_MS": "500",
    "TABLE__RESERVED_MS": "600000",
}
"""What a node is set to, apart from what a test says; without `TAROCCO_`."""
_SAMPLE: Final = re.compile(r'^tarocco_(\w+?)(?:_total)?(?:\{\w+="(\w+)"\})? (\S+)$')


@dataclass
class Node:
    """One server process."""

    running: Running

    @property
    def url(self) -> str:
        """Where clients connect."""
        return self.running.url

    @property
    def lives(self) -> bool:
        """Whether the process has not ended."""
        return self.running.process.poll() is None

    def kill(self) -> None:
        """End it as a power cut would."""
        self.running.process.kill()
        self.running.process.wait()

    def freeze(self) -> None:
        """Stop it in the middle of whatever it does."""
        self.tell(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on as if nothing had been."""
        self.tell(signal.SIGCONT)

    def await_end(self) -> int:
        """Its exit code, once it has ended."""
        return self.running.process.wait(timeout=30)

    def tell(self, sign: int) -> None:
        """Send it a signal."""
        self.running.process.send_signal(sign)

    def count(self, metric: str, label: str = "") -> float:
        """What it counted: one label's number, or the sum over all labels."""
        _, page = self.running.get("/metrics")
        samples = map(_SAMPLE.match, page.splitlines())
        return sum(
            float(found[3])
            for found in samples
            if found and found[1] == metric and label in {"", found[2]}
        )

    def check_clean(self) -> None:
        """Fail if it has found a promise broken, or a fault in itself."""
        assert self.count("broken_promises") == 0
        assert self.count("faults") == 0
        assert "Traceback" not in self.running.errors


@dataclass
class Cluster:
    """Nodes on one store."""

    store_url: str
    settings: dict[str, str]
    stack: ExitStack
    nodes: list[Node] = field(default_factory=list)

    def begin(self, **settings: str) -> Node:
        """Start another node, and do not wait for it.

        Args:
            settings: By name, in lower case: `kill_at="C6:3"`. One that begins with
                `odd_` makes it an odd server.
        """
        odd = {name: text for name, text in settings.items() if name[:4] == "odd_"}
        settings = {name: text for name, text in settings.items() if name not in odd}
        chosen = {"REDIS_URL": self.store_url, **self.settings}
        chosen |= {name.upper(): value for name, value in settings.items()}
        environment = {f"TAROCCO_{name}": value for name, value in chosen.items()}
        environment |= {name.upper(): text for name, text in odd.items()}
        module = "tests.faults.odd_server" if odd else "server"
        running = self.stack.enter_context(
            server(environment=environment, module=module)
        )
        node = Node(running)
        self.nodes.append(node)
        return node

    def add(self, **settings: str) -> Node:
        """Start another node; returns when people may come."""
        node = self.begin(**settings)
        node.running.await_ready()
        return node

    def check_clean(self) -> None:
        """Fail if a node that lives has found a fault."""
        for node in self.nodes:
            if node.lives:
                node.check_clean()


@contextmanager
def cluster(
    count: int = 2, *, store_url: str | None = None, **settings: str
) -> Iterator[Cluster]:
    """So many nodes on a store.

    Args:
        count: Of nodes.
        store_url: Where they find the store; one of their own if not given.
        settings: Of every node, by name, in lower case.
    """
    with ExitStack() as stack:
        url = store_url or stack.enter_context(one_server()).url
        own = {name.upper(): value for name, value in settings.items()}
        all_of = Cluster(url, SETTINGS | own, stack)
        for _ in range(count):
            all_of.begin()
        for node in all_of.nodes:
            node.running.await_ready()
        yield all_of


def await_death(node: Node) -> None:
    """Return once a node has ended by itself."""
    until(lambda: not node.lives, f"the end of {node.url}")


def await_count(node: Node, metric: str, label: str, least: float) -> None:
    """Return once a node has counted so many."""
    reached = partial(_has_counted, node, metric, label, least)
    until(reached, f"{metric} {label}: {node.count(metric, label)}")


def _has_counted(node: Node, metric: str, label: str, least: float) -> bool:
    return node.count(metric, label) >= least
