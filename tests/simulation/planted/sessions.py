"""Tokens that prove nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from server.adapters.memory_sessions import MemorySessions
from server.identity import Doorkeeper, Entry
from tests.simulation.planted.fault import fault

if TYPE_CHECKING:
    from server.identity import EntryOutcome
    from server.sessions import ResumeOutcome, ResumeToken

_taken_up: Final = Doorkeeper._taken_up
_resume: Final = MemorySessions.resume_session


async def _same_token(  # noqa: PLR0917 - as it is called
    self: Doorkeeper,
    token: ResumeToken,
    shown: ResumeToken,
    name: str | None,
    payload: bytes,
    uses: int,
) -> EntryOutcome:
    """Give back the token that was shown."""
    entry = await _taken_up(self, token, shown, name, payload, uses)
    return replace(entry, token=shown.written) if isinstance(entry, Entry) else entry


async def _any_proof(
    self: MemorySessions,
    session: str,
    shown_hash: bytes,
    next_hash: bytes,
    *,
    keep_ms: int,
    number: int = 0,
    uses: int | None = None,
) -> ResumeOutcome:
    """Let everybody in who names a session."""
    kept = self._kept(session)
    proof = shown_hash if kept is None else kept.newest
    return await _resume(
        self, session, proof, next_hash, keep_ms=keep_ms, number=number, uses=uses
    )


FAULTS: Final = (
    fault(
        "resume token not changed",
        "P7",
        20,
        {"server.identity.Doorkeeper._taken_up": _same_token},
    ),
    fault(
        "resume token not compared",
        "P7",
        50,
        {
            "server.adapters.memory_sessions.MemorySessions.resume_session": _any_proof,
        },
    ),
)
