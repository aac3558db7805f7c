from engine.players.by_rule import EASY, MEDIUM
from engine.players.levels import player_of


def test_levels_have_their_players() -> None:
    assert player_of("easy") is EASY
    assert player_of("medium") is MEDIUM


def test_a_level_of_another_version_plays_as_medium() -> None:
    assert player_of("grandmaster") is MEDIUM
