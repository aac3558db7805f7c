"""Each row of the catalogue of faults is shown by a test that exists."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
CATALOGUE = Path(__file__).with_name("README.md")
ROWS = {
    "A": "01 02 03 04 06 08 10 11 13 14 15 17 18 20 22 23 24 25 27 28 29 30",
    "B": "01 02 03 05 07 08 10 11 13 14 15 16 18 20 21",
    "C": "01 02 03 04 07 08 11 13 14 15 17 18 19 21",
    "D": "01 03 04 05 06 07 08 09 11 13",
    "E": "01 02 03 04 05 06 08 09 11 13 15 16",
    "F": "01 02 05 06 07 08 09 10 12 14 17 18 19 20",
    "G": "01 02 04 05 06 08 09 10",
    "H": "01 04",
    "I": "01 02 04 05 06",
    "J": "01 02 03 05 06 07 08",
    "K": "01 02 03 04 08",
    "L": "01 02 03 04 05 07",
}
"""By group, the numbers of its rows; of H those that a test can show."""
PROMISES = 17


def shown() -> dict[str, list[str]]:
    """By row or promise, the tests that show it."""
    found = {}
    for line in CATALOGUE.read_text("utf-8").splitlines():
        row = re.match(r"\| (T-[A-Z]\d\d|P\d+) \|", line)
        if row:
            assert row[1] not in found, f"{row[1]} stands there twice"
            found[row[1]] = re.findall(r"`(\S+::\w+)`", line)
    return found


@pytest.mark.parametrize("group", ROWS)
def test_every_row_is_shown_by_a_test(group: str) -> None:
    wanted = {f"T-{group}{number}" for number in ROWS[group].split()}
    there = {
        row: tests for row, tests in shown().items() if row.startswith(f"T-{group}")
    }

    assert there.keys() == wanted
    assert all(there.values())


def test_every_promise_is_shown_by_a_test() -> None:
    there = {row: tests for row, tests in shown().items() if row.startswith("P")}

    assert there.keys() == {f"P{number}" for number in range(1, PROMISES + 1)}
    assert all(there.values())


@pytest.mark.parametrize(
    "test", sorted({test for tests in shown().values() for test in tests})
)
def test_every_test_that_is_named_exists(test: str) -> None:
    path, _, name = test.partition("::")

    source = (TESTS / path).read_text("utf-8")

    assert re.search(rf"^(async )?def {name}\(", source, re.MULTILINE)
