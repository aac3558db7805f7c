"""Seats, teams and the order of play (R1, R6, A38).

Seats are numbered in playing order: the next seat sits on the right hand of the one
before, so play runs counter-clockwise round the table. Partners sit opposite.
"""

from __future__ import annotations

from typing import Final, NewType

Seat = NewType("Seat", int)
"""0 to 3, in playing order (A38)."""

Team = NewType("Team", int)
"""0 for the seats 0 and 2, 1 for the seats 1 and 3."""

SEATS: Final = (Seat(0), Seat(1), Seat(2), Seat(3))
TEAMS: Final = (Team(0), Team(1))


def next_seat(seat: Seat, steps: int = 1) -> Seat:
    """The seat that plays `steps` turns after this one."""
    return SEATS[(seat + steps) % 4]


def team_of(seat: Seat) -> Team:
    """The team of a seat: partners sit opposite (R1)."""
    return TEAMS[seat % 2]


def other_team(team: Team) -> Team:
    """The opponents of a team."""
    return Team(1 - team)
