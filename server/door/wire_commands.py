"""A client's words as a table understands them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from engine.players.levels import LEVELS, best_level
from protocol import to_server as wire
from protocol.codec import encode_to_server
from server.table import commands as table
from server.table.invitations import invitations_to
from server.table.options import BotSeats, SeatLevels, Signals, TableOptions, Talk
from server.table.seating import hash_of_password

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.options import FourLevels, Options
    from server.identity import Entry
    from server.settings import TableSettings


@dataclass(frozen=True, slots=True)
class Arrival:
    """When and how a message came, for the clock of whoever sent it."""

    received_ms: int
    """When it came to this node, on the store's clock."""
    lag_ms: int
    """How long a message is on its way over this connection, as a rule."""
    outages: tuple[tuple[int, int], ...] = ()
    """Times, from and to, in which no server was there."""


def table_command(  # noqa: C901 - one case for each kind of command
    message: wire.TableCommand,
    entry: Entry,
    arrival: Arrival,
) -> table.TableCommand:
    """What a table is asked, on behalf of the session that sent the message."""
    user = entry.user
    match message:
        case wire.Sit(seat=seat, entropy=entropy, password=password):
            return table.TakeSeat(
                user, entry.name, seat, entropy or b"", password, message.extra_time
            )
        case wire.Leave():
            return table.GiveUpSeat(user)
        case wire.Start(entropy=entropy):
            return table.StartDeal(user, entropy or b"")
        case wire.Discard() | wire.Declare() | wire.Skip() | wire.Play():
            move = _move(message)
            return table.MakeMove(
                user,
                move,
                message.at,
                arrival.lag_ms,
                arrival.outages,
                arrival.received_ms,
            )
        case wire.Kick(seat=seat, at=at):
            return table.Kick(user, seat, at)
        case wire.Back():
            return table.PersonBack(user)
        case wire.Pause(wish=wish):
            return table.WishPause(user, wish)
        case wire.Undo(at=at):
            return table.AskUndo(user, at)
        case wire.Claim(ours=ours, at=at):
            return table.MakeClaim(user, ours, at)
        case wire.Reply(agrees=agrees, at=at):
            return table.Answer(user, agrees, at)
        case _:
            assert_never(message)


def table_options(
    options: Options,
    keep: TableSettings,
    salt: bytes,
    offered: Sequence[str] = LEVELS,
    *,
    quick: bool = False,
) -> TableOptions:
    """The options of a table as it is opened.

    Args:
        options: As the client wishes.
        keep: How this server treats people who are away.
        salt: Fresh random bytes for the hash of the password.
        offered: The levels that are played here; each that is wished becomes the best
            of these that is not above it, and the table tells that one.
        quick: Whether it is for people who do not know each other yet, and whom bots
            join if nobody else comes.
    """
    password = options.password
    turn_ms, bank_ms = _clock(options, keep)
    usual_fill_ms = keep.fill_ms if quick else 0
    return TableOptions(
        deals=options.deals,
        level=best_level(options.level, offered),
        levels=_levels(options.levels, offered),
        pace_ms=options.pace_ms,
        private=options.private,
        password_hash=hash_of_password(password, salt) if password else b"",
        invited=invitations_to(options.invited),
        people=options.people,
        fill_ms=usual_fill_ms if options.fill_ms is None else options.fill_ms,
        ready_ms=options.ready_ms,
        turn_ms=turn_ms,
        bank_ms=bank_ms,
        increment_ms=options.increment_ms,
        extra_time=options.extra_time,
        bot_seats=BotSeats(options.bot_seats),
        spectators=options.spectators,
        spectator_delay_ms=options.spectator_delay_ms,
        talk=Talk(options.talk),
        signals=Signals(options.signals),
        undo=options.undo,
        claims=options.claims,
        recall=options.recall,
        hints=options.hints,
        counting=options.counting,
        lag_budget_ms=keep.lag_budget_ms,
        grace_ms=keep.grace_ms,
        reserved_ms=keep.reserved_ms,
    )


def _levels(wished: FourLevels, offered: Sequence[str]) -> SeatLevels:
    """The levels of single seats, as they are played here."""
    one, two, three, four = (
        None if level is None else best_level(level, offered) for level in wished
    )
    return one, two, three, four


def _clock(options: Options, keep: TableSettings) -> tuple[int, int]:
    """Turn time and bank: as wished, or as strangers need it, and friends do not."""
    if options.turn_ms is not None:
        return options.turn_ms, options.bank_ms or 0
    if options.private or options.people == 1:
        return 0, 0
    bank_ms = keep.bank_ms if options.bank_ms is None else options.bank_ms
    return keep.turn_ms, bank_ms


def digest_of(message: wire.Command) -> bytes:
    """What tells two commands under one number apart: a hash of the whole message."""
    return hashlib.blake2b(encode_to_server(message), digest_size=16).digest()


def _move(message: wire.TurnCommand) -> table.Move:
    match message:
        case wire.Discard(cards=cards):
            return table.DiscardMove(cards)
        case wire.Declare():
            return table.DeclareMove()
        case wire.Skip():
            return table.SkipMove()
        case wire.Play(card=card, sign=sign):
            return table.PlayMove(card, None if sign is None else table.Sign(sign))
        case _:
            assert_never(message)
