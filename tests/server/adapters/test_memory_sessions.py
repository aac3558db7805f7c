"""Sessions in memory keep the contract."""

import pytest

from server.adapters.memory_sessions import MemorySessions
from tests.server.adapters.session_contract import SessionContract, SessionRig


class TestMemorySessions(SessionContract):
    @pytest.fixture
    def rig(self) -> SessionRig:
        clock = [1_700_000_000_000]

        def age(ms: int) -> None:
            clock[0] += ms

        return SessionRig(MemorySessions(lambda: clock[0]), age)
