"""Connections whose session ended or went on elsewhere are shown out."""

import asyncio
from contextlib import suppress

from protocol.codes import CloseCode
from protocol.to_client import Welcome
from server.door.roll_call import RollCall
from tests.server.door.visitors import House, Visitor, house
from tests.server.logins import Passes


async def looked(doors: House, *nodes: int) -> None:
    for node in nodes:
        await RollCall(doors.services[node]).look()


async def end_of(visitor: Visitor) -> CloseCode | None:
    await visitor.hear()
    return visitor.ended


async def test_session_that_stands_is_left_in_peace() -> None:
    async with house() as doors:
        ada = await doors.enter()
        ada = await doors.back(ada)

        await looked(doors, 0)

        assert await end_of(ada) is None


async def test_session_that_went_on_at_another_node_is_superseded() -> None:
    # T-B11: without a seat too, where no table tells.
    async with house(2) as doors:
        first = await doors.enter(node=0)
        second = await doors.back(first, node=1)

        await looked(doors, 0, 1)

        assert await end_of(first) is CloseCode.SUPERSEDED
        assert await end_of(second) is None


async def test_user_who_logged_in_anew_at_another_node_is_superseded() -> None:
    # T-B11: over another session of the same user.
    async with house(2, logins=Passes()) as doors:
        first = await doors.enter(login="pass-of-ada")
        other = await doors.enter(login="anon")
        second = await doors.enter(node=1, login="pass-of-ada")

        await looked(doors, 0, 1)

        assert await end_of(first) is CloseCode.SUPERSEDED
        assert await end_of(second) is None
        assert await end_of(other) is None


async def test_older_session_of_a_user_supersedes_when_it_is_taken_up_again() -> None:
    async with house(2, logins=Passes()) as doors:
        first = await doors.enter(login="pass-of-ada")
        second = await doors.enter(node=1, login="pass-of-ada")
        await looked(doors, 0)
        assert await end_of(first) is CloseCode.SUPERSEDED
        again = await doors.back(first)

        await looked(doors, 0, 1)

        assert await end_of(second) is CloseCode.SUPERSEDED
        assert await end_of(again) is None


async def test_user_whom_the_store_has_lost_is_noted_again() -> None:
    # T-F17
    async with house(2, logins=Passes()) as doors:
        first = await doors.enter(login="pass-of-ada")
        doors.world.store._users.clear()
        await looked(doors, 0)
        assert await end_of(first) is None
        second = await doors.enter(node=1, login="pass-of-ada")

        await looked(doors, 0, 1)

        assert await end_of(first) is CloseCode.SUPERSEDED
        assert await end_of(second) is None


async def test_user_whom_the_store_has_older_is_not_shown_out() -> None:
    # T-F12
    async with house(2, logins=Passes()) as doors:
        first = await doors.enter(login="pass-of-ada")
        older = dict(doors.world.store._users)
        second = await doors.enter(node=1, login="pass-of-ada")
        doors.world.store._users |= older

        await looked(doors, 1, 0)

        assert await end_of(first) is CloseCode.SUPERSEDED
        assert await end_of(second) is None


async def test_session_that_was_revoked_at_another_node_ends_everywhere() -> None:
    # T-B13
    async with house(2) as doors:
        first = await doors.enter(node=0)
        second = await doors.back(first, node=0)
        third = await doors.back(second, node=0)

        thief = await doors.enter(node=1, resume=first.token)
        assert await end_of(thief) is CloseCode.REVOKED
        assert await end_of(third) is None
        await looked(doors, 0)

        assert await end_of(third) is CloseCode.REVOKED


async def test_session_that_the_host_has_ended_ends_everywhere() -> None:
    # T-B16
    async with house(2) as doors:
        ada, bice = await doors.enter("Ada"), await doors.enter("Bice", node=1)
        assert ada.connection.session is not None
        await doors.world.store.end_session(ada.connection.session)

        await looked(doors, 0, 1)

        assert await end_of(ada) is CloseCode.REVOKED
        assert await end_of(bice) is None
        again = await doors.enter(resume=ada.token)
        assert await end_of(again) is CloseCode.REVOKED


async def test_user_whom_the_host_has_ended_is_gone_until_the_next_login() -> None:
    # T-B16
    async with house(2, logins=Passes()) as doors:
        ada = await doors.enter(login="pass-of-ada")
        other = await doors.enter(login="anon", node=1)
        await doors.world.store.end_user("host:ada")
        doors.world.clock.jump(1)

        await looked(doors, 0, 1)

        assert await end_of(ada) is CloseCode.REVOKED
        assert await end_of(other) is None
        for node in (0, 1):
            again = await doors.enter(resume=ada.token, node=node)
            assert await end_of(again) is CloseCode.REVOKED
        newer = await doors.enter(login="pass-of-ada", node=1)
        await looked(doors, 0, 1)
        assert await end_of(newer) is None


async def test_session_that_the_store_has_lost_is_kept_again() -> None:
    # T-F17
    async with house() as doors:
        ada = await doors.enter()
        ada = await doors.back(ada)
        doors.world.store._sessions.clear()

        await looked(doors, 0)

        assert await end_of(ada) is None
        ada = await doors.back(ada)
        assert ada.last(Welcome).session == ada.connection.user


async def test_session_that_the_store_has_older_is_kept_as_it_is_here() -> None:
    # T-F12: a store that came back older must not show anybody out.
    async with house() as doors:
        ada = await doors.enter()
        older = dict(doors.world.store._sessions)
        ada = await doors.back(ada)
        doors.world.store._sessions |= older

        await looked(doors, 0)

        assert await end_of(ada) is None
        ada = await doors.back(ada)
        assert ada.last(Welcome).session == ada.connection.user


async def test_it_is_looked_at_again_and_again_whatever_the_store_does() -> None:
    async with house(2, session_check_s=5) as doors:
        first = await doors.enter(node=0)
        doors.world.store.is_away = True
        calling = asyncio.create_task(RollCall(doors.services[0]).run())
        await doors.world.clock.advance(11_000)
        doors.world.store.is_away = False
        await doors.back(first, node=1)

        await doors.world.clock.advance(5_000)

        assert await end_of(first) is CloseCode.SUPERSEDED
        calling.cancel()
        with suppress(asyncio.CancelledError):
            await calling
