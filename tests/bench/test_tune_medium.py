"""What the script that tunes `medium` writes."""

import numpy as np
import pytest

from engine.players.tuned import WEIGHTS
from tests.bench import tune_medium
from tests.bench.tune import Figures, Plan, rounded
from tests.bench.tune_medium import kept_of, margins, scale_of, story_of

PLAN = Plan(rounds=3, directions=2, deals=10, seed=7)


def test_a_player_wins_nothing_of_itself() -> None:
    assert margins(WEIGHTS, WEIGHTS, range(3)) == [0.0] * 3


def test_one_who_throws_good_cards_away_loses() -> None:
    careless = {**WEIGHTS, "king": 0, "begato": 0, "angel": 0, "world": 0, "queen": 0}

    won = margins(careless, WEIGHTS, range(40))

    assert sum(won) < 0


def test_processes_play_the_same_deals() -> None:
    weak = {**WEIGHTS, "king": 0}

    with tune_medium.meetings(1) as meet:
        met = meet(WEIGHTS, weak, 3, 5)

    won = margins(WEIGHTS, weak, range(5, 8))
    assert met.margin == pytest.approx(sum(won) / 3)


def test_weights_below_zero_are_none() -> None:
    assert margins({**WEIGHTS, "pip": -3}, {**WEIGHTS, "pip": 0}, range(3)) == [0.0] * 3


def test_every_weight_is_moved_far_enough_to_be_felt() -> None:
    moved = rounded(WEIGHTS, np.array([*WEIGHTS.values()]) + scale_of(WEIGHTS))

    assert all(moved[name] > number for name, number in WEIGHTS.items())


@pytest.mark.parametrize(
    ("fresh", "is_kept", "words"),
    [
        (Figures(5.0, 2.0), True, "They win of those that the tuning began with\n"),
        (Figures(2.0, 2.0), False, "They are those that it began with: "),
        (Figures(-1.0, 0.5), False, "They are those that it began with: "),
    ],
)
def test_only_what_wins_for_certain_is_kept(
    fresh: Figures, words: str, *, is_kept: bool
) -> None:
    found = {**WEIGHTS, "king": 900}

    assert kept_of(found, fresh) == (found if is_kept else WEIGHTS)
    story = story_of(PLAN, fresh, 12.4)
    assert words in story
    assert f"{fresh} points a deal, on {tune_medium.TESTED_ON} fresh" in story
    assert "--rounds 3\n--directions 2 --deals 10 --seed 7 --write` in 12 s." in story
