"""What a client knows of a table, and how it comes to know more.

`fold` is pure: what was known and a message in, what is known now out. Knowledge only
ever grows along the versions of one history. A message that does not join on is a `Gap`
and leaves everything as it was; the remedy is always the same, `resync`. What was told
before may be told again and changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, assert_never

from protocol.clock_items import (
    BankSpent,
    ClockCredited,
    LagNoted,
    Paused,
    PauseEnded,
    PauseWished,
)
from protocol.fold_deal import (
    ContradictionError,
    deal_after,
    deal_started,
    replaced,
)
from protocol.items import (
    CardPlayed,
    ClaimAnswered,
    ClaimMade,
    ControlChanged,
    DealCommitted,
    DealSettled,
    DealStarted,
    Declared,
    Discarded,
    EntropyAdded,
    HandsLookedAt,
    Hidden,
    Item,
    KickVoted,
    MatchBegan,
    Ready,
    Restored,
    Rewound,
    SeatLeft,
    SeatTaken,
    SignGiven,
    Skipped,
    TableClosed,
    TakenBack,
    TrickWon,
    UndoAnswered,
    UndoAsked,
    UnknownItem,
)
from protocol.to_client import Events, Snapshot
from protocol.views import (
    SeatInfo,
    Situation,
    View,
)

if TYPE_CHECKING:
    from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Mark:
    """A position in the history of a table."""

    epoch: bytes
    """Names the history; another one begins when the server's store lost its end."""
    version: int
    """How many events lie behind it."""
    token: bytes
    """Random bytes of the last of them, which tell two histories apart."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a client knows of one table."""

    mark: Mark
    view: View
    situation: Situation


class GapReason(Enum):
    """Why a message does not join on to what is known."""

    NO_SNAPSHOT = "nothing is known of the table yet"
    MISSED = "events between are missing"
    EPOCH = "the events belong to another history"
    FORKED = "another event has the version of one that is known"
    CONTRADICTION = "the events do not fit what is known"


@dataclass(frozen=True, slots=True)
class Gap:
    """A message that could not be taken in; nothing was changed by it."""

    table: str
    reason: GapReason


_EMPTY_SEAT = SeatInfo(
    occupant="empty",
    name=None,
    level=None,
    control=None,
    connected=False,
    ready=False,
    wants_pause=False,
    bank_ms=0,
    lag_ms=0,
    lag_left_ms=0,
)


def fold(known: Known | None, message: Events | Snapshot) -> Known | Gap:
    """What is known after a message, or the gap that it leaves.

    The very same object comes back when the message holds nothing new.
    """
    match message:
        case Snapshot():
            mark = Mark(message.epoch, message.version, message.token)
            return Known(mark, message.view, message.situation)
        case Events():
            return _with_events(known, message)
        case _:
            assert_never(message)


def _with_events(known: Known | None, message: Events) -> Known | Gap:
    if known is None:
        return Gap(message.table, GapReason.NO_SNAPSHOT)
    reason = _gap_before(message, known.mark)
    if reason is not None:
        return Gap(message.table, reason)
    if message.last <= known.mark.version:
        return known
    view = known.view
    try:
        for item in message.items[known.mark.version + 1 - message.first :]:
            view = _view_after(view, item)
    except ContradictionError:
        return Gap(message.table, GapReason.CONTRADICTION)
    return Known(
        Mark(message.epoch, message.last, message.token),
        view,
        _idle(known.situation) if message.situation is None else message.situation,
    )


def _gap_before(message: Events, mark: Mark) -> GapReason | None:
    if message.epoch != mark.epoch:
        return GapReason.EPOCH
    if message.first > mark.version + 1:
        return GapReason.MISSED
    if message.last == mark.version and message.token != mark.token:
        return GapReason.FORKED
    return None


def _idle(situation: Situation) -> Situation:
    """The situation while more is on its way: nobody is asked for anything."""
    return situation.model_copy(
        update={"turn": None, "legal": (), "discardable": (), "offer": None}
    )


def _view_after(  # noqa: C901, PLR0912 - one case for each kind
    view: View, item: Item
) -> View:
    changes: dict[str, object] = {}
    match item:
        case SeatTaken(seat=seat):
            you = seat if item.you else _unless(view.you, seat)
            changes = {"seats": _seated(view, item), "host": item.host}
            changes |= _moved_to(view, you)
        case SeatLeft(seat=seat):
            seats = replaced(view.seats, seat, _EMPTY_SEAT)
            changes = {"seats": seats, "host": item.host}
            changes |= _moved_to(view, _unless(view.you, seat))
        case ControlChanged(seat=seat):
            # A wish for a pause ends with the connection of whoever had it.
            wishes = view.seats[seat].wants_pause and item.connected
            info = view.seats[seat].model_copy(
                update={
                    "control": item.control,
                    "connected": item.connected,
                    "wants_pause": wishes,
                }
            )
            changes = {"seats": replaced(view.seats, seat, info)}
        case DealCommitted():
            changes = {"commitment": item.commitment}
        case DealStarted():
            changes = {"deal": deal_started(item), "seats": _dealt_seats(view)}
        case TableClosed():
            changes = {"closed": item.reason}
        case Ready(seat=seat):
            changes = {"seats": _with_seat(view, seat, ready=True)}
        case PauseWished(seat=seat):
            changes = {"seats": _with_seat(view, seat, wants_pause=item.wish)}
        case BankSpent(seat=seat):
            changes = {"seats": _with_seat(view, seat, bank_ms=item.left_ms)}
        case LagNoted(seat=seat):
            lag = {"lag_ms": item.lag_ms, "lag_left_ms": item.left_ms}
            changes = {"seats": _with_seat(view, seat, **lag)}
        case Paused():
            changes = {"paused": True}
        case PauseEnded():
            seats = tuple(
                info.model_copy(update={"wants_pause": False}) for info in view.seats
            )
            changes = {"paused": False, "seats": seats}
        case MatchBegan():
            changes = {"match": (0, 0), "deals_played": 0}
        case (
            EntropyAdded()
            | KickVoted()
            | SignGiven()
            | ClockCredited()
            | Rewound()
            | Restored()
            | HandsLookedAt()
            | Hidden()
            | UnknownItem()
        ):
            pass
        case DealSettled():
            changes = {"deals_played": item.deals_played, "match": item.match}
            changes["deal"] = deal_after(view, item)
        case (
            Discarded()
            | Declared()
            | Skipped()
            | CardPlayed()
            | TrickWon()
            | TakenBack()
            | UndoAsked()
            | UndoAnswered()
            | ClaimMade()
            | ClaimAnswered()
        ):
            changes = {"deal": deal_after(view, item)}
        case _:
            assert_never(item)
    return view.model_copy(update=changes)


def _dealt_seats(view: View) -> tuple[SeatInfo, ...]:
    """The seats when cards are dealt: nobody has asked for the next deal any more."""
    options = view.options
    return tuple(
        info.model_copy(
            update={
                "ready": False,
                "bank_ms": options.bank_ms * (2 if info.extra_time else 1),
                "lag_left_ms": options.lag_budget_ms,
            }
        )
        for info in view.seats
    )


def _with_seat(view: View, seat: Seat, **changes: object) -> tuple[SeatInfo, ...]:
    info = view.seats[seat].model_copy(update=changes)
    return replaced(view.seats, seat, info)


def _seated(view: View, item: SeatTaken) -> tuple[SeatInfo, ...]:
    info = SeatInfo(
        occupant=item.occupant,
        name=item.name,
        level=item.level,
        control=item.occupant,
        connected=True,
        ready=False,
        wants_pause=False,
        bank_ms=view.seats[item.seat].bank_ms,
        extra_time=item.extra_time,
        lag_ms=0,
        lag_left_ms=view.seats[item.seat].lag_left_ms,
    )
    return replaced(view.seats, item.seat, info)


def _moved_to(view: View, you: Seat | None) -> dict[str, object]:
    """One's own place from now on; a hand stays with its seat.

    The hand of a new seat is not told with the seat: a snapshot follows.
    """
    if you == view.you or view.deal is None:
        return {"you": you}
    deal = view.deal.model_copy(update={"hand": None, "discards": None})
    return {"you": you, "deal": deal}


def _unless(you: Seat | None, seat: Seat) -> Seat | None:
    """One's own seat, unless it is the one that somebody else has now."""
    return None if you == seat else you
