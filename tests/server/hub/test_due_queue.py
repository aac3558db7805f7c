"""Deadlines come in their order, each at its latest time and once."""

import pytest

from server.hub.due_queue import DueQueue


def all_of(queue: DueQueue) -> list[tuple[int | None, str, str]]:
    found = []
    while len(queue):
        due_ms = queue.next_ms
        found.append((due_ms, *queue.pop()))
    return found


def test_deadlines_come_in_their_order() -> None:
    queue = DueQueue()
    for table, due_ms in (("A", 30), ("B", 10), ("C", 20)):
        queue.note(table, "turn", due_ms)

    assert all_of(queue) == [(10, "B", "turn"), (20, "C", "turn"), (30, "A", "turn")]
    assert queue.next_ms is None
    with pytest.raises(IndexError):
        queue.pop()


def test_deadline_that_moves_comes_once_at_its_latest_time() -> None:
    queue = DueQueue()
    for due_ms in (10, 20, 50, 40):
        queue.note("A", "turn", due_ms)
    queue.note("B", "turn", 30)

    assert len(queue) == 2
    assert all_of(queue) == [(30, "B", "turn"), (40, "A", "turn")]


def test_deadline_that_moves_back_to_an_older_time_comes_once() -> None:
    queue = DueQueue()
    for due_ms in (10, 20, 10):
        queue.note("A", "turn", due_ms)

    assert all_of(queue) == [(10, "A", "turn")]


def test_pop_passes_over_what_has_moved() -> None:
    queue = DueQueue()
    queue.note("A", "turn", 10)
    queue.note("B", "turn", 20)
    queue.note("A", "turn", 30)

    assert queue.pop() == ("B", "turn")


def test_says_what_comes_before_all_others() -> None:
    queue = DueQueue()

    assert queue.note("A", "turn", 20)
    assert not queue.note("A", "turn", 20)
    assert not queue.note("B", "turn", 30)
    assert queue.note("C", "turn", 10)


def test_remembers_no_more_than_it_may() -> None:
    queue = DueQueue(most=2)
    queue.note("A", "turn", 30)
    queue.note("B", "turn", 20)

    assert not queue.note("C", "turn", 10)

    assert queue.note("A", "turn", 15)
    assert all_of(queue) == [(15, "A", "turn"), (20, "B", "turn")]


def test_what_has_moved_does_not_pile_up() -> None:
    queue = DueQueue(most=4)
    for due_ms in range(1_000):
        queue.note("A", "turn", due_ms)
        queue.note("B", "turn", due_ms)

    assert len(queue._line) <= 8
    assert all_of(queue) == [(999, "A", "turn"), (999, "B", "turn")]
