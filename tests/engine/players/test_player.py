"""What a program has to be to hold a seat."""

from engine.actions import Skip
from engine.players import player as players
from engine.players.by_rule import EASY, MEDIUM
from engine.view import SeatView, view_of
from tests.support.builders import begun, seat


class Silent:
    """Skips whatever it is asked."""

    def choose(self, view: SeatView, bot_seed: bytes = b"") -> Skip:
        del bot_seed
        return Skip(view.seat)


def test_whatever_answers_a_view_is_a_player() -> None:
    assert {seat_answered_by(player) for player in (MEDIUM, EASY, Silent())} == {1}


def seat_answered_by(player: players.Player) -> int:
    return player.choose(view_of(begun(0, {}), seat(1))).seat
