"""In which order a person holds his cards, remembered from one game to the next (H11)."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from client_cli.cards import Group, sorted_hand

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from client_cli.taste import Sort

_FILE: Final = "hand-order"
_MOST_BYTES: Final = 64


class HandOrder(Enum):
    """The orders that a hand can have; the first is the usual one."""

    HIGH_FIRST = "high first"
    LOW_FIRST = "low first"
    SUITS_FIRST = "suits first"

    @property
    def next(self) -> HandOrder:
        """The order after this one; the first after the last."""
        orders = list(HandOrder)
        return orders[(orders.index(self) + 1) % len(orders)]


def held_in(order: HandOrder, cards: Iterable[str]) -> tuple[Group, ...]:
    """The cards in groups, as somebody with this order holds them."""
    groups = sorted_hand(cards)
    match order:
        case HandOrder.HIGH_FIRST:
            return groups
        case HandOrder.LOW_FIRST:
            return tuple(Group(each.suit, each.cards[::-1]) for each in groups)
        case HandOrder.SUITS_FIRST:
            trumps, matto, *suits = groups
            return (*suits, trumps, matto)


_SORTS: Final[dict[Sort, HandOrder]] = {
    "high": HandOrder.HIGH_FIRST,
    "low": HandOrder.LOW_FIRST,
    "suits": HandOrder.SUITS_FIRST,
}


class OrderFile:
    """The order of this person, in the state folder.

    A file that cannot be read or written changes nothing but what is remembered.

    Args:
        folder: The state folder.
        settled: The order that every game begins with; None for that of the last.
    """

    def __init__(self, folder: Path, settled: Sort | None = None) -> None:
        self._path = folder / _FILE
        self.order = self._read() if settled is None else _SORTS[settled]
        """The order that holds now."""

    def change(self) -> HandOrder:
        """Go on to the next order, and remember it."""
        self.order = self.order.next
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(self.order.value, "utf-8")
        except OSError:
            pass  # it holds for this game
        return self.order

    def _read(self) -> HandOrder:
        try:
            with self._path.open("rb") as file:
                return HandOrder(file.read(_MOST_BYTES).decode("utf-8").strip())
        except (OSError, ValueError):
            return HandOrder.HIGH_FIRST
