"""A simple player for one's own seat, so that a deal can play itself.

It knows no rules: it picks from the lists that the server gives. It declares what it
can, keeps cards that belong to combinations, and lets small cards go first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from client_cli.cards import MATTO, MOORS, NUMBERS, place_of, suit_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.fold import Known

_WORTH: Final = {"R": 9, "Q": 6, "C": 5, "F": 4, "A": 3}
_HIGH: Final = {"AN": 12, "MN": 9, "SO": 5, "LU": 5, "BG": 12, MATTO: 7}


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay these away."""

    cards: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Declare:
    """Declare everything."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play this card."""

    card: str


Choice: TypeAlias = Discard | Declare | Play


def choice_for(known: Known) -> Choice | None:
    """What to do at one's turn; None when nothing is asked."""
    situation = known.situation
    if situation.turn is None or situation.turn != known.view.you:
        return None
    if situation.phase == "discard" and len(situation.discardable) > 1:
        low = sorted(situation.discardable, key=_worth)
        return Discard((low[0], low[1]))
    offer = situation.offer
    if situation.phase == "declare" and offer is not None and offer.total:
        return Declare()
    if situation.phase in {"declare", "play"} and situation.legal:
        return Play(_card(known, situation.legal))
    return None


def _card(known: Known, legal: Sequence[str]) -> str:
    """Dear cards to a trick that is ours so far, cheap ones to any other."""
    deal, winning = known.view.deal, known.situation.winning
    you = known.view.you
    ours = (
        deal is not None
        and you is not None
        and winning is not None
        and (deal.leader + winning) % 2 == you % 2
    )
    last = deal is not None and len(deal.trick) == 3
    if ours and last:
        safe = [card for card in legal if card != MATTO] or list(legal)
        return max(safe, key=_worth)
    return min(legal, key=_worth)


def _worth(card: str) -> tuple[int, int]:
    """About what a card is worth to keep; the order of lists decides between equals."""
    if card in _HIGH:
        return _HIGH[card], -place_of(card)
    if card in MOORS:
        return 3, -place_of(card)
    if card in NUMBERS:
        return 1 + int(card) // 6, -place_of(card)
    assert suit_of(card) in "SBCD"  # noqa: S101
    return _WORTH.get(card[1:], 0), -place_of(card)
