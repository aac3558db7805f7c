"""The stream of chance, against one written out from its description."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rng import SeededChance, shuffled
from tests.support.derivation import words


def test_the_stream_is_the_one_that_other_programs_give() -> None:
    # printf 'context\0\0\0\0\0\0\0\0' | openssl dgst -sha256 -hmac secret
    digest = "f51a4a96fa759503002301e830ed675c597bd53252f2e50a9717dce221fbb64f"
    expected = [int(digest[at : at + 8], 16) for at in range(0, 64, 8)]
    chance = SeededChance(b"secret", b"context")

    assert [chance.below(1 << 32) for _ in range(8)] == expected


@given(st.binary(max_size=100), st.binary(max_size=40))
def test_the_stream_follows_from_secret_and_context(
    secret: bytes, context: bytes
) -> None:
    chance = SeededChance(secret, context)

    drawn = [chance.below(1 << 32) for _ in range(20)]

    assert drawn == list(islice(words(secret, context), 20))


@given(st.binary(max_size=40), st.integers(1, 1 << 32))
def test_words_that_would_favour_small_numbers_are_thrown_away(
    secret: bytes, bound: int
) -> None:
    fair = (1 << 32) // bound * bound
    taken = (word % bound for word in words(secret, b"") if word < fair)
    chance = SeededChance(secret, b"")

    assert [chance.below(bound) for _ in range(9)] == list(islice(taken, 9))


def test_two_streams_do_not_share_their_place() -> None:
    first, second = SeededChance(b"secret", b""), SeededChance(b"secret", b"")

    assert [first.below(62) for _ in range(30)] == [second.below(62) for _ in range(30)]
    assert first.below(1 << 32) == second.below(1 << 32)


class Counting:
    """Chance that draws the numbers it was given."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)
        self.bounds: list[int] = []

    def below(self, bound: int) -> int:
        self.bounds.append(bound)
        return self.numbers.pop(0)


def test_the_shuffle_goes_from_the_last_place_down() -> None:
    chance = Counting(0, 2, 0)

    # abcd: d <-> a, then dbca: c stays, then d <-> b.
    assert shuffled("abcd", chance) == ["b", "d", "c", "a"]
    assert chance.bounds == [4, 3, 2]


@pytest.mark.parametrize("items", [[], [7]])
def test_fewer_than_two_items_take_no_chance(items: list[int]) -> None:
    assert shuffled(items, Counting()) == items


@given(st.lists(st.integers()), st.binary())
def test_a_shuffle_loses_nothing_and_leaves_its_items_alone(
    items: list[int], secret: bytes
) -> None:
    before = list(items)

    assert sorted(shuffled(items, SeededChance(secret, b""))) == sorted(before)
    assert items == before
