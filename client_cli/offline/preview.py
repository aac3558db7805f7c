"""What a hand could declare, counted here before the table is asked.

A table counts a hand when it asks it to declare, and no sooner; whoever lays cards away
wants to know before. It is a look ahead: what counts is the table's count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.offline.sheets import combined_from
from engine.cards import CardSet
from engine.combinations import combinations_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from client_cli.score_sheet import Combined


def declarable(cards: Iterable[str]) -> Combined:
    """The combinations of these cards, by their codes of the wire."""
    return combined_from(combinations_of(CardSet.of(*cards)))
