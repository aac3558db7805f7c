"""What people at a table do besides playing cards, in sentences.

Who comes and goes, who plays for whom, pauses, wishes to take a card back, and claims.
Names are other people's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, assert_never

from client_cli.cards import all_on_screen, as_held
from client_cli.live.durations import duration
from client_cli.safe_text import shown
from protocol.clock_items import (
    BankSpent,
    ClockCredited,
    Paused,
    PauseEnded,
    PauseWished,
)
from protocol.items import (
    ClaimAnswered,
    ClaimMade,
    ControlChanged,
    HandsLookedAt,
    KickVoted,
    MatchBegan,
    Ready,
    Restored,
    Rewound,
    SeatLeft,
    SeatTaken,
    TableClosed,
    UndoAnswered,
    UndoAsked,
)

if TYPE_CHECKING:
    from client_cli.live.places import Places
    from client_cli.texts import Texts

CompanyItem: TypeAlias = (
    SeatTaken
    | SeatLeft
    | ControlChanged
    | KickVoted
    | Ready
    | MatchBegan
    | BankSpent
    | ClockCredited
    | PauseWished
    | Paused
    | PauseEnded
    | UndoAsked
    | UndoAnswered
    | ClaimMade
    | ClaimAnswered
    | Rewound
    | Restored
    | HandsLookedAt
    | TableClosed
)


def company_lines(item: CompanyItem, places: Places, *, deal_runs: bool) -> list[str]:
    """The sentences for one item; none for what only a screen would show.

    Args:
        item: What happened.
        places: The seats as seen from one's own.
        deal_runs: Whether cards were dealt and not settled before it.
    """
    line = _line(item, places, deal_runs=deal_runs)
    return [] if line is None else [line]


def _line(item: CompanyItem, places: Places, *, deal_runs: bool) -> str | None:
    match item:
        case SeatTaken():
            return _seat_taken(item, places, deal_runs=deal_runs)
        case SeatLeft(seat=seat):
            return places.texts.say("{seat} is free.", seat=places.direction(seat))
        case ControlChanged():
            return _control_changed(item, places)
        case KickVoted() | Ready() | PauseWished() | BankSpent():
            return _wish(item, places)
        case UndoAsked() | UndoAnswered() | ClaimMade() | ClaimAnswered():
            if places.is_you(item.seat):
                return _own_agreement(item, places.texts)
            return _agreement(item, places)
        case _:
            return _of_the_table(item, places)


def _seat_taken(item: SeatTaken, places: Places, *, deal_runs: bool) -> str | None:
    texts, seat = places.texts, places.direction(item.seat)
    if item.you:
        return None  # the seats are read out when the deal begins
    if item.occupant == "person":
        return texts.say("{name} sits down: {seat}.", name=shown(item.name), seat=seat)
    if deal_runs:
        return texts.say("A bot plays on in the {seat}.", seat=seat)
    return None


def _control_changed(item: ControlChanged, places: Places) -> str:
    own, seat = places.is_you(item.seat), places.called(item.seat)
    texts = places.texts
    match item.control:
        case "person" if own:
            return texts.say("You play your own cards again.")
        case "person":
            return texts.say("{seat} is back.", seat=seat)
        case "grace" if own:
            return texts.say("You had lost the connection; your seat was kept.")
        case "grace":
            return texts.say(
                "{seat} has lost the connection; the seat is kept.", seat=seat
            )
        case "bot" if own:
            return texts.say("A bot plays your cards now.")
        case "bot":
            return texts.say("A bot plays for {seat} meanwhile.", seat=seat)
        case _:
            assert_never(item.control)


def _wish(
    item: KickVoted | Ready | PauseWished | BankSpent, places: Places
) -> str | None:
    texts, seat = places.texts, places.called(item.seat)
    match item:
        case KickVoted(by=by):
            return texts.say(
                "{by} wants {seat} to leave.", by=places.called(by), seat=seat
            )
        case Ready() if places.is_you(item.seat):
            return None  # who asks for the deal knows it
        case Ready():
            return texts.say("{seat} is ready for the next deal.", seat=seat)
        case PauseWished(wish=True):
            return texts.say("{seat} wants a pause.", seat=seat)
        case PauseWished():
            return texts.say("{seat} wants no pause any more.", seat=seat)
        case BankSpent(left_ms=left_ms) if places.is_you(item.seat):
            time = duration(left_ms, texts)
            return texts.say("You have {time} of extra time left.", time=time)
        case BankSpent(left_ms=left_ms):
            time = duration(left_ms, texts)
            return texts.say(
                "{seat} has {time} of extra time left.", seat=seat, time=time
            )
        case _:
            assert_never(item)


def _own_agreement(
    item: UndoAsked | UndoAnswered | ClaimMade | ClaimAnswered, texts: Texts
) -> str:
    match item:
        case UndoAsked():
            return texts.say("You ask for your last card.")
        case ClaimMade(ours=ours):
            cards = all_on_screen(as_held(item.hand))
            if ours:
                return texts.say(
                    "You claim all the tricks that are left and show {cards}.",
                    cards=cards,
                )
            return texts.say(
                "You give up all the tricks that are left and show {cards}.",
                cards=cards,
            )
        case UndoAnswered(agrees=True) | ClaimAnswered(agrees=True):
            return texts.say("You agree.")
        case UndoAnswered() | ClaimAnswered():
            # One's own answer, or the end of one's own question.
            return texts.say("No agreement: play goes on.")
        case _:
            assert_never(item)


def _agreement(
    item: UndoAsked | UndoAnswered | ClaimMade | ClaimAnswered, places: Places
) -> str:
    texts, seat = places.texts, places.called(item.seat)
    match item:
        case UndoAsked():
            return texts.say("{seat} wants the last card back.", seat=seat)
        case ClaimMade():
            hand = all_on_screen(as_held(item.hand))
            if item.ours:
                return texts.say(
                    "{seat} claims all the tricks that are left and shows {cards}.",
                    seat=seat,
                    cards=hand,
                )
            return texts.say(
                "{seat} gives up all the tricks that are left and shows {cards}.",
                seat=seat,
                cards=hand,
            )
        case UndoAnswered(agrees=True) | ClaimAnswered(agrees=True):
            return texts.say("{seat} agrees.", seat=seat)
        case UndoAnswered() | ClaimAnswered():
            return texts.say("{seat} does not agree: play goes on.", seat=seat)
        case _:
            assert_never(item)


def _of_the_table(
    item: HandsLookedAt
    | MatchBegan
    | ClockCredited
    | Paused
    | PauseEnded
    | Rewound
    | Restored
    | TableClosed,
    places: Places,
) -> str | None:
    texts = places.texts
    match item:
        case MatchBegan():
            return texts.say("A new match begins, from zero.")
        case Paused():
            return texts.say("The table pauses.")
        case PauseEnded():
            return texts.say("The table goes on.")
        case Rewound(lost=lost):
            return texts.count(
                "The server has lost the last step; the table goes on before it.",
                "The server has lost the last {number} steps; the table goes on "
                "before them.",
                lost,
            )
        case Restored():
            return texts.say("The server has put the table back as it was.")
        case TableClosed(reason=reason):
            return texts.say("The table is closed: {reason}.", reason=shown(reason))
        case HandsLookedAt():
            return texts.say("Whoever runs the server has looked at all hands.")
        case ClockCredited():
            return None
        case _:
            assert_never(item)
