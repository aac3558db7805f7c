"""People whose token the store has lost are asked to come back, for a while."""

from protocol.codes import CloseCode
from protocol.to_client import GoAway, Welcome
from protocol.to_server import Bye
from server.door.lost_sessions import RETRY_MS
from tests.server.door.test_roll_call import looked
from tests.server.door.visitors import House, Visitor, codes, hello, house

CHECK_MS = 5_000
STRANGE = bytes(16) + bytes(32)


async def come_and_lost(doors: House) -> Visitor:
    """Somebody who came twice over node 0; of the second time the store knows nothing."""
    ada = await doors.enter()
    older = dict(doors.world.store._sessions)
    ada = await doors.back(ada)
    doors.world.store._sessions |= older
    return ada


def forget_everything(doors: House) -> None:
    """Let the store lose all sessions, and what it knows of nodes."""
    doors.world.store._sessions.clear()
    doors.world.store._beaten_ms.clear()


async def test_who_comes_to_another_node_is_asked_to_come_back() -> None:
    # T-F12
    async with house(2) as doors:
        ada = await come_and_lost(doors)

        early = await doors.back(ada, node=1)

        assert codes(early.told) == ["E_BUSY"]
        goaway = early.last(GoAway)
        assert (goaway.code, goaway.retry_ms) == (CloseCode.TRY_LATER, RETRY_MS)
        assert early.ended is CloseCode.TRY_LATER
        await looked(doors, 0)
        late = await doors.back(ada, node=1)
        assert late.last(Welcome).session == ada.connection.user


async def test_who_was_cut_off_before_is_found_all_the_same() -> None:
    # T-F12: the store may have taken its nodes' connections with it.
    async with house(2) as doors:
        ada = await come_and_lost(doors)
        await ada.cut()
        assert (await doors.back(ada, node=1)).ended is CloseCode.TRY_LATER

        await looked(doors, 0)

        back = await doors.back(ada, node=1)
        assert back.last(Welcome).session == ada.connection.user


async def test_at_the_same_node_nobody_has_to_wait() -> None:
    # T-F12
    async with house() as doors:
        ada = await come_and_lost(doors)

        back = await doors.back(ada)

        assert back.last(Welcome).session == ada.connection.user


async def test_nobody_is_asked_to_come_back_for_ever() -> None:
    async with house(2) as doors:
        ada = await come_and_lost(doors)
        ended = []
        for _ in range(3):
            ended.append((await doors.back(ada, node=1)).ended)
            doors.world.clock.jump(CHECK_MS)

        assert ended == [
            CloseCode.TRY_LATER,
            CloseCode.TRY_LATER,
            CloseCode.REVOKED,
        ]
        await looked(doors, 0)  # and nothing was ended by it
        back = await doors.back(ada, node=1)
        assert back.last(Welcome).session == ada.connection.user


async def test_unknown_session_may_be_a_lost_one_where_the_store_was_emptied() -> None:
    # T-F17
    async with house(2) as doors:
        ada = await doors.enter()
        other = doors.world.nodes[1].pulse
        assert not await other.store_has_forgotten(CHECK_MS)
        forget_everything(doors)

        assert (await doors.back(ada, node=1)).ended is CloseCode.TRY_LATER
        await looked(doors, 0)
        back = await doors.back(ada, node=1)
        assert back.last(Welcome).session == ada.connection.user


async def test_unknown_session_is_no_lost_one_where_nothing_was_lost() -> None:
    # T-B15
    async with house() as doors:
        await doors.world.nodes[0].pulse.store_has_forgotten(CHECK_MS)

        visitor = await doors.enter("Eve", resume=STRANGE)

        assert visitor.ended is CloseCode.REVOKED


async def test_session_that_was_ended_is_no_lost_one() -> None:
    # T-B13: whoever shows an old token hears it at once.
    async with house(2) as doors:
        first = await doors.enter()
        second = await doors.back(first)
        await doors.back(second)
        await doors.world.nodes[1].pulse.store_has_forgotten(CHECK_MS)
        doors.world.store._beaten_ms.clear()

        thief = await doors.back(first, node=1)

        assert thief.ended is CloseCode.REVOKED


async def test_session_that_its_person_has_ended_is_not_written_anew() -> None:
    # T-B16: not even when the store has forgotten the end.
    async with house() as doors:
        ada = await doors.enter()
        await ada.send(Bye(forget=True))
        doors.world.store._ended.clear()

        await looked(doors, 0)

        assert not doors.world.store._sessions


async def test_session_that_went_on_elsewhere_is_not_remembered() -> None:
    async with house(2) as doors:
        first = await doors.enter()
        await first.cut()
        await doors.back(first, node=1)
        assert doors.services[0].guests.gone

        await looked(doors, 0)

        assert not doors.services[0].guests.gone


async def test_hello_of_somebody_who_has_gone_meanwhile_takes_nothing_up() -> None:
    # A node that stood still hears it after its client has come in elsewhere.
    async with house(2) as doors:
        ada = await doors.enter()
        late = doors.knock(0)
        late.connection.is_gone = lambda: True
        newer = await doors.back(ada, node=1)

        await late.send(hello(resume=ada.token))

        assert late.ended is CloseCode.TRY_LATER
        assert (await doors.back(newer)).last(Welcome).session == ada.connection.user
