"""Sessions on the embedded server's program keep the contract, and keep no secret."""

import pytest

from server.adapters.redis_store import RedisStore
from server.identity import Doorkeeper, Entry, Lifetimes
from server.sessions import ResumeToken
from tests.server.adapters.session_contract import SessionContract, SessionRig
from tests.support.fakes import SeededChance
from tests.support.redis_processes import ServerProcess


class TestRedisSessions(SessionContract):
    @pytest.fixture
    def rig(self, store: RedisStore, shared_server: ServerProcess) -> SessionRig:
        def age(ms: int) -> None:
            with shared_server.client() as client:
                for key in (*client.scan_iter("S:*"), *client.scan_iter("L:*")):
                    client.pexpire(key, max(0, client.pttl(key) - ms))

        return SessionRig(store, age)


async def test_proof_is_kept_as_a_hash_only(
    store: RedisStore, shared_server: ServerProcess
) -> None:
    doorkeeper = Doorkeeper(
        store, SeededChance(7), lambda: 0, Lifetimes(60_000, 60_000)
    )
    entry = await doorkeeper.enter("Ada", None)
    assert isinstance(entry, Entry)
    token = ResumeToken.read(entry.token)
    assert token is not None

    with shared_server.client() as client:
        kept = client.hgetall(f"S:{{{entry.user}}}")

    assert token.proof_hash in kept.values()
    assert all(token.proof not in value for value in kept.values())
    assert all(token.proof.hex().encode() not in value for value in kept.values())
