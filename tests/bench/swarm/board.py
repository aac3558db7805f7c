"""One table with its persons, and the clock that says when moves are due.

The clock does not wait for the server: what falls due while a move is under way is
owed, and played as soon as it can be, its time still counted from when it was due.
"""

import asyncio
import random
from collections import deque
from collections.abc import Sequence
from functools import partial
from typing import Any

from tests.bench.swarm.errands import SwarmFailed
from tests.bench.swarm.follower import NOTHING, Follower
from tests.bench.swarm.ledger import Key, Ledger, Move
from tests.bench.swarm.person import Person
from tests.bench.swarm.tally import StageLog, Tally

DECLARES = 0.7
"""How often a person declares who can."""
BOTS = {"level": "easy", "pace_ms": 500}
"""Where there are any: they are not what is measured."""
ACTING = frozenset({"discard", "declare", "play"})


class Board:
    """A table, and its successors when all its deals are played.

    Args:
        people: The persons, by seat; bots have the other seats.
        deals: At each table.
        tally: What everybody counts together.
        rng: For moments and moves.
    """

    def __init__(
        self, people: Sequence[Person], deals: int, tally: Tally, rng: random.Random
    ) -> None:
        self.ledgers: list[Ledger] = []
        """Of each table that these persons sat at, the newest last."""
        self._people = people
        self._deals = deals
        self._tally = tally
        self._rng = rng
        self._loop = asyncio.get_running_loop()
        self._log: StageLog | None = None
        self._next_s = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._owed: deque[float] = deque()
        self._moved_s = 0.0
        self._mover: Person | None = None
        self._settled: set[tuple[str, int]] = set()
        self._renewing: asyncio.Task[None] | None = None
        for person in people:
            person.changed = partial(self._changed, person)

    @property
    def deals_settled(self) -> int:
        """At all these tables."""
        return len(self._settled)

    # --------------------------------------------------------------------- table

    async def open(self) -> None:
        """Open a table and sit down; the last to sit begins the deal."""
        host = self._people[0]
        options = {"deals": self._deals, "people": len(self._people), **BOTS}
        made = await host.errands.ask(op="create", options=options)
        if made["op"] != "ok":
            raise SwarmFailed(f"no table was opened: {made['code']}")
        ledger = Ledger(made["table"], self._tally, len(self._people))
        self.ledgers.append(ledger)
        for seat, person in enumerate(self._people):
            person.acted_at = -1
            person.follower = Follower(seat, ledger)
            sat = await person.errands.ask(op="sit", table=ledger.table, seat=seat)
            if sat["op"] != "ok":
                raise SwarmFailed(f"no seat was given: {sat['code']}")

    async def renew(self) -> None:
        """Go on at a new table."""
        ledger = self.ledgers[-1]
        ledger.is_left = True
        for person in self._people:
            await person.errands.ask(op="leave", table=ledger.table)
            person.follower = None
        await self.open()

    async def aclose(self) -> None:
        """End what is still under way; raise what went wrong."""
        if self._renewing is not None:
            async with asyncio.timeout(60):
                await self._renewing

    # --------------------------------------------------------------------- clock

    def begin(self, log: StageLog, per_s: float) -> None:
        """Begin a stage: moves fall due at this rate, each at a moment of its own."""
        self._log = log
        self._next_s = self._loop.time() + self._rng.random() / per_s
        self._timer = self._loop.call_at(self._next_s, self._due, per_s)

    def end(self) -> None:
        """End the stage; what is still owed was not done, and has waited in vain."""
        if self._timer is not None:
            self._timer.cancel()
        if self._log is not None:
            now_s = self._loop.time()
            self._log.owed_s.extend(now_s - due_s for due_s in self._owed)
            if self._owed:
                self._stood_still(self._log, self._owed[0], now_s)
        self._owed.clear()

    def _due(self, per_s: float) -> None:
        if self._log is not None:
            self._log.offered += 1
        self._owed.append(self._next_s)
        self._next_s += self._rng.uniform(0.5, 1.5) / per_s
        self._timer = self._loop.call_at(self._next_s, self._due, per_s)
        self._serve()

    # --------------------------------------------------------------------- moves

    def _changed(self, person: Person) -> None:
        follower = person.follower
        if follower is None or not person.is_free:
            return
        situation = follower.situation
        if situation["phase"] == "settled":
            self._deal_is_over(person, follower)
        elif _is_asked(person, follower):
            self._mover = person
            self._serve()

    def _serve(self) -> None:
        person = self._mover
        if not self._owed or person is None or person.follower is None:
            return
        if person.is_free and _is_asked(person, person.follower):
            self._mover = None
            self._play(person, person.follower, self._owed.popleft())

    def _play(self, person: Person, follower: Follower, intended_s: float) -> None:
        log = self._log
        if log is None:
            return
        fields, kind = self._choice(follower.situation)
        card = fields.get("card")
        move = Move(intended_s, Key(follower.deal, kind, follower.seat, card), log)
        follower.ledger.awaited[move.key] = move
        person.acted_at = follower.version
        person.errands.send(
            fields | {"table": follower.table, "at": follower.version},
            partial(self._answered, person, follower, move),
        )

    def _choice(self, situation: dict[str, Any]) -> tuple[dict[str, Any], str]:
        """A command that the situation allows, and the kind of event it leads to."""
        match situation["phase"]:
            case "discard":
                cards = self._rng.sample(situation["discardable"], 2)
                return {"op": "discard", "cards": cards}, "discarded"
            case "declare":
                offer = situation["offer"]
                if offer and offer["total"] and self._rng.random() < DECLARES:
                    return {"op": "declare"}, "declared"
                return {"op": "skip"}, "skipped"
            case _:
                card = self._rng.choice(situation["legal"])
                return {"op": "play", "card": card}, "card_played"

    def _answered(
        self,
        person: Person,
        follower: Follower,
        move: Move,
        answer: dict[str, Any],
        now_s: float,
    ) -> None:
        ledger = follower.ledger
        if answer["op"] != "ok":
            self._tally.dropped_moves += 1
            ledger.awaited.pop(move.key, None)
            person.acted_at = -1
            return
        ledger.acked.add(move.key)
        move.log.done += 1
        move.log.answered.append((now_s, now_s - move.intended_s))
        self._stood_still(move.log, move.intended_s, now_s)
        self._moved_s = now_s

    def _stood_still(self, log: StageLog, due_s: float, now_s: float) -> None:
        """Note the time since a move was due and none was under way before it."""
        log.still_s = max(log.still_s, now_s - max(due_s, self._moved_s))

    # --------------------------------------------------------------------- deals

    def _deal_is_over(self, person: Person, follower: Follower) -> None:
        """Everybody asks for the next deal; after the last one all go elsewhere."""
        deal = (follower.table, follower.deal)
        self._settled.add(deal)
        if follower.deal < self._deals:
            if person.asked_for != deal:
                person.asked_for = deal
                person.errands.send({"op": "start", "table": follower.table}, _ignored)
        elif self._renewing is None or self._renewing.done():
            self._renewing = self._loop.create_task(self.renew())


def _is_asked(person: Person, follower: Follower) -> bool:
    situation = follower.situation
    return (
        situation is not NOTHING
        and situation["turn"] == follower.seat
        and situation["phase"] in ACTING
        and follower.version > person.acted_at
    )


def _ignored(_answer: dict[str, Any], _now_s: float) -> None:
    """What comes of it is in the events."""
