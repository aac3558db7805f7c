"""Commands on their way to the server, and their numbers.

One command is under way at a time, the others wait in order. That is the whole secret of
losing and doubling nothing: whatever is sent again is the newest number of the session,
so the server can always give its first answer again. A command gets its number when
it is sent for the first time, and keeps number and content until it is answered.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from protocol.updates import TooManyCommandsError

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.to_client import Refused
    from protocol.to_server import Command


class Order:
    """A command that somebody has given, with or without a number yet."""

    def __init__(self, build: Callable[[int], Command]) -> None:
        self._build = build
        self.command: Command | None = None
        """What was sent; None before."""
        self.refusal: Refused | None = None
        """The last answer that asked to send the same again."""
        self.doubtful = False
        """Whether an answer to it may have been lost, so that it may count."""

    def numbered(self, number: int) -> Command:
        """The command as it is sent, with its number."""
        self.command = self._build(number)
        return self.command


class Outbox:
    """The orders of one session that have no answer yet."""

    def __init__(self, most: int) -> None:
        self._orders: deque[Order] = deque()
        self._most = most
        self._next_number = 1
        self.on_wire = False
        """Whether the first order was sent on this connection and not answered."""

    def add(self, build: Callable[[int], Command]) -> Order:
        """Queue a command.

        Raises:
            TooManyCommandsError: The queue is full.
            ValueError: The command is malformed; it is built once to see.
        """
        if len(self._orders) >= self._most:
            raise TooManyCommandsError
        build(self._next_number)
        order = Order(build)
        self._orders.append(order)
        return order

    def number_above(self, number: int) -> None:
        """Give out only numbers above one that the server knows."""
        self._next_number = max(self._next_number, number + 1)

    def next_to_send(self) -> Command | None:
        """The first command, unless it is on its way; from now on it is."""
        if self.on_wire or not self._orders:
            return None
        self.on_wire = True
        order = self._orders[0]
        if order.command is not None:
            return order.command
        self._next_number += 1
        return order.numbered(self._next_number - 1)

    def under_way(self, number: int) -> Command | None:
        """The command of the first order, if it is on its way under this number."""
        if not self.on_wire:
            return None
        sent = self._orders[0].command
        return sent if sent is not None and sent.n == number else None

    def put_off(self, refusal: Refused, *, doubtful: bool) -> None:
        """The first order has to be sent again, later."""
        self.on_wire = False
        self._orders[0].refusal = refusal
        self._orders[0].doubtful |= doubtful

    def settle(self) -> Order:
        """Take the first order out: it is answered, or lost with its session."""
        self.on_wire = False
        return self._orders.popleft()

    def link_lost(self) -> None:
        """What is on its way has to be sent again on the next connection."""
        if self.on_wire:
            self.on_wire = False
            self._orders[0].doubtful = True

    def withdraw(self, order: Order) -> bool:
        """Take an order back, if it is certain that it does not count.

        Returns:
            Whether it was taken back; otherwise it stays until it is answered, unless
            it is out already.
        """
        waiting = order in self._orders
        under_way = waiting and self.on_wire and self._orders[0] is order
        if not waiting or under_way or order.doubtful:
            return False
        self._orders.remove(order)
        return True

    def lost_with_session(self) -> Order | None:
        """The order that was sent in a session that is gone, taken out."""
        if self._orders and self._orders[0].command is not None:
            return self.settle()
        return None

    def close(self) -> tuple[Order, ...]:
        """All orders, taken out."""
        orders = tuple(self._orders)
        self._orders.clear()
        self.on_wire = False
        return orders
