"""How events of a deal change a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from engine import deal as deals
from engine.errors import BrokenInvariant
from engine.events import CardPlayed, DealSettled, TakenBack
from engine.frozen import changed
from engine.seats import SEATS
from server.table.clocks import factor_of
from server.table.events import (
    Author,
    ClaimAnswered,
    ClaimMade,
    UndoAnswered,
    UndoAsked,
)
from server.table.state import Claim, RunningDeal, Undo

if TYPE_CHECKING:
    from engine.events import Event as DealEvent
    from engine.seats import Seat
    from server.table.events import DealBegan
    from server.table.state import TableState

_BOTS: Final = frozenset({Author.BOT, Author.TIMER})
AskEvent: TypeAlias = ClaimMade | ClaimAnswered | UndoAsked | UndoAnswered


def began(state: TableState, event: DealBegan, at_ms: int, version: int) -> TableState:
    """The table with freshly dealt cards; the first seat is asked."""
    entropies = [held.entropy for held in state.seats]
    names = [state.name_at(seat) for seat in SEATS]
    deal = RunningDeal(
        number=event.number,
        secret=state.next_secret,
        entropies=(entropies[0], entropies[1], entropies[2], entropies[3]),
        dealer_drawn=state.next_dealer is None,
        names=(names[0], names[1], names[2], names[3]),
        state=deals.start(event.started),
        holders=tuple(
            () if held.person is None else (held.person.user,) for held in state.seats
        ),
    )
    options = state.options
    seats = [
        changed(
            held,
            entropy=b"",
            is_ready=False,
            kick_votes=(),
            bank_ms=options.bank_ms * factor_of(held),
            lag_left_ms=options.lag_budget_ms,
        )
        for held in state.seats
    ]
    return changed(
        state,
        deal=deal,
        seats=(seats[0], seats[1], seats[2], seats[3]),
        next_secret=b"",
        next_number=event.number + 1,
        ready_since_ms=0,
        since_ms=at_ms,
        turn_version=version,
    )


def moved(
    state: TableState, event: DealEvent, by: Author, at_ms: int, version: int
) -> TableState:
    """The table after an event of the rules; whoever is on turn then is asked anew."""
    deal = _deal_after(running(state), event, by)
    state = changed(state, deal=deal, since_ms=at_ms, turn_version=version)
    settlement = deal.state.settlement
    if settlement is None or not isinstance(event, DealSettled):
        return state
    first, second = (team.total for team in settlement.teams)
    return changed(
        state,
        match=(state.match[0] + first, state.match[1] + second),
        unkept=(*state.unkept, deal),
    )


def asked(state: TableState, event: AskEvent, at_ms: int) -> TableState:
    """The table after a claim or an undo was asked for or answered."""
    deal = running(state)
    match event:
        case ClaimMade(seat, ours):
            claim = Claim(seat, ours, (), at_ms)
            shown = (*deal.shown_hands, seat)
            return changed(state, deal=changed(deal, claim=claim, shown_hands=shown))
        case ClaimAnswered(seat, agrees):
            return changed(state, deal=_claim_answered(deal, seat, agrees=agrees))
        case UndoAsked(seat):
            cards = deals.cards_played(deal.state)
            fresh = Undo(seat, (), at_ms)
            deal = changed(deal, undo=fresh, undo_asked_cards=cards)
            return changed(state, deal=deal)
        case UndoAnswered(seat, agrees):
            undo = deal.undo
            if undo is None or not agrees:
                return changed(state, deal=changed(deal, undo=None))
            undo = changed(undo, agreed=(*undo.agreed, seat))
            return changed(state, deal=changed(deal, undo=undo))
        case _:
            assert_never(event)


def running(state: TableState) -> RunningDeal:
    """The deal at the table, for events that cannot come without one."""
    if state.deal is None:
        msg = "a deal's event came before the deal"
        raise BrokenInvariant(msg)
    return state.deal


def _deal_after(deal: RunningDeal, event: DealEvent, by: Author) -> RunningDeal:
    """The deal after an event of the rules; what was asked for before it is over."""
    plays, by_bot = deal.bot_plays, deal.last_by_bot
    if isinstance(event, CardPlayed):
        by_bot = by in _BOTS
        plays = _changed(plays, event.seat, int(by_bot))
    elif isinstance(event, TakenBack):
        plays = _changed(plays, event.seat, -int(by_bot))
        by_bot = False
    return changed(
        deal,
        state=deals.evolve(deal.state, event),
        undo=None,
        claim=None,
        bot_plays=plays,
        last_by_bot=by_bot,
    )


def _claim_answered(deal: RunningDeal, seat: Seat, *, agrees: bool) -> RunningDeal:
    if deal.claim is None:
        return deal
    if not agrees:
        return changed(deal, claim=None, claims_refused=deal.claims_refused + 1)
    claim = changed(deal.claim, agreed=(*deal.claim.agreed, seat))
    return changed(deal, claim=claim)


def _changed(
    counts: tuple[int, int, int, int], seat: Seat, by: int
) -> tuple[int, int, int, int]:
    changed = list(counts)
    changed[seat] += by
    return changed[0], changed[1], changed[2], changed[3]
