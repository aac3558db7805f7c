"""The memory store keeps the contract."""

import pytest

from server.adapters.memory_store import MemoryStore
from tests.contracts.histories import Histories
from tests.contracts.rig import Rig
from tests.contracts.surroundings import Surroundings
from tests.support.store_values import PATIENT_MS


class TestMemory(Histories, Surroundings):
    @pytest.fixture
    def rig(self) -> Rig:
        clock = [1_700_000_000_000]

        def age(ms: int) -> None:
            clock[0] += ms

        return Rig(MemoryStore(lambda: clock[0], skew_ms=PATIENT_MS), age)
