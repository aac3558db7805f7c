"""Players that look ahead: the deal played out over many worlds that fit the view.

A level is a number of worlds and not a time, so that the same question has the same
answer on a fast machine and on a slow one. They always declare what they can: the
partner sees the cards too, and no size of declaration has cost more than it brought.

This needs numba, which takes long to load: only `levels.py` imports it, when a player of
such a level is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, assert_never

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import DECK_SIZE, MATTO, TRUMPS, strength_of
from engine.deal import Phase
from engine.errors import BrokenInvariant
from engine.players.decision_seeds import decision_seed
from engine.players.player import NO_SEED, Advice
from engine.search.analysis import analyse, choose_discard

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.cards import Card
    from engine.search.analysis import Analysis, Candidate
    from engine.view import SeatView


@dataclass(frozen=True, slots=True)
class Effort:
    """How far a level looks."""

    worlds: tuple[int, ...]
    """By number of complete tricks, 0 to 14: worlds for a card, at most."""
    pairs: int
    """Pairs of cards that the dealer tries to lay away."""
    discard_worlds: int
    """Worlds for each of them, at most."""


EVERY_PAIR: Final = comb(17, 2)
"""As many pairs as the dealer's hand has."""
EFFORTS: Final[Mapping[str, Effort]] = MappingProxyType(
    {
        "hard": Effort((24,) * 15, pairs=20, discard_worlds=50),
        # The longer a deal, the less a world costs.
        "expert": Effort(
            (128, 152, 176, 208, 232, 256, 288, 336, 384, 464, *(512,) * 5),
            pairs=EVERY_PAIR,
            discard_worlds=1000,
        ),
        "master": Effort(
            (1200, 1400, 1600, 1800, 2000, 2200, 2400, 2600, 2800, 3000, *(3200,) * 5),
            pairs=EVERY_PAIR,
            discard_worlds=3000,
        ),
    }
)


class SearchPlayer:
    """Plays what comes to most over the worlds that fit.

    Args:
        level: Its name; goes into the chance of its decisions.
        effort: How far it looks.
    """

    def __init__(self, level: str, effort: Effort) -> None:
        self._level = level
        self._effort = effort

    def choose(self, view: SeatView, bot_seed: bytes = NO_SEED) -> Action:
        """The action of the seat on turn."""
        match view.public.phase:
            case Phase.DISCARD:
                one, another = _best_first(self._analysis(view, bot_seed))[0].cards
                return Discard(view.seat, (one, another))
            case Phase.DECLARE:
                declarable = view.declarable
                if declarable is not None and declarable.total:
                    return Declare(view.seat)
                return Skip(view.seat)
            case Phase.PLAY if len(view.legal) == 1:
                (card,) = view.legal
                return PlayCard(view.seat, card)
            case Phase.PLAY:
                (card,) = _best_first(self._analysis(view, bot_seed))[0].cards
                return PlayCard(view.seat, card)
            case Phase.SETTLED:
                msg = "a settled deal asks nobody"
                raise BrokenInvariant(msg)
            case _:
                assert_never(view.public.phase)

    def advise(self, view: SeatView, bot_seed: bytes = NO_SEED) -> tuple[Advice, ...]:
        """What the seat on turn may lay away or play, the best first, with points."""
        found = self._analysis(view, bot_seed, thorough=True)
        return tuple(
            Advice(each.cards, found.expected(each)) for each in _best_first(found)
        )

    def _analysis(
        self, view: SeatView, bot_seed: bytes, *, thorough: bool = False
    ) -> Analysis:
        """What everything comes to; the best is the same, thorough or not."""
        seed = decision_seed(view, bot_seed, self._level)
        effort = self._effort
        if view.public.phase is Phase.DISCARD:
            worlds = effort.discard_worlds
            least = worlds if thorough else 1
            return choose_discard(view, effort.pairs, worlds, seed, least=least)
        worlds = effort.worlds[len(view.public.tricks)]
        return analyse(view, worlds, seed, least=worlds if thorough else 1)


def _best_first(found: Analysis) -> list[Candidate]:
    """The candidates by what they come to; of equals the weakest cards first.

    Often no world tells two high trumps apart, and a person would spare the higher one.
    """
    return sorted(found.candidates, key=lambda each: (-each.total, _power(each.cards)))


def _power(cards: tuple[Card, ...]) -> int:
    """How strong cards are, trumps above all others and the Matto above those."""
    return sum(map(_power_of_one, cards))


def _power_of_one(card: Card) -> int:
    if card == MATTO:
        return 2 * DECK_SIZE
    return strength_of(card) + (DECK_SIZE if card in TRUMPS else 0)


PLAYERS: Final[Mapping[str, SearchPlayer]] = MappingProxyType(
    {level: SearchPlayer(level, effort) for level, effort in EFFORTS.items()}
)
"""By level, the weakest first."""
