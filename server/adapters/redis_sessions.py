"""Sessions on Redis: each a small hash of its own, in any slot of a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.adapters.redis_calls import RedisCalls, sensible
from server.adapters.redis_keys import login_key, session_key
from server.adapters.redis_replies import as_bytes, as_int, as_list
from server.sessions import (
    ENDED_MS,
    NEWER_MOST,
    USER_ENDED_MS,
    KeptSession,
    KnownUser,
    NewerProof,
    Resumed,
    ResumeOutcome,
    RevokedSession,
    Standing,
    StandingSession,
    TakenUpMeanwhile,
    UnknownSession,
)
from server.store_records import ROW_BYTES_MAX, check_size

if TYPE_CHECKING:
    from collections.abc import Sequence

    from server.adapters.redis_scripts import Argument

_UNKNOWN = 0
_REVOKED = 1
_NEWER = 2
_MEANWHILE = 3
_HOWEVER_OFTEN = -1


class RedisSessions(RedisCalls):
    """A `SessionStore` on Redis."""

    async def open_session(
        self, session: str, kept: KeptSession, *, keep_ms: int
    ) -> None:
        """Keep a session for a while: a new one, or one that the store has lost."""
        check_size("session", kept.payload, ROW_BYTES_MAX)
        arguments: list[Argument] = [
            *(kept.proof_hash, kept.before_hash or b"", kept.payload),
            *(kept.uses, keep_ms),
        ]
        await self._change("open_session", [session_key(session)], arguments)

    async def resume_session(  # noqa: PLR0913 - what the script takes
        self,
        session: str,
        shown_hash: bytes,
        next_hash: bytes,
        *,
        keep_ms: int,
        number: int = 0,
        uses: int | None = None,
    ) -> ResumeOutcome:
        """Take the session up again if the proof is the newest or the one before."""
        keys = [session_key(session)]
        arguments: list[Argument] = [
            *(shown_hash, next_hash, keep_ms, ENDED_MS),
            *(number, NEWER_MOST, _HOWEVER_OFTEN if uses is None else uses),
        ]
        answer = await self._change("session", keys, arguments)
        if answer.reply == _UNKNOWN:
            return UnknownSession()
        if answer.reply == _REVOKED:
            return RevokedSession()
        if answer.reply == _NEWER:
            return NewerProof()
        if answer.reply == _MEANWHILE:
            return TakenUpMeanwhile()
        with sensible(unknown=True):
            payload, count = as_list(answer.reply)
            return Resumed(as_bytes(payload), as_int(count))

    async def kept_session(self, session: str) -> KeptSession | None:
        """What is kept of a session, to be taken to another server; None if nothing."""
        fields = ("h", "d", "c", "p")
        (reply,) = await self._link.read([("HMGET", session_key(session), *fields)])
        with sensible():
            proof_hash, payload, uses, before = as_list(reply)
            if proof_hash is None:
                return None
            return KeptSession(
                as_bytes(proof_hash),
                as_bytes(payload),
                as_int(uses or 0),
                None if before is None else as_bytes(before),
            )

    async def standings(self, sessions: Sequence[str]) -> tuple[Standing, ...]:
        """What has become of each of these sessions."""
        replies = await self._link.read(
            [("HMGET", session_key(session), "h", "c", "x") for session in sessions]
        )
        with sensible():
            return tuple(map(_standing, replies))

    async def end_session(self, session: str) -> None:
        """End a session; harmless when there is none."""
        await self._change("end_session", [session_key(session)], [ENDED_MS])

    async def note_session(
        self, user: str, session: str, *, began_ms: int, keep_ms: int, visits: int = 1
    ) -> int:
        """Note over which session a user has come last."""
        arguments: list[Argument] = [session, began_ms, keep_ms, visits]
        answer = await self._change("login", [login_key(user)], arguments)
        with sensible(unknown=True):
            return as_int(answer.reply)

    async def end_user(self, user: str) -> None:
        """End all sessions of a user that have begun so far."""
        await self._change("end_user", [login_key(user)], [USER_ENDED_MS])

    async def known_users(self, users: Sequence[str]) -> tuple[KnownUser, ...]:
        """What is kept of each of these users."""
        replies = await self._link.read(
            [("HMGET", login_key(user), "s", "n", "x") for user in users]
        )
        with sensible():
            return tuple(map(_known_user, replies))


def _known_user(reply: object) -> KnownUser:
    newest, visits, ended_ms = as_list(reply)
    return KnownUser(
        None if newest is None else as_bytes(newest).decode(),
        as_int(visits or 0),
        as_int(ended_ms or 0),
    )


def _standing(reply: object) -> Standing:
    proof_hash, uses, ended = as_list(reply)
    if ended is not None:
        return RevokedSession()
    if proof_hash is None:
        return UnknownSession()
    return StandingSession(as_bytes(proof_hash), as_int(uses or 0))
