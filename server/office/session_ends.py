"""Ending sessions: somebody is to be gone, at every server, whatever token he has.

Servers look at the sessions of their connections every few seconds
(`session_check_s`), and at a token whenever it is shown.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from server.sessions import KEY_BYTES, StandingSession

if TYPE_CHECKING:
    from server.sessions import SessionStore

_SESSION: Final = re.compile(rf"[0-9a-f]{{{2 * KEY_BYTES}}}")


async def end_sessions_of(sessions: SessionStore, who: str) -> bool:
    """End one session, or all that a user of the host's login has begun so far.

    Seats are kept for as long as those of anybody who is away.

    Args:
        sessions: Where sessions are kept.
        who: A session, which is also what a guest is called, or a user.

    Returns:
        Whether anything was known of it.

    Raises:
        ValueError: No session and no user is called like that.
    """
    if _SESSION.fullmatch(who):
        (standing,) = await sessions.standings([who])
        await sessions.end_session(who)
        return isinstance(standing, StandingSession)
    (known,) = await sessions.known_users([who])
    await sessions.end_user(who)
    return known.newest is not None
