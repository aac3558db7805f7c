"""Seats, teams and the order of play (R1, R6, A38)."""

from engine.seats import SEATS, TEAMS, Seat, next_seat, other_team, team_of


def test_play_goes_round_in_seat_order() -> None:
    assert SEATS == (0, 1, 2, 3)
    assert [next_seat(seat) for seat in SEATS] == [1, 2, 3, 0]  # R6, A38
    assert [next_seat(Seat(3), steps) for steps in range(5)] == [3, 0, 1, 2, 3]


def test_partners_sit_opposite() -> None:
    assert [team_of(seat) for seat in SEATS] == [0, 1, 0, 1]  # R1
    assert all(team_of(next_seat(seat, 2)) == team_of(seat) for seat in SEATS)


def test_there_are_two_teams() -> None:
    assert TEAMS == (0, 1)
    assert [other_team(team) for team in TEAMS] == [1, 0]
