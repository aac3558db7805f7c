"""What a table is: four seats, a deal, and what the next deal will be drawn from.

The state is a fold of the table's events and holds secrets; it never leaves the server.
What a person or a bot is told is made by `server.translate` and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.deal import DealState
from engine.seats import SEATS, Seat, next_seat
from server.table.options import TableOptions


class Control(Enum):
    """Who acts for a seat; the value is its name in data."""

    NOBODY = "nobody"
    """The seat is empty."""
    PERSON = "person"
    GRACE = "grace"
    """The person is away; nobody acts until the grace is over."""
    BOT = "bot"
    """A bot acts: the seat is a bot's, or its person is away, late or gone."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person who holds a seat."""

    user: str
    """Id of the person's session; never shown to others."""
    name: str


@dataclass(frozen=True, slots=True)
class SeatState:
    """One seat."""

    person: Person | None = None
    bot_level: str | None = None
    """Set for a seat that a bot holds of its own right."""
    control: Control = Control.NOBODY
    connected: bool = False
    """Whether the person's client is connected."""
    generation: int = 0
    """Rises each time somebody else acts for the seat; a bot's late answer has an
    older one."""
    arrival: int = 0
    """Rises with each client that comes for the seat; an older one is superseded."""
    control_since_ms: int = 0
    """When whoever acts for the seat began to; 0 from the start."""
    away_since_ms: int = 0
    """When the person was last lost; meaningful only while not connected."""
    entropy: bytes = b""
    """What the seat adds to the next deal."""
    is_ready: bool = False
    """Whether the person has asked for the next deal."""
    wants_pause: bool = False
    bank_ms: int = 0
    """What is left of the extra time for this deal."""
    extra_time: bool = False
    """Whether the person has twice the time."""
    lag_ms: int = 0
    """What a move of the person takes on its way, as far as it is allowed for."""
    lag_left_ms: int = 0
    """What is left for that in this deal."""
    kick_votes: tuple[Seat, ...] = ()
    """Seats whose persons want this one's person to leave."""
    taken_ms: int = 0
    """When the person sat down; 0 while there is none."""
    taken_version: int = 0
    """Number of the event with which the person sat down."""


EMPTY_SEATS: Final = (SeatState(), SeatState(), SeatState(), SeatState())


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat says that the rest of the tricks is decided (H45)."""

    seat: Seat
    ours: bool
    """Whether it claims all of them for its team, or gives all of them up."""
    agreed: tuple[Seat, ...]
    """Opponents who have agreed so far."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class Undo:
    """A seat wants its card back (H44)."""

    seat: Seat
    agreed: tuple[Seat, ...]
    """Other seats that have agreed so far."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class RunningDeal:
    """The deal at the table, running or settled, and what it was drawn from."""

    number: int
    """From 1."""
    secret: bytes
    entropies: tuple[bytes, bytes, bytes, bytes]
    dealer_drawn: bool
    names: tuple[str, str, str, str]
    """Who sat there when the cards were dealt."""
    state: DealState
    holders: tuple[tuple[str, ...], ...] = ((), (), (), ())
    """By seat: users who have seen its hand."""
    bot_plays: tuple[int, int, int, int] = (0, 0, 0, 0)
    """By seat: cards that a bot played for it."""
    last_by_bot: bool = False
    """Whether a bot played the last card."""
    shown_hands: tuple[Seat, ...] = ()
    """Seats that have shown their hand with a claim."""
    claim: Claim | None = None
    undo: Undo | None = None
    undo_asked_cards: int = -1
    """How many cards had been played when an undo was last asked for: once a card."""
    claims_refused: int = 0
    """So many claims were refused in this deal."""


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything about a table."""

    table: str
    options: TableOptions
    host: str
    """User id of whoever opened the table."""
    pace_seed: bytes
    """What a bot's waits follow from: random, and nothing of the deal does."""
    bot_seed: bytes = b""
    """All the chance of its bots: random, and nothing of the deal follows from it; empty
    for a table of the time before bots had chance."""
    seats: tuple[SeatState, SeatState, SeatState, SeatState] = EMPTY_SEATS
    barred: tuple[str, ...] = ()
    """Users who were sent away and cannot sit down again."""
    next_secret: bytes = b""
    """What the next deal is drawn from; its commitment is public."""
    next_number: int = 1
    first_number: int = 1
    """Number of the first deal of this match."""
    unkept: tuple[RunningDeal, ...] = ()
    """Settled deals whose records are not kept apart yet, oldest first: the next deal may
    begin before that is done."""
    deal: RunningDeal | None = None
    match: tuple[int, int] = (0, 0)
    """Totals of the match's settled deals, by team."""
    since_ms: int = 0
    """When the seat on turn was asked."""
    turn_version: int = 0
    """Number of events when the seat on turn was asked."""
    asked_version: int = 0
    """Number of the event with which an undo or a claim was last asked for."""
    renewed_version: int = 0
    """Number of the event with which the history went on when its end was lost: what was
    chosen before it may have been chosen in the part that is gone. 0 if nothing was."""
    empty_since_ms: int = 0
    """Since when no person is connected; 0 while one is."""
    fill_since_ms: int = 0
    """When the first person sat down; 0 before."""
    ready_since_ms: int = 0
    """When the first person was ready for the next deal; 0 before."""
    paused_since_ms: int = 0
    """Since when the table pauses; 0 while it does not."""
    credited_until_ms: int = 0
    """Up to here outages of the store were credited to the clocks."""
    closed: str | None = None
    """Why the table was closed; None while it is open."""

    @property
    def has_clock(self) -> bool:
        """Whether a clock runs, as the options and the people have it.

        One person among bots is hurried by nobody, unless the table was opened for one.
        """
        if not self.options.turn_ms:
            return False
        return self.options.people == 1 or len(self.people) != 1

    @property
    def turn(self) -> Seat | None:
        """Who is to act in the deal; None when no deal runs."""
        if self.deal is None or self.closed is not None:
            return None
        return self.deal.state.turn

    @property
    def deal_runs(self) -> bool:
        """Whether cards are dealt and not yet settled."""
        return self.turn is not None

    @property
    def deals_played(self) -> int:
        """How many deals of the match are settled; one broken off is not."""
        broken_off = self.deal is not None and self.deal.state.settlement is None
        begun = self.next_number - self.first_number
        return begun - (1 if broken_off else 0)

    @property
    def finished(self) -> bool:
        """Whether all deals of the match are settled."""
        return self.deals_played >= self.options.deals

    @property
    def wants_archiving(self) -> bool:
        """Whether the record of a settled deal is not kept apart yet."""
        return bool(self.unkept)

    @property
    def next_dealer(self) -> Seat | None:
        """Who deals next: drawn for the first deal, then in turn (R4, A38)."""
        return None if self.deal is None else next_seat(self.deal.state.dealer)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that persons hold."""
        return tuple(seat for seat in SEATS if self.seats[seat].person is not None)

    @property
    def seats_by_user(self) -> dict[str, Seat]:
        """Where each person sits, for whoever asks about many."""
        return {
            held.person.user: seat
            for seat, held in zip(SEATS, self.seats, strict=True)
            if held.person is not None
        }

    def seat_of(self, user: str) -> Seat | None:
        """The seat that a person holds."""
        for seat in SEATS:
            person = self.seats[seat].person
            if person is not None and person.user == user:
                return seat
        return None

    def name_at(self, seat: Seat) -> str:
        """What the others see as the name at this seat; empty for an empty seat."""
        held = self.seats[seat]
        if held.person is not None:
            return held.person.name
        return f"bot-{seat}" if held.bot_level is not None else ""

    def level_at(self, seat: Seat) -> str:
        """The level of a bot that acts for this seat."""
        return self.options.levels[seat] or self.options.level
