"""Group B: people with a login of the host, whose seats follow them."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import jwt
import pytest

from protocol.to_client import Refused
from protocol.to_server import Create, Leave, Options, Sit
from server.commands.admin import admin_command
from tests.faults.cluster import Cluster, cluster
from tests.faults.player import CutOff, Player
from tests.support.redis_processes import until

if TYPE_CHECKING:
    from collections.abc import Iterator

RIGHT = "open sesame"
KEY = "a shared secret of at least 32 characters"


def pass_of(subject: str, *, good_for_s: int = 600) -> str:
    """A login token as the host would sign it."""
    claims = {"sub": subject, "name": subject, "exp": int(time.time()) + good_for_s}
    return jwt.encode(claims, KEY, algorithm="HS256")


def has_ended(login: str | None) -> bool:
    """Whether a login token is good no longer."""
    try:
        jwt.decode(login or "", KEY, algorithms=["HS256"])
    except jwt.ExpiredSignatureError:
        return True
    return False


@pytest.fixture(scope="module")
def nodes() -> Iterator[Cluster]:
    with cluster(2, login_key=KEY) as all_of:
        yield all_of


async def test_new_login_finds_the_seats_of_the_old_one(nodes: Cluster) -> None:
    a, b = nodes.nodes
    first = Player("Ada", login=pass_of("Ada"))
    await first.come(a)
    options = Options(pace_ms=0, people=4)
    made = await first.done(lambda n: Create(n=n, options=options))
    assert made.table is not None
    table = made.table
    await first.sit(table, 2)
    await first.go()

    again = Player("Ada", login=pass_of("Ada"))
    welcome = await again.come(b)

    assert [(seat.table, seat.seat) for seat in welcome.seats] == [(table, 2)]
    assert welcome.session == first.user
    await again.sees(lambda: again.seat_at(table) == 2)
    await again.sees(lambda: again.known[table].view.seats[2].connected)
    await again.done(lambda n: Leave(n=n, table=table))
    await again.go()
    nodes.check_clean()


@pytest.mark.parametrize("is_seated", [True, False])
async def test_new_login_supersedes_the_old_one_at_every_node(
    nodes: Cluster, *, is_seated: bool
) -> None:
    a, b = nodes.nodes
    first = Player("Bice", login=pass_of("Bice"))
    await first.come(a)
    if is_seated:
        made = await first.done(lambda n: Create(n=n, options=Options(people=4)))
        assert made.table is not None
        await first.sit(made.table, 0)
    second = Player("Bice", login=pass_of("Bice"))
    await second.come(b)

    assert await first.is_let_go() == 4005
    assert second.is_here

    await first.come(a)  # with the token of the older session

    assert await second.is_let_go() == 4005
    assert first.is_here
    await first.go()
    await second.go()


async def test_sixty_wrong_passwords_in_a_row_are_not_all_judged(
    nodes: Cluster,
) -> None:
    a, b = nodes.nodes
    host, eve = Player("Cora"), Player("Eve")
    await host.come(a)
    options = Options(people=4, password=RIGHT)
    made = await host.done(lambda n: Create(n=n, options=options))
    assert made.table is not None
    table = made.table
    await eve.come(b)

    with suppress(CutOff):
        for number in range(1, 61):
            guess = Sit(n=eve.number + number, table=table, password=f"guess {number}")
            await eve.send(guess)

    assert await eve.is_let_go() == 4006
    codes = [refused.code for refused in eve.all_heard(Refused)]
    assert codes.count("E_PASSWORD") == 5
    assert set(codes[5:]) == {"E_RATE"}
    await eve.go()
    await host.go()


async def test_session_of_a_login_is_not_taken_up_after_its_end(
    nodes: Cluster,
) -> None:
    # T-B16
    a, b = nodes.nodes
    player = Player("Dina", login=pass_of("Dina", good_for_s=3))
    await player.come(a)
    await asyncio.to_thread(until, partial(has_ended, player.login), "the login's end")
    assert player.is_here

    with pytest.raises(CutOff):
        await player.come(b)

    assert await player.is_let_go() == 4004
    player.token, player.login = None, pass_of("Dina")
    assert (await player.come(b)).session == player.user
    await player.go()


@pytest.mark.parametrize("named_by", ["session", "login"])
async def test_host_ends_the_sessions_of_somebody_everywhere(
    nodes: Cluster, named_by: str
) -> None:
    # T-B16
    a, b = nodes.nodes
    login = pass_of("Eva") if named_by == "login" else None
    player, other = Player("Eva", login=login), Player("Fia", login=pass_of("Fia"))
    await player.come(a)
    await other.come(a)
    who = ("Eva", "--login") if named_by == "login" else (player.user,)

    words = ["--redis-url", nodes.store_url, "end-session", *who]
    assert await asyncio.to_thread(admin_command, words) == 0

    assert await player.is_let_go() == 4004
    assert other.is_here
    with pytest.raises(CutOff):
        await player.come(b)
    assert await player.is_let_go() == 4004
    player.token = None
    await player.come(b)
    await player.go()
    await other.go()
