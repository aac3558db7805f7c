"""Chance for the checks: whole legal deals, and bare settlements.

Fair shuffles almost never take a side's every trick, nor leave it a pile without
a small card, and those are the cases where the settlement is hardest. One deal in
four is therefore dealt with all the strength on one side, give or take a few
cards. All chance comes from the `random.Random` handed in.
"""

from random import Random
from typing import TypedDict

from tests.reference.cards import (
    DECK,
    HIGH_TO_LOW,
    MATTO,
    NEVER_DISCARDED,
    SUITS,
    TRUMPS,
    count_value,
    kind,
)
from tests.reference.play import legal, trick_winner
from tests.reference.records import RECORD_FORMAT, DealRecord


class SettlementCase(TypedDict):
    """The arguments of `settle`, by name."""

    trick_piles: list[list[str]]
    tricks_won: list[int]
    matto_owner: int
    dealer_team: int
    discards: list[str]
    last_trick_team: int


def random_deal(rng: Random) -> DealRecord:
    """A legal record: any cards, any discards, any declaring, any legal play."""
    dealer = rng.randrange(4)
    deal = rng.choice((fair_hands, fair_hands, fair_hands, lopsided_hands))
    hands = deal(rng, dealer)
    discards = rng.sample([c for c in hands[dealer] if c not in NEVER_DISCARDED], 2)
    hands[dealer] = [card for card in hands[dealer] if card not in discards]
    tricks = []
    seat = (dealer + 1) % 4
    for _ in range(15):
        trick: list[str] = []
        for _ in range(4):
            allowed = legal(hands[seat], trick)
            card = rng.choice([card for card in hands[seat] if card in allowed])
            hands[seat].remove(card)
            trick.append(card)
            seat = (seat + 1) % 4
        # After four cards it is the leader's turn again: count on from there.
        seat = (seat + trick_winner(trick)) % 4
        tricks.append(trick)
    return {
        "format": RECORD_FORMAT,
        "dealer": dealer,
        "discards": discards,
        "declares": [rng.random() < 0.75 for _ in range(4)],
        "tricks": tricks,
    }


def fair_hands(rng: Random, dealer: int) -> list[list[str]]:
    """A shuffled deck dealt out: 17 cards to the dealer, 15 to the others (R4)."""
    shuffled = rng.sample(DECK, 62)
    hands = []
    for seat in range(4):
        size = 17 if seat == dealer else 15
        hands.append(shuffled[:size])
        shuffled = shuffled[size:]
    return hands


def lopsided_hands(rng: Random, dealer: int) -> list[list[str]]:
    """Nearly all the trumps and high cards to one side, the Matto to either."""
    ranked = [suit + HIGH_TO_LOW[suit][place] for place in range(10) for suit in SUITS]
    best_first = [*TRUMPS, *ranked]
    best_first.insert(rng.choice((0, len(best_first))), MATTO)
    strong_side = rng.randrange(2)
    size = 32 if dealer % 2 == strong_side else 30
    strong, weak = best_first[:size], best_first[size:]
    for _ in range(rng.randrange(4)):
        one, another = rng.randrange(len(strong)), rng.randrange(len(weak))
        strong[one], weak[another] = weak[another], strong[one]
    hands: list[list[str]] = [[], [], [], []]
    for side, cards in ((strong_side, strong), (1 - strong_side, weak)):
        rng.shuffle(cards)
        first_size = 17 if side == dealer else 15
        hands[side], hands[side + 2] = cards[:first_size], cards[first_size:]
    return hands


def random_settlement(rng: Random) -> SettlementCase:
    """The piles after some deal, drawn without playing it.

    One team often has few tricks or none, and often no small card in them, so that
    what it must give for the Matto is in doubt. The Matto may lie in either pile,
    whoever owns it.
    """
    shuffled = rng.sample(DECK, 62)
    discards = [card for card in shuffled if card not in NEVER_DISCARDED][:2]
    in_tricks = [card for card in shuffled if card not in discards]
    sort_key = rng.choice((None, is_plain_pip, is_one_point_card))
    if sort_key is not None:
        in_tricks.sort(key=sort_key)
    won = rng.choice((0, 1, 1, 2, 3, rng.randrange(16)))
    piles = [in_tricks[: 4 * won], in_tricks[4 * won :]]
    tricks_won = [won, 15 - won]
    if rng.random() < 0.5:
        piles.reverse()
        tricks_won.reverse()
    return {
        "trick_piles": piles,
        "tricks_won": tricks_won,
        "matto_owner": rng.randrange(2),
        "dealer_team": rng.randrange(2),
        "discards": discards,
        "last_trick_team": rng.choice([team for team in (0, 1) if tricks_won[team]]),
    }


def is_plain_pip(card: str) -> bool:
    """Whether the card is a 6 to 10 of a suit."""
    return kind(card) in SUITS and card[1:] in {"6", "7", "8", "9", "10"}


def is_one_point_card(card: str) -> bool:
    """Whether the card counts one point (R19)."""
    return count_value(card) == 1
