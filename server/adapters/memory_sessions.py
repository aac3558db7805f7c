"""Sessions in memory, by the same rules as the script of those on Redis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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
    from collections.abc import Callable, Sequence


@dataclass(frozen=True, slots=True)
class _Kept:
    """One session."""

    newest: bytes
    """Hash of the proof that was handed out last."""
    before: bytes | None
    """Hash of the one before, which was shown for it."""
    payload: bytes
    uses: int
    end_ms: int


class MemorySessions:
    """A `SessionStore` in memory.

    Args:
        clock: The time of the store, in milliseconds.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._sessions: dict[str, _Kept] = {}
        self._ended: dict[str, int] = {}
        """Sessions that were ended, and until when that is remembered."""
        self._users: dict[str, tuple[KnownUser, int]] = {}
        """What is known of users, and until when."""

    async def open_session(
        self, session: str, kept: KeptSession, *, keep_ms: int
    ) -> None:
        """Keep a session for a while: a new one, or one that the store has lost."""
        check_size("session", kept.payload, ROW_BYTES_MAX)
        known = self._kept(session)
        if self._is_ended(session) or (known is not None and known.uses >= kept.uses):
            return
        end_ms = self._clock() + keep_ms
        self._sessions[session] = _Kept(
            kept.proof_hash, kept.before_hash, kept.payload, kept.uses, end_ms
        )

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
        kept = self._kept(session)
        if kept is None:
            return UnknownSession()
        # The same call again, because its answer was lost, finds its own hash in place.
        before, count = kept.before, kept.uses
        if kept.newest != next_hash:
            if shown_hash not in {kept.newest, kept.before}:
                if count < number <= count + NEWER_MOST:
                    return NewerProof()
                await self.end_session(session)
                return RevokedSession()
            if uses not in {None, count}:
                return TakenUpMeanwhile()
            before, count = shown_hash, count + 1
        end_ms = self._clock() + keep_ms
        self._sessions[session] = _Kept(next_hash, before, kept.payload, count, end_ms)
        return Resumed(kept.payload, count)

    async def kept_session(self, session: str) -> KeptSession | None:
        """What is kept of a session, to be taken to another server; None if nothing."""
        kept = self._kept(session)
        return (
            None
            if kept is None
            else KeptSession(kept.newest, kept.payload, kept.uses, kept.before)
        )

    async def standings(self, sessions: Sequence[str]) -> tuple[Standing, ...]:
        """What has become of each of these sessions."""
        return tuple(map(self._standing, sessions))

    async def end_session(self, session: str) -> None:
        """End a session; harmless when there is none."""
        self._sessions.pop(session, None)
        self._ended[session] = self._clock() + ENDED_MS

    async def note_session(
        self, user: str, session: str, *, began_ms: int, keep_ms: int, visits: int = 1
    ) -> int:
        """Note over which session a user has come last."""
        known = self._known_user(user)
        if known.ended_ms and began_ms <= known.ended_ms:
            return 0
        visits = max(known.visits + 1, visits)
        _, end_ms = self._users.get(user, (None, 0))
        end_ms = max(end_ms, self._clock() + keep_ms)
        self._users[user] = KnownUser(session, visits, known.ended_ms), end_ms
        return visits

    async def end_user(self, user: str) -> None:
        """End all sessions of a user that have begun so far."""
        now_ms = self._clock()
        visits = self._known_user(user).visits
        self._users[user] = KnownUser(None, visits, now_ms), now_ms + USER_ENDED_MS

    async def known_users(self, users: Sequence[str]) -> tuple[KnownUser, ...]:
        """What is kept of each of these users."""
        return tuple(map(self._known_user, users))

    def _known_user(self, user: str) -> KnownUser:
        known, end_ms = self._users.get(user, (KnownUser(), 0))
        return known if end_ms > self._clock() else KnownUser()

    def _standing(self, session: str) -> Standing:
        if self._is_ended(session):
            return RevokedSession()
        kept = self._kept(session)
        if kept is None:
            return UnknownSession()
        return StandingSession(kept.newest, kept.uses)

    def _is_ended(self, session: str) -> bool:
        return self._ended.get(session, 0) > self._clock()

    def _kept(self, session: str) -> _Kept | None:
        kept = self._sessions.get(session)
        if kept is not None and kept.end_ms <= self._clock():
            del self._sessions[session]
            return None
        return kept
