"""The store on Redis keeps the contract, on every kind of server that is supported."""

from collections.abc import AsyncIterator

import pytest

from tests.contracts.histories import Histories
from tests.contracts.redis_rig import redis_rig
from tests.contracts.rig import Rig
from tests.contracts.surroundings import Surroundings
from tests.support.redis_processes import ServerGroup, ServerProcess


class TestPackagedServer(Histories, Surroundings):
    @pytest.fixture
    async def rig(self, packaged_server: ServerProcess) -> AsyncIterator[Rig]:
        async with redis_rig(packaged_server.url, [packaged_server]) as rig:
            yield rig


class TestDebianServer(Histories, Surroundings):
    @pytest.fixture
    async def rig(self, debian_server: ServerProcess) -> AsyncIterator[Rig]:
        async with redis_rig(debian_server.url, [debian_server]) as rig:
            yield rig


class TestCluster(Histories, Surroundings):
    @pytest.fixture
    async def rig(self, server_cluster: ServerGroup) -> AsyncIterator[Rig]:
        async with redis_rig(server_cluster.url, server_cluster.servers) as rig:
            yield rig


class TestSentinel(Histories, Surroundings):
    @pytest.fixture
    async def rig(self, sentinel_group: ServerGroup) -> AsyncIterator[Rig]:
        async with redis_rig(sentinel_group.url, sentinel_group.servers[:1]) as rig:
            yield rig
