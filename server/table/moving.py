"""Moves in a deal: by the person of a seat, or by a bot that acts for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine import deal as deals
from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import CARDS_OF, KINGS, card_of, suit_of
from engine.errors import RuleViolation
from engine.events import DealSettled
from engine.players.decision_seeds import PLAYERS_VERSION
from engine.players.fallback import fallback_action
from engine.view import view_of
from protocol.codes import ErrorCode
from server.table.clocks import (
    LAG_STEP_MS,
    MOST_LAG_MS,
    charge_for,
    gain_of,
    over_ms,
    time_over_ms,
)
from server.table.commands import (
    FIRST_LEGAL,
    DeclareMove,
    DiscardMove,
    Move,
    PlayMove,
    SkipMove,
)
from server.table.events import (
    Author,
    BankGrown,
    BankSpent,
    BotReceipt,
    ClockReceipt,
    DealPromised,
    LagNoted,
    SignGiven,
)
from server.table.options import Signals
from server.table.outages import credit_clock
from server.table.refusal import refused, refused_by_rule
from server.table.seating import own_seat, person_back, refuse_if_stale
from server.table.state import Control

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.deal import DealState
    from engine.events import Event as DealEvent
    from engine.seats import Seat
    from server.table.commands import BotAction, MakeMove
    from server.table.draft import Draft
    from server.table.state import RunningDeal, TableState


def make_move(draft: Draft, command: MakeMove) -> None:
    """A person's move, if it is his turn, in time, and by the rules."""
    state = draft.state
    seat = own_seat(state, command.user)
    deal = _deal_that_moves(state)
    refuse_if_stale(draft, command.seen_version, state.turn_version)
    try:
        action = _action(seat, command.move)
        events = deals.decide(deal.state, action)
    except RuleViolation as violation:
        raise refused_by_rule(violation, **_refused_card(command.move)) from None
    _check_sign(state, deal.state, command.move)
    person_back(draft, seat)  # who moves is there
    clock = _use_clock(draft, seat, command)
    add_deal_events(draft, events, clock=clock)
    if isinstance(command.move, PlayMove) and command.move.sign is not None:
        draft.add(SignGiven(seat, command.move.sign))


def bot_action(draft: Draft, command: BotAction) -> None:
    """A bot's answer, if the seat is still the bot's and the turn the same."""
    state = draft.state
    seat = command.action.seat
    held = state.seats[seat]
    outdated = (
        state.turn != seat
        or held.control is not Control.BOT
        or held.generation != command.generation
        or state.turn_version != command.turn_version
    )
    if outdated or state.deal is None or state.paused_since_ms:
        return
    if state.deal.claim is not None or state.deal.undo is not None:
        return
    level = command.level
    try:
        events = deals.decide(state.deal.state, command.action)
    except RuleViolation:
        # A bot that answers against the rules loses its turn, not the table.
        action = fallback_action(view_of(state.deal.state, seat))
        events = deals.decide(state.deal.state, action)
        level = FIRST_LEGAL
    add_deal_events(draft, events, bot=BotReceipt(level, PLAYERS_VERSION))


def add_deal_events(
    draft: Draft,
    events: Iterable[DealEvent],
    *,
    by: Author | None = None,
    clock: ClockReceipt | None = None,
    bot: BotReceipt | None = None,
) -> None:
    """Let the rules' events happen, and promise the next deal after the last one.

    Args:
        draft: Where they happen.
        events: The move is the first of them.
        by: Who brings them about, if not whoever gave the command.
        clock: The receipt of a person's move.
        bot: The receipt of a bot's move.
    """
    settled = False
    for event in events:
        draft.add(event, by=by, clock=clock, bot=bot)
        clock = bot = None
        settled = settled or isinstance(event, DealSettled)
    if settled:  # also after the last deal: a rematch may begin with anybody's bytes
        promise = DealPromised(draft.state.next_number, draft.now.fresh)
        draft.add(promise, by=Author.SERVER)


def _deal_that_moves(state: TableState) -> RunningDeal:
    if state.deal is None:
        raise refused(ErrorCode.PHASE)
    if state.paused_since_ms:
        raise refused(ErrorCode.PAUSED)
    if state.deal.claim is not None:
        raise refused(ErrorCode.PHASE, asked="claim")
    return state.deal


def _refused_card(move: Move) -> dict[str, str]:
    return {"card": move.card} if isinstance(move, PlayMove) else {}


def _action(seat: Seat, move: Move) -> Action:
    match move:
        case DiscardMove(codes):
            return Discard(seat, tuple(card_of(code) for code in codes))
        case DeclareMove():
            return Declare(seat)
        case SkipMove():
            return Skip(seat)
        case PlayMove(code):
            return PlayCard(seat, card_of(code))
        case _:
            assert_never(move)


def _check_sign(state: TableState, deal: DealState, move: Move) -> None:
    """A sign goes with a led card of a suit, where the table allows it (H43)."""
    if not isinstance(move, PlayMove) or move.sign is None:
        return
    suit = suit_of(card_of(move.card))
    allowed = state.options.signals
    if allowed is Signals.OFF or deal.trick or suit is None:
        raise refused(ErrorCode.SIGNAL_NOT_ALLOWED)
    if allowed is Signals.AFTER_KING:
        kings = CARDS_OF[suit] & KINGS
        fallen = {card for trick in deal.tricks for card in trick.cards}
        if not any(king in fallen for king in kings):
            raise refused(ErrorCode.SIGNAL_NOT_ALLOWED)


def _use_clock(draft: Draft, seat: Seat, command: MakeMove) -> ClockReceipt:
    """Charge what the move took beyond its time; outages are no time.

    A move that a node received too late is none (±0), whether somebody has noticed
    that or not: a bot acts in this turn.
    """
    now_ms = draft.now.now_ms
    received_ms = min(now_ms, command.received_ms or now_ms)
    lag_ms = 0
    if draft.state.has_clock:
        if over_ms(draft.state, draft.state.seats[seat], received_ms):
            credit_clock(draft, command.outages)
        held = draft.state.seats[seat]
        if received_ms > time_over_ms(draft.state, held):
            raise refused(ErrorCode.STALE, version=draft.now.version)
        charge = charge_for(draft.state, held, received_ms)
        _note_lag(draft, seat, command.lag_ms, charge.lag_ms)
        _change_bank(draft, seat, gain_of(draft.state, held, charge))
        lag_ms = charge.lag_ms
    think_ms = max(0, received_ms - draft.state.since_ms)
    return ClockReceipt(think_ms, lag_ms, now_ms - received_ms)


def _change_bank(draft: Draft, seat: Seat, gain_ms: int) -> None:
    if gain_ms > 0:
        draft.add(BankGrown(seat, gain_ms))
    elif gain_ms < 0:
        draft.add(BankSpent(seat, -gain_ms))


def _note_lag(draft: Draft, seat: Seat, lag_ms: int, used_ms: int) -> None:
    held = draft.state.seats[seat]
    noted_ms = min(max(0, lag_ms), MOST_LAG_MS)
    if abs(noted_ms - held.lag_ms) < LAG_STEP_MS:
        noted_ms = held.lag_ms
    if used_ms or noted_ms != held.lag_ms:
        draft.add(LagNoted(seat, noted_ms, held.lag_left_ms - used_ms))
