"""Cards that make no difference to each other."""

from itertools import combinations

import pytest
from hypothesis import given

from engine.card_points import count_value
from engine.cards import Card, CardSet, card_of
from engine.combinations import combinations_of
from engine.search.alike import alike
from engine.tricks import winning_index
from tests.support.builders import hand, row
from tests.support.strategies import card_sets


def groups(cards: str, live: str) -> list[set[Card]]:
    return [set(group) for group in alike(hand(cards), hand(live))]


@pytest.mark.parametrize(
    ("cards", "live", "together"),
    [
        ("S10 S9 S6", "", ["S10 S9 S6"]),
        ("S10 S9 S6", "S8 B8", ["S10 S9", "S6"]),
        ("S10 S9 S6", "SF SA", ["S10 S9 S6"]),
        ("C10 C9 C6", "C8", ["C10 C9", "C6"]),  # R14: the 10 is the lowest
        ("S8 B8", "", ["S8", "B8"]),
        ("SF S10", "", ["SF", "S10"]),
        ("6 5", "", ["6", "5"]),  # each has its own place in the Grande
        ("M1 M3", "M2", ["M1 M3"]),  # R16
        ("BG MT AN", "", ["BG", "MT", "AN"]),
    ],
)
def test_which_are_alike(cards: str, live: str, together: list[str]) -> None:
    wanted = sorted(sorted(row(part)) for part in together)

    assert sorted(map(sorted, groups(cards, live))) == wanted


@given(card_sets, card_sets, card_sets)
def test_no_rule_tells_them_apart(cards: CardSet, live: CardSet, pile: CardSet) -> None:
    live -= cards
    found = list(alike(cards, live))
    assert sorted(card for group in found for card in group) == list(cards)
    for group in found:
        for one, other in combinations(group, 2):
            assert count_value(one) == count_value(other)
            totals = [
                combinations_of(
                    (pile - CardSet.from_cards(group)).with_card(card)
                ).total
                for card in (one, other)
            ]
            assert totals[0] == totals[1]
            for card in live:
                assert winning_index((one, card)) == winning_index((other, card))
                assert winning_index((card, one)) == winning_index((card, other))


def test_the_groups_hold_every_card_once() -> None:
    found = groups("S10 S9 S6 SA M1 M2 16 MT", "S8")

    assert sum(map(len, found)) == 8
    assert {card_of("M1"), card_of("M2")} in found
