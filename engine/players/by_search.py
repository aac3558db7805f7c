"""Players that look ahead: the deal played out over many worlds that fit the view.

A level is a number of worlds and not a time, so that the same question has the same
answer on a fast machine and on a slow one. They always declare what they can: the
partner sees the cards too, and no size of declaration has cost more than it brought.

This needs numba, which takes long to load: only `levels.py` imports it, when a player of
such a level is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
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
    """By number of complete tricks, 0 to 14: worlds for a card."""
    pairs: int
    """Pairs of cards that the dealer tries to lay away."""
    discard_worlds: int
    """Worlds for each of them."""


EFFORTS: Final[Mapping[str, Effort]] = MappingProxyType(
    {
        "hard": Effort((24,) * 15, pairs=20, discard_worlds=50),
        # The longer a deal, the less a world costs: no trick takes much more than 6 ms.
        "expert": Effort(
            (80, 96, 112, 128, 144, 160, 176, 208, 240, 288, *(320,) * 5),
            pairs=60,
            discard_worlds=200,
        ),
        # About 20 ms for each card.
        "master": Effort(
            (240, 280, 320, 400, 480, 560, 640, 800, 1000, 1200, *(1600,) * 5),
            pairs=60,
            discard_worlds=300,
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
        found = self._analysis(view, bot_seed)
        return tuple(
            Advice(each.cards, found.expected(each)) for each in _best_first(found)
        )

    def _analysis(self, view: SeatView, bot_seed: bytes) -> Analysis:
        seed = decision_seed(view, bot_seed, self._level)
        effort = self._effort
        if view.public.phase is Phase.DISCARD:
            return choose_discard(view, effort.pairs, effort.discard_worlds, seed)
        return analyse(view, effort.worlds[len(view.public.tricks)], seed)


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
