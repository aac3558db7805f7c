"""Whether an item says what its event was, as far as somebody may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.cards import code_of
from engine.events import (
    CardPlayed,
    DealSettled,
    Declared,
    Discarded,
    Skipped,
    TakenBack,
    TrickWon,
)
from server.table.events import (
    BankGrown,
    BankSpent,
    BotSeated,
    ClaimAnswered,
    ClaimMade,
    ClockCredited,
    ControlPassed,
    DealArchived,
    DealBegan,
    DealPromised,
    EntropyAdded,
    HandsLookedAt,
    HistoryRestored,
    HistoryRewound,
    KickVoted,
    LagNoted,
    MatchBegan,
    Paused,
    PauseEnded,
    PauseWished,
    ReadyGiven,
    SeatLeft,
    SeatTaken,
    SignGiven,
    TableClosed,
    TableOpened,
    UndoAnswered,
    UndoAsked,
)

if TYPE_CHECKING:
    from server.table.events import TableEvent
    from tests.simulation.checker.account import Entry, Plain

_KINDS: Final[dict[type[TableEvent], str]] = {
    TableOpened: "hidden",
    DealArchived: "hidden",
    DealPromised: "deal_committed",
    SeatTaken: "seat_taken",
    BotSeated: "seat_taken",
    SeatLeft: "seat_left",
    KickVoted: "kick_voted",
    ControlPassed: "control",
    EntropyAdded: "entropy_added",
    ReadyGiven: "ready",
    MatchBegan: "match_began",
    DealBegan: "deal_started",
    SignGiven: "sign",
    BankSpent: "bank",
    BankGrown: "bank",
    LagNoted: "lag",
    ClockCredited: "clock_credited",
    PauseWished: "pause_wished",
    Paused: "paused",
    PauseEnded: "pause_ended",
    UndoAsked: "undo_asked",
    UndoAnswered: "undo_answered",
    ClaimMade: "claim_made",
    ClaimAnswered: "claim_answered",
    HistoryRewound: "rewound",
    HistoryRestored: "restored",
    HandsLookedAt: "hands_looked_at",
    TableClosed: "table_closed",
    Discarded: "discarded",
    Declared: "declared",
    Skipped: "skipped",
    CardPlayed: "card_played",
    TakenBack: "taken_back",
    TrickWon: "trick_won",
    DealSettled: "deal_settled",
}
"""Under which word each kind of event is told."""


def misfit(entry: Entry, item: Plain, user: str) -> str | None:
    """What an item has wrong about its event; None if it is right.

    Args:
        entry: The event.
        item: What is told of it.
        user: Who is told.
    """
    event = entry.stamped.event
    kind = _KINDS[type(event)]
    if isinstance(event, SeatLeft) and entry.after.control[event.seat] == "bot":
        kind = "seat_taken"  # a bot plays the hand to its end
    if item["kind"] != kind:
        return f"{item['kind']} in the place of {kind}"
    seat = entry.after.seat_of(user)
    for name, value in _facts(entry, seat).items():
        if item[name] != value:
            return f"{kind} with {name} {item[name]} in the place of {value}"
    return None


def _facts(entry: Entry, seat: int | None) -> dict[str, Any]:
    """What the item has to say, as far as it is worked out here."""
    event = entry.stamped.event
    match event:
        case CardPlayed(mover, card):
            return {"seat": mover, "card": code_of(card)}
        case Discarded(mover, cards):
            own = [code_of(card) for card in cards] if mover == seat else None
            return {"seat": mover, "cards": own}
        case ControlPassed(mover, control, connected):
            told = {"seat": mover, "connected": connected}
            return told | {"control": control.value}
        case DealBegan(number, started):
            hand = None
            if seat is not None:
                hand = [code_of(card) for card in started.hands[seat]]
            return {"deal": number, "dealer": started.dealer, "hand": hand}
        case SeatTaken(taken, user):
            return {"seat": taken, "you": entry.after.seat_of(user) == seat}
        case TrickWon(winner):
            return {"winner": winner}
        case Declared(mover) | Skipped(mover) | ReadyGiven(mover):
            return {"seat": mover}
        case _:
            return {}
