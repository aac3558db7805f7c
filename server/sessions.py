"""Sessions: who somebody is, from one connection to the next.

A guest gets a token of 48 bytes: 16 that name the session and 32 that prove it. The
store keeps only a hash of the proof. Each resume hands out a new proof; the one before
stays good until the new one was used, since the new one may have been lost on the way.
Any older proof means that two parties hold the session: it ends for both.

Proofs are numbered. So one that is older than those the store knows is told apart from
one that is newer, which is nobody's fault: the store has come back with an older state.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

KEY_BYTES: Final = 16
PROOF_BYTES: Final = 32
NUMBER_BYTES: Final = 4
"""Of the proof; the others are random."""
TOKEN_BYTES: Final = KEY_BYTES + PROOF_BYTES


@dataclass(frozen=True, slots=True)
class ResumeToken:
    """What a client shows to be taken for the same person again."""

    key: bytes
    """16 random bytes that name the session."""
    proof: bytes
    """4 bytes that number it and 28 random ones, new with each connection."""

    @classmethod
    def numbered(cls, key: bytes, number: int, chance: bytes) -> ResumeToken:
        """A token that is handed out when its session is taken up for that time.

        Args:
            key: Names the session.
            number: 0 for the session's first token.
            chance: 28 random bytes.
        """
        return cls(key, number.to_bytes(NUMBER_BYTES) + chance)

    @classmethod
    def read(cls, token: bytes) -> ResumeToken | None:
        """The token in these bytes; None if they have another length."""
        if len(token) != TOKEN_BYTES:
            return None
        return cls(token[:KEY_BYTES], token[KEY_BYTES:])

    @property
    def written(self) -> bytes:
        """The token as bytes."""
        return self.key + self.proof

    @property
    def number(self) -> int:
        """How often the session had been taken up when the token was handed out."""
        return int.from_bytes(self.proof[:NUMBER_BYTES])

    @property
    def session(self) -> str:
        """Id of the session, 32 hex digits; known to its person and to nobody else."""
        return self.key.hex()

    @property
    def proof_hash(self) -> bytes:
        """What is kept of the proof: SHA-256, enough for 256 random bits."""
        return hashlib.sha256(self.proof).digest()


@dataclass(frozen=True, slots=True)
class Resumed:
    """The session goes on; the new proof is the one that counts from now on."""

    payload: bytes
    """What was kept with the session."""
    uses: int = 1
    """How often the session was taken up again, this time included."""


@dataclass(frozen=True, slots=True)
class UnknownSession:
    """There is no such session, or no longer."""


@dataclass(frozen=True, slots=True)
class RevokedSession:
    """The session was ended for everybody, as when an old proof was shown."""


@dataclass(frozen=True, slots=True)
class NewerProof:
    """The proof is newer than the store can know: it has lost something, if that is so.

    Nothing has changed.
    """


@dataclass(frozen=True, slots=True)
class TakenUpMeanwhile:
    """Somebody else has taken the session up since it was looked at.

    Nothing has changed.
    """


@dataclass(frozen=True, slots=True)
class StandingSession:
    """The session goes on."""

    proof_hash: bytes
    """Of the newest proof."""
    uses: int
    """See `Resumed`."""


@dataclass(frozen=True, slots=True)
class KeptSession:
    """What a store keeps of a session."""

    proof_hash: bytes
    """Of the newest proof."""
    payload: bytes
    uses: int = 0
    """See `Resumed`."""
    before_hash: bytes | None = None
    """Of the proof before the newest, which is good until that was used."""


@dataclass(frozen=True, slots=True)
class KnownUser:
    """What a store keeps of somebody who logs in, over all sessions."""

    newest: str | None = None
    """Session over which the user has come last, if the store knows."""
    visits: int = 0
    """How often the user has come, over whatever session."""
    ended_ms: int = 0
    """All sessions begun until then were ended, by the store's clock; 0 for none."""


ResumeOutcome: TypeAlias = (
    Resumed | UnknownSession | RevokedSession | NewerProof | TakenUpMeanwhile
)
Standing: TypeAlias = StandingSession | UnknownSession | RevokedSession

NEWER_MOST: Final = 1_024
"""So many times a session was taken up in what a store may have lost. Numbers further
ahead than that are none that a server has given."""
ENDED_MS: Final = 3600 * 1000
"""How long it is remembered that a session was ended, so that every node hears of it."""
USER_ENDED_MS: Final = 366 * 24 * 3600 * 1000
"""The same for all sessions of a user: longer than any of them can be kept."""


class SessionStore(Protocol):
    """Where sessions are kept. Calls raise `StoreUnavailable` like the table store's."""

    async def open_session(
        self, session: str, kept: KeptSession, *, keep_ms: int
    ) -> None:
        """Keep a session for a while: a new one, or one that the store has lost.

        Nothing happens to a session that was ended, or taken up as often already.
        """

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
        """Take the session up again if the proof is the newest or the one before.

        Args:
            session: Its id.
            shown_hash: Of the proof that was shown.
            next_hash: Of the one that counts from now on.
            keep_ms: How long the session is kept.
            number: Of the proof that was shown, see `ResumeToken.number`.
            uses: How often the session was taken up when it was looked at: of two who
                come at once, only one takes it up. None for however often.
        """

    async def kept_session(self, session: str) -> KeptSession | None:
        """What is kept of a session, to be taken to another server; None if nothing."""

    async def standings(self, sessions: Sequence[str]) -> tuple[Standing, ...]:
        """What has become of each of these sessions."""

    async def end_session(self, session: str) -> None:
        """End a session; harmless when there is none."""

    async def note_session(
        self, user: str, session: str, *, began_ms: int, keep_ms: int, visits: int = 1
    ) -> int:
        """Note over which session a user has come last.

        Args:
            user: Whose session it is.
            session: The session.
            began_ms: When it began, by the store's clock.
            keep_ms: How long that is remembered.
            visits: How often the user has come at least, in case the store has lost it.

        Returns:
            How often the user has come, this time included; 0, with nothing changed,
            when all sessions of the user were ended since this one began.
        """

    async def end_user(self, user: str) -> None:
        """End all sessions of a user that have begun so far."""

    async def known_users(self, users: Sequence[str]) -> tuple[KnownUser, ...]:
        """What is kept of each of these users."""
