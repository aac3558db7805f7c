"""Commands on their way, and their numbers."""

import pytest
from pydantic import ValidationError

from protocol.outbox import Order, Outbox
from protocol.to_client import Refused
from protocol.to_server import Command, Leave
from protocol.updates import TooManyCommandsError

BUSY = Refused(n=1, code="E_BUSY", rule=None, args={}, legal=None)


def leave(n: int) -> Command:
    return Leave(n=n, table="QF7K2")


def sent_number(outbox: Outbox) -> int | None:
    command = outbox.next_to_send()
    return None if command is None else command.n


def test_one_command_is_under_way_at_a_time() -> None:
    outbox = Outbox(8)
    outbox.add(leave)
    outbox.add(leave)

    assert sent_number(outbox) == 1
    assert sent_number(outbox) is None

    outbox.settle()

    assert sent_number(outbox) == 2


def test_empty_outbox_sends_nothing() -> None:
    assert sent_number(Outbox(8)) is None


def test_command_keeps_its_number_over_connections() -> None:
    outbox = Outbox(8)
    outbox.add(leave)
    first = outbox.next_to_send()

    outbox.link_lost()
    outbox.number_above(40)

    assert outbox.next_to_send() is first


def test_numbers_begin_above_what_the_server_knows() -> None:
    outbox = Outbox(8)
    outbox.number_above(40)
    outbox.number_above(7)
    outbox.add(leave)

    assert sent_number(outbox) == 41


def test_answer_belongs_to_the_command_with_its_number() -> None:
    outbox = Outbox(8)
    order = outbox.add(leave)

    assert outbox.under_way(1) is None
    outbox.next_to_send()

    assert outbox.under_way(2) is None
    assert outbox.under_way(1) is order.command


def test_bound() -> None:
    outbox = Outbox(1)
    outbox.add(leave)

    with pytest.raises(TooManyCommandsError):
        outbox.add(leave)


def test_malformed_command_is_not_taken() -> None:
    outbox = Outbox(8)

    with pytest.raises(ValidationError):
        outbox.add(lambda n: Leave(n=n, table="no such id!"))

    assert sent_number(outbox) is None


def test_command_that_never_left_is_taken_back() -> None:
    outbox = Outbox(8)
    order = outbox.add(leave)

    assert outbox.withdraw(order)
    assert sent_number(outbox) is None
    assert not outbox.withdraw(order)


def test_command_under_way_is_not_taken_back() -> None:
    outbox = Outbox(8)
    order = outbox.add(leave)
    waiting = outbox.add(leave)
    outbox.next_to_send()

    assert not outbox.withdraw(order)
    assert outbox.withdraw(waiting)


def test_command_whose_answer_may_be_lost_is_not_taken_back() -> None:
    outbox = Outbox(8)
    order = outbox.add(leave)
    outbox.next_to_send()

    outbox.link_lost()
    outbox.link_lost()

    assert not outbox.withdraw(order)


@pytest.mark.parametrize("doubtful", [True, False])
def test_put_off_command_is_taken_back_unless_it_may_count(*, doubtful: bool) -> None:
    outbox = Outbox(8)
    order = outbox.add(leave)
    outbox.next_to_send()

    outbox.put_off(BUSY, doubtful=doubtful)

    assert order.refusal is BUSY
    assert outbox.withdraw(order) is not doubtful


def test_only_what_was_sent_is_lost_with_its_session() -> None:
    outbox = Outbox(8)
    first = outbox.add(leave)
    assert outbox.lost_with_session() is None
    outbox.next_to_send()
    outbox.link_lost()
    second = outbox.add(leave)

    assert outbox.lost_with_session() is first
    assert outbox.lost_with_session() is None
    assert outbox.close() == (second,)


def test_closed_outbox_is_empty() -> None:
    outbox = Outbox(8)
    order: Order = outbox.add(leave)
    outbox.next_to_send()

    assert outbox.close() == (order,)
    assert outbox.close() == ()
    assert sent_number(outbox) is None
