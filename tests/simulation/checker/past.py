"""What a table has come to by its log: who sits where, who acts, and the cards.

A fold of its own beside the server's: it has only what promises are about. The cards go
through the rules themselves (`engine.deal`), which other tests hold to their text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from engine import deal as deals
from engine.cards import code_of
from engine.combinations import NO_COMBINATIONS
from engine.deal import DealState
from engine.events import CardPlayed, DealSettled, Declared
from engine.events import Event as DealEvent
from engine.seats import SEATS
from server.table.events import (
    BotSeated,
    ClaimMade,
    ControlPassed,
    DealBegan,
    SeatLeft,
    SeatTaken,
    TableClosed,
    TableOpened,
)
from server.table.options import TableOptions
from tests.reference.cards import DECK
from tests.reference.oracle import explain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards import Card
    from server.table.events import Stamped
    from server.table.state import TableState

_T = TypeVar("_T")
Four: TypeAlias = tuple[_T, _T, _T, _T]
ALL_CARDS = frozenset(DECK)


@dataclass(frozen=True, slots=True)
class Past:
    """A table right after an event."""

    options: TableOptions | None = None
    users: Four[str | None] = (None, None, None, None)
    """Whose seats they are; None for a bot's or an empty one."""
    control: Four[str] = ("nobody", "nobody", "nobody", "nobody")
    connected: Four[bool] = (False, False, False, False)
    deal: DealState | None = None
    number: int = 0
    """Of the deal."""
    shown: frozenset[str] = frozenset()
    """Cards of the deal that everybody has seen."""
    asked_ms: int = 0
    """When the seat on turn was asked; as its events are stamped."""
    is_closed: bool = False

    @property
    def turn(self) -> int | None:
        """The seat that is to act."""
        return None if self.deal is None else self.deal.turn

    def seat_of(self, user: str) -> int | None:
        """The seat of a person."""
        return self.users.index(user) if user in self.users else None

    def known_to(self, seat: int | None) -> frozenset[str]:
        """The cards of the deal that a seat may have seen; None for an onlooker."""
        if self.deal is None or self.deal.settlement is not None:
            return ALL_CARDS if self.deal is not None else frozenset()
        own = () if seat is None else self.deal.dealt[seat].codes
        return self.shown | frozenset(own)


def beginning() -> Past:
    """Before the first event."""
    return Past()


def past_in(state: TableState) -> Past:
    """A table as it stands in a snapshot, with which its log begins."""
    deal = state.deal
    assert deal is not None
    held, cards = state.seats, deal.state
    shown = {code_of(card) for trick in cards.tricks for card in trick.cards}
    shown |= {code_of(card) for card in cards.trick}
    for seat in SEATS:
        if cards.answers[seat] not in (None, NO_COMBINATIONS):
            discarded = cards.discards if seat == cards.dealer else None
            shown |= _declared(cards.dealt[seat], discarded or ())
    return Past(
        options=state.options,
        users=_four(None if one.person is None else one.person.user for one in held),
        control=_four(one.control.value for one in held),
        connected=_four(one.connected for one in held),
        deal=cards,
        number=deal.number,
        shown=frozenset(shown),
        asked_ms=state.since_ms,
    )


def past_of(before: Past, stamped: Stamped) -> Past:
    """The table after one more event."""
    event = stamped.event
    match event:
        case TableOpened():
            return replace(before, options=event.options)
        case SeatTaken(seat, user):
            return _seated(before, seat, user, "person")
        case BotSeated(seat):
            return _seated(before, seat, None, "bot")
        case SeatLeft(seat):
            runs = before.turn is not None
            return _seated(before, seat, None, "bot" if runs else "nobody")
        case ControlPassed(seat, control, connected):
            return replace(
                before,
                control=_with(before.control, seat, control.value),
                connected=_with(before.connected, seat, connected),
            )
        case DealBegan(number, started):
            return replace(
                before,
                deal=deals.start(started),
                number=number,
                shown=frozenset(),
                asked_ms=stamped.at_ms,
            )
        case TableClosed():
            return replace(before, is_closed=True)
        case ClaimMade(seat) if before.deal is not None:
            return replace(
                before, shown=before.shown | set(before.deal.hands[seat].codes)
            )
        case _ if isinstance(event, DealEvent) and before.deal is not None:
            return _moved(before, event, stamped.at_ms)
        case _:
            return before


def _moved(before: Past, event: DealEvent, at_ms: int) -> Past:
    assert before.deal is not None
    shown = before.shown
    match event:
        case CardPlayed(_, card):
            shown |= {code_of(card)}
        case Declared(seat):
            discarded = before.deal.discards if seat == before.deal.dealer else None
            shown |= _declared(before.deal.dealt[seat], discarded or ())
        case DealSettled():
            shown = ALL_CARDS
        case _:
            pass
    deal = deals.evolve(before.deal, event)
    return replace(before, deal=deal, shown=shown, asked_ms=at_ms)


def _seated(before: Past, seat: int, user: str | None, control: str) -> Past:
    return replace(
        before,
        users=_with(before.users, seat, user),
        control=_with(before.control, seat, control),
        connected=_with(before.connected, seat, user is not None),
    )


def _declared(dealt: Iterable[Card], discarded: Iterable[Card]) -> frozenset[str]:
    """The cards that a declaration shows, as the reference has it (A28)."""
    held = frozenset(map(code_of, dealt)) - frozenset(map(code_of, discarded))
    return _public(held)


@lru_cache(maxsize=256)
def _public(held: frozenset[str]) -> frozenset[str]:
    return frozenset(explain(sorted(held))["public_cards"])


def _with(values: Four[_T], seat: int, value: _T) -> Four[_T]:
    return _four(value if at == seat else one for at, one in enumerate(values))


def _four(values: Iterable[_T]) -> Four[_T]:
    one, two, three, four = values
    return one, two, three, four
