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


async def test_power_cut_takes_nothing_that_was_acknowledged(
    power: pytest.MonkeyPatch,
) -> None:
    """T-F02: with the policy that a server asks for."""
    assert not await is_something_lost(power, "always")


async def test_power_cut_takes_moves_where_the_disk_is_synced_every_second(
    power: pytest.MonkeyPatch,
) -> None:
    """T-F02: so the test above would notice. Now and then the last move was synced in
    the very moment before the cut, but not three times."""
    for _ in range(3):
        if await is_something_lost(power, "everysec"):
            return
    pytest.fail("a store that does not wait for its disk has lost nothing")


async def is_something_lost(power: pytest.MonkeyPatch, policy: str) -> bool:
    """Whether a power cut took acknowledged moves; what is left has to be whole."""
    options = {**DURABLE, "appendfsync": policy}
    with power.context() as without, one_server(options=options) as store:
        without.delenv("LD_PRELOAD")
        with cluster(1, store_url=store.url, allow_dangers="fsync-everysec") as nodes:
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
            is_lost = left != [str(acked).encode()]
            if not is_lost:
                log = await log_of(store.url, table)
                for player in players:
                    check_moves(log, player)
    return is_lost
