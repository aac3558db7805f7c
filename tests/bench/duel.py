"""Duplicate deals between players that are measured, one of which may see all cards.

Each deal is played twice, the second time with the sides exchanged. All matches see the
same deals and the same chance, so that what two players win of the same opponent can be
compared deal by deal.
"""

import math
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from hashlib import blake2b, sha256
from typing import NamedTuple, Protocol

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import Card, CardSet
from engine.deal import DealState, Phase, decide, evolve, start
from engine.dealing import DealSource, deal_out
from engine.events import DealStarted
from engine.players.by_rule import MEDIUM
from engine.search.analysis import (
    POLICY,
    Analysis,
    analyse,
    choose_discard,
    place_seen_by,
)
from engine.search.hidden import Hidden
from engine.search.kernel.place import HANDS
from engine.search.kernel.policy import choose_card, tell_standings
from engine.search.kernel.rollouts import new_standings
from engine.seats import SEATS, Seat, next_seat, team_of
from engine.view import SeatView, view_of


class Contender(Protocol):
    """One side of a duel."""

    name: str
    word: str
    """Its chance may follow from this; another for each deal."""

    def action(self, state: DealState, seat: Seat) -> Action:
        """What the seat on turn does."""


class ByRule:
    """The player by simple rules, which the search is measured against."""

    def __init__(self) -> None:
        self.name = "medium"
        self.word = ""

    def action(self, state: DealState, seat: Seat) -> Action:
        """See `Contender.action`."""
        return MEDIUM.choose(view_of(state, seat))


class ByPolicy:
    """The policy of the search without the search; discards by simple rules."""

    def __init__(self) -> None:
        self.name = "policy"
        self.word = ""

    def action(self, state: DealState, seat: Seat) -> Action:
        """See `Contender.action`."""
        view = view_of(state, seat)
        if state.phase is not Phase.PLAY:
            return MEDIUM.choose(view)
        place, standings = place_seen_by(view), new_standings()
        for other in SEATS:  # all that the policy may know of other hands
            place[HANDS + other] = (1 << view.public.hand_sizes[other]) - 1
        place[HANDS + seat] = view.hand.bits
        tell_standings(place, standings)
        return PlayCard(seat, Card(choose_card(place, POLICY, standings)))


class Searcher:
    """A player that searches; its seeds follow from the turn and a word of its own.

    Args:
        worlds: Worlds for a card; the last number is that of all tricks after it too.
        pairs: Pairs of discards that are played out; 0 to discard by simple rules.
        discard_worlds: Worlds for the discard.
    """

    def __init__(
        self, worlds: Sequence[int], pairs: int = 0, discard_worlds: int = 0
    ) -> None:
        self.name = f"search {worlds[0]}"
        self.word = ""
        self._worlds = worlds
        self._pairs = pairs
        self._discard_worlds = discard_worlds
        self.times_s: dict[int, list[float]] = defaultdict(list)
        """By trick from 1: processor time of each decision; 0 is the discard."""

    def action(self, state: DealState, seat: Seat) -> Action:
        """See `Contender.action`."""
        view = view_of(state, seat)
        if state.phase is Phase.DECLARE:
            can = view.declarable is not None and view.declarable.total
            return Declare(seat) if can else Skip(seat)
        if state.phase is Phase.DISCARD and not self._pairs:
            return MEDIUM.choose(view)
        begun_s = time.thread_time()
        if state.phase is Phase.DISCARD:
            found = choose_discard(
                view, self._pairs, self._discard_worlds, self.seed(view)
            )
            one, another = found.best.cards
            action: Action = Discard(seat, (one, another))
        else:
            action = PlayCard(seat, self.analysis(state, view).best.cards[0])
        trick = 0 if state.phase is Phase.DISCARD else len(state.tricks) + 1
        self.times_s[trick].append(time.thread_time() - begun_s)
        return action

    def analysis(self, state: DealState, view: SeatView) -> Analysis:
        """What the cards come to."""
        worlds = self._worlds[min(len(state.tricks), len(self._worlds) - 1)]
        return analyse(view, worlds, self.seed(view))

    def seed(self, view: SeatView) -> int:
        """What the chance of a decision follows from."""
        played = 4 * len(view.public.tricks) + len(view.public.trick)
        text = f"{self.word} {view.seat} {played}".encode()
        return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")


class Seeing(Searcher):
    """The same search where all cards lie open, so that it needs one world."""

    def __init__(self) -> None:
        super().__init__((1,))
        self.name = "seeing"

    def analysis(self, state: DealState, view: SeatView) -> Analysis:
        """See `Searcher.analysis`."""
        first, second, third = (state.hands[next_seat(view.seat, n)] for n in (1, 2, 3))
        discards = CardSet.from_cards(state.discards or ())
        none = CardSet()
        hidden = Hidden(
            unseen=none,
            known=(first, second, third, discards),
            lacks=(none, none, none, none),
            room=(0, 0, 0, 0),
        )
        return analyse(view, 1, 0, hidden)


class Estimate(NamedTuple):
    """A mean, and how far its 95 % interval reaches to both sides."""

    mean: float
    half: float

    def __str__(self) -> str:
        return f"{self.mean:+.1f} +- {self.half:.1f}"


def estimate_of(numbers: Sequence[float]) -> Estimate:
    """The mean of numbers that are independent of each other, at least two."""
    spread = statistics.stdev(numbers) / math.sqrt(len(numbers))
    return Estimate(statistics.fmean(numbers), 1.96 * spread)


def dealt(seed: str, number: int) -> DealState:
    """The deal of this number that follows from a seed, before the discard."""
    secret = sha256(f"arena {seed}".encode()).digest()
    found = deal_out(DealSource(secret, "arena", number, (b"", b"", b"", b"")))
    return start(DealStarted(found.dealer, found.hands))


def margin_of(first: Contender, second: Contender, deal: DealState) -> float:
    """What the first wins of the second in a deal: the mean of its two tables."""
    tables = (first, second), (second, first)
    return sum(_table(deal, sides) * (1 - 2 * n) for n, sides in enumerate(tables)) / 2


def margins_of(
    first: Contender, second: Contender, seed: str, numbers: range
) -> list[float]:
    """By deal what the first wins of the second.

    Args:
        first: One player.
        second: Its opponent.
        seed: The deals follow from it.
        numbers: Which of them are played.
    """
    margins = []
    for number in numbers:
        deal = dealt(seed, number)
        for player in (first, second):
            player.word = f"{seed} {number} {player.name}"
        margins.append(margin_of(first, second, deal))
        if len(margins) % max(1, len(numbers) // 5) == 0:
            told = estimate_of(margins) if len(margins) > 1 else margins
            print(f"{first.name} against {second.name}: {told}", file=sys.stderr)
    return margins


def _table(deal: DealState, sides: tuple[Contender, Contender]) -> int:
    """Points of team 0 less those of team 1."""
    state = deal
    while (turn := state.turn) is not None:
        for event in decide(state, sides[team_of(turn)].action(state, turn)):
            state = evolve(state, event)
    assert state.settlement is not None
    first, second = state.settlement.teams
    return first.total - second.total
