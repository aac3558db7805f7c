"""Group K: servers and clients of neighbouring versions, on one store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from protocol import limits
from protocol.client import Session
from protocol.codec import decode_to_server, retold
from protocol.to_client import Error, Welcome
from protocol.to_server import Hello
from protocol.updates import Ended, EndReason
from server import stored
from server.stored import NewerSchema
from tests.faults.cluster import Cluster, Node, cluster
from tests.faults.histories import checked, log_of
from tests.faults.play import move, next_turn, people, play_on, rescued, seated, to
from tests.faults.player import CutOff, Player
from tests.support.dialect import OTHER_WAY, SHOUTED

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def nodes() -> Iterator[Cluster]:
    """A server of this version, and one of the next."""
    with cluster(1) as all_of:
        all_of.add(odd_protocol="2", odd_schema="2", odd_scripts="1")
        yield all_of


async def greeted(
    player: Player, node: Node, versions: tuple[int, int]
) -> Welcome | Error:
    """What a client hears that speaks these versions."""
    await player.dial(node)
    await player.send(Hello(versions=versions, client="test/1"))

    def answered() -> Welcome | Error | None:
        return player.heard(Welcome) or player.heard(Error)

    answer: Welcome | Error = await player.sees(answered)
    if isinstance(answer, Error):
        assert await player.is_let_go() == 4008
    await player.go()
    return answer


@pytest.mark.parametrize(
    ("place", "versions", "spoken"),
    [(0, (1, 1), 1), (0, (1, 2), 1), (1, (1, 2), 2), (1, (2, 3), 2), (1, (1, 1), 1)],
)
async def test_client_is_served_in_the_version_that_both_speak(
    nodes: Cluster, place: int, versions: tuple[int, int], spoken: int
) -> None:
    """T-K01: also one that can still speak the version before; T-K02."""
    speaks = Older if (place, spoken) == (1, 1) else Player
    welcome = await greeted(speaks("Ada"), nodes.nodes[place], versions)

    assert isinstance(welcome, Welcome)
    assert welcome.version == spoken


@pytest.mark.parametrize(
    ("place", "versions", "served"), [(0, (2, 3), (1, 1)), (1, (3, 4), (1, 2))]
)
async def test_client_without_a_version_in_common_is_told_what_would_do(
    nodes: Cluster, place: int, versions: tuple[int, int], served: tuple[int, int]
) -> None:
    """T-K01, T-K02"""
    refused = await greeted(Player("Ada"), nodes.nodes[place], versions)

    assert isinstance(refused, Error)
    assert refused.code == "E_VERSION"
    assert refused.versions == served


async def test_session_without_a_version_in_common_ends_and_says_why(
    nodes: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T-K01"""
    monkeypatch.setattr(limits, "PROTOCOL_VERSION", 3)
    async with Session(nodes.nodes[1].url, client="new/3") as session:
        told = [update async for update in session]

    assert isinstance(told[-1], Ended)
    assert told[-1].reason is EndReason.NO_VERSION


async def test_clients_of_two_versions_play_at_one_table(nodes: Cluster) -> None:
    """T-K01: the server's own version is the newer one, and it serves the one before."""
    _, new = nodes.nodes
    players = [Older("Ada"), Newer("Bice"), Older("Cora"), Newer("Dina")]
    for player in players:
        await player.come(new)
    table = await seated(players)

    await play_on(players, table)

    spoken = [message.version for one in players for message in one.all_heard(Welcome)]
    assert spoken == [1, 2, 1, 2]
    for player in players:
        await player.go()
    nodes.check_clean()


class Older(Player):
    """A person whose client speaks the first version, to a server of the second."""

    async def send_bytes(self, frame: bytes) -> None:
        """Send a message; the first one is the same in all versions."""
        is_first = isinstance(decode_to_server(frame), Hello)
        await super().send_bytes(frame if is_first else retold(frame, SHOUTED))

    def understood(self, frame: bytes) -> bytes:
        """What came, in the version that this checkout speaks."""
        return retold(frame, OTHER_WAY)


class Newer(Player):
    """A person whose client speaks both versions."""

    def hello(self, token: bytes | None = None) -> Hello:
        """The first message."""
        return super().hello(token).model_copy(update={"versions": (1, 2)})


async def test_table_goes_on_at_the_newer_server_and_leaves_the_older_one(
    nodes: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T-K04: it reads what the older one stored; and what it stores itself the older one
    cannot read, so that it lets go of that table, and of nothing else."""
    old, new = nodes.nodes
    players = [Newer(name) for name in ("Ada", "Bice", "Cora", "Dina")]
    async with people(old, old, old, old) as others:
        other_table = await seated(others)
        for player in players:
            await player.come(old)
        table = await seated(players)
        await play_on(players, table, 8)
        first = await next_turn(players, table)

        await first.come(new)
        await move(first, table)

        left = [player for player in players if player is not first]
        for player in left:
            assert await player.is_let_go() == 1012
            with pytest.raises(CutOff):
                await player.come(old)
            assert await player.is_let_go() == 1012
            await rescued(player, to(new))
        await play_on(players, table, 12)
        with pytest.raises(NewerSchema):
            await log_of(nodes.store_url, table)
        monkeypatch.setattr(stored, "SCHEMA", 2)
        monkeypatch.setitem(stored._EVENT_STEPS, 1, lambda *event: event)
        monkeypatch.setitem(stored._STATE_STEPS, 1, lambda fields: fields)
        await checked(nodes.store_url, table, *players)
        monkeypatch.undo()

        assert await play_on(others, other_table, 12) == 12
        await checked(nodes.store_url, other_table, *others)
        for player in players:
            await player.go()
    nodes.check_clean()


async def test_two_versions_of_the_scripts_do_not_get_in_each_others_way() -> None:
    """T-K08: each is called by the hash of its own text."""
    with cluster(1) as nodes:
        (usual,) = nodes.nodes
        odd = nodes.add(odd_scripts="1")
        async with people(usual, odd, usual, odd) as players:
            table = await seated(players)
            await play_on(players, table)
            await checked(nodes.store_url, table, *players)
        nodes.check_clean()
