"""The trees of a few endings: how many ways the rules leave, card by card.

The numbers stand in `endings.txt`. They are counted twice, through the engine's `decide`
and from the oracle's judgement alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.actions import PlayCard
from engine.cards import CARD_CODES
from engine.deal import DealState, decide
from engine.errors import RuleViolation
from tests.reference import oracle
from tests.support.builders import ending
from tests.support.play import act


@dataclass(frozen=True, slots=True)
class Ending:
    name: str
    leader: int
    hands: dict[int, str]
    lines: list[int]

    def __str__(self) -> str:
        return self.name


def read_endings() -> Iterator[Ending]:
    text = (Path(__file__).parent / "endings.txt").read_text("utf-8")
    for part in text.split("\n\n")[1:]:
        name, leads, *seats, lines = part.splitlines()
        yield Ending(
            name,
            int(leads.split()[1]),
            {int(seat.split()[1]): " ".join(seat.split()[2:]) for seat in seats},
            [int(count) for count in lines.split()[1:]],
        )


ENDINGS = pytest.mark.parametrize("tree", [*read_endings()], ids=str)


@ENDINGS
def test_the_engine_leaves_so_many_lines(tree: Ending) -> None:
    counts = [0] * len(tree.lines)
    count_played(ending(tree.leader, tree.hands), counts, 0)

    assert counts == tree.lines


def count_played(state: DealState, counts: list[int], depth: int) -> None:
    if state.turn is None:
        assert depth == len(counts)
        return
    for card in state.hands[state.turn]:
        action = PlayCard(state.turn, card)
        try:
            decide(state, action)
        except RuleViolation:
            continue
        counts[depth] += 1
        count_played(act(state, action), counts, depth + 1)


@ENDINGS
def test_the_oracle_leaves_so_many_lines(tree: Ending) -> None:
    counts = [0] * len(tree.lines)
    hands = [frozenset(tree.hands[seat].split()) for seat in range(4)]
    count_judged(hands, tree.leader, (), counts, 0)

    assert counts == tree.lines


def count_judged(
    hands: list[frozenset[str]],
    leader: int,
    trick: tuple[str, ...],
    counts: list[int],
    depth: int,
) -> None:
    if len(trick) == 4:
        leader, trick = (leader + oracle.trick_winner(trick)) % 4, ()
    turn = (leader + len(trick)) % 4
    for code in oracle.legal(hands[turn], trick):
        counts[depth] += 1
        left = [
            held - {code} if seat == turn else held for seat, held in enumerate(hands)
        ]
        count_judged(left, leader, (*trick, code), counts, depth + 1)


@ENDINGS
def test_an_ending_is_written_in_codes_of_the_deck(tree: Ending) -> None:
    codes = " ".join(tree.hands.values()).split()

    assert len(codes) == len(set(codes)) == len(tree.lines)
    assert set(codes) <= set(CARD_CODES)
