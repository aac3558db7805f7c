"""Cards that are chosen before they are asked for: one's next card, or the only one.

A card may be chosen while others play. It is forgotten when it would not be allowed any
more, or when another card wins the trick than when it was chosen (H15). Where only one
card is allowed it may be played by itself, if the person likes that (H14). Either waits
for a pause first, so that nobody can tell from the speed how a card came (H16).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from client_cli.cards import on_screen

if TYPE_CHECKING:
    from client_cli.texts import Texts
    from protocol.fold import Known


@dataclass(frozen=True, slots=True)
class Release:
    """The pause before a card that was chosen ahead is over."""

    card: str
    version: int
    """The version of the table at which it was to be played."""


@dataclass(frozen=True, slots=True)
class _Chosen:
    card: str
    winning: str | None
    """The card that won the trick when it was chosen."""


class Ahead:
    """What one seat has chosen ahead."""

    def __init__(self, *, auto_play: bool) -> None:
        self.auto_play = auto_play
        """Whether the only card that is allowed is played by itself."""
        self._chosen: _Chosen | None = None

    @property
    def card(self) -> str | None:
        """The card that is chosen ahead."""
        return None if self._chosen is None else self._chosen.card

    def choose(self, card: str, known: Known) -> None:
        """Play this card when it is asked for, in place of any chosen before."""
        self._chosen = _Chosen(card, winning_card(known))

    def forget(self) -> None:
        """Nothing is chosen any more."""
        self._chosen = None

    def review(self, known: Known, texts: Texts) -> list[str]:
        """Forget a card that no longer fits the trick; says so."""
        chosen = self._chosen
        if chosen is None or _still_fits(chosen, known):
            return []
        self._chosen = None
        return [
            texts.say(
                "{card} is not played ahead any more: the trick has changed.",
                card=on_screen(chosen.card),
            )
        ]

    def card_for(self, known: Known) -> str | None:
        """The card to play now, when a card is asked for; None to ask the person.

        Nobody who could declare is passed over for a card that he chose before.
        """
        legal, offer = known.situation.legal, known.situation.offer
        if self.card in legal and (offer is None or not offer.total):
            return self.card
        forced = known.situation.phase == "play" and len(legal) == 1
        return legal[0] if self.auto_play and forced else None


def winning_card(known: Known) -> str | None:
    """The card that wins the trick so far."""
    deal, winning = known.view.deal, known.situation.winning
    if deal is None or winning is None or winning >= len(deal.trick):
        return None
    return deal.trick[winning]


def may_choose(known: Known, card: str) -> bool:
    """Whether the card could be played to the trick as it lies there now."""
    deal, legal = known.view.deal, known.situation.legal
    held = deal is not None and card in (deal.hand or ())
    return held and (card in legal or not legal)


def _still_fits(chosen: _Chosen, known: Known) -> bool:
    return winning_card(known) == chosen.winning and may_choose(known, chosen.card)
