"""The power fails: what was not synced to the disk is gone.

A library in front of the store's writes keeps them back until they are synced, so that
killing the store takes what a power cut would.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.cluster import cluster
from tests.faults.histories import check_moves, log_of
from tests.faults.play import newest, people, play_on, seated
from tests.support.redis_processes import DURABLE, one_server

SOURCE = Path(__file__).with_name("power.c")

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="only for Linux"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed"),
]


@pytest.fixture
def power(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Let what is started from here on lose what it has not synced."""
    library = tmp_path / "power.so"
    command = ["cc", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"]
    subprocess.run([*command, "-lpthread"], check=True)
    monkeypatch.setenv("LD_PRELOAD", str(library))
    return monkeypatch


@pytest.mark.parametrize(("policy", "loses"), [("always", False), ("no", True)])
async def test_power_cut_takes_nothing_that_was_acknowledged(
    power: pytest.MonkeyPatch, policy: str, *, loses: bool
) -> None:
    """T-F02: with the policy that a server asks for. With one that does not wait for the
    disk something is lost, which shows that this test would notice."""
    options = {**DURABLE, "appendfsync": policy}
    with one_server(options=options) as store:
        power.delenv("LD_PRELOAD")
        with cluster(1, store_url=store.url, allow_dangers="fsync-no") as nodes:
            (node,) = nodes.nodes
            async with people(node, node, node, node) as players:
                table = await seated(players)
                await play_on(players, table, 40)
                acked = newest(players, table).mark.version
                store.end()
                node.kill()
            store.start()
            with store.client() as client:
                left = [client.hget(key, "n") for key in client.keys("T:*:m")]
            if not loses:
                log = await log_of(store.url, table)
                for player in players:
                    check_moves(log, player)

    assert (left != [str(acked).encode()]) == loses
