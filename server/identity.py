"""Who somebody is: guests with a token that changes with every connection."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, assert_never

from protocol.codes import ErrorCode
from server.sessions import (
    KEY_BYTES,
    PROOF_BYTES,
    Resumed,
    ResumeToken,
    RevokedSession,
    StandingSession,
    UnknownSession,
)
from server.stored import pack_plain, unpack_plain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from server.ports import Chance
    from server.sessions import KnownUser, SessionStore, Standing

_RESERVED: Final = frozenset(
    {"you", "north", "south", "east", "west", "server", "system", "admin", "host"}
)


@dataclass(frozen=True, slots=True)
class Span:
    """When a session began, and when its login ends; milliseconds of the store."""

    began_ms: int
    login_ends_ms: int | None = None
    """None for a guest's."""

    def end_ms(self, age_ms: int) -> int:
        """When the session can be taken up no more, however often it is used.

        Args:
            age_ms: How long any session may go on.
        """
        end_ms = self.began_ms + age_ms
        return end_ms if self.login_ends_ms is None else min(end_ms, self.login_ends_ms)


@dataclass(frozen=True, slots=True)
class Lifetimes:
    """How long sessions are good for, in milliseconds."""

    keep_ms: int
    """After they were last taken up."""
    age_ms: int
    """In all."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who may come in."""

    session: str
    """Id of the session; commands are numbered under it."""
    user: str
    """Who it is; seats are held under it. A guest is his session."""
    name: str
    token: bytes
    """For the next connection."""
    is_new: bool
    span: Span
    uses: int = 0
    """How often the session was taken up again."""
    visits: int = 0
    """How often the user has come, over whatever session; 0 for a guest."""

    @property
    def is_guest(self) -> bool:
        """Whether this session is all there is of its person."""
        return self.user == self.session

    @property
    def proof_hash(self) -> bytes:
        """What the store keeps of the token."""
        return hashlib.sha256(self.token[KEY_BYTES:]).digest()

    @property
    def payload(self) -> bytes:
        """What the store keeps with the session."""
        return pack_plain(
            [self.user, self.name, self.span.began_ms, self.span.login_ends_ms or 0]
        )


@dataclass(frozen=True, slots=True)
class NoEntry:
    """Somebody who may not."""

    code: ErrorCode
    is_revoked: bool = False
    """Whether the session has just been ended for everybody."""


EntryOutcome: TypeAlias = Entry | NoEntry


@dataclass(frozen=True, slots=True)
class Login:
    """What a login of the host says of somebody."""

    user: str
    name: str | None
    ends_ms: int
    """When it is good no longer, in milliseconds since 1970."""


class Logins(Protocol):
    """Reads the signed tokens of a host's own login."""

    def read(self, token: str) -> Login | None:
        """Who the token speaks of; None for one that is not good."""


def user_of_login(issuer: str, subject: str) -> str:
    """Under which name a person of a host's login is known here.

    Args:
        issuer: Who makes the login's tokens, as they say; empty if they do not.
        subject: Who it is to the issuer.
    """
    text = f"{issuer}|{subject}"
    return f"login-{hashlib.blake2b(text.encode(), digest_size=16).hexdigest()}"


class Verdict(Enum):
    """What has become of the session of somebody who was let in."""

    STANDS = "stands"
    OVERTAKEN = "overtaken"
    """Its person has come in again since, here or elsewhere."""
    ENDED = "ended"
    """It was ended for everybody."""


class Doorkeeper:
    """Lets people in.

    Args:
        sessions: Where sessions are kept.
        chance: Fresh random bytes.
        now_ms: Tells the time of the store.
        lifetimes: How long sessions are good for.
        logins: The host's own login, if there is one.
    """

    def __init__(
        self,
        sessions: SessionStore,
        chance: Chance,
        now_ms: Callable[[], int],
        lifetimes: Lifetimes,
        logins: Logins | None = None,
    ) -> None:
        self._sessions = sessions
        self._chance = chance
        self._now_ms = now_ms
        self._lifetimes = lifetimes
        self._logins = logins

    async def enter(
        self, name: str | None, resume: bytes | None, login: str | None = None
    ) -> EntryOutcome:
        """The session of whoever says hello: the old one with a token, else a new one.

        Raises:
            StoreUnavailable: The store does not answer.
        """
        if name is not None and is_reserved(name):
            return NoEntry(ErrorCode.BAD_NAME)
        if resume is not None:
            return await self._again(name, resume)
        if login is None:
            return await self._new(name, None)
        known = None if self._logins is None else self._logins.read(login)
        if known is None:
            return NoEntry(ErrorCode.LOGIN)
        return await self._new(known.name or name, known)

    async def _new(self, name: str | None, login: Login | None) -> EntryOutcome:
        token = ResumeToken(
            self._chance.fresh(KEY_BYTES), self._chance.fresh(PROOF_BYTES)
        )
        chosen = name or f"guest-{self._chance.fresh(2).hex()}"
        owner, ends_ms = token.session, None
        if login is not None:
            owner, ends_ms = login.user, login.ends_ms
        span = Span(self._now_ms(), ends_ms)
        entry = Entry(
            token.session, owner, chosen, token.written, is_new=True, span=span
        )
        await self._keep(entry)
        return await self._noted(entry)

    async def _again(self, name: str | None, resume: bytes) -> EntryOutcome:
        shown = ResumeToken.read(resume)
        if shown is None:
            return NoEntry(ErrorCode.TOKEN)
        token = ResumeToken(shown.key, self._chance.fresh(PROOF_BYTES))
        outcome = await self._sessions.resume_session(
            shown.session,
            shown.proof_hash,
            token.proof_hash,
            keep_ms=self._lifetimes.keep_ms,
        )
        match outcome:
            case Resumed(payload, uses):
                return await self._taken_up(token, payload, uses, name)
            case UnknownSession():
                return NoEntry(ErrorCode.TOKEN)
            case RevokedSession():
                return NoEntry(ErrorCode.TOKEN, is_revoked=True)

    async def _taken_up(
        self, token: ResumeToken, payload: bytes, uses: int, name: str | None
    ) -> EntryOutcome:
        """The session goes on, unless its time is over."""
        kept: Any = unpack_plain(payload)
        owner, chosen, *times = kept
        # One that was begun by an older server says nothing of its times.
        began_ms, ends_ms = times or (self._now_ms(), 0)
        span = Span(began_ms, ends_ms or None)
        entry = Entry(
            token.session,
            owner,
            name if name and owner == token.session else chosen,
            token.written,
            is_new=False,
            span=span,
            uses=uses,
        )
        if self._is_over(span):
            await self.forget(entry)
            return NoEntry(ErrorCode.TOKEN)
        return await self._noted(entry)

    async def _noted(self, entry: Entry) -> EntryOutcome:
        """Let every node know over which session somebody with a login came last."""
        if entry.is_guest:
            return entry
        visits = await self._note_visit(entry)
        if not visits:  # all sessions of the user were ended since this one began
            await self.forget(entry)
            return NoEntry(ErrorCode.TOKEN)
        return replace(entry, visits=visits)

    async def _note_visit(self, entry: Entry) -> int:
        return await self._sessions.note_session(
            entry.user,
            entry.session,
            began_ms=entry.span.began_ms,
            keep_ms=self._lifetimes.keep_ms,
            visits=max(1, entry.visits),
        )

    async def forget(self, entry: Entry) -> None:
        """End a session for good: its token is worth nothing any more.

        Raises:
            StoreUnavailable: The store does not answer.
        """
        await self._sessions.end_session(entry.session)

    def _is_over(self, span: Span) -> bool:
        return span.end_ms(self._lifetimes.age_ms) <= self._now_ms()

    async def verdicts(self, entries: Sequence[Entry]) -> tuple[Verdict, ...]:
        """What has become of these sessions since they were let in.

        One that the store knows nothing of, or an older state, is kept anew: the store
        has lost it, since a session does not end while its person is connected. Nobody
        is shown out because his time is over; he is told when he comes again.

        Raises:
            StoreUnavailable: The store does not answer.
        """
        standings = await self._sessions.standings([one.session for one in entries])
        users = await self._known_users(entries)
        return tuple(
            [
                await self._verdict(entry, standing, users.get(entry.user))
                for entry, standing in zip(entries, standings, strict=True)
            ]
        )

    async def _verdict(
        self, entry: Entry, standing: Standing, user: KnownUser | None
    ) -> Verdict:
        """What has become of a session.

        Args:
            entry: The session.
            standing: What the store knows of it.
            user: What the store knows of its user; None for a guest.
        """
        if user is not None and entry.span.began_ms <= user.ended_ms:
            return Verdict.ENDED
        match standing:
            case RevokedSession():
                return Verdict.ENDED
            case UnknownSession():
                await self._keep(entry)
            case StandingSession(proof_hash, uses):
                if uses < entry.uses:
                    await self._keep(entry)
                elif proof_hash != entry.proof_hash:
                    return Verdict.OVERTAKEN
            case _:
                assert_never(standing)
        if user is None:
            return Verdict.STANDS
        if user.visits < entry.visits:
            await self._note_visit(entry)
        elif user.newest != entry.session:
            return Verdict.OVERTAKEN
        return Verdict.STANDS

    async def _known_users(self, entries: Sequence[Entry]) -> Mapping[str, KnownUser]:
        """What the store knows of each user who is no guest."""
        users = [entry.user for entry in entries if not entry.is_guest]
        if not users:
            return {}
        known = await self._sessions.known_users(users)
        return dict(zip(users, known, strict=True))

    async def _keep(self, entry: Entry) -> None:
        if self._is_over(entry.span):
            return  # whoever is connected stays, and cannot come back
        await self._sessions.open_session(
            entry.session,
            entry.proof_hash,
            entry.payload,
            keep_ms=self._lifetimes.keep_ms,
            uses=entry.uses,
        )


def is_reserved(name: str) -> bool:
    """Whether a name could be taken for a seat, a bot or the server (H59)."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    word = "".join(letter for letter in folded if letter.isalnum())
    return word in _RESERVED or word.startswith("bot")
