"""Figures about a bot's turns."""

from array import array

from client_cli.texts import Texts
from client_cli.turn_figures import reason_lines, turn_data, turn_lines
from protocol.bot_seat import Loss, Tally


def test_bot_that_was_never_asked_has_no_times() -> None:
    assert turn_lines(Tally(), Texts()) == [
        "Turns: 0. Lost: 0 illegal, 0 late, 0 failed."
    ]
    assert turn_data(Tally())["mean_ms"] is None


def test_turns_and_their_times() -> None:
    tally = Tally(asked=3, times_s=array("d", [0.001, 0.002]))
    tally.lost = {Loss.ILLEGAL: 4, Loss.LATE: 5, Loss.FAILED: 6}
    tally.reasons.update({"no idea": 2})
    tally.examples.update({"no idea": "no idea at 1"})

    assert turn_lines(tally, Texts()) == [
        "Turns: 3. Lost: 4 illegal, 5 late, 6 failed.",
        "Time for a turn: 1.50 ms in the mean, 2.00 ms for 99 of 100.",
    ]
    assert turn_data(tally) == {
        "turns": 3,
        "illegal": 4,
        "late": 5,
        "failed": 6,
        "reasons": [{"reason": "no idea", "turns": 2, "first": "no idea at 1"}],
        "mean_ms": 1.5,
        "p99_ms": 2.0,
    }


def lines(reasons: dict[str, int], *, is_verbose: bool = False) -> list[str]:
    examples = {kind: f"{kind} 1" if kind == "late" else kind for kind in reasons}
    return reason_lines(reasons, examples, Texts(), is_verbose=is_verbose)


def test_reasons_come_once_each_with_the_most_frequent_first() -> None:
    assert lines({"no card": 2, "no \x1b idea": 5, "late": 1}) == [
        "Lost turns: 5. Reason: no <U+001B> idea",
        "Lost turns: 2. Reason: no card",
        "Lost turns: 1. Reason: late 1",
    ]
    assert lines({}) == []


def test_turns_lost_alike_are_told_with_the_first_of_them() -> None:
    assert lines({"late": 3}) == ["Lost turns: 3, all of one kind. The first: late 1"]


def test_more_than_five_reasons_are_told_to_whoever_wants_all() -> None:
    reasons = {f"reason {number}": 9 - number for number in range(1, 8)}

    assert len(lines(reasons, is_verbose=True)) == 7
    assert lines(reasons)[4:] == [
        "Lost turns: 4. Reason: reason 5",
        "Lost turns: 5, for 2 more reasons (--verbose).",
    ]
