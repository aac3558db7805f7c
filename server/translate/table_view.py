"""A table as one recipient may see it, as plain data for the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.dealing import commitment_to
from engine.plain import Plain, codes
from engine.seats import SEATS, Seat, team_of
from engine.told import choices_data, deal_data, settled_deal_data, trick_data
from engine.view import NO_CHOICES, choices_of, public_view_of, view_of
from server.table.deadlines import (
    CLAIM,
    FILL,
    LATE_MS,
    PAUSE,
    READY,
    TURN,
    UNDO,
    deadlines_of,
    grace_kind,
)
from server.table.state import Control, RunningDeal, TableState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.settlement import Settlement
    from server.table.options import TableOptions
    from server.translate.recipient import Recipient


def view_data(state: TableState, recipient: Recipient) -> Plain:
    """The `view` of a snapshot."""
    return {
        "table": state.table,
        "options": options_data(state.options),
        "host": host_seat(state),
        "seats": [_seat_data(state, seat) for seat in SEATS],
        "you": recipient.seat,
        "deals_played": state.deals_played,
        "match": list(state.match),
        "commitment": _commitment(state),
        "paused": bool(state.paused_since_ms),
        "deal": None if state.deal is None else _deal_data(state.deal, recipient),
        "closed": state.closed,
    }


def options_data(options: TableOptions) -> Plain:
    """The options of a table, the password excepted."""
    return {
        "deals": options.deals,
        "level": options.level,
        "levels": list(options.levels),
        "pace_ms": options.pace_ms,
        "private": options.private,
        "password": bool(options.password_hash),
        "invited": bool(options.invited),
        "people": options.people,
        "fill_ms": options.fill_ms,
        "ready_ms": options.ready_ms,
        "turn_ms": options.turn_ms,
        "bank_ms": options.bank_ms,
        "increment_ms": options.increment_ms,
        "extra_time": options.extra_time,
        "bot_seats": options.bot_seats.value,
        "spectators": options.spectators,
        "spectator_delay_ms": options.spectator_delay_ms,
        "talk": options.talk.value,
        "signals": options.signals.value,
        "undo": options.undo,
        "claims": options.claims,
        "recall": options.recall,
        "hints": options.hints,
        "counting": options.counting,
        "lag_budget_ms": options.lag_budget_ms,
        "grace_ms": options.grace_ms,
        "reserved_ms": options.reserved_ms,
    }


def situation_data(state: TableState, recipient: Recipient) -> Plain:
    """What happens next, and what the recipient may do about it."""
    common = common_situation(state, deadlines_of(state))
    return own_situation(state, common, recipient)


def common_situation(state: TableState, due: Mapping[str, int]) -> Plain:
    """What happens next, as everybody may know it.

    Args:
        state: The table.
        due: Its deadlines.
    """
    turn = state.turn
    data: Plain = {
        "phase": _phase_name(state),
        "turn": turn,
        "deadline": _deadline(state, turn, due),
        "legal": [],
        "discardable": [],
        "offer": None,
        "led": None,
        "winning": None,
        "asked": None,
    }
    if state.deal is None or state.closed is not None:
        return data
    return data | trick_data(state.deal.state.trick)


def own_situation(state: TableState, common: Plain, recipient: Recipient) -> Plain:
    """What everybody may know, and what this recipient may do.

    `common` itself for a recipient who may do nothing.
    """
    deal = state.deal
    if deal is None or state.closed is not None or recipient.seat is None:
        return common
    own = choices_of(deal.state, recipient.seat)
    asked = _asked(state, deal, recipient.seat)
    if own is NO_CHOICES and asked is None:
        return common
    return {**common, **choices_data(own), "asked": asked}


def settled_data(deal: RunningDeal, settlement: Settlement) -> Plain:
    """The settlement with everything that was hidden while the deal ran."""
    data = settled_deal_data(settlement, deal.state.dealt)
    data["secret"] = deal.secret
    data["entropies"] = [entropy or None for entropy in deal.entropies]
    data["dealer_drawn"] = deal.dealer_drawn
    data["names"] = list(deal.names)
    data["bot_plays"] = list(deal.bot_plays)
    return data


def host_seat(state: TableState) -> Seat | None:
    """The seat of the host, while he sits."""
    return state.seat_of(state.host)


def control_name(control: Control) -> str | None:
    """The word for who acts for a seat; None for an empty one."""
    return None if control is Control.NOBODY else control.value


def _seat_data(state: TableState, seat: Seat) -> Plain:
    held = state.seats[seat]
    occupant = "empty"
    if held.person is not None:
        occupant = "person"
    elif held.bot_level is not None:
        occupant = "bot"
    return {
        "occupant": occupant,
        "name": state.name_at(seat) or None,
        "level": held.bot_level,
        "control": control_name(held.control),
        "connected": held.connected or held.bot_level is not None,
        "ready": held.is_ready,
        "wants_pause": held.wants_pause,
        "bank_ms": held.bank_ms,
        "extra_time": held.extra_time,
        "lag_ms": held.lag_ms,
        "lag_left_ms": held.lag_left_ms,
    }


def _commitment(state: TableState) -> bytes | None:
    if state.next_secret:
        return commitment_to(state.next_secret)
    return None if state.deal is None else commitment_to(state.deal.secret)


def _phase_name(state: TableState) -> str:
    if state.closed is not None:
        return "closed"
    return "waiting" if state.deal is None else state.deal.state.phase.value


def _deadline(
    state: TableState, turn: Seat | None, due: Mapping[str, int]
) -> int | None:
    """When the table goes on by itself: ends a wait, or acts for the person on turn.

    The time of a bot's move is nobody's business: it says nothing, and would distract.
    """
    waits = [due[kind] for kind in (PAUSE, CLAIM, UNDO, READY, FILL) if kind in due]
    if waits or turn is None or state.empty_since_ms:
        return min(waits, default=None)
    own = [due[TURN] - LATE_MS] if TURN in due else []
    if (grace_ms := due.get(grace_kind(turn))) is not None:
        own.append(grace_ms)
    return min(own, default=None)


def _asked(state: TableState, deal: RunningDeal, seat: Seat) -> str | None:
    """What this seat is asked to agree to."""
    claim, undo = deal.claim, deal.undo
    if (claim is None and undo is None) or not state.deal_runs:
        return None
    if claim is not None:
        asked = team_of(seat) != team_of(claim.seat) and seat not in claim.agreed
        return "claim" if asked else None
    if undo is not None and seat != undo.seat and seat not in undo.agreed:
        return "undo"
    return None


def _deal_data(deal: RunningDeal, recipient: Recipient) -> Plain:
    public = public_view_of(deal.state)
    own = None if recipient.seat is None else view_of(deal.state, recipient.seat)
    settlement = public.settlement
    return {
        "deal": deal.number,
        **deal_data(public, own),
        "settlement": None if settlement is None else settled_data(deal, settlement),
        "claim": None
        if deal.claim is None
        else {"seat": deal.claim.seat, "ours": deal.claim.ours},
        "undo": None if deal.undo is None else deal.undo.seat,
        "shown_hands": [
            {"seat": seat, "hand": codes(deal.state.hands[seat])}
            for seat in deal.shown_hands
        ],
    }
