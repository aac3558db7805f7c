"""What every session store has to do: keep, rotate, revoke, forget."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from server.sessions import (
    NEWER_MOST,
    KeptSession,
    KnownUser,
    NewerProof,
    Resumed,
    ResumeOutcome,
    RevokedSession,
    SessionStore,
    Standing,
    StandingSession,
    TakenUpMeanwhile,
    UnknownSession,
)
from tests.support.store_values import fresh

DAY_MS = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class SessionRig:
    """A session store under test."""

    sessions: SessionStore
    age: Callable[[int], None]
    """Makes all sessions older by so many milliseconds."""


async def opened(rig: SessionRig, payload: bytes = b"Ada") -> tuple[str, bytes]:
    """Open a session: its id and the hash of its first proof."""
    session, proof = fresh(16).hex(), fresh(32)
    await rig.sessions.open_session(
        session, KeptSession(proof, payload), keep_ms=DAY_MS
    )
    return session, proof


async def resumed(
    rig: SessionRig, session: str, shown: bytes, following: bytes
) -> ResumeOutcome:
    """Show a proof."""
    return await rig.sessions.resume_session(session, shown, following, keep_ms=DAY_MS)


async def standing(rig: SessionRig, session: str) -> Standing:
    """What has become of a session."""
    (found,) = await rig.sessions.standings([session])
    return found


async def noted(
    rig: SessionRig, user: str, session: str, *, began_ms: int = 1, visits: int = 1
) -> int:
    """Note over which session a user has come."""
    return await rig.sessions.note_session(
        user, session, began_ms=began_ms, keep_ms=DAY_MS, visits=visits
    )


class SessionContract:
    """Every session store passes this."""

    async def test_session_gives_back_what_was_kept_with_it(
        self, rig: SessionRig
    ) -> None:
        session, proof = await opened(rig, b"Ada \x00\xff")

        outcome = await resumed(rig, session, proof, fresh(32))
        assert outcome == Resumed(b"Ada \x00\xff", uses=1)

    async def test_each_new_proof_is_good(self, rig: SessionRig) -> None:
        session, shown = await opened(rig)

        for uses in (1, 2, 3):
            following = fresh(32)
            outcome = await resumed(rig, session, shown, following)
            assert outcome == Resumed(b"Ada", uses)
            shown = following

    async def test_proof_before_is_good_while_the_new_one_was_not_used(
        self, rig: SessionRig
    ) -> None:
        # T-B14: the answer with the new proof may be lost, more than once in a row.
        session, first = await opened(rig)
        await resumed(rig, session, first, fresh(32))
        third = fresh(32)

        assert await resumed(rig, session, first, third) == Resumed(b"Ada", 2)
        assert await resumed(rig, session, third, fresh(32)) == Resumed(b"Ada", 3)

    async def test_older_proof_ends_the_session_for_everybody(
        self, rig: SessionRig
    ) -> None:
        # T-B13
        session, first = await opened(rig)
        second, third = fresh(32), fresh(32)
        await resumed(rig, session, first, second)
        await resumed(rig, session, second, third)

        assert await resumed(rig, session, first, fresh(32)) == RevokedSession()
        assert await resumed(rig, session, third, fresh(32)) == UnknownSession()

    async def test_wrong_proof_ends_the_session(self, rig: SessionRig) -> None:
        session, first = await opened(rig)

        assert await resumed(rig, session, fresh(32), fresh(32)) == RevokedSession()
        assert await resumed(rig, session, first, fresh(32)) == UnknownSession()

    async def test_call_that_comes_again_changes_nothing_more(
        self, rig: SessionRig
    ) -> None:
        session, first = await opened(rig)
        second = fresh(32)
        await resumed(rig, session, first, second)

        assert await resumed(rig, session, first, second) == Resumed(b"Ada", 1)
        assert await resumed(rig, session, first, fresh(32)) == Resumed(b"Ada", 2)

    async def test_unknown_session_is_unknown(self, rig: SessionRig) -> None:
        outcome = await resumed(rig, fresh(16).hex(), fresh(32), fresh(32))

        assert outcome == UnknownSession()

    async def test_ended_session_is_unknown(self, rig: SessionRig) -> None:
        session, proof = await opened(rig)

        await rig.sessions.end_session(session)
        await rig.sessions.end_session(session)

        assert await resumed(rig, session, proof, fresh(32)) == UnknownSession()

    async def test_sessions_do_not_touch_each_other(self, rig: SessionRig) -> None:
        one, its_proof = await opened(rig, b"one")
        other, other_proof = await opened(rig, b"other")

        await resumed(rig, one, fresh(32), fresh(32))

        assert await resumed(rig, one, its_proof, fresh(32)) == UnknownSession()
        assert await resumed(rig, other, other_proof, fresh(32)) == Resumed(b"other")

    async def test_unused_session_ends_with_its_time(self, rig: SessionRig) -> None:
        # T-B16
        session, proof = await opened(rig)

        rig.age(DAY_MS)

        assert await resumed(rig, session, proof, fresh(32)) == UnknownSession()

    async def test_each_use_begins_the_time_anew(self, rig: SessionRig) -> None:
        session, first = await opened(rig)
        rig.age(DAY_MS // 2)
        second = fresh(32)
        await resumed(rig, session, first, second)

        rig.age(DAY_MS * 3 // 4)

        assert await resumed(rig, session, second, fresh(32)) == Resumed(b"Ada", 2)

    async def test_standing_is_that_of_the_newest_proof(self, rig: SessionRig) -> None:
        session, first = await opened(rig)
        second = fresh(32)
        assert await standing(rig, session) == StandingSession(first, 0)

        await resumed(rig, session, first, second)

        assert await standing(rig, session) == StandingSession(second, 1)

    async def test_many_standings_come_in_the_order_asked(
        self, rig: SessionRig
    ) -> None:
        one, its_proof = await opened(rig)
        other, _ = await opened(rig)
        await rig.sessions.end_session(other)

        found = await rig.sessions.standings([other, fresh(16).hex(), one])

        assert found == (
            RevokedSession(),
            UnknownSession(),
            StandingSession(its_proof, 0),
        )
        assert await rig.sessions.standings([]) == ()

    async def test_end_by_an_old_proof_is_remembered_for_all(
        self, rig: SessionRig
    ) -> None:
        # T-B13, T-B16: every node hears of it, whatever it asks.
        session, _ = await opened(rig)
        await resumed(rig, session, fresh(32), fresh(32))
        assert await standing(rig, session) == RevokedSession()

        rig.age(DAY_MS)

        assert await standing(rig, session) == UnknownSession()

    async def test_lost_session_is_kept_again_as_it_was(self, rig: SessionRig) -> None:
        # T-F17
        session, proof = fresh(16).hex(), fresh(32)

        await rig.sessions.open_session(
            session, KeptSession(proof, b"Ada", 7), keep_ms=DAY_MS
        )

        assert await standing(rig, session) == StandingSession(proof, 7)
        assert await resumed(rig, session, proof, fresh(32)) == Resumed(b"Ada", 8)

    async def test_session_taken_up_as_often_is_not_kept_over(
        self, rig: SessionRig
    ) -> None:
        session, first = await opened(rig)
        second = fresh(32)
        await resumed(rig, session, first, second)

        for uses in (0, 1):
            await rig.sessions.open_session(
                session, KeptSession(fresh(32), b"Eve", uses), keep_ms=DAY_MS
            )

        assert await standing(rig, session) == StandingSession(second, 1)

    async def test_session_that_the_store_has_older_is_kept_over(
        self, rig: SessionRig
    ) -> None:
        # T-F12: the store came back from an older file.
        session, _ = await opened(rig)
        newest = fresh(32)

        await rig.sessions.open_session(
            session, KeptSession(newest, b"Ada", 1), keep_ms=DAY_MS
        )

        assert await resumed(rig, session, newest, fresh(32)) == Resumed(b"Ada", 2)

    async def test_proof_before_the_lost_ones_is_an_old_one(
        self, rig: SessionRig
    ) -> None:
        # T-B13, T-F12
        session, first = await opened(rig)
        await resumed(rig, session, first, fresh(32))
        kept = KeptSession(fresh(32), b"Ada", 5)
        await rig.sessions.open_session(session, kept, keep_ms=DAY_MS)

        assert await resumed(rig, session, first, fresh(32)) == RevokedSession()

    async def test_proof_before_the_newest_is_kept_with_it(
        self, rig: SessionRig
    ) -> None:
        # T-B14, T-F12: the newest may not have reached its person.
        session, before = fresh(16).hex(), fresh(32)
        kept = KeptSession(fresh(32), b"Ada", 5, before)
        await rig.sessions.open_session(session, kept, keep_ms=DAY_MS)

        assert await rig.sessions.kept_session(session) == kept
        assert await resumed(rig, session, before, fresh(32)) == Resumed(b"Ada", 6)

    @pytest.mark.parametrize("ahead", [1, NEWER_MOST])
    async def test_proof_that_is_newer_than_what_is_known_changes_nothing(
        self, rig: SessionRig, ahead: int
    ) -> None:
        # T-F12: the store has lost it.
        session, first = await opened(rig)
        second = fresh(32)
        await resumed(rig, session, first, second)

        outcome = await rig.sessions.resume_session(
            session, fresh(32), fresh(32), keep_ms=DAY_MS, number=1 + ahead
        )

        assert outcome == NewerProof()
        assert await standing(rig, session) == StandingSession(second, 1)

    @pytest.mark.parametrize("number", [0, 1, 2 + NEWER_MOST])
    async def test_unknown_proof_that_cannot_be_newer_ends_the_session(
        self, rig: SessionRig, number: int
    ) -> None:
        # T-B13
        session, first = await opened(rig)
        await resumed(rig, session, first, fresh(32))

        outcome = await rig.sessions.resume_session(
            session, fresh(32), fresh(32), keep_ms=DAY_MS, number=number
        )

        assert outcome == RevokedSession()

    async def test_of_two_who_come_at_once_one_takes_the_session_up(
        self, rig: SessionRig
    ) -> None:
        # Seed 327 of the simulation: the slower one's token took the place of the
        # quicker one's, which was taken for an old one from then on.
        session, first = await opened(rig)
        quick, slow = fresh(32), fresh(32)
        for following in (quick, quick):  # its answer may be lost once
            outcome = await rig.sessions.resume_session(
                session, first, following, keep_ms=DAY_MS, uses=0
            )
            assert outcome == Resumed(b"Ada", 1)

        late = await rig.sessions.resume_session(
            session, first, slow, keep_ms=DAY_MS, uses=0
        )

        assert late == TakenUpMeanwhile()
        assert await standing(rig, session) == StandingSession(quick, 1)
        assert await resumed(rig, session, quick, fresh(32)) == Resumed(b"Ada", 2)

    async def test_ended_session_is_not_kept_again(self, rig: SessionRig) -> None:
        session, proof = await opened(rig)
        await rig.sessions.end_session(session)

        await rig.sessions.open_session(
            session, KeptSession(proof, b"Ada", 9), keep_ms=DAY_MS
        )

        assert await standing(rig, session) == RevokedSession()

    async def test_overlong_payload_is_refused(self, rig: SessionRig) -> None:
        session, proof = fresh(16).hex(), fresh(32)

        with pytest.raises(ValueError, match="session"):
            await rig.sessions.open_session(
                session, KeptSession(proof, bytes(1025)), keep_ms=DAY_MS
            )

        assert await resumed(rig, session, proof, fresh(32)) == UnknownSession()

    async def test_user_is_known_by_the_newest_session(self, rig: SessionRig) -> None:
        ada, bice = f"login-{fresh(8).hex()}", f"login-{fresh(8).hex()}"
        assert await noted(rig, ada, "one")
        assert await noted(rig, ada, "two")

        assert await rig.sessions.known_users([bice, ada]) == (
            KnownUser(),
            KnownUser("two", visits=2),
        )

    async def test_visits_of_a_user_are_counted_on_from_what_was_lost(
        self, rig: SessionRig
    ) -> None:
        # T-F12, T-F17
        ada = f"login-{fresh(8).hex()}"

        assert await noted(rig, ada, "one", visits=7) == 7
        assert await noted(rig, ada, "two") == 8
        assert await noted(rig, ada, "two", visits=8) == 9

    async def test_user_is_forgotten_with_time(self, rig: SessionRig) -> None:
        ada = f"login-{fresh(8).hex()}"
        await noted(rig, ada, "one")

        rig.age(DAY_MS)

        assert await rig.sessions.known_users([ada]) == (KnownUser(),)

    async def test_end_of_a_user_is_for_all_sessions_so_far(
        self, rig: SessionRig
    ) -> None:
        # T-B16
        ada, bice = f"login-{fresh(8).hex()}", f"login-{fresh(8).hex()}"
        await noted(rig, ada, "one")
        await noted(rig, bice, "another's")
        await rig.sessions.end_user(ada)
        known, other = await rig.sessions.known_users([ada, bice])

        assert (known.newest, other) == (None, KnownUser("another's", visits=1))
        assert not await noted(rig, ada, "one", began_ms=known.ended_ms)
        assert await noted(rig, ada, "two", began_ms=known.ended_ms + 1)
        assert not await noted(rig, ada, "one", began_ms=known.ended_ms - DAY_MS)
        assert await rig.sessions.known_users([ada]) == (
            KnownUser("two", 2, known.ended_ms),
        )

    async def test_end_of_a_user_is_remembered_for_as_long_as_any_session(
        self, rig: SessionRig
    ) -> None:
        ada = f"login-{fresh(8).hex()}"
        await rig.sessions.end_user(ada)
        (known,) = await rig.sessions.known_users([ada])
        await noted(rig, ada, "two", began_ms=known.ended_ms + 1)

        rig.age(365 * DAY_MS)

        assert not await noted(rig, ada, "one", began_ms=known.ended_ms)
