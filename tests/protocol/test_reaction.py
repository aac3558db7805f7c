"""What is awaited, and when it is overdue."""

from protocol.reaction import Reaction, Waits


def test_nothing_is_overdue_at_first() -> None:
    waits = Waits(15.0)

    assert waits.first_s is None
    assert waits.late(1_000.0) is None


def test_first_wait_is_overdue_first() -> None:
    waits = Waits(15.0)
    waits.begin("hello", 100.0)
    waits.begin("ping", 110.0)

    assert waits.first_s == 115.0
    assert waits.late(114.9) is None
    assert waits.late(115.0) == "hello"


def test_wait_begins_again() -> None:
    waits = Waits(15.0)
    waits.begin("hello", 100.0)
    waits.begin("hello", 105.0)

    assert waits.first_s == 120.0


def test_wait_ends() -> None:
    waits = Waits(15.0)
    waits.begin("hello", 100.0)
    waits.begin("ping", 100.0)

    waits.end("hello")
    waits.end("never begun")

    assert waits.late(200.0) == "ping"
    waits.clear()
    assert waits.first_s is None


def test_empty_reaction_asks_for_nothing() -> None:
    reaction = Reaction()

    assert not reaction.send
    assert reaction.drop is None
