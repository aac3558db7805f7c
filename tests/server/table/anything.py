"""Commands drawn at random: sensible, foolish, late, and of people from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import settings

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import CARD_CODES, Card
from engine.seats import SEATS
from server.table.commands import (
    Answer,
    AskUndo,
    BotAction,
    CloseTable,
    DeclareMove,
    DiscardMove,
    GiveUpSeat,
    Kick,
    MakeClaim,
    MakeMove,
    Move,
    PersonBack,
    PersonConnected,
    PersonLost,
    PlayMove,
    Sign,
    SkipMove,
    StartDeal,
    TableCommand,
    TakeSeat,
    TimeUp,
    WishPause,
)
from server.table.deadlines import BOT, deadlines_of
from server.table.options import BotSeats, Signals, TableOptions
from server.table.seating import hash_of_password
from server.table.state import Control
from tests.server.table.playing import HOST, move_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from tests.server.table.playing import Driven

USERS = ("u-ann", "u-bob", "u-cid", "u-dan", "u-eve", HOST)
PASSWORD = "tre re"  # noqa: S105 - of a table in a test
KINDS = (
    *("idle", "fill", "ready", "pause", "claim", "undo", "turn"),
    *(f"{family}:{seat}" for family in ("grace", "reserved") for seat in SEATS),
)


def few(count: int) -> settings:
    """So many examples of something long, and twenty times as many with `--long`."""
    return settings(max_examples=count * (20 if settings().max_examples > 100 else 1))


def any_options(rng: Random) -> TableOptions:
    """Options of a table."""
    return TableOptions(
        deals=rng.choice((1, 1, 2, 3)),
        level=rng.choice(("easy", "medium")),
        levels=(None, rng.choice((None, "easy")), None, None),
        pace_ms=rng.choice((0, 900)),
        password_hash=rng.choice((b"", hash_of_password(PASSWORD, bytes(16)))),
        people=rng.randint(1, 4),
        fill_ms=rng.choice((0, 10_000)),
        turn_ms=rng.choice((0, 30_000)),
        bank_ms=rng.choice((0, 15_000)),
        increment_ms=rng.choice((0, 2_000)),
        bot_seats=rng.choice(tuple(BotSeats)),
        signals=rng.choice(tuple(Signals)),
        undo=rng.random() < 0.5,
        claims=rng.random() < 0.8,
        grace_ms=rng.choice((0, 20_000)),
        reserved_ms=rng.choice((20_000, 600_000)),
    )


def any_command(driven: Driven, rng: Random) -> TableCommand:
    """A command that this table might get now, or never should."""
    user = rng.choice(USERS)
    ways: list[tuple[int, Callable[[], TableCommand]]] = [
        (16, lambda: _any_seat(user, rng)),
        (3, lambda: GiveUpSeat(user)),
        (3, lambda: Kick(user, rng.choice(SEATS))),
        (12, lambda: StartDeal(user, rng.choice((b"", rng.randbytes(32))))),
        (10, lambda: PersonConnected(user)),
        (4, lambda: PersonBack(user)),
        (10, lambda: PersonLost(user, _any_arrival(driven, user, rng))),
        (6, lambda: WishPause(user, rng.random() < 0.6)),
        (6, lambda: AskUndo(user)),
        (6, lambda: MakeClaim(user, rng.random() < 0.5)),
        (8, lambda: Answer(user, rng.random() < 0.6)),
        (8, lambda: _any_bot_action(driven, rng)),
        (12, lambda: _any_time_up(driven, rng)),
        (14, lambda: _any_move(driven, user, rng)),
    ]
    if rng.random() < 0.002:
        return CloseTable("maintenance")
    (way,) = rng.choices([way for _, way in ways], [weight for weight, _ in ways])
    return way()


def sensible(driven: Driven) -> bool:
    """Let whoever is on turn act, if somebody may."""
    state = driven.state
    if state.turn is None or state.deal is None or state.paused_since_ms:
        return False
    if state.deal.claim is not None or state.deal.undo is not None:
        return False
    held = state.seats[state.turn]
    if held.control is Control.BOT and BOT not in deadlines_of(state):
        return False  # the table waits for its people
    if held.control in {Control.BOT, Control.PERSON}:
        driven.act_on_turn()
        return True
    return False


def _any_seat(user: str, rng: Random) -> TakeSeat:
    return TakeSeat(
        user,
        rng.choice((user.title(), "Ada")),
        rng.choice((None, *SEATS)),
        rng.choice((b"", rng.randbytes(16))),
        rng.choice((PASSWORD, PASSWORD, "", "wrong")),
        rng.random() < 0.2,
    )


def _any_arrival(driven: Driven, user: str, rng: Random) -> int:
    seat = driven.state.seat_of(user)
    own = 0 if seat is None else driven.state.seats[seat].arrival
    return own if rng.random() < 0.8 else rng.randint(0, 9)


def _any_move(driven: Driven, user: str, rng: Random) -> MakeMove:
    cards = tuple(rng.choices((*CARD_CODES, "Z9", ""), k=rng.randint(0, 3)))
    sign = rng.choice((None, *Sign))
    move: Move = rng.choice(
        (
            DiscardMove(cards),
            DeclareMove(),
            SkipMove(),
            PlayMove((*cards, "SR")[0], sign),
        )
    )
    state = driven.state
    if state.turn is not None and rng.random() < 0.5:
        move = move_of(driven.fallback())
        if isinstance(move, PlayMove):
            move = PlayMove(move.card, sign)
    seen = rng.choice((None, driven.version, 3))
    return MakeMove(user, move, seen, rng.choice((0, 200)))


def _any_bot_action(driven: Driven, rng: Random) -> BotAction:
    seat = rng.choice(SEATS)
    card, other = (Card(rng.randrange(len(CARD_CODES))) for _ in range(2))
    choices: tuple[Action, ...] = (
        PlayCard(seat, card),
        Discard(seat, (card, other)),
        Declare(seat),
        Skip(seat),
    )
    state = driven.state
    generation = state.seats[seat].generation - rng.choice((0, 0, 0, 1))
    turn_version = state.turn_version - rng.choice((0, 0, 0, 1))
    return BotAction(rng.choice(choices), generation, turn_version, "medium")


def _any_time_up(driven: Driven, rng: Random) -> TimeUp:
    standing = [kind for kind in deadlines_of(driven.state) if kind != BOT]
    now_ms = driven.now_ms
    outages = rng.choice(((), ((now_ms - 60_000, now_ms - 1_000),)))
    return TimeUp(rng.choice((*standing, *KINDS)), outages)
