"""A failure says why, and whether something may have been stored."""

from server.store_outcomes import HistoryBroken, StoreUnavailable, Trouble


def test_failure_says_why_and_whether_it_is_unknown() -> None:
    failure = StoreUnavailable(Trouble.NO_ANSWER, "TimeoutError", unknown=True)

    assert str(failure) == "no_answer: TimeoutError"
    assert failure.unknown
    assert failure.trouble is Trouble.NO_ANSWER


def test_failure_without_detail() -> None:
    assert str(StoreUnavailable(Trouble.FULL, unknown=False)) == "full"


def test_broken_history_names_its_table() -> None:
    broken = HistoryBroken("T1", "events are missing")

    assert broken.table == "T1"
    assert str(broken) == "table T1: events are missing"
