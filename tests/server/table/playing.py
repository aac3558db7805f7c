"""Tables driven command by command, with the history kept beside them.

Whatever a test does goes through `decide`, and after each command the state is
compared with the fold of all events so far.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import code_of
from engine.players.by_rule import MEDIUM
from engine.players.fallback import fallback_action
from engine.seats import SEATS
from engine.view import view_of
from server.table.commands import (
    BotAction,
    DeclareMove,
    DiscardMove,
    MakeMove,
    NoteArchived,
    PersonConnected,
    PersonLost,
    PlayMove,
    SkipMove,
    StartDeal,
    TakeSeat,
    TimeUp,
)
from server.table.deadlines import ARCHIVE, BOT, LATE_MS, TURN, deadlines_of
from server.table.decide import decide, open_table
from server.table.draft import Circumstances, Outcome
from server.table.events import Author, DealBegan, SeatTaken, Stamped, TableOpened
from server.table.evolve import evolve, opened
from server.table.options import TableOptions
from server.table.refusal import Refusal, Refused
from server.table.state import Control, SeatState, TableState
from tests.support.builders import dealt
from tests.support.fakes import START_MS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.events import DealStarted
    from engine.players.player import Player
    from engine.seats import Seat
    from server.table.commands import Move, TableCommand
    from server.table.events import TableEvent

HOST = "u-host"
TABLE = "QWERT"
PACE_SEED = bytes(range(16))
BOT_SEED = bytes(range(16, 32))
PLAIN = TableOptions(people=4, pace_ms=0)


@dataclass
class Driven:
    """A table, its history, and the time there."""

    log: list[Stamped]
    states: list[TableState]
    """After each event."""
    now_ms: int = START_MS
    seed: int = 0
    drawn: int = field(default=0)

    @property
    def state(self) -> TableState:
        """The table as it is."""
        return self.states[-1]

    @property
    def version(self) -> int:
        """The number of events so far."""
        return len(self.log)

    @property
    def events(self) -> list[TableEvent]:
        """What happened, without times and authors."""
        return [stamped.event for stamped in self.log]

    def fresh(self) -> bytes:
        """32 bytes that differ from call to call and from seed to seed."""
        self.drawn += 1
        return sha256(f"{self.seed}:{self.drawn}".encode()).digest()

    def circumstances(self) -> Circumstances:
        """What the next decision may depend on."""
        return Circumstances(self.now_ms, self.version, self.fresh())

    def do(self, command: TableCommand) -> list[TableEvent]:
        """Carry a command out; what happened."""
        before = self.state
        outcome = decide(before, command, self.circumstances())
        self.take(outcome)
        return [stamped.event for stamped in outcome.events]

    def take(self, outcome: Outcome) -> None:
        """Go on to where an outcome leads, which has to be the fold of its events."""
        state = self.state
        for stamped, after in zip(outcome.events, outcome.states, strict=True):
            self.log.append(stamped)
            state = evolve(state, stamped, self.version)
            assert state == after
            self.states.append(state)

    def take_event(self, event: TableEvent) -> None:
        """Let an event happen that no command of this test leads to."""
        stamped = Stamped(event, self.now_ms, Author.SERVER)
        state = evolve(self.state, stamped, self.version + 1)
        self.log.append(stamped)
        self.states.append(state)

    def refusal(self, command: TableCommand) -> Refusal:
        """The refusal of a command, which must leave everything as it was."""
        before = replace(self.state)
        with pytest.raises(Refused) as caught:
            decide(self.state, command, self.circumstances())
        assert self.state == before
        return caught.value.refusal

    # ------------------------------------------------------------------ people

    def sit(self, *users: str, entropy: bytes = b"") -> None:
        """Seat these people, one after the other."""
        for user in users:
            self.do(TakeSeat(user, user.title(), entropy=entropy))

    def start(self) -> None:
        """Let all who are here ask for the next deal, so that it begins."""
        for seat in self.state.people:
            held = self.state.seats[seat]
            if held.person is not None and held.connected and not held.is_ready:
                self.do(StartDeal(held.person.user))

    def lose(self, user: str) -> None:
        """Let a person's connection break."""
        self.do(PersonLost(user, self.seat_state(user).arrival))

    def come_back(self, user: str) -> None:
        """Let a person's client connect again."""
        self.do(PersonConnected(user))

    def move(self, user: str, move: Move, seen: int | None = None) -> list[TableEvent]:
        """Let a person move."""
        return self.do(MakeMove(user, move, seen))

    def seat_of(self, user: str) -> Seat:
        """Where a person sits."""
        seat = self.state.seat_of(user)
        assert seat is not None
        return seat

    def seat_state(self, user: str) -> SeatState:
        """The seat of a person."""
        return self.state.seats[self.seat_of(user)]

    # -------------------------------------------------------------------- turns

    def fallback(self) -> Action:
        """A legal action of whoever is on turn."""
        assert self.state.deal is not None
        assert self.state.turn is not None
        return fallback_action(view_of(self.state.deal.state, self.state.turn))

    def bot_answer(self, player: Player | None = None) -> BotAction:
        """What a bot would answer now for the seat on turn."""
        state = self.state
        assert state.deal is not None
        assert state.turn is not None
        view = view_of(state.deal.state, state.turn)
        action = fallback_action(view) if player is None else player.choose(view)
        generation = state.seats[state.turn].generation
        return BotAction(action, generation, state.turn_version, "medium")

    def act_on_turn(self, player: Player = MEDIUM) -> list[TableEvent]:
        """Let whoever is on turn act: the bot, or the person by the same rules."""
        state = self.state
        assert state.turn is not None
        held = state.seats[state.turn]
        turn_over_ms = deadlines_of(state).get(TURN)
        if turn_over_ms is not None and self.now_ms > turn_over_ms - LATE_MS:
            self.now_ms = max(self.now_ms, turn_over_ms)
            return self.do(TimeUp(TURN))
        answer = self.bot_answer(player)
        if held.control is Control.BOT:
            self.now_ms = max(self.now_ms, deadlines_of(state)[BOT])
            return self.do(answer)
        assert held.person is not None
        return self.move(held.person.user, move_of(answer.action))

    def play_out(self, player: Player = MEDIUM) -> None:
        """Play the deal that runs to its end."""
        while self.state.turn is not None:
            self.act_on_turn(player)

    def archive(self) -> None:
        """Keep the record of the settled deal, as some node does."""
        self.do(NoteArchived(self.state.unkept[0].number))

    def time_passes(self, ms: int) -> list[str]:
        """Let time pass; each deadline that comes is handed over. Their kinds."""
        end_ms = self.now_ms + ms
        came = []
        while True:
            due = sorted((at, kind) for kind, at in deadlines_of(self.state).items())
            if not due or due[0][0] > end_ms:
                break
            at_ms, kind = due[0]
            self.now_ms = max(self.now_ms, at_ms)
            if kind == ARCHIVE:
                self.archive()
                continue
            came.append(kind)
            self.do(self.bot_answer() if kind == BOT else TimeUp(kind))
        self.now_ms = end_ms
        return came


def move_of(action: Action) -> Move:
    """The move by which a person does what an action says."""
    match action:
        case Discard(_, cards):
            return DiscardMove(tuple(map(code_of, cards)))
        case Declare():
            return DeclareMove()
        case Skip():
            return SkipMove()
        case PlayCard(_, card):
            return PlayMove(code_of(card))


def table(options: TableOptions = PLAIN, *, seed: int = 0) -> Driven:
    """A table that was just opened."""
    secret = sha256(f"first {seed}".encode()).digest()
    now = Circumstances(START_MS, 0, secret)
    opening = TableOpened(TABLE, HOST, options, PACE_SEED, BOT_SEED)
    outcome = open_table(opening, now)
    state = opened(outcome.events[0])
    driven = Driven([outcome.events[0]], [state], seed=seed)
    driven.take(Outcome(outcome.events[1:], outcome.states[1:]))
    return driven


def running(*users: str, options: TableOptions = PLAIN, seed: int = 0) -> Driven:
    """A table where these people sit and the first deal has just begun."""
    driven = table(options, seed=seed)
    driven.sit(*users)
    if not driven.state.deal_runs:
        driven.start()
    return driven


def dealt_table(
    dealer: int,
    named: Mapping[int, str],
    started: DealStarted | None = None,
    *,
    options: TableOptions = PLAIN,
) -> Driven:
    """A table of four people, `p0` to `p3`, who were dealt these cards."""
    driven = table(options)
    happened: list[TableEvent] = [
        SeatTaken(one, f"p{one}", f"Person {one}") for one in SEATS
    ]
    happened.append(DealBegan(1, started or dealt(dealer, named)))
    for event in happened:
        stamped = Stamped(event, START_MS, Author.PERSON)
        after = evolve(driven.state, stamped, driven.version + 1)
        driven.take(Outcome((stamped,), (after,)))
    return driven


def folded(driven: Driven) -> TableState:
    """The state by its history alone."""
    state = opened(driven.log[0])
    for version, stamped in enumerate(driven.log[1:], 2):
        state = evolve(state, stamped, version)
    return state
