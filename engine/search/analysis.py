"""What each action of a seat is worth, by playing the deal out over worlds that fit.

Everything follows from the view, the number of worlds and the seed. The seed must not be
one from which anything of the deal follows.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.cards import FULL_DECK, MATTO, Card, CardSet
from engine.deal import Phase, evolve, start
from engine.dealing import DealSource, deal_out
from engine.errors import BrokenInvariant
from engine.events import DealStarted, Discarded
from engine.search.alike import alike
from engine.search.hidden import hidden_from, played_cards, shown_voids
from engine.search.kernel import place
from engine.search.kernel.chance import stream_of
from engine.search.kernel.pimc import candidate_totals, discard_gains
from engine.search.kernel.tables import FOLLOWS, NO_CARD
from engine.search.tuned import WEIGHTS
from engine.search.weights import table_of
from engine.seats import SEATS, TEAMS, next_seat, team_of
from engine.view import view_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.search.hidden import Hidden
    from engine.view import SeatView

POLICY: Final = table_of(WEIGHTS)
_PLAYING: Final = (Phase.DECLARE, Phase.PLAY)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One card to play, or two to lay away, and what it comes to."""

    cards: tuple[Card, ...]
    total: int
    """Points of the own team less those of the other, over all worlds together."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What every candidate comes to over the same worlds.

    A candidate that is clearly behind another is not played out in all of them; its
    total says that it stays as far behind.
    """

    candidates: tuple[Candidate, ...]
    """At least one, in card order."""
    worlds: int
    """How many there were; fewer than asked for where one candidate is clearly best."""

    @property
    def best(self) -> Candidate:
        """The candidate with most points; of equals the first."""
        return max(self.candidates, key=lambda candidate: candidate.total)

    def expected(self, candidate: Candidate) -> float:
        """The margin of the deal for the own team, in points, if this one is chosen."""
        return candidate.total / self.worlds


def analyse(
    view: SeatView,
    worlds: int,
    seed: int,
    hidden: Hidden | None = None,
    *,
    least: int = 1,
) -> Analysis:
    """What each legal card comes to; the seat must be on turn to declare or to play.

    A seat that has yet to answer is taken to declare what it can. Cards that make no
    difference to each other are tried once, and come to the same.

    Args:
        view: What the seat may know.
        worlds: How many worlds are played out at most, 1 to `MOST_WORLDS`.
        seed: Chance follows from it; any whole number.
        hidden: What is certain of the cards not seen, if that is not what follows from
            the view; to measure what knowing more would be worth.
        least: How many worlds are played out even if one card is clearly best.

    Raises:
        BrokenInvariant: The seat is not on turn, or no cards fit what it knows.
    """
    if view.public.turn != view.seat or view.public.phase not in _PLAYING:
        msg = "only a seat that is to play can be advised which card"
        raise BrokenInvariant(msg)
    gone = CardSet.from_cards(view.discards or ()) | view.hand
    gone |= played_cards(view.public) - CardSet.from_cards(view.public.trick)
    groups = list(alike(view.legal, FULL_DECK - gone))
    tried = [(group[0],) for group in groups]
    hidden = hidden or hidden_from(view)
    found = _analysis(view, hidden, tried, (least, worlds), seed)
    totals = [candidate.total for candidate in found.candidates]
    candidates = [
        Candidate((card,), total)
        for group, total in zip(groups, totals, strict=True)
        for card in group
    ]
    candidates.sort(key=lambda one: one.cards)
    return Analysis(tuple(candidates), found.worlds)


def choose_discard(
    view: SeatView, pairs: int, worlds: int, seed: int, *, least: int = 1
) -> Analysis:
    """What laying two cards away comes to, for the pairs that look best.

    Args:
        view: What the dealer may know before the discard.
        pairs: How many pairs are played out, at least 1.
        worlds: How many worlds are played out at most, 1 to `MOST_WORLDS`.
        seed: Chance follows from it; any whole number.
        least: How many worlds are played out even if one pair is clearly best.

    Raises:
        BrokenInvariant: The seat is not to discard.
    """
    if not view.discardable.bits:
        msg = "only a dealer who is to discard can be advised what"
        raise BrokenInvariant(msg)
    tried = _promising(view, pairs)
    return _analysis(view, hidden_from(view), tried, (least, worlds), seed)


def warm_up() -> None:
    """Compile, or load from disk, all that `analyse` and `choose_discard` need.

    It takes about five seconds where nothing is on disk yet, and holds the
    interpreter's lock meanwhile.
    """
    source = DealSource(b"", "warm-up", 1, (b"", b"", b"", b""))
    dealt = deal_out(source)
    state = start(DealStarted(dealt.dealer, dealt.hands))
    discard = choose_discard(view_of(state, dealt.dealer), pairs=1, worlds=1, seed=0)
    one, another = discard.best.cards
    state = evolve(state, Discarded(dealt.dealer, (one, another)))
    analyse(view_of(state, state.leader), worlds=1, seed=0)


def _analysis(
    view: SeatView,
    hidden: Hidden,
    candidates: Sequence[tuple[Card, ...]],
    worlds: tuple[int, int],
    seed: int,
) -> Analysis:
    answers = view.public.answers
    totals, played = candidate_totals(
        place_seen_by(view),
        hidden.unseen.bits,
        receivers_of(hidden),
        sum(1 << seat for seat in SEATS if answers[seat] is None),
        _masks(candidates),
        POLICY,
        worlds,
        stream_of(seed),
    )
    if not played:
        msg = "no hands of the others fit what this seat knows"
        raise BrokenInvariant(msg)
    declared = _declared_margin(view) * played
    found = tuple(
        Candidate(cards, int(total) + declared)
        for cards, total in zip(candidates, totals, strict=True)
    )
    return Analysis(found, int(played))


def _promising(view: SeatView, pairs: int) -> list[tuple[Card, Card]]:
    """The pairs that gain most by a formula, in card order.

    Of pairs that make no difference to each other there is one.
    """
    groups = enumerate(alike(view.discardable, FULL_DECK - view.hand))
    number_of = {card: number for number, group in groups for card in group}
    unlike: dict[tuple[int, ...], tuple[Card, Card]] = {}
    for pair in combinations(view.discardable, 2):
        unlike.setdefault(tuple(sorted(map(number_of.__getitem__, pair))), pair)
    every = list(unlike.values())
    gains = discard_gains(view.hand.bits, _masks(every), POLICY)
    order = sorted(range(len(every)), key=lambda index: -int(gains[index]))
    return [every[index] for index in sorted(order[:pairs])]


def _masks(pairs: Sequence[tuple[Card, ...]]) -> NDArray[np.int64]:
    return np.array([CardSet.from_cards(pair).bits for pair in pairs], dtype=np.int64)


def _declared_margin(view: SeatView) -> int:
    """What the seat's team has declared so far less what the other has."""
    points = [0 if answer is None else answer.total for answer in view.public.answers]
    margin = points[0] + points[2] - points[1] - points[3]
    return margin if team_of(view.seat) == TEAMS[0] else -margin


def receivers_of(hidden: Hidden) -> NDArray[np.int64]:
    """Three rows by receiver: known cards, lacking cards, room."""
    return np.array(
        [
            [cards.bits for cards in hidden.known],
            [cards.bits for cards in hidden.lacks],
            hidden.room,
        ],
        dtype=np.int64,
    )


def place_seen_by(view: SeatView) -> NDArray[np.int64]:
    """The place as the seat sees it: its own hand, and everything on the table."""
    public = view.public
    seen = np.zeros(place.SIZE, dtype=np.int64)
    seen[place.HANDS + view.seat] = view.hand.bits
    for seat, lacking in zip(SEATS, shown_voids(public), strict=True):
        seen[place.LACKS + seat] = lacking.bits
    for seat, shown in zip(SEATS, public.shown, strict=True):
        seen[place.SHOWN + seat] = shown.bits
    for trick in public.tricks:
        pile = place.PILES + team_of(trick.winner)
        seen[pile] |= CardSet.from_cards(trick.cards).bits
        seen[place.LAST_TEAM] = team_of(trick.winner)
        if MATTO in trick.cards:
            owner = next_seat(trick.leader, trick.cards.index(MATTO))
            seen[place.MATTO_TEAM] = team_of(owner)
    if MATTO in public.trick:
        owner = next_seat(public.leader, public.trick.index(MATTO))
        seen[place.MATTO_TEAM] = team_of(owner)
    seen[place.TRICK] = CardSet.from_cards(public.trick).bits
    seen[place.LAID] = len(public.trick)
    led = next((card for card in public.trick if card != MATTO), None)
    seen[place.ASKED] = 0 if led is None else FOLLOWS[led]
    seen[place.BEST] = NO_CARD
    if public.winning is not None:
        seen[place.BEST] = public.trick[public.winning]
        seen[place.BEST_SEAT] = next_seat(public.leader, public.winning)
    seen[place.TURN] = view.seat
    seen[place.WON_0] = public.tricks_won[0]
    seen[place.DEALER_TEAM] = team_of(public.dealer)
    return seen
