"""A deal at one table, played by several persons one after the other."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from protocol.options import Options
from protocol.to_client import Ok
from protocol.to_server import Create, Declare, Discard, Play, Skip
from tests.faults.player import PATIENCE_S, CutOff, Player

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

    from protocol.fold import Known
    from protocol.to_client import Answer
    from protocol.to_server import Command
    from tests.faults.cluster import Node

NAMES = ("Ada", "Bice", "Cora", "Dina")
ACTING = frozenset({"discard", "declare", "play"})


@asynccontextmanager
async def people(*nodes: Node) -> AsyncIterator[list[Player]]:
    """A person at each of these nodes, in this order."""
    players = [Player(name) for name, _ in zip(NAMES, nodes, strict=False)]
    try:
        for player, node in zip(players, nodes, strict=True):
            await player.come(node)
        yield players
    finally:
        for player in players:
            await player.go()


async def seated(players: Sequence[Player], **options: object) -> str:
    """A table at which these persons sit, in this order; four begin a deal."""
    wanted = Options.model_validate({"pace_ms": 0, "people": len(players)} | options)
    made = await players[0].done(lambda n: Create(n=n, options=wanted))
    assert made.table is not None
    for seat, player in enumerate(players):
        await player.sit(made.table, seat)
    return made.table


def newest(players: Sequence[Player], table: str) -> Known:
    """What the one knows who knows most."""
    return max(
        (player.known[table] for player in players if table in player.known),
        key=lambda known: known.mark.version,
    )


def turn_of(players: Sequence[Player], table: str) -> Player | None:
    """The one of these persons who is to act, once he knows it himself."""
    for player in players:
        known = player.known.get(table)
        if known is None or known.view.you is None:
            continue
        situation = known.situation
        if situation.turn == known.view.you and situation.phase in ACTING:
            return player
    return None


async def next_turn(players: Sequence[Player], table: str) -> Player:
    """The one who is to act, as soon as he knows it."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            player = turn_of(players, table)
            if player is not None:
                return player
            await asyncio.sleep(0.002)


def move_at(player: Player, table: str) -> Callable[[int], Command]:
    """A move that the player may make now."""
    known = player.known[table]
    situation, at = known.situation, known.mark.version
    if situation.phase == "discard":
        cards = situation.discardable[:2]
        return lambda n: Discard(n=n, table=table, cards=cards, at=at)
    if situation.phase == "declare":
        if situation.offer is not None and situation.offer.total:
            return lambda n: Declare(n=n, table=table, at=at)
        return lambda n: Skip(n=n, table=table, at=at)
    card = situation.legal[0]
    return lambda n: Play(n=n, table=table, card=card, at=at)


async def move(player: Player, table: str) -> Answer:
    """Make a move, and wait until the player has seen what came of it."""
    before = player.known[table].mark.version
    answer = await player.ask(move_at(player, table))
    if isinstance(answer, Ok):
        await player.sees(lambda: player.known[table].mark.version > before, cut=True)
    return answer


async def play_on(
    players: Sequence[Player],
    table: str,
    moves: int = 1000,
    rescue: Callable[[Player], Awaitable[None]] | None = None,
) -> int:
    """Play on, by the first move allowed each time; how many moves were made.

    Args:
        players: All persons at the table.
        table: Its id.
        moves: At most; the end of the deal ends it too.
        rescue: Called when a player was cut off; it brings him back somewhere, and what
            he had sent is sent again.
    """
    made = 0
    while made < moves and not is_settled(players, table):
        player = await _next_or_cut_off(players, table)
        if player is None:
            break
        answer, is_cut_off = None, not player.is_here
        try:
            if not is_cut_off:
                answer = await move(player, table)
        except CutOff:
            is_cut_off = True  # whether or not his reader has noticed it by now
        if is_cut_off:
            assert rescue is not None, f"{player.name} was cut off"
            answer = await rescued(player, rescue)
        made += isinstance(answer, Ok)
    return made


def to(node: Node) -> Callable[[Player], Awaitable[None]]:
    """A rescue: come to this node."""

    async def come(player: Player) -> None:
        await player.come(node)

    return come


async def rescued(
    player: Player, rescue: Callable[[Player], Awaitable[None]]
) -> Answer | None:
    """Bring a player back, and have the last command answered.

    Returns:
        The answer; None if there was no command without one.
    """
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                return await _brought_back(player, rescue)
            except CutOff:
                await asyncio.sleep(0.02)


async def _brought_back(
    player: Player, rescue: Callable[[Player], Awaitable[None]]
) -> Answer | None:
    await rescue(player)
    if player.last is None:
        return None
    answer = await player.again()
    await _has_seen(player, answer)
    return answer


async def all_back(
    players: Sequence[Player], rescue: Callable[[Player], Awaitable[None]]
) -> None:
    """Bring everybody back who was cut off, though it was not his turn."""
    for player in players:
        if not player.is_here:
            await rescued(player, rescue)


async def _has_seen(player: Player, answer: Answer) -> None:
    """Wait until a player knows what came of his command."""
    if isinstance(answer, Ok) and answer.table is not None:
        table, version = answer.table, answer.version or 0
        await player.sees(
            lambda: (
                table in player.known and player.known[table].mark.version >= version
            ),
            cut=True,
        )


async def _next_or_cut_off(players: Sequence[Player], table: str) -> Player | None:
    """Who is to act, or has been cut off; None at the end of the deal."""
    async with asyncio.timeout(PATIENCE_S):
        while not is_settled(players, table):
            gone = [player for player in players if not player.is_here]
            player = gone[0] if gone else turn_of(players, table)
            if player is not None:
                return player
            await asyncio.sleep(0.002)
    return None


def is_settled(players: Sequence[Player], table: str) -> bool:
    """Whether one of them knows the deal's result."""
    return newest(players, table).situation.phase in {"settled", "closed"}


async def all_see_the_same(players: Sequence[Player], table: str) -> int:
    """Wait until all are at the newest version; which one that is."""
    version = newest(players, table).mark.version
    for player in players:
        await player.sees(lambda p=player: p.known[table].mark.version >= version)  # type: ignore[misc]
    return version
