import pytest

from client_cli.flag_times import seconds_in


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [("10", 10.0), (" 10s", 10.0), ("500ms", 0.5), ("2m", 120.0)],
)
def test_a_unit_stands_behind_or_seconds_are_meant(typed: str, seconds: float) -> None:
    assert seconds_in(typed) == seconds


@pytest.mark.parametrize("typed", ["", "soon", "-1s", "1h", "1s2", "1234567", "٣s"])
def test_what_is_no_time(typed: str) -> None:
    assert seconds_in(typed) is None
