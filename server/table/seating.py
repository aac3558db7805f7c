"""Sitting down, leaving, being sent away, being there and being away."""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING, Final

from engine.seats import SEATS, Seat
from protocol.codes import ErrorCode
from protocol.limits import NAME_LENGTH
from server.table.events import (
    ControlPassed,
    EntropyAdded,
    KickVoted,
    SeatLeft,
    SeatTaken,
    TableClosed,
)
from server.table.invitations import is_invited
from server.table.options import BotSeats
from server.table.refusal import refused
from server.table.starting import begin_deal, begin_if_all_ready
from server.table.state import Control

if TYPE_CHECKING:
    from server.table.commands import Kick, PersonLost, TakeSeat
    from server.table.draft import Draft
    from server.table.state import TableState

MOST_ALONE: Final = 2
"""One person alone sends nobody away, except as the host."""
MOST_HOLDERS: Final = 16
"""So many people may see one hand in a deal; then the bot keeps the seat."""
SALT_BYTES: Final = 16


def refuse_if_closed(state: TableState) -> None:
    """Refuse everything at a closed table."""
    if state.closed is not None:
        raise refused(ErrorCode.TABLE_CLOSED, reason=state.closed)


def refuse_if_stale(draft: Draft, seen: int | None, since: int) -> None:
    """Refuse what was meant for something that is over, or that the table has lost.

    Args:
        draft: The decision.
        seen: The version that the person was looking at; None is never stale.
        since: The version from which on the command has a meaning. One above the
            table's own was seen in a history whose end is gone, and so was one below
            that with which it went on; where the table is only behind on this node,
            the store says so, and it is judged again.
    """
    version = draft.now.version
    first = max(since, draft.state.renewed_version)
    if seen is not None and not first <= seen <= version:
        raise refused(ErrorCode.STALE, version=version)


def own_seat(state: TableState, user: str) -> Seat:
    """The seat of whoever asks; refuses people without one."""
    refuse_if_closed(state)
    seat = state.seat_of(user)
    if seat is None:
        raise refused(ErrorCode.NOT_SEATED)
    return seat


def hash_of_password(password: str, salt: bytes) -> bytes:
    """What a table keeps of its password: the salt, and a hash under it."""
    return (
        salt
        + hashlib.blake2b(password.encode(), key=salt, digest_size=SALT_BYTES).digest()
    )


def take_seat(draft: Draft, command: TakeSeat) -> None:
    """Seat a person."""
    state = draft.state
    refuse_if_closed(state)
    if state.seat_of(command.user) is not None:
        raise refused(ErrorCode.ALREADY_SEATED)
    if command.user in state.barred:
        raise refused(ErrorCode.KICKED)
    _check_invitation(state, command)
    _check_password(state, command.password)
    free = free_seats(state, command.user)
    if command.seat is not None and command.seat not in free:
        raise refused(ErrorCode.SEAT_TAKEN, seat=command.seat)
    if not free:
        raise refused(ErrorCode.TABLE_FULL)
    seat = free[0] if command.seat is None else command.seat
    name = _name_of_its_own(state, command.name)
    extra_time = command.extra_time and state.options.extra_time
    draft.add(SeatTaken(seat, command.user, name, extra_time))
    if command.entropy:
        draft.add(EntropyAdded(seat, command.entropy))
    if draft.state.deal is None and len(draft.state.people) >= state.options.people:
        begin_deal(draft)


def free_seats(state: TableState, user: str) -> list[Seat]:
    """The seats that a person may take, those that a bot gives up included."""
    return [seat for seat in SEATS if _is_free(state, seat, user)]


def give_up_seat(draft: Draft, seat: Seat, *, barred: bool = False) -> None:
    """Empty a seat for good; a table without people is closed."""
    draft.add(SeatLeft(seat, barred))
    if not draft.state.people:
        draft.add(TableClosed("left"))
    elif not draft.state.deal_runs:
        begin_if_all_ready(draft)


def kick(draft: Draft, seat: Seat, command: Kick) -> None:
    """Send somebody away between deals: the host alone, or most of the others."""
    state = draft.state
    if state.deal_runs:
        raise refused(ErrorCode.PHASE)
    if command.seat == seat or command.seat not in state.people:
        raise refused(ErrorCode.NOT_SEATED, seat=command.seat)
    taken_version = state.seats[command.seat].taken_version
    refuse_if_stale(draft, command.seen_version, taken_version)
    if command.user != state.host:
        if seat in state.seats[command.seat].kick_votes:
            return
        draft.add(KickVoted(command.seat, seat))
        votes = len(draft.state.seats[command.seat].kick_votes)
        if votes < MOST_ALONE or 2 * votes <= len(state.people) - 1:
            return
    give_up_seat(draft, command.seat, barred=True)


def person_connected(draft: Draft, seat: Seat) -> None:
    """A client of the seat's person has come; it acts at once."""
    draft.add(ControlPassed(seat, Control.PERSON, connected=True, arrived=True))


def person_back(draft: Draft, seat: Seat) -> None:
    """The person acts again, if a bot did."""
    held = draft.state.seats[seat]
    if held.control is not Control.PERSON or not held.connected:
        draft.add(ControlPassed(seat, Control.PERSON, connected=True))


def person_lost(draft: Draft, command: PersonLost) -> None:
    """The client of a person is gone; a newer one is not affected.

    Who has closed it comes back later, so a bot plays meanwhile; who has lost the
    connection may be back in a moment, and is waited for.
    """
    seat = draft.state.seat_of(command.user)
    if seat is None or draft.state.closed is not None:
        return
    held = draft.state.seats[seat]
    if held.connected and held.arrival == command.arrival:
        control = Control.BOT if command.on_purpose else Control.GRACE
        draft.add(ControlPassed(seat, control, connected=False))
        if not draft.state.deal_runs:
            begin_if_all_ready(draft)


def _check_invitation(state: TableState, command: TakeSeat) -> None:
    invited = state.options.invited
    if not invited or command.user == state.host:
        return
    if not is_invited(command.user, command.name, invited):
        raise refused(ErrorCode.NOT_ALLOWED, option="invited")


def _check_password(state: TableState, password: str) -> None:
    wanted = state.options.password_hash
    if not wanted:
        return
    given = hash_of_password(password, wanted[:SALT_BYTES])
    if not hmac.compare_digest(wanted, given):
        raise refused(ErrorCode.PASSWORD)


def _is_free(state: TableState, seat: Seat, user: str) -> bool:
    """Whether a person may sit here.

    A bot makes room between deals, or at once where the table says so; but nobody sits
    down in a deal of which he has seen another hand.
    """
    held = state.seats[seat]
    if held.person is not None:
        return False
    if held.bot_level is None or state.deal is None or not state.deal_runs:
        return True
    if state.options.bot_seats is not BotSeats.AT_ONCE:
        return False
    if len(state.deal.holders[seat]) >= MOST_HOLDERS:
        return False
    return all(
        user not in holders
        for other, holders in zip(SEATS, state.deal.holders, strict=True)
        if other != seat
    )


def _name_of_its_own(state: TableState, name: str) -> str:
    """The name itself, or with a number where somebody here has it already (H59)."""
    taken = {state.name_at(seat).casefold() for seat in SEATS}
    own, number = name, 1
    while own.casefold() in taken:
        number += 1
        ending = f"-{number}"
        own = name[: NAME_LENGTH - len(ending)] + ending
    return own
