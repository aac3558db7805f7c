import pytest

from client_cli.offline.checks import Seen, fault_in
from engine.record import read_record, replay_record
from tests.client_cli.records import random_record

RECORD = random_record(11)
SETTLEMENT = replay_record(read_record(RECORD)).settlement
assert SETTLEMENT is not None
TOTALS = (SETTLEMENT.teams[0].total, SETTLEMENT.teams[1].total)
OWN = bytes.fromhex(RECORD["entropies"][0])


def test_a_deal_that_holds() -> None:
    assert fault_in(RECORD, Seen({0: OWN}, TOTALS)) is None
    assert fault_in(RECORD, Seen({}, TOTALS)) is None


@pytest.mark.parametrize(
    ("record", "seen", "fault"),
    [
        (RECORD, Seen({0: b"x" * 32}, TOTALS), "entropies"),
        (RECORD, Seen({1: OWN}, TOTALS), "entropies"),
        (RECORD, Seen({}, (TOTALS[0] + 1, TOTALS[1])), "totals"),
        ({**RECORD, "commitment": "00" * 32}, Seen({}, TOTALS), "commitment"),
        ({**RECORD, "dealer": (RECORD["dealer"] + 1) % 4}, Seen({}, TOTALS), None),
    ],
)
def test_what_does_not_hold(
    record: dict[str, object], seen: Seen, fault: str | None
) -> None:
    found = fault_in(record, seen)

    assert found is not None
    assert fault is None or found == fault
