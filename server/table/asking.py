"""What people ask each other: to take a card back, to end early, to pause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import deal as deals
from engine.cards import CardSet
from engine.claims import is_certain, line_of_claim
from engine.deal import cards_played, last_card_of
from engine.events import TakenBack
from engine.seats import SEATS, Seat, team_of
from protocol.codes import ErrorCode
from server.table.events import (
    Author,
    ClaimAnswered,
    ClaimMade,
    Paused,
    PauseEnded,
    PauseWished,
    UndoAnswered,
    UndoAsked,
)
from server.table.moving import add_deal_events
from server.table.refusal import refused

if TYPE_CHECKING:
    from server.table.draft import Draft
    from server.table.state import Claim, RunningDeal, TableState, Undo

CLAIM_AFTER_TRICKS: Final = 4
"""A claim is played out in one go, and more tricks than eleven are too many for that."""
_CLAIMS_REFUSED: Final = 3
"""So many refused claims in a deal, and nobody has to answer another."""


# -------------------------------------------------------------------- taking back


def ask_undo(draft: Draft, seat: Seat) -> None:
    """The seat that played last wants its card back; bots never mind (H44)."""
    state = draft.state
    if not state.options.undo:
        raise refused(ErrorCode.NOT_ALLOWED, option="undo")
    deal = _running(state)
    last = last_card_of(deal.state)
    if last is None or last[0] != seat or deal.undo is not None:
        raise refused(ErrorCode.PHASE)
    if deal.undo_asked_cards == cards_played(deal.state) or _has_shown_since(deal):
        raise refused(ErrorCode.PHASE)
    draft.add(UndoAsked(seat))
    for other in SEATS:
        if other != seat and other not in state.people:
            draft.add(UndoAnswered(other, agrees=True), by=Author.BOT)
    _finish_undo(draft)


def _has_shown_since(deal: RunningDeal) -> bool:
    """Whether the next seat has answered after the card: it shows what it declares."""
    state = deal.state
    in_first_trick = not state.tricks and bool(state.trick)
    turn = state.turn
    return in_first_trick and turn is not None and state.answers[turn] is not None


def _answer_undo(draft: Draft, seat: Seat, undo: Undo, *, agrees: bool) -> None:
    if seat == undo.seat or seat in undo.agreed:
        raise refused(ErrorCode.NOTHING_ASKED)
    draft.add(UndoAnswered(seat, agrees))
    _finish_undo(draft)


def _finish_undo(draft: Draft) -> None:
    deal = draft.state.deal
    if deal is None or deal.undo is None:
        return
    last = last_card_of(deal.state)
    if last is not None and len(deal.undo.agreed) == len(SEATS) - 1:
        draft.add(TakenBack(*last))


# ------------------------------------------------------------------------- claims


def make_claim(draft: Draft, seat: Seat, *, ours: bool) -> None:
    """A seat claims or gives up the rest on its own turn to lead (H45)."""
    state = draft.state
    if not state.options.claims:
        raise refused(ErrorCode.NOT_ALLOWED, option="claims")
    deal = _running(state)
    if deal.claim is not None or not _may_claim(deal, seat):
        raise refused(ErrorCode.PHASE)
    if deal.claims_refused >= _CLAIMS_REFUSED:
        raise refused(ErrorCode.NOT_ALLOWED, option="claims")
    draft.add(ClaimMade(seat, ours))
    certain = not ours or _is_certain(deal, seat)
    for other in _opponents(seat):
        if other not in state.people:
            draft.add(ClaimAnswered(other, agrees=certain), by=Author.BOT)
            if not certain:
                return
    if certain and ours:
        # Nobody is asked for what follows from the cards on the table.
        for other in _opponents(seat):
            if other in state.people:
                draft.add(ClaimAnswered(other, agrees=True), by=Author.SERVER)
    _finish_claim(draft)


def _may_claim(deal: RunningDeal, seat: Seat) -> bool:
    """Whether the seat is on lead, late enough for the rest to be played out at once."""
    state = deal.state
    on_lead = state.turn == seat and not state.trick
    return on_lead and len(state.tricks) >= CLAIM_AFTER_TRICKS


def _answer_claim(draft: Draft, seat: Seat, claim: Claim, *, agrees: bool) -> None:
    if seat not in _opponents(claim.seat) or seat in claim.agreed:
        raise refused(ErrorCode.NOTHING_ASKED)
    draft.add(ClaimAnswered(seat, agrees))
    _finish_claim(draft)


def _finish_claim(draft: Draft) -> None:
    """Play an accepted claim out; one that cannot hold in any line is refused."""
    deal = draft.state.deal
    claim = None if deal is None else deal.claim
    if deal is None or claim is None or len(claim.agreed) < 2:
        return
    line = line_of_claim(deal.state, claim.seat, ours=claim.ours)
    if line is None:
        draft.add(ClaimAnswered(claim.seat, agrees=False), by=Author.SERVER)
        return
    now = deal.state
    for action in line:
        events = deals.decide(now, action)
        for event in events:
            now = deals.evolve(now, event)
        add_deal_events(draft, events, by=Author.SERVER)


def _is_certain(deal: RunningDeal, seat: Seat) -> bool:
    """Judged as an opponent could: from the shown hand and what was played."""
    played = CardSet.from_cards(
        card for trick in deal.state.tricks for card in trick.cards
    )
    return is_certain(deal.state.hands[seat], played)


def _opponents(seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in SEATS if team_of(other) != team_of(seat))


# ------------------------------------------------------------------------ answers


def answer(draft: Draft, seat: Seat, *, agrees: bool) -> None:
    """A person answers whatever is being asked."""
    deal = draft.state.deal
    if draft.state.paused_since_ms:
        raise refused(ErrorCode.PAUSED)
    if deal is not None and draft.state.deal_runs:
        if deal.claim is not None:
            _answer_claim(draft, seat, deal.claim, agrees=agrees)
            return
        if deal.undo is not None:
            _answer_undo(draft, seat, deal.undo, agrees=agrees)
            return
    raise refused(ErrorCode.NOTHING_ASKED)


# ------------------------------------------------------------------------- pauses


def wish_pause(draft: Draft, seat: Seat, *, wish: bool) -> None:
    """The table pauses while all people who are here want it to."""
    state = draft.state
    if not state.deal_runs:
        raise refused(ErrorCode.PHASE)
    if state.seats[seat].wants_pause != wish:
        draft.add(PauseWished(seat, wish))
    if state.paused_since_ms:
        if not wish:
            draft.add(PauseEnded())
        return
    if all(
        draft.state.seats[other].wants_pause
        for other in draft.state.people
        if draft.state.seats[other].connected
    ):
        draft.add(Paused())


def _running(state: TableState) -> RunningDeal:
    if state.deal is None or not state.deal_runs:
        raise refused(ErrorCode.PHASE)
    if state.paused_since_ms:
        raise refused(ErrorCode.PAUSED)
    return state.deal
