"""Group A, the last layer: moves that the rules do not know, over the wire.

The bytes and frames around them are thrown at a server in `tests/system`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from protocol.to_client import Refused
from protocol.to_server import Declare, Discard, Play, Skip, Start, Undo
from tests.faults.cluster import Cluster, cluster
from tests.faults.histories import checked, log_of
from tests.faults.play import all_see_the_same, move, next_turn, people, play_on, seated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from protocol.to_server import Command
    from tests.faults.player import Player

    Wishes = dict[str, Callable[[int], Command]]

ATTEMPTS = 40
"""Deals, until one has what a test is about; nearly every second one has it."""


@pytest.fixture(scope="module")
def nodes() -> Iterator[Cluster]:
    with cluster(2, tables_per_minute="1000", max_seats_per_user="64") as all_of:
        yield all_of


def hand_of(player: Player, table: str) -> tuple[str, ...]:
    deal = player.known[table].view.deal
    assert deal is not None
    assert deal.hand
    return deal.hand


async def refusals(
    nodes: Cluster, players: Sequence[Player], table: str, wishes: Wishes
) -> dict[str, str]:
    """The code for each wish of the one on turn; nothing may come of any."""
    mover = await next_turn(players, table)
    await all_see_the_same(players, table)
    before = await log_of(nodes.store_url, table)
    codes = {}
    for what, wish in wishes.items():
        answer = await mover.ask(wish)
        assert isinstance(answer, Refused), what
        codes[what] = answer.code
        after = await log_of(nodes.store_url, table)
        assert after.mark == before.mark, what
    return codes


async def dealt(
    players: Sequence[Player], wanted: Callable[[Player, str], bool]
) -> str:
    """A table whose dealer holds what is wanted."""
    for _ in range(ATTEMPTS):
        table = await seated(players)
        if wanted(await next_turn(players, table), table):
            return table
    raise AssertionError("no deal has it")


async def test_nonsense_before_the_discard_changes_nothing(nodes: Cluster) -> None:
    """T-A29: a King away, too many, too few, a card twice, of others, of no deck."""
    a, b = nodes.nodes
    async with people(a, b, a, b) as players:
        table = await dealt(
            players,
            lambda dealer, at: (
                {"SR", "CR", "BR", "DR"} & set(hand_of(dealer, at)) != set()
            ),
        )
        dealer = await next_turn(players, table)
        hand = hand_of(dealer, table)
        good = dealer.known[table].situation.discardable
        king = next(card for card in hand if card in {"SR", "CR", "BR", "DR"})
        foreign = hand_of(players[players.index(dealer) - 1], table)[0]

        def away(*cards: str) -> Callable[[int], Command]:
            return lambda n: Discard(n=n, table=table, cards=cards)

        codes = await refusals(
            nodes,
            players,
            table,
            {
                "a King": away(king, good[0]),
                "three": away(*good[:3]),
                "one": away(good[0]),
                "one twice": away(good[0], good[0]),
                "of somebody else": away(good[0], foreign),
                "of no deck": away(good[0], "Z9"),
                "a card played": lambda n: Play(n=n, table=table, card=good[0]),
                "a declaration": lambda n: Declare(n=n, table=table),
                "the next deal": lambda n: Start(n=n, table=table),
                "an undo": lambda n: Undo(n=n, table=table),
            },
        )

        assert codes == {
            "a King": "E_DISCARD_PROTECTED",
            "three": "E_DISCARD_COUNT",
            "one": "E_DISCARD_COUNT",
            "one twice": "E_CARD_TWICE",
            "of somebody else": "E_NOT_IN_HAND",
            "of no deck": "E_NO_SUCH_CARD",
            "a card played": "E_PHASE",
            "a declaration": "E_PHASE",
            "the next deal": "E_PHASE",
            "an undo": "E_NOT_ALLOWED",
        }
        await play_on(players, table, 4)
        await checked(nodes.store_url, table, *players)


async def test_nonsense_in_a_trick_changes_nothing(nodes: Cluster) -> None:
    """T-A29: a revoke, a card twice, of others, of no deck, a declaration too late."""
    a, b = nodes.nodes
    async with people(a, b, a, b) as players:
        table = await seated(players)
        mover = await revoker(players, table)
        situation, hand = mover.known[table].situation, hand_of(mover, table)
        revoke = next(card for card in hand if card not in situation.legal)
        (gone,) = (
            one.command.card  # the newest card of this player is on no hand any more
            for one in mover.answered[-1:]
            if isinstance(one.command, Play)
        )
        foreign = hand_of(players[players.index(mover) - 1], table)[0]

        def card(code: str) -> Callable[[int], Command]:
            return lambda n: Play(n=n, table=table, card=code)

        codes = await refusals(
            nodes,
            players,
            table,
            {
                "a revoke": card(revoke),
                "a card twice": card(gone),
                "of somebody else": card(foreign),
                "of no deck": card("Z9"),
                "of no name": card(""),
                "a declaration": lambda n: Declare(n=n, table=table),
                "a skip": lambda n: Skip(n=n, table=table),
                "a discard": lambda n: Discard(n=n, table=table, cards=hand[:2]),
            },
        )

        assert codes.pop("a revoke") in {"E_MUST_FOLLOW", "E_MUST_TRUMP"}
        assert codes == {
            "a card twice": "E_NOT_IN_HAND",
            "of somebody else": "E_NOT_IN_HAND",
            "of no deck": "E_NO_SUCH_CARD",
            "of no name": "E_NO_SUCH_CARD",
            "a declaration": "E_DECL_CLOSED",
            "a skip": "E_DECL_CLOSED",
            "a discard": "E_PHASE",
        }
        await play_on(players, table, 4)
        await checked(nodes.store_url, table, *players)


async def revoker(players: Sequence[Player], table: str) -> Player:
    """Play on until somebody who has played a card may not play every card."""
    while True:
        mover = await next_turn(players, table)
        has_played = mover.answered and isinstance(mover.answered[-1].command, Play)
        if has_played and len(mover.known[table].situation.legal) < len(
            hand_of(mover, table)
        ):
            return mover
        await move(mover, table)
