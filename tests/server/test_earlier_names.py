"""How somebody with a login was called before."""

from server.adapters.memory_sessions import MemorySessions
from server.earlier_names import earlier_name
from server.sessions import KeptSession
from server.stored import pack_plain

USER = "login-1"
SESSION = "0" * 32


async def kept(owner: str) -> MemorySessions:
    """Sessions of which a user has come over one, that is kept for this owner."""
    sessions = MemorySessions(lambda: 1_000)
    payload = pack_plain([owner, "Ada", 0, 0])
    await sessions.open_session(SESSION, KeptSession(b"p", payload), keep_ms=60_000)
    await sessions.note_session(USER, SESSION, began_ms=1, keep_ms=60_000, visits=1)
    return sessions


async def test_it_is_the_one_of_the_session_before() -> None:
    assert await earlier_name(await kept(USER), USER) == "Ada"


async def test_nobody_has_the_name_of_somebody_else() -> None:
    assert await earlier_name(await kept("login-2"), USER) is None


async def test_who_has_never_come_has_none() -> None:
    assert await earlier_name(await kept(USER), "login-3") is None


async def test_a_session_that_has_ended_keeps_none() -> None:
    sessions = await kept(USER)
    await sessions.end_session(SESSION)

    assert await earlier_name(sessions, USER) is None
