"""How somebody with a login was called before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from server.stored import unpack_plain

if TYPE_CHECKING:
    from server.sessions import SessionStore


async def earlier_name(sessions: SessionStore, user: str) -> str | None:
    """The name over the session by which a user came last; None if nothing is kept.

    Raises:
        StoreUnavailable: The store does not answer.
    """
    (known,) = await sessions.known_users([user])
    kept = known.newest and await sessions.kept_session(known.newest)
    if not kept:
        return None
    payload: Any = unpack_plain(kept.payload)
    owner, name, *_ = payload
    return str(name) if owner == user else None
