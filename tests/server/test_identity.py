"""Who somebody is: guests, sessions that go on, and logins of the host."""

from collections.abc import Awaitable, Callable, Sequence

import pytest

from protocol.codes import ErrorCode
from server.adapters.memory_sessions import MemorySessions
from server.identity import Doorkeeper, Entry, Lifetimes, NoEntry, Verdict
from server.sessions import KeptSession, ResumeToken, Standing
from server.stored import pack_plain
from tests.server.logins import SHORT_MS, Passes
from tests.support.fakes import HandClock, SeededChance

DAY_MS = 24 * 3600 * 1000
LIFETIMES = Lifetimes(keep_ms=2 * DAY_MS, age_ms=7 * DAY_MS)


def doorkeeper(
    *,
    logins: Passes | None = None,
    clock: HandClock | None = None,
    sessions: MemorySessions | None = None,
) -> Doorkeeper:
    """One with its own clock and sessions, or with those given."""
    now_ms = (clock or HandClock()).monotonic_ms
    kept = sessions or MemorySessions(now_ms)
    return Doorkeeper(kept, SeededChance(1), now_ms, LIFETIMES, logins)


async def let_in(keeper: Doorkeeper, name: str | None, **shown: object) -> Entry:
    resume, login = shown.get("resume"), shown.get("login")
    entry = await keeper.enter(name, resume, login)  # type: ignore[arg-type]
    assert isinstance(entry, Entry)
    return entry


# ------------------------------------------------------------------------- guests


async def test_guest_is_his_session() -> None:
    entry = await let_in(doorkeeper(), "Ada")

    assert entry.user == entry.session == entry.token[:16].hex()
    assert (entry.name, entry.is_new) == ("Ada", True)
    assert len(entry.token) == 48


async def test_two_guests_are_never_the_same() -> None:
    keeper = doorkeeper()

    entries = [await let_in(keeper, "Ada") for _ in range(20)]

    assert len({entry.user for entry in entries}) == 20
    assert len({entry.token[16:] for entry in entries}) == 20


async def test_session_goes_on_with_its_name_and_a_new_token() -> None:
    keeper = doorkeeper()
    first = await let_in(keeper, "Ada")

    again = await let_in(keeper, None, resume=first.token)

    assert (again.session, again.user, again.name) == (first.session, first.user, "Ada")
    assert not again.is_new
    assert again.token != first.token
    assert again.token[:16] == first.token[:16]


async def test_guest_may_take_another_name() -> None:
    keeper = doorkeeper()
    first = await let_in(keeper, "Ada")

    again = await let_in(keeper, "Bea", resume=first.token)

    assert again.name == "Bea"


@pytest.mark.parametrize("token", [b"", bytes(47), bytes(48), bytes(49)])
async def test_bad_token_is_refused_alike(token: bytes) -> None:
    # T-B15
    outcome = await doorkeeper().enter("Ada", token)

    assert outcome == NoEntry(ErrorCode.TOKEN)


async def test_old_token_ends_the_session_and_says_so() -> None:
    # T-B13
    keeper = doorkeeper()
    first = await let_in(keeper, "Ada")
    second = await let_in(keeper, None, resume=first.token)
    third = await let_in(keeper, None, resume=second.token)

    outcome = await keeper.enter(None, first.token)

    assert outcome == NoEntry(ErrorCode.TOKEN, is_revoked=True)
    assert await keeper.enter(None, third.token) == NoEntry(ErrorCode.TOKEN)


async def test_two_people_who_resume_the_same_session_do_not_both_stay() -> None:
    # A stolen token is found out at the latest when its owner comes back twice.
    keeper = doorkeeper()
    owner = await let_in(keeper, "Ada")
    thief = await let_in(keeper, None, resume=owner.token)
    await let_in(keeper, None, resume=thief.token)

    outcome = await keeper.enter(None, owner.token)

    assert outcome == NoEntry(ErrorCode.TOKEN, is_revoked=True)


# ------------------------------------------------------------------------- logins


async def test_login_of_the_host_says_who_it_is() -> None:
    entry = await let_in(doorkeeper(logins=Passes()), "Eve", login="pass-of-ada")

    assert (entry.user, entry.name) == ("host:ada", "Ada L.")
    assert entry.session != entry.user


async def test_person_who_logs_in_twice_is_the_same_in_two_sessions() -> None:
    keeper = doorkeeper(logins=Passes())

    one = await let_in(keeper, None, login="pass-of-ada")
    other = await let_in(keeper, None, login="pass-of-ada")

    assert one.user == other.user
    assert one.session != other.session


async def test_session_of_a_login_keeps_its_user_and_name() -> None:
    keeper = doorkeeper(logins=Passes())
    first = await let_in(keeper, None, login="pass-of-ada")

    again = await let_in(keeper, "Eve", resume=first.token)

    assert (again.user, again.name) == ("host:ada", "Ada L.")


async def test_login_without_a_name_takes_the_one_that_was_asked_for() -> None:
    entry = await let_in(doorkeeper(logins=Passes()), "Eve", login="anon")

    assert (entry.user, entry.name) == ("host:x", "Eve")


async def test_login_without_a_name_keeps_the_one_before() -> None:
    keeper = doorkeeper(logins=Passes())
    first = await let_in(keeper, "Eve", login="anon")

    again = await let_in(keeper, None, login="anon")
    assert again.session != first.session
    assert again.name == "Eve"
    await keeper.forget(again)
    assert (await let_in(keeper, None, login="anon")).name.startswith("guest-")


async def test_bad_login_is_refused() -> None:
    for keeper in (doorkeeper(logins=Passes()), doorkeeper()):
        outcome = await keeper.enter("Ada", None, "forged")
        assert outcome == NoEntry(ErrorCode.LOGIN)


# --------------------------------------------------------------------------- ages


async def test_session_in_use_goes_on_for_a_week_and_no_longer() -> None:
    clock = HandClock()
    keeper = doorkeeper(clock=clock)
    entry = await let_in(keeper, "Ada")
    for _ in range(6):
        clock.jump(DAY_MS)
        entry = await let_in(keeper, None, resume=entry.token)
    clock.jump(DAY_MS)

    assert await keeper.enter(None, entry.token) == NoEntry(ErrorCode.TOKEN)
    assert await keeper.enter(None, entry.token) == NoEntry(ErrorCode.TOKEN)


async def test_session_of_a_login_ends_with_the_login() -> None:
    clock = HandClock()
    keeper = doorkeeper(logins=Passes(), clock=clock)
    entry = await let_in(keeper, None, login="short")
    clock.jump(SHORT_MS - 1)
    entry = await let_in(keeper, None, resume=entry.token)
    clock.jump(1)

    assert await keeper.enter(None, entry.token) == NoEntry(ErrorCode.TOKEN)


async def test_session_of_a_long_login_ends_with_its_own_age() -> None:
    clock = HandClock()
    keeper = doorkeeper(logins=Passes(), clock=clock)
    entry = await let_in(keeper, None, login="pass-of-ada")
    for _ in range(6):
        clock.jump(DAY_MS)
        entry = await let_in(keeper, None, resume=entry.token)
    clock.jump(DAY_MS)

    assert await keeper.enter(None, entry.token) == NoEntry(ErrorCode.TOKEN)


async def test_who_is_connected_when_the_time_is_over_stays_until_he_goes() -> None:
    clock = HandClock()
    sessions = MemorySessions(clock.monotonic_ms)
    keeper = doorkeeper(logins=Passes(), clock=clock, sessions=sessions)
    entry = await let_in(keeper, None, login="short")
    clock.jump(SHORT_MS)
    assert await keeper.verdicts([entry]) == (Verdict.STANDS,)

    sessions._sessions.clear()  # the store may lose it meanwhile

    assert await keeper.verdicts([entry]) == (Verdict.STANDS,)
    assert await keeper.enter(None, entry.token) == NoEntry(ErrorCode.TOKEN)


async def test_login_in_the_moment_of_the_end_is_ended_with_the_others() -> None:
    clock = HandClock()
    sessions = MemorySessions(clock.monotonic_ms)
    keeper = doorkeeper(logins=Passes(), clock=clock, sessions=sessions)
    await sessions.end_user("host:ada")

    outcome = await keeper.enter(None, None, "pass-of-ada")

    assert outcome == NoEntry(ErrorCode.TOKEN)


# ------------------------------------------------------- a store that has lost something


class Forgetful:
    """Somebody's sessions in a store that comes back as it was earlier."""

    def __init__(self) -> None:
        clock = HandClock()
        self.sessions = MemorySessions(clock.monotonic_ms)
        self.keeper = doorkeeper(clock=clock, sessions=self.sessions)

    async def taken_up(self, entry: Entry, times: int) -> Entry:
        for _ in range(times):
            entry = await let_in(self.keeper, None, resume=entry.token)
        return entry


async def test_newest_token_is_good_where_the_session_is_known() -> None:
    # T-F12
    store = Forgetful()
    entry = await store.taken_up(await let_in(store.keeper, "Ada"), 1)
    older = dict(store.sessions._sessions)
    entry = await store.taken_up(entry, 3)
    store.sessions._sessions |= older

    again = await store.keeper.enter(None, entry.token, known=entry)

    assert isinstance(again, Entry)
    assert again.uses == 5
    assert await store.keeper.enter(None, again.token) != NoEntry(ErrorCode.TOKEN)


async def test_token_before_the_newest_is_good_too_if_that_was_lost_on_its_way() -> (
    None
):
    # T-B14, T-F12
    store = Forgetful()
    shown = await store.taken_up(await let_in(store.keeper, "Ada"), 3)
    entry = await store.taken_up(shown, 1)
    store.sessions._sessions.clear()

    again = await store.keeper.enter(None, shown.token, known=entry)

    assert isinstance(again, Entry)


async def test_old_token_ends_the_session_though_the_store_knows_no_newer_one() -> None:
    # T-B13, T-F12: reuse is found out where the session is known.
    store = Forgetful()
    old = await store.taken_up(await let_in(store.keeper, "Ada"), 1)
    older = dict(store.sessions._sessions)
    entry = await store.taken_up(old, 3)
    store.sessions._sessions |= older

    outcome = await store.keeper.enter(None, old.token, known=entry)

    assert outcome == NoEntry(ErrorCode.TOKEN, is_revoked=True)
    assert await store.keeper.enter(None, entry.token) == NoEntry(ErrorCode.TOKEN)


async def test_token_that_the_store_has_lost_ends_nothing() -> None:
    # T-F12: another node may know it.
    store = Forgetful()
    entry = await store.taken_up(await let_in(store.keeper, "Ada"), 1)
    older = dict(store.sessions._sessions)
    entry = await store.taken_up(entry, 3)
    store.sessions._sessions |= older

    outcome = await store.keeper.enter(None, entry.token)

    assert outcome == NoEntry(ErrorCode.TOKEN, is_newer=True)
    assert await store.keeper.verdicts([entry]) == (Verdict.STANDS,)
    assert isinstance(await store.keeper.enter(None, entry.token), Entry)


async def test_session_that_was_ended_is_not_known_any_more() -> None:
    # T-B16
    store = Forgetful()
    entry = await let_in(store.keeper, "Ada")
    await store.keeper.forget(entry)

    outcome = await store.keeper.enter(None, entry.token, known=entry)

    assert outcome == NoEntry(ErrorCode.TOKEN)


async def test_numbers_of_tokens_follow_the_uses_of_their_session() -> None:
    store = Forgetful()
    first = await let_in(store.keeper, "Ada")
    second = await store.taken_up(first, 1)
    third = await store.taken_up(first, 1)  # the second one was lost on its way

    numbers = [ResumeToken.read(one.token) for one in (first, second, third)]
    assert [one.number for one in numbers if one] == [0, 1, 2]


async def test_session_of_an_older_server_goes_on() -> None:
    clock = HandClock()
    sessions = MemorySessions(clock.monotonic_ms)
    keeper = doorkeeper(clock=clock, sessions=sessions)
    token = ResumeToken(bytes(16), bytes(32))
    payload = pack_plain([token.session, "Ada"])
    kept = KeptSession(token.proof_hash, payload)
    await sessions.open_session(token.session, kept, keep_ms=DAY_MS)

    entry = await let_in(keeper, None, resume=token.written)

    assert (entry.user, entry.name) == (token.session, "Ada")


# -------------------------------------------------------------------------- names


async def test_reserved_name_is_refused_also_for_a_session_that_goes_on() -> None:
    keeper = doorkeeper()
    first = await let_in(keeper, "Ada")

    outcome = await keeper.enter("bot-2", first.token)

    assert outcome == NoEntry(ErrorCode.BAD_NAME)
    assert isinstance(await keeper.enter("Bea", first.token), Entry)


class Busy(MemorySessions):
    """Sessions of which others see to something between two questions of one person."""

    meanwhile: Callable[[], Awaitable[None]] | None = None

    async def standings(self, sessions: Sequence[str]) -> tuple[Standing, ...]:
        """What is known, and then what happens meanwhile."""
        found = await super().standings(sessions)
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            await meanwhile()
        return found


async def test_who_comes_a_little_later_does_not_spoil_the_token_of_who_came_first() -> (
    None
):
    # Seed 327 of the simulation: the slower hello is of a connection that broke.
    sessions = Busy(HandClock().monotonic_ms)
    keeper = doorkeeper(sessions=sessions)
    first = await let_in(keeper, "Ada")
    quick: list[Entry] = []

    async def quicker() -> None:
        quick.append(await let_in(keeper, None, resume=first.token))

    sessions.meanwhile = quicker
    slow = await keeper.enter(None, first.token)

    assert slow == NoEntry(ErrorCode.BUSY)
    again = await let_in(keeper, None, resume=quick[0].token)
    assert again.session == first.session


async def test_who_has_gone_meanwhile_does_not_take_the_session_up() -> None:
    sessions = Busy(HandClock().monotonic_ms)
    keeper = doorkeeper(sessions=sessions)
    first = await let_in(keeper, "Ada")
    before = await sessions.kept_session(first.session)

    gone = await keeper.enter(None, first.token, is_gone=lambda: True)

    assert gone == NoEntry(ErrorCode.BUSY)
    assert await sessions.kept_session(first.session) == before
