"""Legal cards and the end of a deal: compiled against readable."""

from random import Random
from typing import Any

import pytest
from hypothesis import given

from engine.cards import CARDS_OF, CardSet, card_of
from engine.discards import discardable_cards as readable_discardable
from engine.search.kernel import playing
from engine.search.kernel.tables import NO_CARD
from engine.settlement import card_for_matto as readable_card_for_matto
from engine.settlement import settle
from engine.tricks import led_suit
from engine.tricks import legal_cards as readable_legal_cards
from tests.engine.test_settlement import played
from tests.reference import oracle
from tests.reference.cards import DECK
from tests.reference.deals import SettlementCase
from tests.support.builders import case_id, cases, hand, row
from tests.support.play import chance
from tests.support.strategies import card_sets, chances, examples


def asked_by(trick: tuple[Any, ...]) -> int:
    suit = led_suit(trick)
    return 0 if suit is None else CARDS_OF[suit].bits


def best_of(trick: tuple[Any, ...]) -> int:
    """The place of the winning card, found card by card as the kernel does."""
    best, place = NO_CARD, 0
    for index, card in enumerate(trick):
        if playing.takes(card, best):
            best, place = card, index
    return place


def margin_of(case: dict[str, Any] | SettlementCase) -> int:
    """Team 0 less team 1 as the kernel settles it."""
    piles = [hand(" ".join(pile)).bits for pile in case["trick_piles"]]
    return playing.settled_margin(
        (piles[0], piles[1]),
        case["tricks_won"][0],
        hand(" ".join(case["discards"])).bits,
        case["dealer_team"],
        case["matto_owner"] % 2,
        case["last_trick_team"],
    )


@pytest.mark.parametrize("case", cases("legal_cards"), ids=case_id)
def test_worked_example_of_legal_cards(case: dict[str, Any]) -> None:
    held = hand(" ".join(case["hand"]))
    legal = playing.legal_cards(held.bits, asked_by(row(" ".join(case["trick"]))))

    assert set(CardSet(legal).codes) == set(case["legal"])


@pytest.mark.parametrize("case", cases("tricks"), ids=case_id)
def test_worked_example_of_a_trick(case: dict[str, Any]) -> None:
    assert best_of(row(" ".join(case["cards"]))) == case["winner_index"]


@pytest.mark.parametrize("case", cases("settlements"), ids=case_id)
def test_worked_example_of_a_settlement(case: dict[str, Any]) -> None:
    first, second = case["teams"]

    assert margin_of(case) == first["total"] - second["total"]


@pytest.mark.untraced
def test_legal_cards_and_winners_of_20000_tricks() -> None:
    rng = chance(2)
    for _ in range(20_000):
        size = rng.randint(1, 15)
        drawn = rng.sample(DECK, size + 4)
        held, trick = drawn[:size], tuple(map(card_of, drawn[size:]))
        assert best_of(trick) == oracle.trick_winner(drawn[size:])
        lying = trick[: rng.randrange(4)]
        cards = hand(" ".join(held))
        legal = playing.legal_cards(cards.bits, asked_by(lying))
        assert CardSet(legal) == readable_legal_cards(cards, lying)


@given(card_sets)
def test_what_may_be_laid_away(cards: CardSet) -> None:
    found = playing.discardable_cards(cards.bits)

    assert CardSet(found) == readable_discardable(cards)


@pytest.mark.untraced
@given(chances)
@examples(600)
def test_settlements_are_those_of_the_readable_rules(rng: Random) -> None:
    case = oracle.random_settlement(rng)
    first, second = settle(played(case)).teams

    assert margin_of(case) == first.total - second.total


@pytest.mark.untraced
def test_card_for_the_matto_from_1500_piles_without_pips() -> None:
    rng = chance(3)
    pips = hand("S6 S7 S8 S9 S10 B6 B7 B8 B9 B10 C6 C7 C8 C9 C10 D6 D7 D8 D9 D10")
    rest = [code for code in DECK if card_of(code) not in pips and code != "MT"]
    for _ in range(1500):
        own = hand(" ".join(rng.sample(rest, rng.randint(1, len(rest)))))
        other = hand(" ".join(DECK)) - own
        card = playing.card_for_matto(own.bits, other.bits)
        assert card == readable_card_for_matto(own, other)
