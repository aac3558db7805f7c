"""What single fields may hold."""

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ConfigDict, TypeAdapter, ValidationError

from engine.cards import CARD_CODES
from protocol import fields

STRICT = ConfigDict(strict=True)


def takes(field: Any, value: object) -> bool:
    try:
        TypeAdapter(field, config=STRICT).validate_python(value)
    except ValidationError:
        return False
    return True


def test_card_codes() -> None:
    assert all(takes(fields.CardCode, code) for code in CARD_CODES)
    assert not takes(fields.CardCode, "S11")
    assert not takes(fields.CardCode, "sr")


def test_card_of_a_client_may_be_none_of_the_62() -> None:
    assert takes(fields.CardText, "S11")
    assert not takes(fields.CardText, "SPADE")


@pytest.mark.parametrize(
    ("field", "least", "most"),
    [
        (fields.SeatNumber, 0, 3),
        (fields.TeamNumber, 0, 1),
        (fields.TrickNumber, 1, 15),
        (fields.TrickCount, 0, 15),
        (fields.HandCount, 0, 17),
        (fields.CommandNumber, 1, 2**53 - 1),
        (fields.VersionOfTable, 0, 2**53 - 1),
    ],
)
def test_numbers_are_bounded(field: object, least: int, most: int) -> None:
    assert takes(field, least)
    assert takes(field, most)
    assert not takes(field, least - 1)
    assert not takes(field, most + 1)


@pytest.mark.parametrize("value", [True, 1.0, "1", " 1 ", b"1", None], ids=repr)
def test_seat_is_an_integer_and_nothing_like_it(value: object) -> None:
    assert not takes(fields.SeatNumber, value)


@pytest.mark.parametrize(
    ("field", "lengths"),
    [
        (fields.Epoch, {8}),
        (fields.Token, {0, 8}),
        (fields.Entropy, {16, 32}),
        (fields.Commitment, {32}),
    ],
)
def test_bytes_are_bounded(field: object, lengths: set[int]) -> None:
    assert all(takes(field, bytes(length)) for length in lengths)
    assert not takes(field, bytes(max(lengths) + 1))
    assert not takes(field, "x" * max(lengths))


@pytest.mark.parametrize("value", ["", "QF 7", "QF7-2", "QF7\n", "ü", "x" * 33, b"QF"])
def test_table_id_is_letters_and_digits(value: object) -> None:
    assert not takes(fields.TableId, value)
    assert takes(fields.TableId, "QF7K2")


def test_arrays_are_lists_of_the_right_length() -> None:
    assert takes(fields.TwoCards, ["SR", "S6"])
    assert not takes(fields.TwoCards, ["SR"])
    assert not takes(fields.TwoCards, "SR")
    assert not takes(fields.Trick, ["SR", "SQ", "SC", "SF", "SA"])


def test_fault_in_a_long_array_is_told_once() -> None:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(fields.Pile, config=STRICT).validate_python([1] * 62)

    assert caught.value.error_count() == 1


@pytest.mark.parametrize("name", ["Ada", "Zoé", "x", "محمد", "Ada 2", "x" * 24, "牌"])
def test_good_names(name: str) -> None:
    assert fields.checked_name(name) == unicodedata.normalize("NFC", name)


def test_name_is_put_into_composed_form() -> None:
    assert fields.checked_name("Zoe\u0301") == "Zo\u00e9"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "x" * 25,
        "A\u202eb",
        "A\x1b[31mb",
        "A\x00",
        "A\nb",
        "A\u200bb",
        "\u3164",
        "a\u2800b",
        " Ada",
        "Ada ",
        "A  b",
        "a\u0300\u0301\u0302\u0303",
        "...",
        "x" * 512,
    ],
)
def test_bad_names(name: str) -> None:
    with pytest.raises(ValueError, match=r"^(length|characters|spaces|accents|no )"):
        fields.checked_name(name)


@given(st.text(max_size=30))
def test_a_checked_name_is_short_prints_and_stays_as_it_is(text: str) -> None:
    try:
        name = fields.checked_name(text)
    except ValueError:
        return
    assert 1 <= len(name) <= 24
    assert name.isprintable()
    assert fields.checked_name(name) == name
