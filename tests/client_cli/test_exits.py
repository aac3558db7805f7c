from client_cli.exits import Exit, Stopped


def test_codes_are_those_of_the_manual() -> None:
    assert {code.name: code.value for code in Exit} == {
        "DONE": 0,
        "FAULT": 1,
        "WRONG_USE": 2,
        "UNREACHABLE": 3,
        "REFUSED": 4,
        "NOT_FOUND": 5,
        "PROTOCOL": 6,
        "ILLEGAL_ACTION": 7,
        "TIMED_OUT": 8,
        "INPUT_ENDED": 9,
        "TABLE_CLOSED": 10,
        "BAD_RECORD": 11,
        "HUNG_UP": 129,
        "INTERRUPTED": 130,
        "TERMINATED": 143,
    }


def test_stopped_has_three_parts() -> None:
    end = Stopped(Exit.NOT_FOUND, "It is gone.", why="Lost.", advice="Look.")

    assert (end.code, end.what, end.why, end.advice) == (
        Exit.NOT_FOUND,
        "It is gone.",
        "Lost.",
        "Look.",
    )
