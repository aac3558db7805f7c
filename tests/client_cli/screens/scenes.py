"""The situations of the mock-ups, and what a pretended table leads to, as states."""

from dataclasses import replace
from typing import Any

from client_cli.live.hint_words import hint_lines
from client_cli.live.seat import Confirm
from client_cli.live.table_talk import MutedNow
from client_cli.screens.actions import USUAL_KEYS, Action
from client_cli.screens.state import Link, Notice, Panel, ScreenState
from client_cli.texts import Texts
from engine.deal import Phase
from protocol.fold import Known
from protocol.previews import Previewed
from protocol.views import View
from tests.client_cli.pretend import BOT, EMPTY, TABLE, dealt, person
from tests.client_cli.situations import (
    deal_data,
    hints,
    known_with,
    offer,
    view_of_seat,
)

SEATS = [person("Marta"), person("Maya"), person("Anna"), {**BOT, "name": "Luca"}]
LEAVE = (
    "Leave for good? A bot plays your cards to the end. Type yes or no. To keep the "
    "seat, press Ctrl-C twice instead."
)
OTHER_KEYS = {
    Action.LAST_TRICK: ("F2",),
    Action.CLOSE: ("F10", "Esc"),
    Action.LEAVE: ("F12",),
}
DEALERS_HAND = [
    "SR", "SA", "B10", "B7", "CC", "CF", "C10", "CA", "DR", "DF", "D9",
    "MN", "SO", "16", "M1", "BG", "MT",
]  # fmt: skip
FIRST_HAND = [
    "SF", "S6", "BQ", "BF", "B6", "C10", "DR", "DF", "AN", "SO", "16", "14", "12", "6",
    "MT",
]  # fmt: skip
LATER_HAND = ["SF", "S6", "BQ", "B6", "DF", "AN", "SO", "16", "14", "MT"]
OFFER = offer("SF", "BF", "DF", "AN", "MT", "SO", "16", "DR")


def declaration(*codes: str) -> dict[str, Any]:
    return {"skipped": False, "score": offer(*codes)}


def known_of(deal: dict[str, Any] | None, **situation: Any) -> Known:
    return known_with(view_of_seat(seats=SEATS, deal=deal), **situation)


def waiting() -> ScreenState:
    seats = [person("Marta"), person("Maya"), dict(EMPTY), {**BOT, "name": "Luca"}]
    known = known_with(
        view_of_seat(seats=seats, deal=None),
        phase="waiting",
        turn=None,
        legal=[],
        led=None,
        winning=None,
    )
    return ScreenState(
        known=known,
        ping_ms=38,
        left_s=24,
        log=("Maya sits down: East.",),
        in_room=True,
        url="wss://table.example",
    )


def discarding() -> ScreenState:
    protected = {"SR", "DR", "MN", "BG", "MT"}
    known = known_of(
        deal_data(
            deal=2, dealer=0, hand=DEALERS_HAND, counts=[17, 15, 15, 15],
            discarded=False, leader=1, trick=[], tricks_won=[0, 0],
        ),
        phase="discard",
        legal=[],
        discardable=[code for code in DEALERS_HAND if code not in protected],
        led=None,
        winning=None,
    )  # fmt: skip
    return ScreenState(known=known, asked=True, chosen=("B10", "B7"), left_s=42)


def looking_ahead(*cards: str) -> ScreenState:
    """Two cards are chosen, and the table has told what they leave to declare."""
    rest = [code for code in DEALERS_HAND if code not in cards]
    told = Previewed.model_validate(
        {
            "table": TABLE,
            "version": 7,
            "cards": cards,
            "whole": offer(*DEALERS_HAND),
            "rest": offer(*rest),
            "code": None,
        }
    )
    return replace(discarding(), chosen=cards, preview=told)


def declaring() -> ScreenState:
    known = known_of(
        deal_data(
            hand=FIRST_HAND, counts=[15, 15, 15, 15], leader=0, trick=[],
            tricks_won=[0, 0],
        ),
        phase="declare",
        legal=FIRST_HAND,
        offer=OFFER,
        led=None,
        winning=None,
    )  # fmt: skip
    return ScreenState(known=known, asked=True, left_s=45)


def declaring_second() -> ScreenState:
    """East has led and declared; more can be declared than there are rows."""
    hand = ["SR", "SQ", "SC", "SF", "BR", "BQ", "BC", "CR", "CQ", "CC", "DR", "DQ",
            "DC", "BG", "MT"]  # fmt: skip
    state = declaring()
    known = known_of(
        deal_data(
            hand=hand, counts=[15, 14, 15, 15], leader=1, trick=["B7"],
            tricks_won=[0, 0],
        ),
        phase="declare",
        legal=["BR", "BQ", "BC", "MT"],
        offer=offer(*hand),
        led="B",
        winning=0,
    )  # fmt: skip
    return replace(state, known=known)


def playing() -> ScreenState:
    """Trick 6: North led S10, West played S8, it is our turn; East plays last."""
    tricks = [
        {"leader": 0, "cards": ["BF", "B7", "BC", "BR"], "winner": 3},
        {"leader": 3, "cards": ["C7", "C10", "CF", "11"], "winner": 2},
        {"leader": 2, "cards": ["D9", "D7", "DR", "10"], "winner": 1},
        {"leader": 1, "cards": ["8", "13", "15", "6"], "winner": 3},
        {"leader": 3, "cards": ["CC", "12", "C8", "MN"], "winner": 2},
    ]
    known = known_of(
        deal_data(
            hand=LATER_HAND,
            counts=[10, 10, 9, 9],
            tricks=tricks,
            declarations=[
                declaration("SF", "BF", "DF"),
                declaration("SR", "SQ", "SC", "SA", "BA", "CA"),
                declaration("M1", "M2", "M3"),
                declaration("CR", "CQ", "CC", "BG"),
            ],
        ),
        legal=["SF", "S6", "MT"],
    )
    return ScreenState(
        known=known,
        asked=True,
        typed="sf",
        left_s=38,
        log=(
            "Trick 6. North played S10.",
            "West played S8.",
            "Maya, East: ciao!",
        ),
    )


def watching() -> ScreenState:
    """The same, while East is to play."""
    state = playing()
    assert state.known is not None
    deal = {**deal_data(), "trick": ["S10", "S8", "SF"], "counts": [9, 10, 9, 9]}
    known = known_of(deal, turn=1, legal=[])
    return replace(
        state,
        known=known,
        asked=False,
        typed="",
        notice=Notice("You played SF, Jack of Swords."),
    )


def refused() -> ScreenState:
    line = (
        "Not allowed. BQ is Batons. Led: Swords, and you hold SF, S6. Allowed: SF, S6, "
        "MT. Rule R9."
    )
    return replace(playing(), typed="", notice=Notice(line, warns=True))


def talking() -> ScreenState:
    """Somebody has said something, and one of the people is not heard."""
    return replace(
        playing(),
        typed="",
        panel=Panel.TALK,
        talk=("Maya says: Hello!", "Anna says: Good luck!", "Anna says: One more?"),
        unread=1,
        choice=3,
        muted=MutedNow(names=frozenset({"maya"})),
    )


def resting() -> ScreenState:
    """A trick has just been won, and the next has begun."""
    return replace(playing(), typed="", resting=True, notice=Notice("North won."))


def settled() -> ScreenState:
    _, known = dealt(until=Phase.SETTLED)
    return ScreenState(known=known, confirm=Confirm.NEXT_DEAL)


def between_deals() -> ScreenState:
    """After the first of three deals, with people, of whom two have asked for more."""
    state = settled()
    assert state.known is not None
    view = state.known.view
    seats = [person("Marta"), person("Maya"), person("Anna"), person("Luca")]
    for seat in seats[1:3]:
        seat["ready"] = True
    changed = View.model_validate(
        {
            **view.model_dump(),
            "seats": seats,
            "options": {**view.options.model_dump(), "deals": 3},
        }
    )
    return replace(state, known=replace(state.known, view=changed))


def returning() -> ScreenState:
    return ScreenState(
        log=("Connected, 12 ms. You are guest-5860.",),
        question=(
            "You still have a seat at table QF7K2.",
            "Type yes to return to it.",
            "Type no to play at a new table; that seat is kept for a while.",
            "Type quit to give that seat up and play at a new table.",
        ),
    )


SCENES = {
    "waiting": waiting(),
    "discard": replace(discarding(), chosen=()),
    "discard_chosen": looking_ahead("B10", "B7"),
    "discard_costly": looking_ahead("DF", "SA"),
    "discard_question": replace(
        looking_ahead("B10", "B7"),
        confirm=Confirm.MOVE,
        question=("Lay B10, B7 away? That cannot be taken back. Type yes or no.",),
    ),
    "declare": declaring(),
    "declare_second": declaring_second(),
    "back": replace(
        playing(), typed="", notice=Notice("Back after 9 seconds.", warns=True)
    ),
    "play": playing(),
    "watch": watching(),
    "hint": replace(
        playing(),
        typed="",
        panel=Panel.ANSWER,
        answer=tuple(hint_lines(hints(("S6", 14), ("SF", 9), ("MT", -3)), Texts())),
    ),
    "why": replace(
        playing(),
        typed="",
        panel=Panel.ANSWER,
        answer=(
            "BQ, Queen of Batons, is not allowed: Swords were led, and you hold SF, S6.",
            "R9: whoever has a card of the led suit has to play one.",
        ),
    ),
    "ahead": replace(watching(), ahead="S6"),
    "trick_over": resting(),
    "talk": talking(),
    "heard": replace(talking(), panel=Panel.NONE),
    "leaving": replace(
        playing(),
        typed="",
        confirm=Confirm.QUIT,
        question=(LEAVE,),
    ),
    "agreement": replace(
        playing(),
        typed="",
        confirm=Confirm.AGREEMENT,
        question=("East claims the rest. Do you agree? Type yes or no.",),
    ),
    "other_keys": replace(
        playing(), panel=Panel.HELP, keys=USUAL_KEYS.with_keys(OTHER_KEYS)
    ),
    "last_trick": replace(playing(), panel=Panel.LAST_TRICK),
    "refused": refused(),
    "points": replace(playing(), panel=Panel.POINTS),
    "log": replace(playing(), panel=Panel.LOG),
    "help": replace(playing(), panel=Panel.HELP),
    "lost": replace(playing(), link=Link.RETRYING, away_s=4, kept_s=600),
    "result": settled(),
    "between_deals": between_deals(),
    "explain": replace(settled(), line=4, panel=Panel.EXPLAIN),
    "return": returning(),
}
