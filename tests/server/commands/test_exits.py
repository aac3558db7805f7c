from server.commands.exits import EXIT_FAULT, EXIT_USE


def test_a_fault_and_wrong_use_can_be_told_apart() -> None:
    assert len({0, EXIT_FAULT, EXIT_USE}) == 3
