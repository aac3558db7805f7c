"""Duplicate deals: each is played twice, the second time with the sides exchanged.

What luck of the cards gives to one side at the first table it gives to the other at the
second, so that the mean of the two margins tells the players apart with a third of the
deals. The deals follow from a seed by the rules' own dealing.
"""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from client_cli.offline.sheets import settlement_in
from engine.deal import decide, evolve, start
from engine.dealing import DealSource, deal_out
from engine.events import DealStarted
from engine.seats import SEATS, Team, team_of

if TYPE_CHECKING:
    from client_cli.offline.contenders import Contender, SeatPlayer


@dataclass(frozen=True, slots=True)
class Pair:
    """What one deal came to at its two tables: points of the first side less second."""

    as_team_0: int
    """The first side held the seats 0 and 2."""
    as_team_1: int
    """It held the seats 1 and 3."""

    @property
    def mean(self) -> float:
        """The margin of the deal."""
        return (self.as_team_0 + self.as_team_1) / 2


def arena_deal(seed: str, number: int) -> DealStarted:
    """The deal of this number, from 1, that follows from a seed."""
    secret = hashlib.sha256(f"arena {seed}".encode()).digest()
    dealt = deal_out(DealSource(secret, "arena", number, (b"", b"", b"", b"")))
    return DealStarted(dealt.dealer, dealt.hands)


async def play_pair(
    first: Contender, second: Contender, seed: str, number: int
) -> Pair:
    """Play one deal at both tables."""
    started = arena_deal(seed, number)
    margins: list[int] = []
    for sides in ((first, second), (second, first)):
        # A bot that draws from Python's own chance draws the same in every run.
        random.seed(f"arena {seed} {number} {len(margins)}")
        margins.append(await _margin_of_team_0(started, sides, number))
    return Pair(as_team_0=margins[0], as_team_1=-margins[1])


async def _margin_of_team_0(
    started: DealStarted, sides: tuple[Contender, Contender], number: int
) -> int:
    players = [sides[team_of(seat)].take_seat() for seat in SEATS]
    try:
        return await _played(started, players, number)
    finally:
        for player in players:
            player.close()


async def _played(started: DealStarted, players: list[SeatPlayer], number: int) -> int:
    state = start(started)
    while (turn := state.turn) is not None:
        action = await players[turn].action(state, turn, number)
        for event in decide(state, action):
            state = evolve(state, event)
    teams = settlement_in(state).teams
    return teams[Team(0)].total - teams[Team(1)].total
