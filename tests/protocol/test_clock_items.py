"""What happens to clocks, as clients are told."""

import pytest
from pydantic import ValidationError

from engine.seats import Seat
from protocol.clock_items import BankSpent, LagNoted


def test_times_are_whole_and_not_below_nothing() -> None:
    for wrong in (-1, 1.5, "3"):
        with pytest.raises(ValidationError):
            BankSpent.model_validate({"kind": "bank", "seat": 1, "left_ms": wrong})


def test_field_of_a_newer_server_is_ignored() -> None:
    plain = {"kind": "lag", "seat": 2, "lag_ms": 60, "left_ms": 4_000, "jitter_ms": 3}

    item = LagNoted.model_validate(plain)

    assert item == LagNoted(seat=Seat(2), lag_ms=60, left_ms=4_000)
