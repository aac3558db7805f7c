"""Who is told something about a table."""

from __future__ import annotations

from dataclasses import dataclass

from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Recipient:
    """A person at a seat, or an onlooker."""

    seat: Seat | None
    """None for somebody who sits nowhere at the table."""


ONLOOKER = Recipient(None)
