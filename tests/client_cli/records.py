"""Deal records for tests: a checked example, and deals played at random."""

import copy
import json
import random
from pathlib import Path
from typing import Any

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.combinations import combinations_of
from engine.deal import DealState, Phase, decide, evolve, start
from engine.dealing import DealSource, commitment_to, deal_out
from engine.discards import discardable_cards
from engine.events import DealStarted
from engine.record import record_of
from engine.seats import Seat
from engine.tricks import legal_cards
from engine.verification import proof_data

CASES = Path(__file__).resolve().parents[1] / "data" / "cases"


def example() -> dict[str, Any]:
    """A whole deal that was checked by hand: the record."""
    record: dict[str, Any] = copy.deepcopy(examples()[0]["record"])
    return record


def examples() -> list[dict[str, Any]]:
    """All whole deals of the worked examples, with what is expected of them."""
    found: list[dict[str, Any]] = json.loads((CASES / "deals.json").read_text("utf-8"))
    return found


def random_record(seed: int) -> dict[str, Any]:
    """The record of a legal deal, with its proof, as a table would write it."""
    chance = random.Random(seed)  # noqa: S311 - a test, not a table
    entropies = (chance.randbytes(32), b"", b"", b"")
    source = DealSource(chance.randbytes(32), "QF7K2", 1, entropies)
    dealt = deal_out(source)
    state = start(DealStarted(dealt.dealer, dealt.hands))
    while state.turn is not None:
        for event in decide(state, random_action(state, state.turn, chance)):
            state = evolve(state, event)
    proof = proof_data(commitment_to(source.secret), source)
    return {**record_of(state), **proof, "names": ["Ada", "bot", "Bea", "bot"]}


def random_action(state: DealState, seat: Seat, chance: random.Random) -> Action:
    """Some legal action of the seat on turn."""
    hand = state.hands[seat]
    if state.phase is Phase.DISCARD:
        first, second = chance.sample(list(discardable_cards(hand)), 2)
        return Discard(seat, (first, second))
    if state.phase is Phase.DECLARE and chance.random() < 0.7:
        return Declare(seat) if combinations_of(hand).total else Skip(seat)
    return PlayCard(seat, chance.choice(list(legal_cards(hand, state.trick))))
