"""A server with one table, in memory: real rules, no network, no waiting.

`PretendSession` stands in for `protocol.client.Session`: it deals from a seed, lets the
other three seats play their first legal card, and tells everything as a server would.
"""

import asyncio
import hashlib
from collections.abc import Callable
from typing import Any, Self, assert_never

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import CardSet, card_of
from engine.combinations import combinations_of
from engine.deal import DealState, Phase, decide, evolve, start
from engine.dealing import DealSource, commitment_to, deal_out
from engine.errors import RuleViolation
from engine.events import (
    CardPlayed,
    DealSettled,
    DealStarted,
    Declared,
    Discarded,
    Event,
    Skipped,
    TakenBack,
    TrickWon,
)
from engine.plain import codes, combinations_data, settlement_data
from engine.players.by_rule import MEDIUM
from engine.seats import SEATS, Seat, team_of
from engine.view import view_of
from protocol import to_server
from protocol.commands import Commands
from protocol.fold import Known, fold
from protocol.options import Options
from protocol.pings import Latency
from protocol.previews import Previewed
from protocol.to_client import (
    Answer,
    Events,
    Hints,
    Ok,
    Refused,
    Snapshot,
)
from protocol.to_server import Command
from protocol.updates import (
    Changed,
    Ended,
    HintTold,
    NoAnswerError,
    PreviewTold,
    Replaced,
    Update,
)

EPOCH = b"epoch--1"
TABLE = "QF7K2"
SECRET = hashlib.sha256(b"a secret").digest()
READINESS: dict[str, Any] = {"ready": False, "wants_pause": False, "bank_ms": 0}
QUIET_DEAL: dict[str, Any] = {"claim": None, "undo": None, "shown_hands": []}
BOT: dict[str, Any] = {
    "occupant": "bot",
    "name": "bot",
    "level": "medium",
    "control": "bot",
    "connected": True,
    **READINESS,
}
EMPTY: dict[str, Any] = {
    "occupant": "empty",
    "name": None,
    "level": None,
    "control": None,
    "connected": False,
    **READINESS,
}


def person(name: str) -> dict[str, Any]:
    return {
        "occupant": "person",
        "name": name,
        "level": None,
        "control": "person",
        "connected": True,
        **READINESS,
    }


def options_with(deals: int) -> dict[str, Any]:
    """The options of a table as it is told of."""
    told = Options(deals=deals).model_dump()
    shown = {
        "password": False,
        "invited": False,
        "fill_ms": 0,
        "turn_ms": 0,
        "bank_ms": 0,
        "grace_ms": 20_000,
        "reserved_ms": 600_000,
    }
    return {**told, **shown}


class PretendTable:
    """One table as seat `you` is told of it."""

    def __init__(
        self,
        *,
        you: int = 0,
        deals: int = 1,
        secret: bytes = SECRET,
        turn_ms: int = 0,
    ) -> None:
        self.you = Seat(you)
        self.deals = deals
        self.turn_ms = turn_ms
        self.secret = secret
        self.version = 2
        self.seats = [dict(EMPTY) for _ in SEATS]
        self.seats[you] = person("Ada")
        self.state: DealState | None = None
        self.number = 0
        self.entropy = b""
        self.match = [0, 0]
        self.closed: str | None = None

    # ------------------------------------------------------------- as it is

    def view(self) -> dict[str, Any]:
        running = self.state is not None and self.state.settlement is None
        return {
            "table": TABLE,
            "options": {**options_with(self.deals), "turn_ms": self.turn_ms},
            "host": self.you,
            "seats": self.seats,
            "you": self.you,
            "deals_played": self.number - 1 if running else self.number,
            "match": self.match,
            "commitment": commitment_to(self.secret),
            "paused": False,
            "deal": None if self.state is None else self.deal_view(self.state),
            "closed": self.closed,
        }

    def deal_view(self, state: DealState) -> dict[str, Any]:
        own = view_of(state, self.you)
        settled = state.settlement is not None
        return {
            "deal": self.number,
            "dealer": state.dealer,
            "counts": [len(hand) for hand in state.hands],
            "hand": codes(own.hand),
            "discarded": state.discards is not None,
            "discards": None if own.discards is None else codes(own.discards),
            "declarations": [
                None
                if answer is None
                else {
                    "skipped": not answer.total,
                    "score": combinations_data(answer) if answer.total else None,
                }
                for answer in state.answers
            ],
            "leader": state.leader,
            "trick": codes(state.trick),
            "tricks": [
                {
                    "leader": trick.leader,
                    "cards": codes(trick.cards),
                    "winner": trick.winner,
                }
                for trick in state.tricks
            ],
            "tricks_won": list(own.public.tricks_won),
            "settlement": self.settlement(state) if settled else None,
            **QUIET_DEAL,
        }

    def settlement(self, state: DealState) -> dict[str, Any]:
        assert state.settlement is not None
        data = settlement_data(state.settlement)
        del data["declared_by_seat"]
        owner = team_of(state.settlement.matto_owner)
        return {
            **data,
            "matto_owner": owner,
            "matto_winner": owner if data["matto"] == "kept" else 1 - owner,
            "hands": [codes(hand) for hand in state.dealt],
            "secret": self.secret,
            "entropies": [
                self.entropy if seat == self.you and self.entropy else None
                for seat in SEATS
            ],
            "dealer_drawn": self.number == 1,
            "bot_plays": [0 if seat == self.you else 15 for seat in SEATS],
            "names": [seat["name"] or "" for seat in self.seats],
        }

    def situation(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "phase": "waiting",
            "turn": None,
            "deadline": None,
            "legal": [],
            "discardable": [],
            "offer": None,
            "led": None,
            "winning": None,
        }
        if self.closed is not None:
            return {**data, "phase": "closed"}
        if self.state is None:
            return data
        own = view_of(self.state, self.you)
        offer = own.declarable
        return {
            **data,
            "phase": self.state.phase.value,
            "turn": self.state.turn,
            "legal": codes(own.legal),
            "discardable": codes(own.discardable),
            "offer": None if offer is None else combinations_data(offer),
            "led": None if own.public.led is None else own.public.led.value,
            "winning": own.public.winning,
        }

    def snapshot(self, reason: str = "sat") -> Snapshot:
        return Snapshot.model_validate(
            {
                "table": TABLE,
                "epoch": EPOCH,
                "version": self.version,
                "token": self.token(),
                "reason": reason,
                "view": self.view(),
                "situation": self.situation(),
            }
        )

    def token(self) -> bytes:
        return self.version.to_bytes(8, "big")

    def events(self, *items: dict[str, Any]) -> Events:
        """The items as what has happened since the last version."""
        first = self.version + 1
        self.version += len(items)
        return Events.model_validate(
            {
                "table": TABLE,
                "epoch": EPOCH,
                "first": first,
                "token": self.token(),
                "at": 1,
                "items": items,
                "situation": self.situation(),
            }
        )

    # --------------------------------------------------------- what happens

    def begin(self, entropy: bytes = b"") -> Events:
        """Deal, with bots in the empty seats."""
        items: list[dict[str, Any]] = []
        for seat in SEATS:
            if self.seats[seat]["occupant"] == "empty":
                self.seats[seat] = dict(BOT)
                items.append(
                    {
                        "kind": "seat_taken",
                        "seat": seat,
                        "occupant": "bot",
                        "name": "bot",
                        "level": "medium",
                        "you": False,
                        "host": self.you,
                    }
                )
        self.entropy = entropy
        self.number += 1
        previous = None if self.state is None else self.state.dealer
        entropies = [entropy if seat == self.you else b"" for seat in SEATS]
        dealt = deal_out(
            DealSource(
                self.secret,
                TABLE,
                self.number,
                (entropies[0], entropies[1], entropies[2], entropies[3]),
                None if previous is None else Seat((previous + 1) % 4),
            )
        )
        self.state = start(DealStarted(dealt.dealer, dealt.hands))
        if entropy:
            items.append(
                {"kind": "entropy_added", "seat": self.you, "entropy": entropy}
            )
        items.append(
            {
                "kind": "deal_started",
                "deal": self.number,
                "dealer": dealt.dealer,
                "counts": [len(hand) for hand in dealt.hands],
                "hand": codes(dealt.hands[self.you]),
            }
        )
        return self.events(*items)

    def act(self, action: Action) -> Events:
        """An action and what it leads to; raises `RuleViolation`."""
        assert self.state is not None
        items = []
        for event in decide(self.state, action):
            self.state = evolve(self.state, event)
            items.append(self.item(event))
        return self.events(*items)

    def previewed(self, cards: tuple[str, ...]) -> Previewed:
        """What the hand could declare with the cards and without them."""
        assert self.state is not None
        hand = self.state.hands[Seat(self.you)]
        rest = hand - CardSet.of(*cards)
        return Previewed.model_validate(
            {
                "table": TABLE,
                "version": self.version,
                "cards": cards,
                "whole": combinations_data(combinations_of(hand)),
                "rest": combinations_data(combinations_of(rest)),
                "code": None,
            }
        )

    def others(self) -> list[Events]:
        """What the bots do until it is this seat's turn."""
        found = []
        while (
            self.state is not None
            and self.state.turn is not None
            and self.state.turn != self.you
        ):
            view = view_of(self.state, self.state.turn)
            found.append(self.act(MEDIUM.choose(view)))
        return found

    def item(self, event: Event) -> dict[str, Any]:
        state = self.state
        assert state is not None
        match event:
            case Discarded(seat, cards):
                own = seat == self.you
                return {
                    "kind": "discarded",
                    "seat": seat,
                    "cards": codes(cards) if own else None,
                }
            case Declared(seat):
                answer = state.answers[seat]
                assert answer is not None
                score = combinations_data(answer)
                return {"kind": "declared", "seat": seat, "score": score}
            case Skipped(seat):
                return {"kind": "skipped", "seat": seat}
            case CardPlayed(seat, card):
                by = "person" if seat == self.you else "bot"
                code = codes([card])[0]
                return {"kind": "card_played", "seat": seat, "card": code, "by": by}
            case TrickWon(seat):
                trick = state.tricks[-1]
                return {
                    "kind": "trick_won",
                    "trick": len(state.tricks),
                    "leader": trick.leader,
                    "cards": codes(trick.cards),
                    "winner": seat,
                }
            case DealSettled():
                assert state.settlement is not None
                for team in (0, 1):
                    self.match[team] += state.settlement.teams[team].total
                return {
                    "kind": "deal_settled",
                    "deal": self.number,
                    "settlement": self.settlement(state),
                    "match": self.match,
                    "deals_played": self.number,
                }
            case TakenBack(seat, card):
                code = codes([card])[0]
                return {"kind": "taken_back", "seat": seat, "card": code}
            case _:
                assert_never(event)


class PretendSession(Commands):
    """A session with that table; commands are answered at once."""

    def __init__(self, table: PretendTable | None = None) -> None:
        self.table = PretendTable() if table is None else table
        self.updates: asyncio.Queue[Update | None] = asyncio.Queue()
        self.commands: list[Command] = []
        self.waits_s: set[float | None] = set()
        """How long answers were waited for."""
        self.answer_with: list[Answer | Exception] = []
        """What to answer instead, for as many commands."""
        self.no_answer_to: type[Command] | None = None
        self.hints: list[Hints | Exception] = []
        """What is told to whoever asks for a hint, one after the other."""
        self.previews: list[tuple[str, ...]] = []
        """The cards that somebody looked ahead about."""
        self.tells_previews = True
        self.preview_fails: Exception | None = None
        self.online = True
        self.ended: Ended | None = None
        self.refreshed = 0
        self._known: Known | None = None

    # ---------------------------------------------------------- as a session

    def known(self, table: str) -> Known | None:
        return self._known if table == TABLE else None

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Update:
        update = await self.updates.get()
        if update is None:
            raise StopAsyncIteration
        return update

    async def command(
        self, build: Callable[[int], Command], *, wait_s: float | None = None
    ) -> Answer:
        self.waits_s.add(wait_s)
        command = build(len(self.commands) + 1)
        self.commands.append(command)
        if self.no_answer_to is not None and isinstance(command, self.no_answer_to):
            raise NoAnswerError(sent=True)
        if self.answer_with:
            answer = self.answer_with.pop(0)
            if isinstance(answer, Exception):
                raise answer
            return answer
        try:
            self.do(command)
        except RuleViolation as violation:
            return Refused.model_validate(
                {
                    "n": command.n,
                    "code": violation.code.value,
                    "rule": violation.rule,
                    "args": {},
                    "legal": violation.allowed or None,
                }
            )
        return Ok(n=command.n, table=TABLE, version=self.table.version, dup=False)

    async def ping(self, wait_s: float) -> Latency:
        self.waits_s.add(wait_s)
        if not self.online:
            raise NoAnswerError(sent=False)
        return Latency(round_trip_ms=12, ahead_ms=500)

    async def refresh(self, table: str) -> None:
        assert table == TABLE
        self.refreshed += 1
        self.tell(self.table.snapshot("asked"))

    async def hint(self, table: str) -> None:
        assert table == TABLE
        hints = self.hints.pop(0)
        if isinstance(hints, Exception):
            raise hints
        self.updates.put_nowait(HintTold(hints))

    async def preview(self, table: str, cards: tuple[str, ...]) -> None:
        assert table == TABLE
        self.previews.append(cards)
        if self.preview_fails is not None:
            raise self.preview_fails
        if self.tells_previews:
            self.updates.put_nowait(PreviewTold(self.table.previewed(cards)))

    # -------------------------------------------------------------- the game

    def do(self, command: Command) -> None:
        you = self.table.you
        match command:
            case to_server.Create() | to_server.Leave():
                pass
            case to_server.Sit():
                self.tell(self.table.snapshot())
            case to_server.Start():
                self.tell(self.table.begin(command.entropy or b""))
                self.tell(*self.table.others())
            case to_server.Discard(cards=cards):
                self.act(Discard(you, tuple(card_of(code) for code in cards)))
            case to_server.Declare():
                self.act(Declare(you))
            case to_server.Skip():
                self.act(Skip(you))
            case to_server.Play(card=card):
                self.act(PlayCard(you, card_of(card)))
            case _:
                pass

    def act(self, action: Action) -> None:
        self.tell(self.table.act(action), *self.table.others())

    def tell(self, *messages: Events | Snapshot) -> None:
        for message in messages:
            self.updates.put_nowait(self.update_for(message))

    def update_for(self, message: Events | Snapshot) -> Changed | Replaced:
        before = self._known
        known = fold(before, message)
        assert isinstance(known, Known), known
        self._known = known
        if isinstance(message, Snapshot):
            return Replaced(message, before, known)
        assert before is not None
        return Changed(message, before, known)


def dealt(
    you: int = 0, *, until: Phase | None = None, secret: bytes = SECRET
) -> tuple[PretendSession, Known]:
    """A session at a table with cards dealt, when `you` is asked for something.

    Args:
        you: The seat.
        until: Go on, with legal choices, until this phase is asked of the seat.
        secret: What the deck follows from.
    """
    session = PretendSession(PretendTable(you=you, secret=secret))
    table = session.table
    session.update_for(table.snapshot())
    session.update_for(table.begin())
    for message in table.others():
        session.update_for(message)
    while until is not None and table.state is not None and table.state.phase != until:
        action = MEDIUM.choose(view_of(table.state, Seat(you)))
        for message in (table.act(action), *table.others()):
            session.update_for(message)
    known = session.known(TABLE)
    assert known is not None
    return session, known
