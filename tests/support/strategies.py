"""What hypothesis draws for the rules: cards, hands, deals and actions.

Whole deals are drawn by a seeded generator rather than card by card: a failing one is
named by its seed, and thousands of them fit in one run.
"""

from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import DECK_SIZE, FULL_DECK, Card, CardSet, card_of
from engine.events import DealStarted
from engine.seats import SEATS
from tests.reference.deals import fair_hands, lopsided_hands
from tests.support.builders import hand, seat

chances = st.randoms(use_true_random=True)
"""A source of chance whose seed is named when a test fails."""

any_card = st.integers(0, DECK_SIZE - 1).map(Card)
any_seat = st.sampled_from(SEATS)
card_sets = st.integers(0, FULL_DECK.bits).map(CardSet)

_COUNTING = (
    FULL_DECK
    - hand("S10 S9 S8 S7 S6 B10 B9 B8 B7 B6")
    - hand("C10 C9 C8 C7 C6 D10 D9 D8 D7 D6")
)
_TRUMPS_AND_MATTO = hand("AN MN SO LU 16-5 M1 M2 M3 M4 BG MT")


def _subset(cards: CardSet, bits: int) -> CardSet:
    return cards & CardSet(bits)


def _without_few(cards: CardSet, missing: frozenset[Card]) -> CardSet:
    return cards - CardSet.from_cards(missing)


# Long runs and full houses are rare by chance, so some sets lack only a few cards.
_nearly_whole = st.builds(
    _without_few,
    st.sampled_from((FULL_DECK, _COUNTING, _TRUMPS_AND_MATTO)),
    st.frozensets(any_card, max_size=6),
)
scoring_sets = st.one_of(
    card_sets,
    st.builds(
        _subset,
        st.sampled_from((_COUNTING, _TRUMPS_AND_MATTO)),
        st.integers(0, FULL_DECK.bits),
    ),
    _nearly_whole,
    st.builds(_subset, _nearly_whole, st.just(_TRUMPS_AND_MATTO.bits)),
)
"""Sets of cards of which most hold combinations."""

any_action: st.SearchStrategy[Action] = st.one_of(
    st.builds(Discard, any_seat, st.lists(any_card, max_size=4).map(tuple)),
    st.builds(Declare, any_seat),
    st.builds(Skip, any_seat),
    st.builds(PlayCard, any_seat, any_card),
)
"""Any action of any seat, with any cards, allowed or not."""


def dealt_at_random(rng: Random) -> DealStarted:
    """A deal: one in four with nearly all the strength on one side."""
    dealer = rng.randrange(4)
    deal = rng.choice((fair_hands, fair_hands, fair_hands, lopsided_hands))
    hands = [CardSet.from_cards(map(card_of, held)) for held in deal(rng, dealer)]
    return DealStarted(seat(dealer), (hands[0], hands[1], hands[2], hands[3]))


def examples(least: int) -> settings:
    """At least so many examples, or more where the profile asks for more."""
    return settings(max_examples=max(least, settings().max_examples))
