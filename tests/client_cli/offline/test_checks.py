from typing import Any

import pytest

from client_cli.offline.checks import Seen, fault_in
from engine.record import read_record, replay_record
from engine.told import settled_deal_data
from tests.client_cli.records import random_record

RECORD = random_record(11)
DEAL = replay_record(read_record(RECORD))
SETTLEMENT = DEAL.settlement
assert SETTLEMENT is not None
TOLD: dict[str, Any] = {
    **settled_deal_data(SETTLEMENT, DEAL.dealt),
    "secret": b"told besides",
}
OWN = bytes.fromhex(RECORD["entropies"][0])


def test_a_deal_that_holds() -> None:
    assert fault_in(RECORD, Seen({0: OWN}, TOLD)) is None
    assert fault_in(RECORD, Seen({}, TOLD)) is None


@pytest.mark.parametrize(
    ("record", "seen", "fault"),
    [
        (RECORD, Seen({0: b"x" * 32}, TOLD), "entropies"),
        (RECORD, Seen({1: OWN}, TOLD), "entropies"),
        (RECORD, Seen({}, {**TOLD, "teams": TOLD["teams"][::-1]}), "teams"),
        (RECORD, Seen({}, {**TOLD, "matto": "lost"}), "matto"),
        (RECORD, Seen({}, {**TOLD, "given_for_matto": "SR"}), "given_for_matto"),
        (RECORD, Seen({}, {**TOLD, "result": "draw"}), "result"),
        (RECORD, Seen({}, {**TOLD, "hands": [[], [], [], []]}), "hands"),
        ({**RECORD, "commitment": "00" * 32}, Seen({}, TOLD), "commitment"),
        ({**RECORD, "dealer": (RECORD["dealer"] + 1) % 4}, Seen({}, TOLD), None),
    ],
)
def test_what_does_not_hold(
    record: dict[str, object], seen: Seen, fault: str | None
) -> None:
    found = fault_in(record, seen)

    assert found is not None
    assert fault is None or found == fault
