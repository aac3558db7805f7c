"""Dealer and hands from a secret (R4, A38)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import FULL_DECK, CardSet
from engine.dealing import (
    MAX_ENTROPY_BYTES,
    SECRET_BYTES,
    DealSource,
    DealtHands,
    commitment_to,
    context_of,
    deal_out,
)
from engine.rng import SeededChance, shuffled
from engine.seats import SEATS, Seat
from tests.support.builders import text_of
from tests.support.derivation import context, deal_by_hand

SOURCE = DealSource(
    secret=bytes(range(32)),
    table="QF7K2",
    number=1,
    entropies=(bytes(range(0x80, 0x90)), b"", b"", bytes(range(0xF0, 0x100))),
)

sources = st.builds(
    DealSource,
    secret=st.binary(min_size=32, max_size=32),
    table=st.text(st.characters(codec="utf-8"), max_size=20),
    number=st.integers(1, 1_000_000),
    entropies=st.tuples(*[st.binary(max_size=32)] * 4),
    dealer=st.sampled_from((None, *SEATS)),
)


def test_the_deal_that_is_written_down() -> None:
    # Worked out with another HMAC (openssl for its first block); see README.md.
    assert deal_out(SOURCE).dealer == 3
    assert [text_of(hand) for hand in deal_out(SOURCE).hands] == [
        "SQ SF SA B10 CF C6 DQ DF D9 D7 LU 11 10 M2 M4",
        "S9 S8 BR B8 B6 CQ CC C10 CA D8 DA 12 8 6 M1",
        "SC S6 BQ BF B9 B7 BA DC D10 AN 16 15 9 7 MT",
        "SR S10 S7 BC CR C9 C8 C7 DR D6 MN SO 14 13 5 M3 BG",
    ]


def test_the_next_deal_at_the_same_table_whose_dealer_is_fixed() -> None:
    dealt = deal_out(replace(SOURCE, number=2, dealer=Seat(3)))

    assert dealt.dealer == 3
    assert [text_of(hand) for hand in dealt.hands] == [
        "SR SF S7 BR BC C10 C9 C6 DF D9 DA 10 9 8 M3",
        "S8 BQ B7 BA CR CQ C7 D10 D8 D7 AN SO 13 12 MT",
        "S10 S9 SA B9 B8 CF DQ DC MN 15 14 11 6 M1 BG",
        "SQ SC S6 BF B10 B6 CC C8 CA DR D6 LU 16 7 5 M2 M4",
    ]


def test_the_context_is_its_parts_with_their_lengths() -> None:
    assert context_of(SOURCE).hex() == (
        "0000000e7461726f63636f2d6465616c2f31"  # tarocco-deal/1
        "000000055146374b32"  # QF7K2
        "0000000131"  # deal 1
        "00000000"  # the dealer is drawn
        "00000010808182838485868788898a8b8c8d8e8f"
        "0000000000000000"
        "00000010f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
    )


@given(sources)
def test_another_program_deals_the_same(source: DealSource) -> None:
    dealer = "" if source.dealer is None else str(source.dealer)
    by_hand = context(source.table, source.number, dealer, source.entropies)

    assert context_of(source) == by_hand
    dealer_by_hand, hands = deal_by_hand(source.secret, by_hand, source.dealer)
    assert deal_out(source) == DealtHands(
        Seat(dealer_by_hand),
        (
            CardSet.of(*hands[0]),
            CardSet.of(*hands[1]),
            CardSet.of(*hands[2]),
            CardSet.of(*hands[3]),
        ),
    )


@given(sources)
def test_the_dealer_gets_17_cards_and_the_others_15(source: DealSource) -> None:
    dealt = deal_out(source)

    sizes = [len(hand) for hand in dealt.hands]
    assert sizes == [17 if seat == dealt.dealer else 15 for seat in SEATS]  # R4
    assert sum(hand.bits for hand in dealt.hands) == FULL_DECK.bits
    assert source.dealer in {None, dealt.dealer}


@pytest.mark.parametrize(
    "changed",
    [
        {"secret": bytes(32)},
        {"table": "QF7K3"},
        {"number": 2},
        {"entropies": (b"\x01", b"", b"", b"")},
        {"entropies": (b"", SOURCE.entropies[0], b"", SOURCE.entropies[3])},
        {"dealer": Seat(3)},
    ],
    ids=["secret", "table", "number", "one entropy", "seats exchanged", "dealer"],
)
def test_every_part_of_the_source_matters(changed: dict[str, object]) -> None:
    other = replace(SOURCE, **changed)  # type: ignore[arg-type]

    assert deal_out(other).hands != deal_out(SOURCE).hands


def test_parts_cannot_be_moved_from_one_to_the_next() -> None:
    one = replace(SOURCE, entropies=(b"ab", b"c", b"", b""))
    other = replace(SOURCE, entropies=(b"a", b"bc", b"", b""))

    assert context_of(one) != context_of(other)


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert len(SOURCE.secret) == SECRET_BYTES == MAX_ENTROPY_BYTES == 32
    assert commitment_to(SOURCE.secret) == sha256(SOURCE.secret).digest()
    assert commitment_to(SOURCE.secret).hex() == (
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )


many_decks = pytest.mark.parametrize(
    "decks", [3_000, pytest.param(62_000, marks=pytest.mark.long)]
)


def shuffles(decks: int) -> Iterator[Sequence[int]]:
    """So many shuffled decks; the streams are fixed, so the outcome is too."""
    for number in range(decks):
        yield shuffled(range(62), SeededChance(b"fair", number.to_bytes(4, "big")))


def chi_square(counts: Iterable[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


@many_decks
def test_every_card_comes_to_every_place_alike(decks: int) -> None:
    # T-C17. The sum has mean 62 * 61 = 3782, less what rows and columns tie, and a
    # spread of about 87 for a fair shuffle.
    counts = [[0] * 62 for _ in range(62)]
    for deck in shuffles(decks):
        for place, card in enumerate(deck):
            counts[place][card] += 1

    found = chi_square((count for place in counts for count in place), decks / 62)

    assert 3782 - 5 * 87 < found < 3782 + 5 * 87


@many_decks
def test_every_order_of_four_cards_comes_alike(decks: int) -> None:
    # T-C17. 24 orders: mean 23, spread 46 ** 0.5.
    orders = dict.fromkeys(permutations((0, 20, 41, 61)), 0)
    for deck in shuffles(decks):
        orders[tuple(card for card in deck if card in {0, 20, 41, 61})] += 1

    found = chi_square(orders.values(), decks / 24)

    assert found < 23 + 5 * 46**0.5


def test_every_seat_deals_alike_and_every_card_comes_to_every_seat() -> None:
    deals = 2000
    dealers = [0] * 4
    held = [[0] * 62 for _ in range(4)]
    for number in range(1, deals + 1):
        dealt = deal_out(replace(SOURCE, number=number))
        dealers[dealt.dealer] += 1
        for seat in SEATS:
            for card in dealt.hands[seat]:
                held[seat][card] += 1

    # R4: within five standard deviations, each.
    assert all(
        abs(count - deals / 4) < 5 * (deals * 3 / 16) ** 0.5 for count in dealers
    )
    share = 15.5 / 62
    spread = (deals * share * (1 - share)) ** 0.5
    assert all(
        abs(count - deals * share) < 5 * spread for cards in held for count in cards
    )
