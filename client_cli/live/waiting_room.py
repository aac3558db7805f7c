"""Before the first deal at a table where others may come: told, and spoken to."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypeAlias, assert_never

from client_cli.invitations import link_to
from client_cli.live.happenings import Aim, Order
from client_cli.live.moves import Result
from client_cli.live.places import places_in
from client_cli.live.room_lines import help_line, invite_lines, next_lines, room_lines
from client_cli.live.seat import Confirm
from client_cli.live.vocabulary import word_in
from client_cli.live.waiting_words import (
    KickWish,
    RoomWord,
    room_wish,
    seat_called,
)
from client_cli.safe_text import shown
from protocol.to_server import Kick

if TYPE_CHECKING:
    from client_cli.live.parts import Parts
    from client_cli.live.seat import OwnSeat
    from protocol.fold import Known

    State: TypeAlias = tuple[object, ...]


class FirstDeal(Enum):
    """When the first deal of a table begins."""

    AT_ONCE = "bots take the other seats as soon as one sits"
    WITH_OTHERS = "others are waited for"
    WITH_GUESTS = "the same, at a table to which one invites"


class WaitingRoom:
    """Tells what changes in the room, and grants the wishes that belong there."""

    def __init__(self, parts: Parts, seat: OwnSeat, first_deal: FirstDeal) -> None:
        self._parts = parts
        self._texts = parts.texts
        self._seat = seat
        self._first_deal = first_deal
        self._told: State | None = None
        self._people = 0

    @property
    def is_open(self) -> bool:
        """Whether others are waited for now."""
        known = self._seat.known
        return (
            self._first_deal is not FirstDeal.AT_ONCE
            and known is not None
            and known.view.deal is None
            and known.view.closed is None
        )

    @property
    def wants_lines(self) -> bool:
        """Whether the person may type here; a script has nothing to say yet."""
        return self.is_open and not self._parts.is_script

    def look(self, known: Known) -> bool:
        """Tell what has changed; whether something was told."""
        state = _state_of(known)
        if state == self._told:
            return False
        is_new, self._told = self._told is None, state
        before, self._people = self._people, _people_in(known)
        if self._people > before and not is_new:
            self._parts.comforts.attention.joined()
        now_ms = self._parts.server_now_ms()
        tell = room_lines if is_new else next_lines
        self._parts.screen.say(tell(known, now_ms, self._texts))
        if is_new and self._first_deal is FirstDeal.WITH_GUESTS:
            self._invite(known)
        return True

    def grant(self, line: str) -> Result | None:
        """Do what a typed line asks for; None for what is not said in this room."""
        known = self._seat.known
        if known is None or not self.is_open:
            return None
        wish = room_wish(line, self._texts)
        if wish is None:
            if word_in(line, self._texts) == "help":
                self._parts.screen.answer([help_line(self._texts)])
            return None
        if wish is RoomWord.NOTHING and self._seat.confirm is not Confirm.NOTHING:
            return None  # a question waits for its answer
        self._seat.confirm = Confirm.NOTHING
        match wish:
            case RoomWord.START if not _is_ready(known):
                return Result.NEXT_DEAL
            case RoomWord.START:
                now_ms = self._parts.server_now_ms()
                self._parts.screen.answer(next_lines(known, now_ms, self._texts))
            case RoomWord.INVITE:
                self._invite(known)
                link = link_to(known.view.table, self._parts.url)
                self._parts.comforts.attention.copy(link)
            case RoomWord.NOTHING:
                now_ms = self._parts.server_now_ms()
                self._parts.screen.answer(room_lines(known, now_ms, self._texts))
            case KickWish(whom):
                return self._kick(whom, known)
            case _:
                assert_never(wish)
        return Result.FINE

    def _invite(self, known: Known) -> None:
        lines = invite_lines(known.view, self._parts.url, self._texts)
        self._parts.screen.invite(lines)

    def _kick(self, whom: str, known: Known) -> Result:
        seat = seat_called(whom, known.view, places_in(known.view, self._texts))
        if seat is None:
            line = self._texts.say(
                "Nobody else here is called {name}: name a seat, or a person.",
                name=shown(whom) or '""',
            )
            self._parts.screen.complain([line])
            return Result.WRONG
        wanted = {"table": self._seat.table, "seat": seat, "at": known.mark.version}
        self._parts.happenings.send(
            lambda: self._parts.session.command(
                lambda n: Kick.model_validate({"n": n, **wanted})
            ),
            Order(Aim.MOVE, whom),
        )
        return Result.FINE


def _is_ready(known: Known) -> bool:
    """Whether the table has heard that this seat wants the deal."""
    you = known.view.you
    return you is not None and known.view.seats[you].ready


def _people_in(known: Known) -> int:
    return sum(info.occupant == "person" for info in known.view.seats)


def _state_of(known: Known) -> State:
    """What is told of the room, so that a change can be seen."""
    people = tuple(
        (info.occupant, info.name, info.connected, info.ready)
        for info in known.view.seats
    )
    return (people, known.situation.deadline)
