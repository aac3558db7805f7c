"""Sessions that whoever runs the server ends."""

from __future__ import annotations

import pytest

from server.identity import Doorkeeper, Entry, Lifetimes, NoEntry
from server.office.session_ends import end_sessions_of
from tests.server.logins import Passes
from tests.server.rig import MemoryOfAll
from tests.support.fakes import HandClock, SeededChance

DAY_MS = 24 * 3600 * 1000


class _Gate:
    """A door, and the sessions behind it."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.sessions = MemoryOfAll(self.clock.store_ms)
        self.keeper = Doorkeeper(
            self.sessions,
            SeededChance(3),
            self.clock.store_ms,
            Lifetimes(DAY_MS, DAY_MS),
            Passes(),
        )

    async def enter(self, login: str | None = None) -> Entry:
        entry = await self.keeper.enter("Ada", None, login)
        assert isinstance(entry, Entry)
        return entry

    async def is_good(self, entry: Entry) -> bool:
        return not isinstance(await self.keeper.enter(None, entry.token), NoEntry)


async def test_guest_is_ended_by_his_session() -> None:
    gate = _Gate()
    ada, bice = await gate.enter(), await gate.enter()

    assert await end_sessions_of(gate.sessions, ada.user)

    assert not await gate.is_good(ada)
    assert await gate.is_good(bice)


async def test_user_is_ended_with_all_sessions_and_may_log_in_anew() -> None:
    gate = _Gate()
    one, other = await gate.enter("pass-of-ada"), await gate.enter("pass-of-ada")
    stranger = await gate.enter("anon")

    assert await end_sessions_of(gate.sessions, "host:ada")
    gate.clock.jump(1)

    assert not await gate.is_good(one)
    assert not await gate.is_good(other)
    assert await gate.is_good(stranger)
    assert await gate.is_good(await gate.enter("pass-of-ada"))


async def test_one_session_of_a_user_is_ended_alone() -> None:
    gate = _Gate()
    one, other = await gate.enter("pass-of-ada"), await gate.enter("pass-of-ada")

    assert await end_sessions_of(gate.sessions, one.session)

    assert not await gate.is_good(one)
    assert await gate.is_good(other)


@pytest.mark.parametrize("who", ["0" * 32, "host:nobody"])
async def test_nobody_is_said_to_be_nobody(who: str) -> None:
    assert not await end_sessions_of(_Gate().sessions, who)
