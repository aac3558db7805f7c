"""Whether a deal was dealt as promised (R4)."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from engine.dealing import DealSource, commitment_to, deal_out
from engine.events import DealStarted
from engine.record import IllegalRecord, record_of
from engine.seats import Seat
from engine.verification import proof_data, verify
from tests.reference import oracle
from tests.support.builders import cases
from tests.support.play import chance, played_at_random

SECRET = bytes(range(32))
SOURCE = DealSource(SECRET, "QF7K2", 4, (b"north", b"", b"\x00" * 32, b"west"))


def proved_record(source: DealSource = SOURCE) -> dict[str, Any]:
    """The record that a table would write of a deal from this source."""
    dealt = deal_out(source)
    played = played_at_random(DealStarted(dealt.dealer, dealt.hands), chance(7))
    proof = proof_data(commitment_to(source.secret), source)
    return {**record_of(played.end), **proof}


def is_legal(record: object) -> bool:
    try:
        oracle.score_record(record)
    except oracle.IllegalRecord:
        return False
    return True


def refused_at(record: object) -> str:
    with pytest.raises(IllegalRecord) as refusal:
        verify(record)
    return refusal.value.at


def test_a_deal_that_was_dealt_as_promised() -> None:
    proof = verify(proved_record())

    assert proof.source == SOURCE
    assert proof.commitment == commitment_to(SECRET)


def test_a_deal_whose_dealer_was_fixed() -> None:
    source = replace(SOURCE, dealer=Seat(2))

    assert verify(proved_record(source)).source == source


@pytest.mark.parametrize("table", ["", "x" * 64, "\u00e9"], ids=ascii)
def test_any_short_text_is_an_id_of_a_table(table: str) -> None:
    source = replace(SOURCE, table=table)

    assert verify(proved_record(source)).source == source


def test_the_proof_is_plain_data() -> None:
    assert proof_data(commitment_to(SECRET), SOURCE) == {
        "table": "QF7K2",
        "deal": 4,
        "commitment": (
            "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
        ),
        "secret": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "entropies": ["6e6f727468", "", "00" * 32, "77657374"],
        "dealer_drawn": True,
    }


# T-C19: whatever is changed, it shows.
@pytest.mark.parametrize(
    "changed",
    [
        {"table": "QF7K3"},
        {"deal": 6},
        {"entropies": ["6e6f727468", "", "00" * 32, ""]},
        {"dealer_drawn": False},
        {"secret": "00" * 32, "commitment": commitment_to(bytes(32)).hex()},
    ],
    ids=str,
)
def test_other_hands_follow_from_another_source(changed: dict[str, object]) -> None:
    # Where another dealer follows as well, he is found out first.
    assert refused_at({**proved_record(), **changed}) in {"dealer", "tricks"}


@pytest.mark.parametrize("key", ["secret", "commitment"])
def test_the_secret_has_to_be_the_promised_one(key: str) -> None:
    assert refused_at({**proved_record(), key: "11" * 32}) == "commitment"


def test_a_changed_card_does_not_verify() -> None:
    record = proved_record()
    verified_by_rules_alone = 0
    for number, place in product(range(15), range(3)):
        tricks = [list(trick) for trick in record["tricks"]]
        trick = tricks[number]
        trick[place], trick[place + 1] = trick[place + 1], trick[place]
        changed = {**record, "tricks": tricks}
        if is_legal(changed):
            verified_by_rules_alone += 1
            assert refused_at(changed) == "tricks"
    assert verified_by_rules_alone


def test_another_drawn_dealer_does_not_verify() -> None:
    # The same hands with a promise to have drawn the dealer who was fixed.
    drawn = deal_out(SOURCE).dealer
    fixed = replace(SOURCE, dealer=Seat((drawn + 1) % 4))
    record = {**proved_record(fixed), "dealer_drawn": True}

    assert refused_at(record) == "dealer"


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("table", [None, 7, "x" * 65, "\ud800", "a\udfffb"]),
        ("deal", [None, 0, -1, True, 1.0, "4", 1_000_001]),
        ("commitment", [None, "", "00" * 31, "zz" * 32, 5]),
        ("secret", [None, "", "00" * 33, "é" * 64]),
        ("entropies", [None, [], [""] * 3, [""] * 5, ["", "", "", "00" * 33]]),
        ("entropies", [["", "", "", None], ["", "", "", "0"], "north"]),
        ("dealer_drawn", [None, 1, "yes"]),
    ],
)
def test_a_malformed_proof_is_refused(key: str, values: list[object]) -> None:
    record = proved_record()
    for value in values:
        assert refused_at({**record, key: value}) == key
    del record[key]
    assert refused_at(record) == key


def test_what_is_no_record_or_has_no_proof_is_refused() -> None:
    assert refused_at([]) == "record"
    assert refused_at({**proved_record(), "dealer": 7}) == "dealer"
    with pytest.raises(IllegalRecord) as refusal:
        verify(cases("deals")[0]["record"])
    assert (refusal.value.code, refusal.value.rule) == ("E_BAD_RECORD", "R4")
    assert str(refusal.value).startswith("`")  # it names the key that is missing
