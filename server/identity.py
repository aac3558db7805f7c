"""Who somebody is: guests with a token that changes with every connection."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from protocol.codes import ErrorCode
from server.earlier_names import earlier_name
from server.reserved_names import is_reserved
from server.sessions import (
    KEY_BYTES,
    NUMBER_BYTES,
    PROOF_BYTES,
    KeptSession,
    NewerProof,
    Resumed,
    ResumeToken,
    RevokedSession,
    StandingSession,
    TakenUpMeanwhile,
    UnknownSession,
)
from server.stored import pack_plain, unpack_plain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from server.logins import Login, Logins
    from server.ports import Chance
    from server.sessions import KnownUser, SessionStore, Standing


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
    before_hash: bytes | None = None
    """Of the proof that was shown for this token; None for a new session."""

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
    is_newer: bool = False
    """Whether the store, it seems, has lost that the session was taken up."""


EntryOutcome: TypeAlias = Entry | NoEntry


def _nobody_goes() -> bool:
    return False


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
        self,
        name: str | None,
        resume: bytes | None,
        login: str | None = None,
        *,
        known: Entry | None = None,
        is_gone: Callable[[], bool] = _nobody_goes,
    ) -> EntryOutcome:
        """The session of whoever says hello: the old one with a token, else a new one.

        Args:
            name: What the others see.
            resume: The token that was shown, if any.
            login: A token of the host's own login.
            known: The entry with which this node has let the session in before: what
                the store has lost of it is kept anew before the token is judged.
            is_gone: Whether whoever says hello has gone meanwhile, and may have come
                again elsewhere: then the session is not taken up.

        Raises:
            StoreUnavailable: The store does not answer.
        """
        if name is not None and is_reserved(name):
            return NoEntry(ErrorCode.BAD_NAME)
        if resume is not None:
            return await self._again(name, resume, known, is_gone)
        if login is None:
            return await self._new(name, None)
        person = None if self._logins is None else self._logins.read(login)
        if person is None:
            return NoEntry(ErrorCode.LOGIN)
        return await self._new(person.name or name, person)

    async def _new(self, name: str | None, login: Login | None) -> EntryOutcome:
        token = self._token(self._chance.fresh(KEY_BYTES), 0)
        owner, ends_ms = token.session, None
        if login is not None:
            owner, ends_ms = login.user, login.ends_ms
            name = name or await earlier_name(self._sessions, owner)
        chosen = name or f"guest-{self._chance.fresh(2).hex()}"
        span = Span(self._now_ms(), ends_ms)
        entry = Entry(
            token.session, owner, chosen, token.written, is_new=True, span=span
        )
        await self._keep(entry)
        return await self._noted(entry)

    def _token(self, key: bytes, number: int) -> ResumeToken:
        chance = self._chance.fresh(PROOF_BYTES - NUMBER_BYTES)
        return ResumeToken.numbered(key, number, chance)

    async def _again(
        self,
        name: str | None,
        resume: bytes,
        known: Entry | None,
        is_gone: Callable[[], bool],
    ) -> EntryOutcome:
        shown = ResumeToken.read(resume)
        if shown is None:
            return NoEntry(ErrorCode.TOKEN)
        uses = await self._uses_of(shown.session, known)
        if is_gone():
            return NoEntry(ErrorCode.BUSY)
        token = self._token(shown.key, 1 + uses)
        outcome = await self._sessions.resume_session(
            shown.session,
            shown.proof_hash,
            token.proof_hash,
            keep_ms=self._lifetimes.keep_ms,
            number=shown.number,
            uses=uses,
        )
        match outcome:
            case Resumed(payload, count):
                return await self._taken_up(token, shown, name, payload, count)
            case TakenUpMeanwhile():
                return NoEntry(ErrorCode.BUSY)
            case NewerProof():
                return NoEntry(ErrorCode.TOKEN, is_newer=True)
            case UnknownSession():
                return NoEntry(ErrorCode.TOKEN)
            case RevokedSession():
                return NoEntry(ErrorCode.TOKEN, is_revoked=True)

    async def _uses_of(self, session: str, known: Entry | None) -> int:
        """How often a session was taken up, by the store or by this node."""
        (standing,) = await self._sessions.standings([session])
        uses = standing.uses if isinstance(standing, StandingSession) else 0
        if known is None or not await self._kept_anew(known, standing):
            return uses
        return known.uses

    async def _taken_up(
        self,
        token: ResumeToken,
        shown: ResumeToken,
        name: str | None,
        payload: bytes,
        uses: int,
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
            before_hash=shown.proof_hash,
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
        if isinstance(standing, RevokedSession):
            return Verdict.ENDED
        is_lost = await self._kept_anew(entry, standing)
        if not is_lost and not _is_newest(entry, standing):
            return Verdict.OVERTAKEN
        if user is None:
            return Verdict.STANDS
        if user.visits < entry.visits:
            await self._note_visit(entry)
        elif user.newest != entry.session:
            return Verdict.OVERTAKEN
        return Verdict.STANDS

    async def _kept_anew(self, entry: Entry, standing: Standing) -> bool:
        """Whether the store had lost what is known of a session, and was told it."""
        match standing:
            case RevokedSession():
                return False
            case UnknownSession():
                pass
            case StandingSession(_, uses):
                if uses >= entry.uses:
                    return False
            case _:
                assert_never(standing)
        await self._keep(entry)
        return True

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
        kept = KeptSession(
            entry.proof_hash, entry.payload, entry.uses, entry.before_hash
        )
        await self._sessions.open_session(
            entry.session, kept, keep_ms=self._lifetimes.keep_ms
        )


def _is_newest(entry: Entry, standing: Standing) -> bool:
    """Whether nobody has taken the session up since it was let in."""
    if isinstance(standing, StandingSession):
        return standing.proof_hash == entry.proof_hash
    return False
