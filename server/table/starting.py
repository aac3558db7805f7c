"""Between deals: who is ready, and the next deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.dealing import DealSource, deal_out
from engine.events import DealStarted
from engine.seats import SEATS, Seat
from protocol.codes import ErrorCode
from server.table.events import (
    BotSeated,
    ControlPassed,
    DealBegan,
    DealPromised,
    EntropyAdded,
    MatchBegan,
    ReadyGiven,
)
from server.table.refusal import refused
from server.table.state import Control

if TYPE_CHECKING:
    from server.table.draft import Draft
    from server.table.state import TableState


def ready_for_deal(draft: Draft, seat: Seat, entropy: bytes) -> None:
    """A person asks for the next deal; it begins when all who are here do."""
    if draft.state.deal_runs:
        raise refused(ErrorCode.PHASE)
    if draft.state.finished:
        draft.add(MatchBegan())
    if not draft.state.next_secret:  # finished under an older server: nothing promised
        draft.add(DealPromised(draft.state.next_number, draft.now.fresh))
    if entropy:
        draft.add(EntropyAdded(seat, entropy))
    if not draft.state.seats[seat].is_ready:
        draft.add(ReadyGiven(seat))
    begin_if_all_ready(draft)


def begin_if_all_ready(draft: Draft) -> None:
    """Begin the deal that was asked for once nobody is waited for any more."""
    state = draft.state
    if state.ready_since_ms and not state.finished and not _waited_for(state):
        begin_deal(draft)


def begin_deal(draft: Draft) -> None:
    """Deal; bots take the empty seats, and act for whoever was not ready."""
    late = _waited_for(draft.state) if draft.state.ready_since_ms else ()
    for seat in SEATS:
        if draft.state.seats[seat].control is Control.NOBODY:
            draft.add(BotSeated(seat, draft.state.level_at(seat)))
    for seat in late:
        draft.add(ControlPassed(seat, Control.BOT, connected=True))
    state = draft.state
    entropies = [held.entropy for held in state.seats]
    source = DealSource(
        secret=state.next_secret,
        table=state.table,
        number=state.next_number,
        entropies=(entropies[0], entropies[1], entropies[2], entropies[3]),
        dealer=state.next_dealer,
    )
    dealt = deal_out(source)
    draft.add(DealBegan(state.next_number, DealStarted(dealt.dealer, dealt.hands)))


def _waited_for(state: TableState) -> tuple[Seat, ...]:
    """People who are here and have not asked for the next deal."""
    return tuple(
        seat
        for seat in state.people
        if state.seats[seat].connected and not state.seats[seat].is_ready
    )
